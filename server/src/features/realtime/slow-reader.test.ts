import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createMember, type Member } from '../../testing/factories.ts'
import { EVER } from '../../testing/patience.ts'
import { openSocketAs } from '../../testing/socket.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

/** Together far more than what the system keeps for a line: 32 KB each as JSON. */
const MESSAGES = 600

let server: TestServer
let ann: Member
let ben: Member

beforeAll(async () => {
  server = await startTestServer()
  ann = await createMember(server)
  ben = await createMember(server)
})
afterAll(async () => server.stop())

test('a reader that never reads is dropped; the others miss nothing, and it can come back', async () => {
  const { body: chat } = await server.api.as(ann)('POST /chat', {
    body: { title: 'Loud', member_ids: [ben.id] },
  })
  const lazy = new WebSocket(`${server.url.replace('http', 'ws')}/api/v1/chat/ws`)
  const ended = new Promise((resolve) => lazy.once('close', resolve))
  let came = 0
  lazy.on('error', () => undefined)
  lazy.on('open', () => lazy.send(JSON.stringify({ type: 'auth', token: ben.token })))
  await new Promise((resolve) => lazy.once('message', resolve))
  lazy.on('message', () => (came += 1))
  lazy.pause()

  const awake = await openSocketAs(server.url, ben)
  const anns = await openSocketAs(server.url, ann)
  const body = '🏡'.repeat(8000)
  for (let n = 0; n < MESSAGES; n += 1) {
    anns.send({ type: 'message', chat_id: chat.id, client_id: `n${n}`, body })
  }
  const numbers = () =>
    awake.frames.flatMap((frame) => (frame.type === 'message' ? frame.message.number : []))
  await vi.waitUntil(() => numbers().length === MESSAGES, EVER)
  expect(numbers()).toEqual(Array.from({ length: MESSAGES }, (_, n) => n + 1))

  // What the system kept for it comes, and then nothing.
  lazy.resume()
  expect(await ended).toBe(1006)
  expect(came).toBeLessThan(MESSAGES)
  const again = await openSocketAs(server.url, ben)
  const { body: missed } = await server.api.as(ben)('GET /chat/:id/messages', {
    params: { id: chat.id },
    query: { after: came },
  })
  expect(missed[0]?.number).toBe(came + 1)
  for (const socket of [awake, anns, again]) socket.close()
})
