import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Db } from '../server/src/db/connect.ts'
import { apiClient } from '../server/src/testing/api-client.ts'
import { addGroup, addPeople, type DeskPerson } from './chat-desk.ts'
import { MemoryWatch } from './memory-watch.ts'
import { isSmoke, sized } from './size.ts'
import type { StartedServer } from './started-server.ts'

const MEMBERS = sized(300, 10)
const SECONDS = sized(5, 1)
const FRAMES_PER_SECOND = sized(10_000, 500)
/** As a person's frames are paced, a socket of theirs is closed; whoever floods opens another. */
const LARGE_FRAMES = sized(30, 3)
const LARGE = 10 << 20
const LOUD_MESSAGES = sized(600, 20)
const MOST_GROWTH_MB = 200
const STEP_MS = 50

/** What floods leave in the memory of a server while three hundred people are in one room, and that it answers. */
export async function measureFloods(db: Db, server: StartedServer): Promise<boolean> {
  const people = await addPeople(db, MEMBERS)
  const chatId = await addGroup(db, 'Flooded', people)
  const [flooder, lazy, speaker] = people as [DeskPerson, DeskPerson, DeskPerson]
  const room: WebSocket[] = []
  for (let from = 3; from < MEMBERS; from += 30) {
    const some = people.slice(from, from + 30)
    room.push(...(await Promise.all(some.map(async (person) => open(server, person)))))
  }
  const results: boolean[] = []
  const watching = async (name: string, flood: () => Promise<string>) => {
    const memory = new MemoryWatch(server.pid)
    await memory.start()
    const says = await flood()
    const { status } = await apiClient(server.url)('GET /health/live')
    const growth = memory.stop()
    console.log(
      `${name}: memory grew by ${growth.toFixed(0)} MB (promised: under ${MOST_GROWTH_MB}); ${says}`,
    )
    results.push(isSmoke || (growth < MOST_GROWTH_MB && status === 200))
  }
  await watching(`${FRAMES_PER_SECOND} frames a second for ${SECONDS} s`, async () =>
    floodWithFrames(server, flooder, chatId),
  )
  await watching(`${LARGE_FRAMES} frames of 10 MB`, async () => floodWithLarge(server, flooder))
  await watching(
    `a reader that never reads, ${LOUD_MESSAGES} messages of 32 KB to ${MEMBERS} people`,
    async () => floodReader({ server, lazy, speaker, chatId }),
  )
  const alive = room.filter((socket) => socket.readyState === WebSocket.OPEN).length
  console.log(`${alive} of the ${room.length} others were there all the time`)
  for (const socket of room) socket.terminate()
  return results.every(Boolean) && alive === room.length
}

const address = ({ url }: StartedServer) => `${url.replace('http', 'ws')}/api/v1/chat/ws`

async function open(server: StartedServer, { token }: DeskPerson): Promise<WebSocket> {
  const socket = new WebSocket(address(server))
  // `close` follows.
  socket.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => socket.send(JSON.stringify({ type: 'auth', token })))
    socket.once('message', () => resolve())
    socket.once('close', (code) => reject(new Error(`A socket was closed with ${code}`)))
  })
  return socket
}

/** Frames of each kind, as fast as they are wanted; what is closed is opened again. */
async function floodWithFrames(
  server: StartedServer,
  person: DeskPerson,
  chatId: string,
): Promise<string> {
  const kinds = [
    JSON.stringify({ type: 'typing', chat_id: chatId }),
    JSON.stringify({ type: 'read', chat_id: chatId, number: 1 }),
    JSON.stringify({ type: 'nothing', filler: 'x'.repeat(200) }),
    JSON.stringify({ type: 'message', chat_id: chatId, body: '' }),
  ]
  let socket = await open(server, person)
  let sent = 0
  let closed = 0
  const until = performance.now() + SECONDS * 1000
  const inStep = Math.ceil((FRAMES_PER_SECOND * STEP_MS) / 1000)
  while (performance.now() < until) {
    const began = performance.now()
    if (socket.readyState !== WebSocket.OPEN) {
      closed += 1
      socket = await open(server, person)
    }
    for (let n = 0; n < inStep; n += 1, sent += 1) socket.send(kinds[sent % kinds.length]!)
    await delay(Math.max(0, STEP_MS - (performance.now() - began)))
  }
  socket.terminate()
  return `${sent} frames sent, ${closed} sockets closed for it`
}

async function floodWithLarge(server: StartedServer, person: DeskPerson): Promise<string> {
  const codes = new Map<number, number>()
  const frame = Buffer.alloc(LARGE, 'x')
  for (let n = 0; n < LARGE_FRAMES; n += 3) {
    await Promise.all(
      Array.from({ length: 3 }, async () => {
        const socket = await open(server, person)
        const closed = new Promise<number>((resolve) => socket.once('close', resolve))
        socket.send(frame)
        const code = await closed
        codes.set(code, (codes.get(code) ?? 0) + 1)
      }),
    )
  }
  return `closed with ${Array.from(codes, ([code, times]) => `${code} (${times} times)`).join(', ')}`
}

async function floodReader(options: {
  server: StartedServer
  lazy: DeskPerson
  speaker: DeskPerson
  chatId: string
}): Promise<string> {
  const { server, lazy, speaker, chatId } = options
  const deaf = await open(server, lazy)
  const speaking = await open(server, speaker)
  deaf.pause()
  let came = 0
  const all = new Promise<void>((resolve, reject) => {
    speaking.once('close', (code) => reject(new Error(`A socket was closed with ${code}`)))
    speaking.on('message', (data: Buffer) => {
      if (!data.includes('"type":"ack"')) return
      came += 1
      if (came === LOUD_MESSAGES) resolve()
    })
  })
  const body = '🏡'.repeat(8000)
  for (let n = 0; n < LOUD_MESSAGES; n += 1) {
    speaking.send(
      JSON.stringify({ type: 'message', chat_id: chatId, client_id: `loud ${n}`, body }),
    )
  }
  await all
  const ended = new Promise<number>((resolve) => deaf.once('close', resolve))
  deaf.resume()
  const code = await Promise.race([ended, delay(5000, 0)])
  for (const socket of [deaf, speaking]) socket.terminate()
  return code === 0 ? 'it was still there' : `it was dropped, with ${code}`
}
