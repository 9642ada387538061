import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, execPath, platform } from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { apiClient } from '../testing/api-client.ts'
import { createDocument } from '../testing/documents.ts'
import { createWorld, type World } from '../testing/examples/world.ts'
import { EVER } from '../testing/patience.ts'
import { programPath } from '../testing/programs.ts'
import { send } from '../testing/send.ts'
import { openSocket, openSocketAs } from '../testing/socket.ts'
import { addressOf, startTestServer, type TestServer } from '../testing/test-server.ts'
import { connectionLimits } from './connections.ts'

const LIMITS = { most: 30, mostPerNetwork: 20 }

let world: World
let small: TestServer
let behindProxy: TestServer
const lines: string[] = []

beforeAll(async () => {
  world = await createWorld()
  const { connection } = world.server
  small = await startTestServer({
    connection,
    limits: { connections: LIMITS },
    logTo: (line) => lines.push(line),
  })
  behindProxy = await startTestServer({
    connection,
    limits: { connections: LIMITS },
    config: { trustProxy: ['127.0.0.0/24'] },
  })
})
afterAll(async () => {
  await behindProxy.stop()
  await small.stop()
  await world.server.stop()
})

interface Stranger {
  socket: Socket
  gone: boolean
}

const strangers: Stranger[] = []
afterEach(async () => {
  const open = strangers.splice(0).filter(({ gone }) => !gone)
  await Promise.all(
    open.map(async ({ socket }) => {
      const closed = once(socket, 'close')
      socket.destroy()
      await closed
    }),
  )
})

/** Connections that say nothing, one after the other. */
async function openSilent(url: string, count: number, localAddress: string): Promise<Stranger[]> {
  const { port, hostname } = new URL(url)
  const opened: Stranger[] = []
  for (let at = 0; at < count; at += 1) {
    const socket = connect({ port: Number(port), host: hostname, localAddress })
    const stranger = { socket, gone: false }
    socket.on('error', () => undefined)
    socket.once('close', () => (stranger.gone = true))
    socket.resume()
    await once(socket, 'connect')
    opened.push(stranger)
  }
  strangers.push(...opened)
  return opened
}

const stillOpen = (some: Stranger[]) => some.filter(({ gone }) => !gone).length

/** One connection that stays, over which somebody asks. */
function keepAsking(url: string, localAddress: string, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { Authorization: `Bearer ${token}` }
  const sockets = new Set<Socket>()
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      const call = get(`${url}/api/v1/auth/me`, { agent, localAddress, headers }, (response) => {
        sockets.add(response.socket)
        response.resume()
        response.on('end', () => resolve(response.statusCode!))
      })
      call.on('error', reject)
    })
  return { ask, sockets, close: () => agent.destroy() }
}

test('one network has its share: its oldest strangers make room, and whoever is signed in stays', async () => {
  const colleague = keepAsking(small.url, '127.0.0.7', world.agent.token)
  expect(await colleague.ask()).toBe(200)
  const silent = await openSilent(small.url, 60, '127.0.0.7')
  await vi.waitFor(() => expect(stillOpen(silent)).toBe(LIMITS.mostPerNetwork - 1), EVER)
  expect(stillOpen(silent.slice(-19))).toBe(19)
  expect(await colleague.ask()).toBe(200)
  expect(colleague.sockets.size).toBe(1)
  // Somebody new from the same place gets in, and so do those who are elsewhere.
  const headers = { Authorization: `Bearer ${world.agent.token}` }
  for (const localAddress of ['127.0.0.7', '127.0.0.8']) {
    const path = '/api/v1/auth/me'
    expect((await send(small.url, { path, headers, localAddress })).status).toBe(200)
  }
  expect(lines.filter((line) => line.includes('too many connections'))).toHaveLength(1)
  colleague.close()
})

test('all together have a bound, too: the oldest stranger goes, from wherever they are', async () => {
  const colleague = keepAsking(small.url, '127.0.0.6', world.agent.token)
  expect(await colleague.ask()).toBe(200)
  const first = await openSilent(small.url, 15, '127.0.0.2')
  const second = await openSilent(small.url, 14, '127.0.0.3')
  expect(stillOpen([...first, ...second])).toBe(29)
  const third = await openSilent(small.url, 10, '127.0.0.4')
  await vi.waitFor(() => expect(stillOpen(first)).toBe(5), EVER)
  expect([stillOpen(second), stillOpen(third)]).toEqual([14, 10])
  expect(await colleague.ask()).toBe(200)
  expect(colleague.sockets.size).toBe(1)
  colleague.close()
})

test('where everybody is signed in the newest is turned away', async () => {
  const people = Array.from({ length: LIMITS.mostPerNetwork }, () =>
    keepAsking(small.url, '127.0.0.5', world.agent.token),
  )
  for (const { ask } of people) expect(await ask()).toBe(200)
  const [late] = await openSilent(small.url, 1, '127.0.0.5')
  await vi.waitFor(() => expect(late!.gone).toBe(true), EVER)
  for (const { ask, sockets, close } of people) {
    expect(await ask()).toBe(200)
    expect(sockets.size).toBe(1)
    close()
  }
})

test('behind a proxy, which everybody comes through, only the bound of all counts', async () => {
  const silent = await openSilent(behindProxy.url, 29, '127.0.0.1')
  const elsewhere = await openSilent(behindProxy.url, 25, '127.0.1.1')
  await vi.waitFor(() => expect(stillOpen(elsewhere)).toBe(LIMITS.mostPerNetwork), EVER)
  expect(stillOpen(silent)).toBe(10)
})

test('the live socket of somebody who is there outlives strangers', async () => {
  const socket = await openSocketAs(small.url, world.agent)
  const quiet = await openSocket(small.url)
  const silent = await openSilent(small.url, 60, '127.0.0.1')
  await vi.waitFor(() => expect(stillOpen(silent)).toBe(LIMITS.mostPerNetwork - 2), EVER)
  const soon = new Promise((resolve) => setTimeout(resolve, 100, 'open'))
  expect(await Promise.race([socket.closed, quiet.closed, soon])).toBe('open')
  socket.close()
  quiet.close()
})

test('the bounds leave descriptors for the database and for a file to each connection', () => {
  for (const [descriptors, poolSize] of [
    [1024, 10],
    [1024, 200],
    [20_000, 10],
  ] as const) {
    const { most, mostPerNetwork } = connectionLimits(descriptors, poolSize)
    expect(most * 2 + poolSize).toBeLessThanOrEqual(descriptors - 100)
    expect(mostPerNetwork).toBeLessThan(most)
  }
  expect(connectionLimits(1024, 10).most).toBeGreaterThan(400)
  expect(connectionLimits(Infinity, 10).most).toBe(10_000)
})

// Only Linux bounds a program that runs.
test.runIf(platform === 'linux')(
  'a real server with 256 descriptors serves its people through 1,200 idle connections',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'frontdesk-few-'))
    const child = spawn('prlimit', ['--nofile=256', execPath, programPath('main')], {
      cwd: folder,
      env: {
        PATH: env.PATH,
        PORT: '0',
        DATA_DIR: folder,
        DATABASE_URL: addressOf(world.server.connection),
        LOG_LEVEL: 'error',
      },
    })
    let out = ''
    let ended = false
    const end = once(child, 'close').then(() => (ended = true))
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part: Buffer) => (out += part.toString()))
    }
    try {
      await vi.waitUntil(() => out.includes('\n') || ended, EVER)
      expect(out).toMatch(/^Front Desk is listening on .*\n$/)
      const url = /listening on (\S+)/.exec(out)![1]!
      const admin = apiClient(url).as(world.admin)
      await openSilent(url, 1200, '127.0.0.1')
      const content = Buffer.alloc(500_000, 'Anything that fits. ')
      const kept = await createDocument(admin, { content, name: 'a.txt' })
      const answers = await Promise.all(
        Array.from({ length: 20 }, async () =>
          admin('GET /documents/:id/file', { params: { id: kept.id } }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      expect((await admin('GET /health/ready')).status).toBe(200)
      expect(ended).toBe(false)
      expect(out).toMatch(/^Front Desk is listening on .*\n$/)
    } finally {
      child.kill('SIGTERM')
      await end
      await rm(folder, { recursive: true })
    }
  },
)

test('a server that npm started stays when it can’t look who its npm is', async () => {
  const module = fileURLToPath(new URL('../../../scripts/end-with-npm.mjs', import.meta.url))
  const script = `
    import { closeSync, openSync } from 'node:fs'
    import { endWithNpm } from ${JSON.stringify(module)}
    endWithNpm()
    const taken = []
    try { while (taken.length < 10000) taken.push(openSync('/dev/null')) } catch {}
    setTimeout(() => {
      for (const one of taken) closeSync(one)
      console.log('still here')
    }, 800)
    setTimeout(() => process.exit(), 1500)
  `
  // A second command, so that the shell stays, as npm's does.
  const child = spawn(
    'sh',
    ['-c', `ulimit -n 128; "$0" --input-type=module -e "$1"; exit $?`, execPath, script],
    {
      env: { PATH: env.PATH, npm_lifecycle_event: 'start' },
    },
  )
  let out = ''
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  expect([out, code]).toEqual(['still here\n', 0])
})
