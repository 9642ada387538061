import type { ChatMessage } from '@frontdesk/contract/chat-messages'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { openSocketAs } from '../../testing/socket.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
})
afterAll(async () => server.stop())

const as = (person: Member) => server.api.as(person)

async function open(person: Member, others: Member[], title?: string): Promise<{ id: string }> {
  const { body } = await as(person)('POST /chat', {
    body: { ...(title && { title }), member_ids: others.map(({ id }) => id) },
  })
  return { id: body.id }
}

async function say(person: Member, id: string, body: string): Promise<ChatMessage> {
  return (await as(person)('POST /chat/:id/messages', { params: { id }, body: { body } })).body
}

test('a conversation of two comes back to who left, when the other writes; what was said before is read', async () => {
  const opener = await createMember(server)
  const other = await createMember(server, { firstName: 'Otis', lastName: 'Back' })
  const params = await open(opener, [other])
  await say(opener, params.id, 'Before')
  const leave = () => as(other)('DELETE /chat/:id', { params })
  await leave()
  expect((await as(other).raw('GET /chat/:id', { params })).status).toBe(404)
  const page = await openSocketAs(server.url, other)
  const named = await say(opener, params.id, 'Still there, @Otis Back?')
  expect(named.mentions).toEqual([other.id])
  await page.receive((frame) => frame.type === 'chat' && frame.chat_id === params.id)
  await page.receive((frame) => frame.type === 'message' && frame.message.id === named.id)
  page.close()
  expect((await as(other)('GET /chat/:id', { params })).body).toMatchObject({
    unread_count: 1,
    read_number: 1,
  })
  await leave()
  const writing = await openSocketAs(server.url, opener)
  const frame = { chat_id: params.id, client_id: 'again', body: 'And now?' }
  writing.send({ type: 'message', ...frame, mention_ids: [other.id] })
  await writing.receive(({ type }) => type === 'ack')
  expect((await as(other)('GET /chat/:id', { params })).body.unread_count).toBe(1)
  writing.close()
  // Nobody writes to somebody who can't sign in, and a message that is not stored calls nobody back.
  await leave()
  const none = await as(opener).raw('POST /chat/:id/messages', {
    params,
    body: { body: 'x', file_ids: [uuidv7()] },
  })
  expect(none.status).toBe(422)
  expect((await as(other).raw('GET /chat/:id', { params })).status).toBe(404)
  const deactivate = { params: { id: other.id }, body: { status: 'inactive' as const } }
  await as(admin)('PUT /admin/users/:id', deactivate)
  await say(opener, params.id, 'Gone')
  expect((await as(opener)('GET /chat/:id', { params })).body.member_count).toBe(1)
})

test('who left has a name still: in groups, of two, and in the room of everyone', async () => {
  const ann = await createMember(server, { firstName: 'Ann', lastName: 'Lee' })
  const zoe = await createMember(server, { firstName: 'Zoe', lastName: 'Fir' })
  const ben = await createMember(server, { firstName: 'Ben', lastName: 'Ode' })
  const params = await open(ann, [ben, zoe], 'Closing')
  const two = await open(ann, [ben])
  const formerOf = async (id: string) =>
    (await as(ann)('GET /chat/:id', { params: { id } })).body.former
  const message = await say(ben, params.id, 'Bye')
  await as(zoe)('PUT /chat/:id/messages/:message_id/reactions', {
    params: { ...params, message_id: message.id },
    body: { emoji: '👋', on: true },
  })
  await say(ben, two.id, 'Bye, too')
  expect([await formerOf(params.id), await formerOf(two.id)]).toEqual([[], []])
  for (const person of [ben, zoe]) await as(person)('DELETE /chat/:id', { params })
  await as(ben)('DELETE /chat/:id', { params: two })
  expect(await formerOf(params.id)).toEqual([
    { id: ben.id, name: 'Ben Ode' },
    { id: zoe.id, name: 'Zoe Fir' },
  ])
  expect(await formerOf(two.id)).toEqual([{ id: ben.id, name: 'Ben Ode' }])
  await as(ann)('POST /chat/:id/members', { params, body: { member_ids: [ben.id] } })
  await say(ann, two.id, 'Come back')
  expect(await formerOf(params.id)).toEqual([{ id: zoe.id, name: 'Zoe Fir' }])
  expect(await formerOf(two.id)).toEqual([])
  const room = (await as(ann)('GET /chat')).body.find(({ kind }) => kind === 'everyone')!
  await say(zoe, room.id, 'My last day')
  const deactivate = { params: { id: zoe.id }, body: { status: 'inactive' as const } }
  await as(admin)('PUT /admin/users/:id', deactivate)
  expect(await formerOf(room.id)).toContainEqual({ id: zoe.id, name: 'Zoe Fir' })
  // What goes altogether leaves nothing behind.
  await as(ann)('DELETE /chat/:id', { params })
  await server.db.deleteFrom('chats').where('id', '=', params.id).execute()
})

test('who is deactivated is asked about nothing that they wrote: somebody else answers for it', async () => {
  const author = await createMember(server, {
    role: 'admin',
    firstName: 'Gone',
    lastName: 'Since',
  })
  const asker = await createMember(server)
  const { id } = await createPolicy(as(author))
  await as(admin)('PUT /admin/users/:id', {
    params: { id: author.id },
    body: { status: 'inactive' },
  })
  const { body } = await as(asker)('POST /chat/about', { body: { type: 'policy', id } })
  expect(body).toMatchObject({ kind: 'direct', title: 'Ada Broker' })
})
