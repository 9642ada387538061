import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember } from '../../testing/factories.ts'
import { openSocket, openSocketAs, type TestSocket } from '../../testing/socket.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.stop())

test('of sockets that say nothing one network gets so many: the oldest make room, and a colleague gets in', async () => {
  const person = await createMember(server)
  const before = await openSocketAs(server.url, person)
  const silent: TestSocket[] = []
  for (let n = 0; n < 130; n += 1) silent.push(await openSocket(server.url, {}, '127.0.0.9'))
  const states: (number | 'open')[] = silent.map(() => 'open')
  silent.forEach(({ closed }, at) => void closed.then((code) => (states[at] = code)))
  await expect.poll(() => states.filter((state) => state === 1013)).toHaveLength(30)
  expect(states.filter((state) => state === 'open')).toHaveLength(100)
  // Those who came first have gone.
  expect(states.slice(0, 20)).toEqual(Array(20).fill(1013))
  const colleague = await openSocket(server.url, {}, '127.0.0.9')
  colleague.send({ type: 'auth', token: person.token })
  await colleague.receive(({ type }) => type === 'ready')
  const elsewhere = await openSocketAs(server.url, person)
  for (const socket of [before, colleague, elsewhere, ...silent]) socket.close()
})
