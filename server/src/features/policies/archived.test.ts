import type { Policy } from '@frontdesk/contract/policies'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { lockCurrentVersions } from './acknowledgments.queries.ts'

let server: TestServer
let admin: Member
let agent: Member
/** Archived, asked of everybody, signed by the admin. */
let policy: Policy
let requirement: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
  agent = await createMember(server, { firstName: 'Ben', lastName: 'Agent' })
  const api = server.api.as(admin)
  policy = await createPolicy(api, { title: 'Put away', content: 'Keys are in the box.' })
  const params = { id: policy.id }
  const { body } = await api('POST /policies/:id/assign', { params, body: { everyone: true } })
  requirement = body[0]!.id
  await api('POST /policies/:id/acknowledge', { params })
  await api('DELETE /policies/:id', { params })
})
afterAll(async () => server.stop())

const REQUIREMENT = ':id/requirements/:requirement_id'
const NOTHING_MORE = { comparison: false, typed_name: false, identity: false, reading: false }

test.each([
  ['GET /policies/:id', undefined],
  ['PUT /policies/:id', { title: 'Put away', content: 'Keys are on the desk.' }],
  ['PUT /policies/:id', { title: 'Put away', content: 'Keys are in the box.', category: 'Keys' }],
  ['PUT /policies/:id/signing', { ...NOTHING_MORE, reading: true, consent: 'I agree.' }],
  ['POST /policies/:id/acknowledge', undefined],
  ['POST /policies/:id/assign', { roles: ['agent'] }],
  ['GET /policies/:id/requirements', undefined],
  [`PUT /policies/${REQUIREMENT}`, { due_at: null }],
  [`DELETE /policies/${REQUIREMENT}`, undefined],
  ['DELETE /policies/:id', undefined],
] as const)('of an archived policy there is no %s, even for an admin', async (endpoint, body) => {
  const before = await stored()
  const answer = await server.api.as(admin).raw(endpoint, {
    params: { id: policy.id, requirement_id: requirement },
    ...(body && { body }),
  })
  expect(answer).toMatchObject({ status: 404, body: { error: 'Policy not found' } })
  expect(await stored()).toEqual(before)
})

test('nobody is asked for an archived policy, nor can sign it', async () => {
  const mine = server.api.as(agent)
  const { body: me } = await mine('GET /users/me')
  const { body: listed } = await mine('GET /policies', { query: { pending: 'true' } })
  expect(JSON.stringify([me, listed])).not.toContain(policy.id)
  const { body: asked } = await mine('GET /users/me/obligations')
  expect(asked).toMatchObject([{ item_id: policy.id, state: 'ended', closed_as: 'withdrawn' }])
  const params = { id: policy.id }
  expect((await mine.raw('POST /policies/:id/acknowledge', { params })).status).toBe(404)
})

test('only an archived policy is restored, and only by who may edit it', async () => {
  const live = await createPolicy(server.api.as(admin), { title: 'In use' })
  const restore = async (person: Member, id: string) =>
    (await server.api.as(person).raw('POST /policies/:id/restore', { params: { id } })).status
  expect(await restore(admin, live.id)).toBe(404)
  expect(await restore(agent, policy.id)).toBe(403)
  expect((await stored()).policy).toMatchObject({ deleted_at: expect.anything() })
})

test('one that is archived while somebody signs it is not sealed', async () => {
  const api = server.api.as(admin)
  const { id } = await createPolicy(api, { title: 'Archived at that moment' })
  const params = { id }
  const { length } = await chain()
  let signing: Promise<{ status: number }> | undefined
  await server.db.transaction().execute(async (tx) => {
    // As the route that archives it does, up to its commit.
    await sql`update policies set deleted_at = now() where id = ${id}`.execute(tx)
    signing = server.api.as(agent).raw('POST /policies/:id/acknowledge', { params })
    // It looks again while somebody holds the policy.
    const early = await Promise.race([signing, sql`select pg_sleep(0.2)`.execute(tx)])
    expect(early).not.toHaveProperty('status')
  })
  expect((await signing!).status).toBe(404)
  expect((await chain()).length).toBe(length)
})

test('one that was archived after its text was read is none to be sealed', async () => {
  const { id } = await createPolicy(server.api.as(admin), { title: 'In use as well' })
  const versions = await lockCurrentVersions(server.db, [policy.id, id])
  expect([...versions.keys()]).toEqual([id])
})

test('a signed version keeps its words: no statement changes, moves or replaces them', async () => {
  const { rows: before } = await sql`select * from policy_versions order by policy_id`.execute(
    server.db,
  )
  const one = sql`policy_id = ${policy.id} and version = 1`
  for (const statement of [
    sql`update policy_versions set title = 'Other' where ${one}`,
    sql`update policy_versions set content = 'Other' where ${one}`,
    sql`update policy_versions set content_sha256 = sha256('Other') where ${one}`,
    sql`update policy_versions set version = 2 where ${one}`,
    sql`update policy_versions set created_at = now() where ${one}`,
    sql`delete from policy_versions where ${one}`,
    sql`truncate policy_versions cascade`,
    sql`insert into policy_versions select * from policy_versions where ${one}
      on conflict (policy_id, version) do update set content = 'Other'`,
    sql`merge into policy_versions using (select 1) as other on ${one}
      when matched then update set content = 'Other'`,
    sql`update policy_paragraphs set text = 'Other' where ${one}`,
    sql`delete from policy_paragraphs where ${one}`,
  ]) {
    await expect(statement.execute(server.db)).rejects.toThrow('append-only')
  }
  // Nor does its policy go, or become another.
  await expect(
    sql`delete from policies where id = ${policy.id}`.execute(server.db),
  ).rejects.toThrow('foreign key')
  await expect(
    sql`update policies set id = gen_random_uuid() where id = ${policy.id}`.execute(server.db),
  ).rejects.toThrow('foreign key')
  const { rows: after } = await sql`select * from policy_versions order by policy_id`.execute(
    server.db,
  )
  expect(after).toEqual(before)
})

test('whatever is done to a policy by its routes, a signed version keeps its words', async () => {
  const api = server.api.as(admin)
  const { id, title, content } = await createPolicy(api, { title: 'Signed', content: 'First.' })
  const params = { id }
  const { body: record } = await server.api.as(agent)('POST /policies/:id/acknowledge', { params })
  const signed = async () => {
    const { body } = await api('GET /policies/:id/versions', { params })
    return body.find(({ version }) => version === 1)
  }
  const before = await signed()
  const put = async (body: object) => api('PUT /policies/:id', { params, body })
  await put({ title: 'Renamed', content, material: false })
  await put({ title, content: 'Second.', material: true })
  await put({ title, content, material: true })
  const consent = 'I agree to something else.'
  await api('PUT /policies/:id/signing', { params, body: { ...NOTHING_MORE, consent } })
  await api('DELETE /policies/:id', { params })
  await api('POST /policies/:id/restore', { params })
  expect(await signed()).toEqual(before)
  expect(before).toMatchObject({ title, content })
  const { body: mine } = await server.api.as(admin)('GET /admin/policies/acknowledgments', {
    query: { policy_id: id },
  })
  expect(mine).toMatchObject([{ hash: record.hash, consent: record.consent }])
})

/** All that the database has about the policy. */
async function stored() {
  const rowsOf = async (table: string, column: string) => {
    const { rows } = await sql<object>`
      select * from ${sql.table(table)} where ${sql.ref(column)} = ${policy.id}
    `.execute(server.db)
    return rows
  }
  return {
    policy: (await rowsOf('policies', 'id'))[0],
    versions: await rowsOf('policy_versions', 'policy_id'),
    requirements: await rowsOf('requirements', 'policy_id'),
    records: await rowsOf('policy_acknowledgments', 'policy_id'),
  }
}

async function chain() {
  const { rows } = await sql<{ length: number }>`
    select length from acknowledgment_chain
  `.execute(server.db)
  return rows[0]!
}
