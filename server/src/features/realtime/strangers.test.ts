import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember } from '../../testing/factories.ts'
import { openSocket, openSocketAs } from '../../testing/socket.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.stop())

test('of sockets that say nothing one network gets so many, and the others are not held up', async () => {
  const person = await createMember(server)
  const before = await openSocketAs(server.url, person)
  const silent = await Promise.all(
    Array.from({ length: 130 }, async () => openSocket(server.url, {}, '127.0.0.9')),
  )
  const soon = new Promise((resolve) => setTimeout(resolve, 500, 'open'))
  const states = await Promise.all(silent.map(async ({ closed }) => Promise.race([closed, soon])))
  expect(states.filter((state) => state === 1013)).toHaveLength(30)
  expect(states.filter((state) => state === 'open')).toHaveLength(100)
  const elsewhere = await openSocketAs(server.url, person)
  for (const socket of [before, elsewhere, ...silent]) socket.close()
  // As soon as they are gone there is room again.
  await Promise.all(silent.map(async ({ closed }) => closed))
  const again = await openSocket(server.url, {}, '127.0.0.9')
  again.send({ type: 'auth', token: person.token })
  await again.receive(({ type }) => type === 'ready')
  again.close()
})
