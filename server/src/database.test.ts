import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type DatabaseProxy, startDatabaseProxy } from './testing/database-proxy.ts'
import { createWorld, type World } from './testing/examples/world.ts'
import { createPolicy, PASSWORD } from './testing/factories.ts'
import { EVER, scaled } from './testing/patience.ts'
import { send } from './testing/send.ts'
import { openSocketAs } from './testing/socket.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

/** A server whose database can be reached, to look at it from beside. */
let world: World
let proxy: DatabaseProxy
let server: TestServer

beforeAll(async () => {
  world = await createWorld()
  proxy = await startDatabaseProxy(world.server.connection)
  server = await startTestServer({ connection: proxy.connection })
})
afterAll(async () => {
  await server.stop()
  await world.server.stop()
})

const bearer = () => ({ Authorization: `Bearer ${world.admin.token}` })
const json = { 'Content-Type': 'application/json' }

const ask = (method: string, path: string, body?: object) =>
  send(server.url, {
    method,
    path: `/api/v1${path}`,
    headers: { ...bearer(), ...(body && json) },
    ...(body && { body: JSON.stringify(body) }),
  })

const isReady = async () => (await ask('GET', '/health/ready')).status === 200

test('while the database is gone every call says so and when to come back, and then goes on', async () => {
  expect(await isReady()).toBe(true)
  const socket = await openSocketAs(server.url, world.admin)
  const policy = await createPolicy(server.api.as(world.admin), { content: 'As it was.' })
  await proxy.cut()

  const draft = { title: 'Draft', content: 'Typed while the database was gone.' }
  const credentials = { email: world.agent.email, password: PASSWORD }
  const calls: Parameters<typeof ask>[] = [
    ['GET', '/health/ready'],
    ['GET', '/auth/me'],
    ['GET', '/policies'],
    ['GET', `/policies/${policy.id}`],
    ['GET', '/admin/policies/outstanding.csv'],
    ['GET', '/settings/public'],
    ['POST', '/policies', draft],
    ['PUT', `/policies/${policy.id}`, draft],
    ['POST', `/policies/${policy.id}/acknowledge`, {}],
    ['POST', '/auth/login', credentials],
    ['POST', '/auth/logout'],
  ]
  // More at once than the pool has connections, and more than once.
  for (const [method, path, body] of [...calls, ...calls]) {
    const answer = await ask(method, path, body)
    expect({ path, status: answer.status }).toEqual({ path, status: 503 })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(JSON.parse(answer.body)).toEqual({
      error: 'The database cannot be reached right now. Please try again in a moment.',
      code: 'database_unavailable',
      request_id: expect.any(String) as string,
    })
    expect(answer.ms).toBeLessThan(scaled(2000))
  }
  for (const path of ['/api/v1/health/live', '/metrics', '/api/docs'])
    expect((await send(server.url, { path })).status).toBe(200)

  await proxy.heal()
  await vi.waitUntil(isReady, EVER)
  const after = await server.api.as(world.admin)('GET /policies/:id', { params: { id: policy.id } })
  expect(after.body).toMatchObject({ content: 'As it was.', version: 1 })
  expect((await ask('POST', '/auth/login', credentials)).status).toBe(200)
  // The socket is told to ask for everything again, and hears of changes again.
  await socket.receive((frame) => frame.type === 'invalidate' && frame.keys.includes('me'))
  socket.frames.length = 0
  await createPolicy(world.server.api.as(world.admin))
  await socket.receive((frame) => frame.type === 'invalidate' && frame.keys.includes('policies'))
  socket.close()
})

test('a call that the outage interrupts says so too, and is either done or not', async () => {
  const policy = await createPolicy(server.api.as(world.admin), { content: 'Before.' })
  const saving = await world.server.db.transaction().execute(async (tx) => {
    await tx.selectFrom('policies').select('id').where('id', '=', policy.id).forUpdate().execute()
    const answers = Array.from({ length: 15 }, () =>
      ask('PUT', `/policies/${policy.id}`, { title: 'Cut', content: 'Off.' }),
    )
    // Ten of them hold a connection, the others wait for one.
    await new Promise((resolve) => setTimeout(resolve, 300))
    await proxy.cut()
    return answers
  })
  const answers = await Promise.all(saving)
  await proxy.heal()
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
  await vi.waitUntil(isReady, EVER)
  const { body } = await world.server.api.as(world.admin)('GET /policies/:id', {
    params: { id: policy.id },
  })
  expect([1, 2]).toContain(body.version)
  const saved = await ask('PUT', `/policies/${policy.id}`, { title: 'Again', content: 'Now.' })
  expect(saved.status).toBe(200)
})

test('an outage comes and goes ten times, and the server stays', async () => {
  for (let round = 0; round < 10; round += 1) {
    await proxy.cut()
    expect(await isReady()).toBe(false)
    await proxy.heal()
    await vi.waitUntil(isReady, EVER)
  }
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask('GET', '/auth/me')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

test('while the database says nothing every call says so within its time, and a new line heals it', async () => {
  const policy = await createPolicy(server.api.as(world.admin), { content: 'As it was.' })
  // Some lines lie idle in the pool as they fall silent.
  await Promise.all(Array.from({ length: 5 }, () => ask('GET', '/auth/me')))
  proxy.fallSilent()
  const calls: Parameters<typeof ask>[] = [
    ['GET', '/health/ready'],
    ['GET', '/policies'],
    ['PUT', `/policies/${policy.id}`, { title: 'Never', content: 'Heard.' }],
    ['POST', `/policies/${policy.id}/acknowledge`, {}],
  ]
  // More at once than the pool has connections.
  const asked = [...calls, ...calls, ...calls, ...calls]
  const answers = await Promise.all(asked.map(async (call) => ask(...call)))
  for (const answer of answers) {
    expect(answer.status).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.ms).toBeLessThan(scaled(25_000))
  }
  proxy.speak()
  // The silent lines went with the first one that nobody heard: nobody else has to wait for each.
  const healed = Date.now()
  await vi.waitUntil(isReady, EVER)
  expect(Date.now() - healed).toBeLessThan(scaled(10_000))
  const after = await Promise.all(Array.from({ length: 20 }, () => ask('GET', '/auth/me')))
  expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]))
  expect(Math.max(...after.map(({ ms }) => ms))).toBeLessThan(scaled(5000))
  const kept = await ask('GET', `/policies/${policy.id}`)
  expect(JSON.parse(kept.body)).toMatchObject({ content: 'As it was.', version: 1 })
})

test('a server whose database fell silent for good still stops', async () => {
  const line = await startDatabaseProxy(world.server.connection)
  const deaf = await startTestServer({ connection: line.connection })
  line.fallSilent()
  // New lines would be heard; the old ones, its pools' and its listener's, never answer again.
  line.speak()
  const from = Date.now()
  await deaf.stop()
  expect(Date.now() - from).toBeLessThan(scaled(30_000))
  await line.cut()
})
