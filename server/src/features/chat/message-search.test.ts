import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentForm } from '../../testing/documents.ts'
import { createMember, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let ann: Member
let params: { id: string }

beforeAll(async () => {
  server = await startTestServer()
  ann = await createMember(server)
  const ben = await createMember(server)
  const { body } = await as(ann)('POST /chat', { body: { member_ids: [ben.id] } })
  params = { id: body.id }
  for (const said of SAID)
    await as(ann)('POST /chat/:id/messages', { params, body: { body: said } })
})
afterAll(async () => server.stop())

const as = (person: Member) => server.api.as(person)
const find = async (query: string) =>
  (await as(ann)('GET /chat/:id/search', { params, query: { query } })).body

const SAID = [
  'Write to ann@x.com, please',
  'See policy.pdf for that.',
  'The commission is 12.5 percent',
  'It is at https://desk.example.com/policies/12?tab=2',
  'Closing on 2026-11-22',
  "O'Neill's well-known back\\slash",
]

test.each([
  ['ann@x.com', 0],
  ['Ann@X', 0],
  ['ann', 0],
  ['policy.pdf', 1],
  ['(policy.pd', 1],
  ['polic that', 1],
  ['12.5', 2],
  ['12.', 2],
  ['desk.example.com', 3],
  ['https://desk.example.com/policies', 3],
  ['/policies/12', 3],
  ['2026-11-22', 4],
  ['closing 2026-11', 4],
  ["o'neill", 5],
  ['well-known', 5],
  ['back\\slash', 5],
])('%s is found', async (query, at) => {
  expect((await find(query)).map(({ body }) => body)).toContain(SAID[at])
})

test.each([
  '',
  "'",
  "''",
  ':* & !',
  '\\',
  "\\'",
  'zzz.pdf',
  'policy.doc',
  "a' | 'b",
  "x':* | 'policy",
])('%s finds nothing, and breaks nothing', async (query) => {
  expect(await find(query)).toEqual([])
})

test('a message is found by the name of its file, for as long as it has it', async () => {
  const form = documentForm({ name: 'Lease_Elm-Street.v2.pdf' })
  const { body: file } = await as(ann)('POST /chat/:id/files', { params, body: form })
  expect(await find('lease')).toEqual([])
  const { body: message } = await as(ann)('POST /chat/:id/messages', {
    params,
    body: { file_ids: [file.id] },
  })
  for (const query of ['lease', 'elm pdf', 'Lease_Elm-Street.v2.pdf', 'street.v2']) {
    expect((await find(query)).map(({ id }) => id)).toEqual([message.id])
  }
  await as(ann)('DELETE /chat/:id/messages/:message_id', {
    params: { ...params, message_id: message.id },
  })
  expect(await find('lease')).toEqual([])
})
