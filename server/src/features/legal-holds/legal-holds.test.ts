import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createMember,
  createPolicy,
  createProcess,
  createTraining,
  type Member,
  PASSWORD,
} from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { keepToRetention } from '../chat/retention.actions.ts'
import { forgetFilesOfDeleted } from '../documents/documents.queries.ts'

let server: TestServer
let admin: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
})
afterAll(async () => server.stop())

const as = (person: Member) => server.api.as(person)
const reason = 'Ruiz v. Harbor & Pine'
const set = async (of: object) =>
  as(admin).raw('POST /admin/legal-holds', { body: { reason, ...of } })
const lift = async (id: string) =>
  as(admin).raw('POST /admin/legal-holds/:id/lift', { params: { id }, body: { reason: 'Settled' } })
const HELD = {
  status: 409,
  body: {
    code: 'legal_hold',
    error: 'This has to be kept for now, so that nothing of it can be deleted',
  },
}

test('a person who is held is deleted by nobody until the hold is lifted', async () => {
  const person = await createMember(server, { firstName: 'Ben', lastName: 'Agent' })
  const { body: hold, status } = await set({ user_id: person.id })
  expect(status).toBe(201)
  expect(hold).toMatchObject({
    user_id: person.id,
    title: 'Ben Agent',
    path: `/admin/people/${person.id}`,
    state: 'standing',
    set_by_name: 'Ada Broker',
    ends_at: null,
  })
  const byAdmin = async () =>
    as(admin).raw('DELETE /admin/users/:id', { params: { id: person.id } })
  const refused = await byAdmin()
  expect(refused).toMatchObject(HELD)
  expect(JSON.stringify(refused.body)).not.toContain('Ruiz')
  const bySelf = await as(person).raw('DELETE /users/me', { body: { password: PASSWORD } })
  expect(bySelf).toMatchObject(HELD)
  expect((await as(person)('GET /auth/me')).body.user.name).toBe('Ben Agent')
  // What hangs on records would only be anonymised: that is refused as well.
  const policy = await createPolicy(as(admin))
  await as(person)('POST /policies/:id/acknowledge', { params: { id: policy.id } })
  expect(await byAdmin()).toMatchObject(HELD)

  expect((await lift(String(hold.id))).body).toMatchObject({
    state: 'lifted',
    lifted_by_name: 'Ada Broker',
    lift_reason: 'Settled',
  })
  expect(await lift(String(hold.id))).toMatchObject({ status: 409, body: { code: 'not_standing' } })
  expect((await byAdmin()).status).toBe(204)
})

test('policies, processes and documents that are held are not deleted, and trainings keep their sections', async () => {
  const api = as(admin)
  const policy = await createPolicy(api)
  const process = await createProcess(api)
  for (const [type, id, call] of [
    ['policy', policy.id, `DELETE /policies/${policy.id}`],
    ['process', process.id, `DELETE /processes/${process.id}`],
  ] as const) {
    const { body: hold } = await set({ item_type: type, item_id: id })
    expect(await api.raw(call)).toMatchObject(HELD)
    await lift(String(hold.id))
    expect((await api.raw(call)).status).toBe(204)
  }
  const training = await createTraining(api, {
    content: [
      { type: 'text', content: 'One', order: 1 },
      { type: 'text', content: 'Two', order: 2 },
    ],
  })
  await set({ item_type: 'training', item_id: training.id })
  const params = { id: training.id }
  const { body: sections } = await api('GET /trainings/:id/content', { params })
  const kept = await api.raw(`PUT /trainings/${training.id}`, {
    body: { title: 'Wire fraud', content: sections.slice(0, 1) },
  })
  expect(kept).toMatchObject(HELD)
  expect((await api('GET /trainings/:id/content', { params })).body).toHaveLength(2)
})

test('a hold with an end is over by itself', async () => {
  const policy = await createPolicy(as(admin))
  const past = await set({
    item_type: 'policy',
    item_id: policy.id,
    ends_at: '2026-01-01T00:00:00Z',
  })
  expect(past).toMatchObject({ status: 422, body: { code: 'already_over' } })
  const ends_at = new Date(Date.now() + 60_000).toISOString()
  const { body: hold } = await set({ item_type: 'policy', item_id: policy.id, ends_at })
  const remove = async () => as(admin).raw('DELETE /policies/:id', { params: { id: policy.id } })
  expect(await remove()).toMatchObject(HELD)
  // As if the minute had passed: nothing but lifting is ever written to a hold.
  await server.db.transaction().execute(async (tx) => {
    await sql`alter table legal_holds disable trigger legal_holds_append_only`.execute(tx)
    await sql`update legal_holds set set_at = set_at - interval '1 hour', ends_at = now() - interval '1 second'
      where id = ${String(hold.id)}`.execute(tx)
    await sql`alter table legal_holds enable trigger legal_holds_append_only`.execute(tx)
  })
  const { body: holds } = await as(admin)('GET /admin/legal-holds', {
    query: { item_id: policy.id },
  })
  expect(holds.map(({ state }) => state)).toEqual(['ended'])
  expect((await remove()).status).toBe(204)
})

test('messages of a held person outlive retention and their conversation; those of others do not', async () => {
  const held = await createMember(server, { firstName: 'Held' })
  const free = await createMember(server, { firstName: 'Free' })
  const { body: chat } = await as(held)('POST /chat', {
    body: { title: 'Group', member_ids: [free.id] },
  })
  const params = { id: chat.id }
  const say = async (who: Member, body: string) =>
    (
      await as(who)('POST /chat/:id/messages', {
        params,
        body: { client_id: crypto.randomUUID(), body },
      })
    ).body
  await say(held, 'Of the held one')
  await say(free, 'Of the free one')
  await set({ user_id: held.id })
  await server.db.updateTable('settings').set({ chat_retention_years: 1 }).execute()
  await sql`update chat_messages set created_at = created_at - interval '2 years'`.execute(
    server.db,
  )
  const left = async () =>
    (
      await server.db
        .selectFrom('chat_messages')
        .select('body')
        .where('chat_id', '=', chat.id)
        .execute()
    ).map(({ body }) => body)
  await keepToRetention(server.db, new AbortController().signal)
  expect(await left()).toEqual(['Of the held one'])
  await as(held).raw(`DELETE /chat/${chat.id}`)
  await keepToRetention(server.db, new AbortController().signal)
  expect(await left()).toEqual(['Of the held one'])
})

test('the file of a held document that was deleted long ago is not forgotten', async () => {
  const document = async (title: string) => {
    const { rows } = await sql<{ id: string }>`
      insert into documents (id, title, category, file_name, file_type, mime, file_size, file_key, sha256, deleted_at)
      values (gen_random_uuid(), ${title}, 'Legal', 'a.pdf', 'pdf', 'application/pdf', 1,
        md5(${title}), ${'0'.repeat(64)}, now() - interval '40 days')
      returning id
    `.execute(server.db)
    return rows[0]!.id
  }
  const [held, free] = [await document('Held'), await document('Free')]
  await set({ item_type: 'document', item_id: held })
  await forgetFilesOfDeleted(server.db)
  const { rows } = await sql<{ id: string; has: boolean }>`
    select id, file_key is not null as has from documents where id in (${held}, ${free})
  `.execute(server.db)
  expect(Object.fromEntries(rows.map(({ id, has }) => [id, has]))).toEqual({
    [held]: true,
    [free]: false,
  })
})

test('a hold is of one thing that exists, and nobody rewrites it', async () => {
  const policy = await createPolicy(as(admin))
  const missing = '01a1fc28-2eac-7096-87c2-76a65149f25e'
  expect((await set({ item_type: 'policy', item_id: missing })).status).toBe(404)
  expect((await set({})).status).toBe(422)
  expect((await set({ user_id: admin.id, item_type: 'policy', item_id: policy.id })).status).toBe(
    422,
  )
  const { body: hold } = await set({ item_type: 'policy', item_id: policy.id })
  for (const statement of [
    sql`update legal_holds set reason = 'Another' where id = ${String(hold.id)}`,
    sql`delete from legal_holds where id = ${String(hold.id)}`,
    sql`truncate legal_holds`,
  ]) {
    await expect(statement.execute(server.db)).rejects.toMatchObject({ code: 'FD002' })
  }
})

test('of a hold and a deletion at once one comes first, and neither is lost', async () => {
  for (let round = 0; round < 8; round += 1) {
    const policy = await createPolicy(as(admin))
    const [hold, removal] = await Promise.all([
      set({ item_type: 'policy', item_id: policy.id }),
      as(admin).raw('DELETE /policies/:id', { params: { id: policy.id } }),
    ])
    // Deleted first, it can still be held: it is only hidden. Held first, it stays.
    expect(hold.status).toBe(201)
    expect([204, 409]).toContain(removal.status)
    const again = await as(admin).raw('GET /policies/:id', { params: { id: policy.id } })
    expect(again.status).toBe(removal.status === 204 ? 404 : 200)
  }
})
