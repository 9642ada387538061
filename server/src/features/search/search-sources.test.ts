import type { SearchType } from '@frontdesk/contract/search'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import { scaled } from '../../testing/patience.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
let agent: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
  agent = await createMember(server)
})
afterAll(async () => server.stop())

async function found(type: SearchType, query: string, as = agent): Promise<string[]> {
  const { body } = await server.api.as(as)('GET /search', { query: { query } })
  return body[type].map(({ title }) => title)
}

const withinASecond = () => ({ timeout: scaled(1000), interval: 20 })
const expectSoon = (look: () => Promise<string[]>, expected: string[]) =>
  expect.poll(look, withinASecond()).toEqual(expected)

test('a document is found by what its file says, once that has been read, until it is deleted', async () => {
  const id = uuidv7()
  const { db } = server
  await db
    .insertInto('documents')
    .values({
      id,
      title: 'Lease form',
      category: 'Legal',
      file_key: '0'.repeat(32),
      file_name: 'lease.pdf',
      file_type: 'pdf',
      mime: 'application/pdf',
      file_size: 1,
      sha256: '0'.repeat(64),
    })
    .execute()
  await expectSoon(() => found('documents', 'lease'), ['Lease form'])
  await db.insertInto('document_texts').values({ document_id: id }).execute()
  await db
    .updateTable('document_texts')
    .set({ text: 'No ferrets on the\npremises.', state: 'done' })
    .where('document_id', '=', id)
    .execute()
  await expectSoon(() => found('documents', 'ferrets on the premises'), ['Lease form'])
  await db
    .updateTable('documents')
    .set({ deleted_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
  await expect.poll(() => found('documents', 'lease'), withinASecond()).toEqual([])
})

test('a training is found by its category and texts; archived by admins only; a quiz is no test of its own', async () => {
  const [id, testId, quizId] = [uuidv7(), uuidv7(), uuidv7()]
  const { db } = server
  await db
    .insertInto('trainings')
    .values({ id, title: 'Phone manners', category_id: 'skills' })
    .execute()
  await db
    .insertInto('training_sections')
    .values({
      id: uuidv7(),
      training_id: id,
      order_number: 1,
      type: 'text',
      content: 'Say **ahoy** first.',
    })
    .execute()
  await db
    .insertInto('tests')
    .values([
      { id: testId, title: 'Licence check' },
      { id: quizId, title: 'Phone manners', training_id: id },
    ])
    .execute()
  await expectSoon(() => found('trainings', '**ahoy** first'), ['Phone manners'])
  await expectSoon(() => found('tests', 'licence chekc'), ['Licence check'])
  expect(await found('trainings', 'skills')).toEqual(['Phone manners'])
  expect(await found('tests', 'phone manners')).toEqual([])
  const archived = { archived_at: new Date().toISOString() }
  await db.updateTable('trainings').set(archived).where('id', '=', id).execute()
  await db.updateTable('tests').set(archived).where('id', '=', testId).execute()
  await expectSoon(() => found('trainings', 'phone'), [])
  await expectSoon(() => found('tests', 'licence'), [])
  expect(await found('trainings', 'phone', admin)).toEqual(['Phone manners'])
  expect(await found('tests', 'licence', admin)).toEqual(['Licence check'])
})
