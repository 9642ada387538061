import { connect } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDocument } from '../testing/documents.ts'
import { createWorld, type World } from '../testing/examples/world.ts'
import { createMember, type Member } from '../testing/factories.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

/** More than the buffers of both ends hold. */
const BYTES = 40_000_000

let world: World
let other: TestServer
let id: string
beforeAll(async () => {
  world = await createWorld()
  other = await startTestServer({
    connection: world.server.connection,
    config: world.server.config,
  })
  const content = Buffer.alloc(BYTES, 'A large file. ')
  ;({ id } = await createDocument(world.server.api.as(world.admin), { content, name: 'a.bin' }))
})
afterAll(async () => {
  await other.stop()
  await world.server.stop()
})

/** A download of which only the beginning has been read. */
async function beginDownload({ token }: Member, url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const state = { closed: false, bytes: 0 }
  socket.once('close', () => (state.closed = true))
  socket.write(
    `GET /api/v1/documents/${id}/file HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  )
  const [first] = (await once(socket, 'data')) as [Buffer]
  expect(first.toString('latin1')).toMatch(/^HTTP\/1\.1 200 /)
  state.bytes = first.length
  socket.on('data', (part: Buffer) => (state.bytes += part.length))
  socket.pause()
  return { socket, state }
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
  for (const { socket, state } of [here, there]) {
    // What both ends had in their buffers still comes.
    await vi.waitFor(
      () => {
        socket.resume()
        expect(state.closed).toBe(true)
      },
      { timeout: 60_000 },
    )
    expect(state.bytes).toBeLessThan(BYTES)
  }
  colleague.socket.resume()
  await vi.waitFor(() => expect(colleague.state.bytes).toBeGreaterThan(BYTES), { timeout: 60_000 })
  colleague.socket.destroy()
})
