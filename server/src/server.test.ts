import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RunningServer, startServer } from './server.ts'
import { createWorld, type World } from './testing/examples/world.ts'
import { apiClient } from './testing/api-client.ts'
import { createPolicy } from './testing/factories.ts'
import { openSocketAs } from './testing/socket.ts'
import { addressOf } from './testing/test-server.ts'
import { untilWaiting } from './testing/locks.ts'
import { scaled } from './testing/patience.ts'
import { send } from './testing/send.ts'

/** Another program on the database, to prepare and to look at it while the server stops. */
let world: World
let server: RunningServer
let stopped: Promise<void> | undefined

beforeEach(async () => {
  world = await createWorld()
  stopped = undefined
  const config = { ...world.server.config, databaseUrl: addressOf(world.server.connection) }
  server = await startServer(config, pino({ level: 'silent' }))
})
afterEach(async () => {
  await (stopped ?? server.stop())
  await world.server.stop()
})

test('what is in flight is finished, what comes then is refused, and nothing is left', async () => {
  const { admin } = world
  const policy = await createPolicy(world.server.api.as(admin))
  const lines = [
    'Host: localhost',
    `Authorization: Bearer ${admin.token}`,
    'Content-Type: application/json',
  ].join('\r\n')
  const body = JSON.stringify({ title: 'Saved', content: 'While stopping' })
  const path = `/api/v1/policies/${policy.id}`
  const { hostname, port } = new URL(server.url)
  const busy = connect(Number(port), hostname)
  const answers: string[] = []
  busy.on('data', (part: Buffer) => answers.push(part.toString()))
  const hungUp = new Promise((resolve) => busy.once('close', resolve))

  await world.server.db.transaction().execute(async (tx) => {
    await tx.selectFrom('policies').select('id').where('id', '=', policy.id).forUpdate().execute()
    busy.write(`PUT ${path} HTTP/1.1\r\n${lines}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    await untilWaiting(world.server.db, 1)
    stopped = server.stop()
    // On a connection that is busy, and on a new one.
    busy.write(`GET ${path} HTTP/1.1\r\n${lines}\r\n\r\n`)
    const late = await send(server.url, { path: '/api/v1/health/live' }).catch(String)
    expect(typeof late === 'string' ? late : late.status).toBeOneOf([
      503,
      expect.stringContaining('ECONN'),
    ])
    // Longer than it takes to hang up on whatever has nothing in flight.
    await delay(400)
    expect(answers).toEqual([])
  })
  await hungUp
  const [saved, refused] = answers.join('').split(/(?=HTTP\/1\.1 )/)
  expect(saved).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(refused).toMatch(/^HTTP\/1\.1 503 Service Unavailable/)
  expect(refused).toMatch(/^retry-after: \d+\r$/im)
  expect(refused).toContain('"code":"stopping"')
  await stopped
  const stored = await world.server.api.as(admin)('GET /policies/:id', {
    params: { id: policy.id },
  })
  expect(stored.body.content).toBe('While stopping')
  const { rows } = await sql<{ left: number }>`
    select count(*) as left from pg_stat_activity
    where datname = current_database() and (query like 'select pg_snapshot_xmin%' or state = 'idle in transaction')
  `.execute(world.server.db)
  // The other program's own.
  expect(rows[0]!.left).toBe(1)
})

test('sockets get a close frame', async () => {
  const { admin, agent } = world
  const sockets = [await openSocketAs(server.url, admin), await openSocketAs(server.url, agent)]
  const started = performance.now()
  stopped = server.stop()
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([1012, 1012])
  await stopped
  expect(performance.now() - started).toBeLessThan(scaled(2000))
})

test('neither a socket that does not answer nor an idle connection holds it up', async () => {
  const { hostname, port } = new URL(server.url)
  const upgrade = [
    'GET /api/v1/chat/ws HTTP/1.1',
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
    '\r\n',
  ].join('\r\n')
  const deaf = connect(Number(port), hostname, () => deaf.write(upgrade))
  const silent = connect(Number(port), hostname)
  const closed = [deaf, silent].map((socket) => {
    socket.on('error', () => undefined)
    return new Promise((resolve) => socket.once('close', resolve))
  })
  await new Promise((resolve) => deaf.once('data', resolve))
  const started = performance.now()
  stopped = server.stop()
  await stopped
  expect(performance.now() - started).toBeLessThan(scaled(5000))
  await Promise.all(closed)
})

test('it starts again on the same data, and sessions go on', async () => {
  await server.stop()
  const config = { ...world.server.config, databaseUrl: addressOf(world.server.connection) }
  server = await startServer(config, pino({ level: 'silent' }))
  const me = await apiClient(server.url).as(world.agent)('GET /auth/me')
  expect(me.body.user.id).toBe(world.agent.id)
})
