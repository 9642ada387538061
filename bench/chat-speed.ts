import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ServerFrame } from '@frontdesk/contract/realtime'
import { WebSocket } from 'ws'
import type { Db } from '../server/src/db/connect.ts'
import type { EmbeddedConnection } from '../server/src/db/embedded/transport.ts'
import { apiClient } from '../server/src/testing/api-client.ts'
import { addGroup, addPeople, type DeskPerson } from './chat-desk.ts'
import { isSmoke, sized } from './size.ts'
import { timesInLog } from './people-load.ts'
import { type StartedServer, startScript } from './started-server.ts'

const IDLE = sized(1000, 20)
const MOST_IDLE_MB = 100
const ROOM = sized(200, 10)
const PER_SECOND = 50
const ROOM_SECONDS = sized(20, 1)
const MOST_ROOM_MS = 50
const MANY = sized(1_000_000, 1000)
const MOST_PAGE_MS = 5
/** A busy machine answers these too before the connection gives up. */
const FILLED_AT_ONCE = sized(20_000, 1000)
const LEAST_RATIO = 0.6
/** Pages that are asked for, and those among them that a program which has just started is not judged by. */
const [CALLS, CALLS_BEFORE] = sized([700, 200] as const, [30, 0] as const)
/** Clients of the throughput, and how many messages each has under way. */
const SENDERS = 20
const IN_FLIGHT = 10
const [ROUND_MESSAGES, ROUNDS, WARM_UP] = sized([4000, 5, 1500] as const, [50, 1, 10] as const)

const percentile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0

/** A socket that has said who it is. */
async function openSocket(url: string, first: object): Promise<WebSocket> {
  const socket = new WebSocket(url.replace('http', 'ws'))
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => socket.send(JSON.stringify(first)))
    socket.once('message', () => resolve())
    socket.once('close', (code) => reject(new Error(`A socket was closed with ${code}`)))
  })
  return socket
}

const openAs = (url: string, { token }: DeskPerson) =>
  openSocket(`${url}/api/v1/chat/ws`, { type: 'auth', token })

const megabytesOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** What a thousand people cost who only look. */
export async function measureIdle(db: Db, server: StartedServer): Promise<boolean> {
  const people = await addPeople(db, IDLE)
  await settle(server)
  const before = megabytesOf(server.pid)
  const sockets: WebSocket[] = []
  for (let from = 0; from < IDLE; from += 50) {
    const some = people.slice(from, from + 50)
    sockets.push(...(await Promise.all(some.map(async (person) => openAs(server.url, person)))))
  }
  await delay(sized(5000, 0))
  const cost = megabytesOf(server.pid) - before
  console.log(`${IDLE} idle sockets: ${cost.toFixed(0)} MB (promised: under ${MOST_IDLE_MB})`)
  for (const socket of sockets) socket.terminate()
  await delay(1000)
  return isSmoke || cost < MOST_IDLE_MB
}

/** What starting and adding people took is let go first, as far as it will. */
async function settle(server: StartedServer): Promise<void> {
  for (let n = 0; n < 200; n += 1) await apiClient(server.url)('GET /health/live')
  await delay(2000)
}

/** How long a message takes to all of two hundred people, half of them at each server. */
export async function measureRoom(db: Db, servers: StartedServer[]): Promise<boolean> {
  const people = await addPeople(db, ROOM)
  const chatId = await addGroup(db, 'Large room', people)
  const times: number[] = []
  const sentAt = new Map<string, number>()
  const sockets = await Promise.all(
    people.map(async (person, index) => openAs(servers[index % 2]!.url, person)),
  )
  for (const socket of sockets) {
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      if (!text.startsWith('{"type":"message"')) return
      const { message } = JSON.parse(text) as Extract<ServerFrame, { type: 'message' }>
      const at = sentAt.get(message.client_id)
      if (at !== undefined) times.push(performance.now() - at)
    })
  }
  const total = PER_SECOND * ROOM_SECONDS
  const started = performance.now()
  for (let number = 0; number < total; number += 1) {
    await delay(Math.max(0, started + (number * 1000) / PER_SECOND - performance.now()))
    const clientId = randomUUID()
    sentAt.set(clientId, performance.now())
    const frame = { type: 'message', chat_id: chatId, client_id: clientId, body: `No. ${number}` }
    sockets[number % ROOM]!.send(JSON.stringify(frame))
  }
  for (let tries = 0; times.length < total * ROOM && tries < 100; tries += 1) await delay(100)
  for (const socket of sockets) socket.terminate()
  const p95 = percentile(times, 0.95)
  const isWhole = times.length === total * ROOM
  console.log(
    `A message to ${ROOM} people on two servers at ${PER_SECOND}/s: p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (promised: ${MOST_ROOM_MS}); ${times.length} of ${total * ROOM} came`,
  )
  return isWhole && (isSmoke || p95 <= MOST_ROOM_MS)
}

/** Sends so many messages as fast as they are acknowledged; returns messages a second. */
async function playRound(sockets: WebSocket[], chats: string[], messages: number): Promise<number> {
  const started = performance.now()
  let sent = 0
  await Promise.all(
    sockets.map(async (socket, index) => {
      let open = 0
      return new Promise<void>((resolve, reject) => {
        const next = () => {
          while (open < IN_FLIGHT && sent < messages) {
            sent += 1
            open += 1
            const frame = {
              type: 'message',
              chat_id: chats[(index + sent) % chats.length],
              client_id: randomUUID(),
              body: 'The inspection is on Thursday at ten; the keys are in the box by the door.',
            }
            socket.send(JSON.stringify(frame))
          }
          if (open === 0 && sent >= messages) resolve()
        }
        socket.removeAllListeners('message').removeAllListeners('close')
        socket.once('close', (code) => reject(new Error(`A socket was closed with ${code}`)))
        socket.on('message', (data: Buffer) => {
          if (data.subarray(0, 14).equals(ERROR)) reject(new Error(data.toString()))
          if (!data.subarray(0, 12).equals(ACK)) return
          open -= 1
          next()
        })
        next()
      })
    }),
  )
  return (messages * 1000) / (performance.now() - started)
}
const ACK = Buffer.from('{"type":"ack')
const ERROR = Buffer.from('{"type":"error')

/** Beside the least that can do the same, in turns, so that other work on the machine hits both. */
export async function measureThroughput(
  db: Db,
  server: StartedServer,
  connection: EmbeddedConnection,
): Promise<boolean> {
  const people = await addPeople(db, SENDERS)
  const chats: string[] = []
  for (let number = 0; number < 10; number += 1) chats.push(await addGroup(db, 'Busy', people))
  const bare = await startScript('bare-chat.ts', { BARE_SETUP: JSON.stringify({ connection }) })
  try {
    const ours = await Promise.all(people.map(async (person) => openAs(server.url, person)))
    const theirs = await Promise.all(
      people.map(async ({ id }) => openSocket(bare.url, { type: 'auth', user_id: id, chats })),
    )
    const ratios: number[] = []
    await playRound(ours, chats, WARM_UP)
    await playRound(theirs, chats, WARM_UP)
    for (let round = 0; round < ROUNDS; round += 1) {
      const own = await playRound(ours, chats, ROUND_MESSAGES)
      const other = await playRound(theirs, chats, ROUND_MESSAGES)
      ratios.push(own / other)
      console.log(`  ${own.toFixed(0)}/s beside ${other.toFixed(0)}/s`)
    }
    const ratio = percentile(ratios, 0.5)
    console.log(`Throughput: ${ratio.toFixed(2)} of a bare server (promised: ${LEAST_RATIO})`)
    for (const socket of [...ours, ...theirs]) socket.terminate()
    return isSmoke || ratio >= LEAST_RATIO
  } finally {
    await bare.end('SIGTERM')
  }
}

/** A page anywhere in a conversation of a million messages, over HTTP. */
export async function measurePages(db: Db, server: StartedServer): Promise<boolean> {
  const people = await addPeople(db, 5)
  const chatId = await addGroup(db, 'Very long', people)
  for (let from = 1; from <= MANY; from += FILLED_AT_ONCE) {
    await sql`
      insert into chat_messages (id, chat_id, number, user_id, client_id, body, created_at)
      select new_uuid(), ${chatId}, number, (${people.map(({ id }) => id)}::uuid[])[1 + number % 5],
        'n' || number, 'Message ' || number || ' about the house on Ferry Road',
        now() - interval '1 year' + number * interval '20 seconds'
      from generate_series(${from}::int, ${from + FILLED_AT_ONCE - 1}::int) as number
    `.execute(db)
  }
  await sql`update chats set last_number = ${MANY} where id = ${chatId}`.execute(db)
  await sql`vacuum analyze chat_messages`.execute(db)
  const api = apiClient(server.url, people[0])
  // After so many rows the database writes for a while.
  await delay(sized(15_000, 0))
  const timesInServer = timesInLog(server)
  const atClient: number[] = []
  for (let call = 0; call < CALLS; call += 1) {
    // Never an end, beyond which there is no page.
    const place = 2 + Math.floor(Math.random() * (MANY - 2))
    const pages: Record<string, number>[] = [{ after: place }, { before: place }, {}]
    const started = performance.now()
    const { status, body } = await api('GET /chat/:id/messages', {
      params: { id: chatId },
      query: { ...pages[call % 3], limit: 50 },
    })
    if (status !== 200 || body.length === 0) throw new Error(`A page was answered with ${status}`)
    if (call >= CALLS_BEFORE) atClient.push(performance.now() - started)
  }
  const inServer = (await timesInServer(CALLS)).slice(CALLS_BEFORE)
  const p95 = percentile(inServer, 0.95)
  console.log(
    `A page of 50 among ${MANY} messages, in the server: p50 ${percentile(inServer, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (promised: ${MOST_PAGE_MS}); at the client p95 ${percentile(atClient, 0.95).toFixed(1)} ms`,
  )
  return isSmoke || p95 <= MOST_PAGE_MS
}
