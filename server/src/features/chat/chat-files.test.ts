import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentForm } from '../../testing/documents.ts'
import { createMember, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { openChatFiles, removeOrphanChatFiles } from './chat-files.routes.ts'

let server: TestServer
let ann: Member
let ben: Member
let cleo: Member

beforeAll(async () => {
  server = await startTestServer()
  ann = await createMember(server, { firstName: 'Ann' })
  ben = await createMember(server, { firstName: 'Ben' })
  cleo = await createMember(server, { firstName: 'Cleo' })
})
afterAll(async () => server.stop())

const as = (person: Member) => server.api.as(person)

async function open() {
  const { body } = await as(ann)('POST /chat', { body: { member_ids: [ben.id] } })
  return { params: { id: body.id } }
}

async function say(id: string, body: string, files: string[]) {
  const answer = await as(ann)('POST /chat/:id/messages', {
    params: { id },
    body: { body, file_ids: files },
  })
  expect(answer.status).toBe(201)
  return answer.body
}

test('files stand in the order in which they were attached, whichever came up first', async () => {
  const { params } = await open()
  const upload = () => as(ann)('POST /chat/:id/files', { params, body: documentForm() })
  const ids = [await upload(), await upload()].toReversed().map(({ body }) => body.id)
  const { files } = await say(params.id, 'Two', ids)
  expect(files).toMatchObject(ids.map((id) => ({ id })))
})

test('files are 200 an hour of one person', async () => {
  const { params } = await open()
  const upload = async (who: Member) =>
    (await as(who).raw('POST /chat/:id/files', { params, body: documentForm() })).status
  expect(await upload(ben)).toBe(201)
  const buckets = server.db.updateTable('rate_limits').set({ hits: 199 })
  await buckets.where('bucket', '=', `chat-files-of:${ben.id}`).execute()
  expect([await upload(ben), await upload(ben), await upload(ann)]).toEqual([201, 429, 201])
  await server.db.deleteFrom('rate_limits').execute()
})

test('files belong to a message and are for members only; they go with it', async () => {
  const { params } = await open()
  const upload = await as(ann)('POST /chat/:id/files', { params, body: documentForm() })
  expect(upload.status).toBe(201)
  const ids = { ...params, file_id: upload.body.id }
  const get = async (person: Member) =>
    (await as(person).raw('GET /chat/:id/files/:file_id', { params: ids })).status
  expect([await get(ann), await get(ben), await get(cleo)]).toEqual([200, 404, 404])
  const taken = await as(ben).raw('POST /chat/:id/messages', {
    params,
    body: { body: 'mine', file_ids: [ids.file_id] },
  })
  expect(taken).toMatchObject({ status: 422, body: { code: 'unknown_file' } })
  const message = await say(params.id, '', [ids.file_id])
  expect(message.files).toMatchObject([{ id: ids.file_id, file_size: expect.any(Number) }])
  expect([await get(ann), await get(ben), await get(cleo)]).toEqual([200, 200, 404])
  await as(ann)('DELETE /chat/:id/messages/:message_id', {
    params: { ...params, message_id: message.id },
  })
  expect(await get(ben)).toBe(404)
  const place = openChatFiles(server.config)
  await place.files.removeOrphans(async () => [], -1000)
  expect(await removeOrphanChatFiles(server.db, place)).toBe(0)
})
