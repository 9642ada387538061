import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDocument } from '../../testing/documents.ts'
import { createMember, createProcess, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
})
afterAll(async () => server.stop())

const asAdmin = () => server.api.as(admin)

const titlesOf = async (member: Member) => {
  const { body } = await server.api.as(member)('GET /users/me/favourites')
  return body.map(({ title }) => title)
}
const mark = async (
  member: Member,
  type: 'policies' | 'processes' | 'documents' | 'trainings',
  id: string,
  favourite = true,
) => server.api.as(member).raw('PUT /users/me/favourites', { body: { type, id, favourite } })

test('favourites are one’s own, of every kind, the latest first, and say what items are called now', async () => {
  const [agent, other] = [await createMember(server), await createMember(server)]
  const document = await createDocument(asAdmin(), { title: 'A lease' })
  const { body: policy } = await asAdmin()('POST /policies', {
    body: { title: 'Showings', content: 'Two people.', description: 'Safety first.' },
  })
  const process = await createProcess(asAdmin(), { title: 'Closing', status: 'active' })
  const { body: training } = await asAdmin()('POST /trainings', {
    body: { title: 'Phones', category_id: 'skills' },
  })
  expect((await mark(agent, 'documents', document.id)).status).toBe(204)
  await mark(agent, 'policies', policy.id)
  await mark(agent, 'processes', process.id)
  await mark(agent, 'trainings', training.id)
  await mark(agent, 'trainings', training.id)
  expect(await titlesOf(agent)).toEqual(['Phones', 'Closing', 'Showings', 'A lease'])
  expect(await titlesOf(other)).toEqual([])
  const { body } = await server.api.as(agent)('GET /users/me/favourites')
  expect(body[2]).toEqual({
    id: policy.id,
    type: 'policies',
    title: 'Showings',
    subtitle: 'Safety first.',
  })
  await asAdmin()('PUT /documents/:id', {
    params: { id: document.id },
    body: { title: 'The lease', category: 'Legal' },
  })
  await mark(agent, 'policies', policy.id, false)
  expect(await titlesOf(agent)).toEqual(['Phones', 'Closing', 'The lease'])
})

test('what goes away, or is closed to somebody, leaves their list, and comes back with them', async () => {
  const agent = await createMember(server)
  const document = await createDocument(asAdmin(), { title: 'Gone and back' })
  const process = await createProcess(asAdmin(), { title: 'In work', status: 'active' })
  for (const member of [agent, admin]) {
    await mark(member, 'documents', document.id)
    await mark(member, 'processes', process.id)
  }
  await asAdmin()('DELETE /documents/:id', { params: { id: document.id } })
  for (const status of ['inactive', 'draft'] as const) {
    await server.db.updateTable('processes').set({ status }).where('id', '=', process.id).execute()
    expect(await titlesOf(agent), status).toEqual([])
    expect(await titlesOf(admin), status).toEqual(['In work'])
  }
  await asAdmin()('POST /documents/:id/restore', { params: { id: document.id } })
  expect(await titlesOf(agent)).toEqual(['Gone and back'])
  expect((await mark(agent, 'processes', process.id)).status).toBe(404)
  expect((await mark(agent, 'documents', uuidv7())).status).toBe(404)
  expect((await mark(agent, 'policies', document.id)).status).toBe(404)
})

test('nobody has more than a hundred, and one that is marked already stays', async () => {
  const agent = await createMember(server)
  const { id } = await createDocument(asAdmin(), { title: 'Number 101' })
  await sql`
    with added as (
      insert into processes (id, title, category, status, created_by)
      select gen_random_uuid(), 'Process ' || n, 'Other', 'active', ${admin.id}
      from generate_series(1, 100) as n returning id
    )
    insert into favourites (user_id, item_type, item_id) select ${agent.id}, 'processes', id from added
  `.execute(server.db)
  expect(await mark(agent, 'documents', id)).toMatchObject({
    status: 409,
    body: { code: 'too_many' },
  })
  const { body } = await server.api.as(agent)('GET /users/me/favourites')
  expect((await mark(agent, 'processes', body[0]!.id)).status).toBe(204)
  await mark(agent, 'processes', body[0]!.id, false)
  expect((await mark(agent, 'documents', id)).status).toBe(204)
})

test('they go with the person', async () => {
  const agent = await createMember(server)
  const { id } = await createDocument(asAdmin())
  await mark(agent, 'documents', id)
  await asAdmin()('DELETE /admin/users/:id', { params: { id: agent.id } })
  const left = await server.db
    .selectFrom('favourites')
    .selectAll()
    .where('user_id', '=', agent.id)
    .execute()
  expect(left).toEqual([])
})
