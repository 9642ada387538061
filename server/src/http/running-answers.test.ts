import { connect } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createDocument } from '../testing/documents.ts'
import { createWorld, type World } from '../testing/examples/world.ts'
import { createMember, type Member } from '../testing/factories.ts'
import { EVER } from '../testing/patience.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

/** More than the buffers of both ends hold. */
const BYTES = 40_000_000

let world: World
let other: TestServer
let id: string
beforeAll(async () => {
  // Else what is looked for every 30 seconds would do what an announcement should.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  world = await createWorld()
  other = await startTestServer({
    connection: world.server.connection,
    config: world.server.config,
  })
  vi.useRealTimers()
  const content = Buffer.alloc(BYTES, 'A large file. ')
  ;({ id } = await createDocument(world.server.api.as(world.admin), { content, name: 'a.bin' }))
})
afterAll(async () => {
  await other.stop()
  await world.server.stop()
})

/** A download of which only the beginning has been read, and more only as far as `upTo`. */
async function beginDownload({ token }: { token: string }, url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  const state = { closed: false, bytes: 0, upTo: 0 }
  socket.once('close', () => (state.closed = true))
  socket.write(
    `GET /api/v1/documents/${id}/file HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  )
  const [first] = (await once(socket, 'data')) as [Buffer]
  expect(first.toString('latin1')).toMatch(/^HTTP\/1\.1 200 /)
  state.bytes = first.length
  socket.on('data', (part: Buffer) => {
    state.bytes += part.length
    if (state.bytes >= state.upTo) socket.pause()
  })
  socket.pause()
  return { socket, state }
}

type Download = Awaited<ReturnType<typeof beginDownload>>

function read({ socket, state }: Download, bytes: number): void {
  state.upTo = state.bytes + bytes
  socket.resume()
}

/** How much comes of a download that nobody ends, its header too. */
async function bytesOf(one: Download): Promise<number> {
  read(one, Infinity)
  await vi.waitUntil(() => one.state.bytes > BYTES, EVER)
  one.socket.destroy()
  return one.state.bytes
}

/** What both ends had in their buffers still comes; all of it must not before the server has heard of the end. */
async function bytesUntilCutOff(one: Download): Promise<number> {
  await vi.waitUntil(
    () => {
      read(one, 200_000)
      return one.state.closed
    },
    { ...EVER, interval: 50 },
  )
  return one.state.bytes
}

test.each<[string, (person: Member) => Promise<unknown>]>([
  ['log-out', async (person) => world.server.api.as(person)('POST /auth/logout')],
  [
    'deactivation',
    async ({ id: personId }) =>
      world.server.api.as(world.admin)('POST /admin/users/change-status', {
        body: { user_ids: [personId], status: 'inactive' },
      }),
  ],
])('a running download ends with %s, on every node', async (_how, end) => {
  const person = await createMember(world.server)
  const here = await beginDownload(person, world.server.url)
  const there = await beginDownload(person, other.url)
  const colleague = await beginDownload(await createMember(world.server), world.server.url)
  await end(person)
  for (const one of [here, there]) expect(await bytesUntilCutOff(one)).toBeLessThan(BYTES)
  expect(await bytesOf(colleague)).toBeGreaterThan(BYTES)
})

test('signing everybody out ends what everybody loads, on every node, but what was asked for by who says so', async () => {
  const people = [await createMember(world.server), await createMember(world.server)]
  const here = await beginDownload(people[0]!, world.server.url)
  const there = await beginDownload(people[1]!, other.url)
  const own = await beginDownload(world.admin, world.server.url)
  await world.server.api.as(world.admin)('DELETE /admin/sessions')
  for (const one of [here, there]) expect(await bytesUntilCutOff(one)).toBeLessThan(BYTES)
  expect(await bytesOf(own)).toBeGreaterThan(BYTES)
})

test('a running download ends with the API key that it was asked for with', async () => {
  const api = world.server.api.as(world.admin)
  const make = async (name: string) =>
    (await api('POST /admin/api-keys', { body: { name, scopes: ['documents:read'] } })).body
  const [key, kept] = [await make('Revoked'), await make('Kept')]
  const mine = await beginDownload({ token: key.key }, world.server.url)
  const stays = await beginDownload({ token: kept.key }, world.server.url)
  await api('POST /admin/api-keys/:id/revoke', { params: { id: key.id } })
  expect(await bytesUntilCutOff(mine)).toBeLessThan(BYTES)
  expect(await bytesOf(stays)).toBeGreaterThan(BYTES)
})
