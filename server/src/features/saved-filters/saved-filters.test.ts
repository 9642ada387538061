import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
let other: Member
let agent: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada' })
  other = await createMember(server, { firstName: 'Olga', role: 'admin' })
  agent = await createMember(server, { firstName: 'Ana' })
})
afterAll(async () => server.stop())

type List = 'outstanding' | 'people' | 'policies'
const save = async (
  as: Member,
  name: string,
  {
    list = 'people',
    query = 'behind=true',
    shared = false,
  }: Partial<{ list: List; query: string; shared: boolean }> = {},
) => server.api.as(as).raw('POST /saved-filters', { body: { list, name, query, shared } })
const kept = async (as: Member, name: string, more: Parameters<typeof save>[2] = {}) => {
  const { status, body } = await save(as, name, more)
  expect(status).toBe(201)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- by the contract
  return body as { id: string }
}
const namesFor = async (as: Member, list: List = 'people') =>
  (await server.api.as(as)('GET /saved-filters', { query: { list } })).body.map(({ name }) => name)
const put = async (as: Member, id: string, body: object) =>
  server.api.as(as).raw(`PUT /saved-filters/${id}`, { body })
const makeDefault = async (as: Member, id: string, isDefault = true) =>
  server.api.as(as).raw(`PUT /saved-filters/${id}/default`, { body: { is_default: isDefault } })
const defaultOf = async (as: Member) =>
  (await server.api.as(as)('GET /saved-filters', { query: { list: 'people' } })).body.find(
    (filter) => filter.is_default,
  )?.name

test('one’s own are one’s own, until an admin shares one with the others', async () => {
  const { id } = await kept(admin, 'Late people')
  expect(await namesFor(other)).not.toContain('Late people')
  expect((await put(other, id, { name: 'Mine now' })).status).toBe(404)
  expect((await makeDefault(other, id)).status).toBe(404)
  expect((await server.api.as(other).raw(`DELETE /saved-filters/${id}`)).status).toBe(404)
  expect((await put(admin, id, { shared: true })).status).toBe(200)
  const { body } = await server.api.as(other)('GET /saved-filters', { query: { list: 'people' } })
  expect(body).toMatchObject([
    { name: 'Late people', shared: true, is_own: false, owner_name: expect.stringMatching(/^Ada/) },
  ])
  expect(await namesFor(agent)).toEqual([])
  expect((await put(other, id, { name: 'Mine now' })).status).toBe(404)
  expect((await server.api.as(other).raw(`DELETE /saved-filters/${id}`)).status).toBe(404)
  expect(await namesFor(admin)).toContain('Late people')
})

test('agents keep their own, and share none', async () => {
  expect((await save(agent, 'Shared', { list: 'policies', shared: true })).status).toBe(403)
  const { id } = await kept(agent, 'Safety', { list: 'policies', query: 'search=safety' })
  expect((await put(agent, id, { shared: true })).status).toBe(403)
  expect(await namesFor(agent, 'policies')).toEqual(['Safety'])
})

test('a name is good once in a list; it is renamed, and says what is wrong', async () => {
  const { id } = await kept(admin, 'First')
  expect(await save(admin, 'First')).toMatchObject({ status: 409, body: { code: 'name_taken' } })
  await kept(admin, 'First', { list: 'outstanding' })
  await kept(other, 'First')
  expect(await put(admin, id, { name: ' ' })).toMatchObject({
    status: 422,
    body: { fields: { name: 'Please enter a name' } },
  })
  expect((await put(admin, id, { name: 'Second' })).status).toBe(200)
  expect(await namesFor(admin)).toContain('Second')
})

test('a list has one default for each person, also another’s that is shared, while it is', async () => {
  const [mine, theirs] = [await kept(admin, 'Mine'), await kept(other, 'Theirs', { shared: true })]
  expect((await makeDefault(admin, mine.id)).status).toBe(200)
  expect((await makeDefault(admin, theirs.id)).status).toBe(200)
  expect(await defaultOf(admin)).toBe('Theirs')
  expect(await defaultOf(other)).toBeUndefined()
  await makeDefault(other, theirs.id)
  await put(other, theirs.id, { shared: false })
  expect(await defaultOf(admin)).toBeUndefined()
  expect(await defaultOf(other)).toBe('Theirs')
  await put(other, theirs.id, { shared: true })
  expect(await defaultOf(admin)).toBeUndefined()
  await put(other, theirs.id, { shared: false })
  await makeDefault(other, theirs.id, false)
  expect(await defaultOf(other)).toBeUndefined()
  expect((await makeDefault(admin, theirs.id)).status).toBe(404)
})

test('somebody keeps up to fifty of each list', async () => {
  const keen = await createMember(server)
  await sql`
    insert into saved_filters (id, user_id, list, name, query, shared)
    select gen_random_uuid(), ${keen.id}, 'people', 'Filter ' || n, 'behind=true', false
    from generate_series(1, 49) as n
  `.execute(server.db)
  await kept(keen, 'The fiftieth')
  expect(await save(keen, 'One more')).toMatchObject({ status: 422, body: { code: 'too_many' } })
  await kept(keen, 'Of another list', { list: 'policies' })
})

test('what a filter names and is not there any more is said', async () => {
  const { id } = await createPolicy(server.api.as(admin))
  const query = `item=${id}&person=${agent.id}`
  await kept(admin, 'Of one policy', { list: 'outstanding', query })
  await kept(admin, 'Of nobody', { list: 'outstanding', query: `team=${uuidv7()}` })
  const old = async () =>
    (await server.api.as(admin)('GET /saved-filters', { query: { list: 'outstanding' } })).body
      .filter((filter) => filter.refers_to_deleted)
      .map(({ name }) => name)
  expect(await old()).toEqual(['Of nobody'])
  await server.api.as(admin)('DELETE /policies/:id', { params: { id } })
  expect(await old()).toEqual(['Of nobody', 'Of one policy'])
})

test('they go with the person, also where records keep the account', async () => {
  const leaver = await createMember(server, { firstName: 'Lea', role: 'admin' })
  await createPolicy(server.api.as(leaver))
  const { id } = await kept(leaver, 'Of somebody who leaves', { shared: true })
  await makeDefault(admin, id)
  await server.api.as(admin)('DELETE /admin/users/:id', { params: { id: leaver.id } })
  expect(await namesFor(admin)).not.toContain('Of somebody who leaves')
  expect(await defaultOf(admin)).toBeUndefined()
})
