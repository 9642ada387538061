import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import { makeScimKey, scimClient, type ScimClient } from '../../testing/scim.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let ada: Member
let scim: ScimClient
beforeAll(async () => {
  server = await startTestServer()
  ada = await createMember(server, { firstName: 'Ada' })
  scim = scimClient(server.url, (await makeScimKey(server, ada)).key)
})
afterAll(async () => server.stop())

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

let count = 0
const add = async () => {
  count += 1
  const made = await scim('POST', '/Users', { userName: `member-${count}@example.com` })
  return made.body
}
const patchGroup = (id: string, ...Operations: object[]) =>
  scim('PATCH', `/Groups/${id}`, { schemas: [PATCH], Operations })
const find = async (filter: string) => scim('GET', `/Groups?filter=${encodeURIComponent(filter)}`)

test('Entra and Okta: groups are teams, their managers untouched', async () => {
  const [one, two, three] = [await add(), await add(), await add()]
  const made = await scim('POST', '/Groups', {
    schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName: 'Harbor office',
    members: [{ value: one.id, display: one.userName }],
  })
  expect(made).toMatchObject({
    status: 201,
    body: {
      schemas: [GROUP],
      displayName: 'Harbor office',
      members: [{ value: one.id, type: 'User' }],
    },
  })
  const { id } = made.body
  await server.api.as(ada)('PUT /teams/:id', {
    params: { id },
    body: { name: 'Harbor office', manager_ids: [ada.id] },
  })
  const members = async () => {
    const { body } = await scim('GET', `/Groups/${id}`)
    return body.members.map(({ value }: { value: string }) => value)
  }
  await patchGroup(id, {
    op: 'Add',
    path: 'members',
    value: [{ value: two.id }, { value: three.id }],
  })
  expect(await members()).toEqual([one.id, two.id, three.id])
  await patchGroup(id, { op: 'remove', path: `members[value eq "${one.id}"]` })
  expect(await members()).toEqual([two.id, three.id])
  await patchGroup(id, { op: 'Remove', path: 'members', value: [{ value: two.id }] })
  expect(await members()).toEqual([three.id])
  await patchGroup(id, { op: 'replace', path: 'members', value: [{ value: one.id }] })
  expect(await members()).toEqual([one.id])
  const renamed = await patchGroup(id, { op: 'replace', value: { id, displayName: 'Pier office' } })
  expect(renamed).toMatchObject({ status: 204, body: '' })
  expect((await scim('GET', `/Groups/${id}`)).body).toMatchObject({
    displayName: 'Pier office',
    members: [{ value: one.id }],
  })
  const saved = await scim('PUT', `/Groups/${id}`, { displayName: 'Pier', members: [] })
  expect(saved.body).toMatchObject({ displayName: 'Pier', members: [] })
  const team = await server.api.as(ada)('GET /teams')
  expect(team.body.find((each) => each.id === id)?.manager_ids).toEqual([ada.id])

  await patchGroup(id, { op: 'add', value: { members: [{ value: one.id }] } })
  const lean = await scim(
    'GET',
    `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "pier"')}`,
  )
  expect(lean.body.Resources).toMatchObject([{ id, displayName: 'Pier' }])
  expect(lean.body.Resources[0]).not.toHaveProperty('members')
  for (const filter of [
    `id eq "${id}" and members eq "${one.id}"`,
    `members[value eq "${one.id}"]`,
    'externalId eq "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159"',
  ]) {
    expect((await find(filter)).body.totalResults, filter).toBe(1)
  }
  expect((await find(`id eq "${id}" and members eq "${two.id}"`)).body.totalResults).toBe(0)
  await scim('DELETE', `/Users/${one.id}`)
  expect(await members()).toEqual([])
  expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204)
  expect((await scim('GET', `/Groups/${id}`)).status).toBe(404)
})

test('RFC 7644, 3.5.2: a PATCH of a group says nothing, or what is asked for', async () => {
  const one = await add()
  const { id } = (await scim('POST', '/Groups', { displayName: 'Asked for' })).body
  const patchFor = async (query: string) =>
    scim('PATCH', `/Groups/${id}${query}`, {
      schemas: [PATCH],
      Operations: [{ op: 'add', path: 'members', value: [{ value: one.id }] }],
    })
  expect(await patchFor('')).toMatchObject({ status: 204, body: '' })
  const lean = await patchFor('?excludedAttributes=members')
  expect(lean).toMatchObject({ status: 200, body: { id, displayName: 'Asked for' } })
  expect(lean.body).not.toHaveProperty('members')
  const asked = await patchFor('?attributes=members')
  expect(asked).toMatchObject({ status: 200, body: { id, members: [{ value: one.id }] } })
  expect(asked.body).not.toHaveProperty('displayName')
})

test('a slash behind an address is the same address', async () => {
  const made = await scim('POST', '/Users/', { userName: 'slash@example.com' })
  expect(made.status).toBe(201)
  for (const path of [
    '/Users/?count=1',
    `/Users/${made.body.id}/`,
    '/Groups/',
    '/Schemas/',
    '/ResourceTypes/',
    '/ServiceProviderConfig/',
  ]) {
    expect((await scim('GET', path)).status, path).toBe(200)
  }
  expect((await scimClient(server.url)('GET', '/Users/')).status).toBe(401)
  const narrow = await makeScimKey(server, ada, ['people:read'])
  expect((await scimClient(server.url, narrow.key)('GET', '/Users/')).status).toBe(403)
})

test('RFC 7644, 3.11: /Me is not there, and says so', async () => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
    for (const path of ['/Me', '/Me/']) {
      const answer = await scim(method, path, method === 'GET' ? undefined : {})
      expect(answer, `${method} ${path}`).toMatchObject({
        status: 501,
        body: { schemas: [ERROR], status: '501', detail: expect.stringContaining('/Me') },
      })
    }
  }
  expect((await scimClient(server.url)('GET', '/Me')).status).toBe(401)
})

test('groups: bad input', async () => {
  const group = await scim('POST', '/Groups', { displayName: 'Kept', externalId: 'kept' })
  const other = (await scim('POST', '/Groups', { displayName: 'Other' })).body
  const nobody = '0197c0de-0000-7000-8000-000000000000'
  for (const [operation, status, scimType] of [
    [{ op: 'add', path: 'members', value: [{ value: nobody }] }, 400, 'invalidValue'],
    [{ op: 'add', path: 'members', value: [{ value: 'bjensen' }] }, 400, 'invalidValue'],
    [{ op: 'add', path: 'members', value: [7] }, 400, 'invalidValue'],
    [{ op: 'remove', path: 'members[display eq "Pat"]' }, 400, 'invalidPath'],
    [{ op: 'remove', path: 'displayName' }, 400, 'mutability'],
    [{ op: 'replace', path: 'displayName', value: '' }, 400, 'invalidValue'],
    [{ op: 'replace', path: 'displayName', value: 'KEPT' }, 409, 'uniqueness'],
    [{ op: 'replace', path: 'externalId', value: 'kept' }, 409, 'uniqueness'],
  ] as const) {
    expect(await patchGroup(other.id, operation), JSON.stringify(operation)).toMatchObject({
      status,
      body: { schemas: [ERROR], status: String(status), scimType },
    })
  }
  expect((await scim('POST', '/Groups', {})).body.scimType).toBe('invalidValue')
  expect(group.status).toBe(201)
})

test('RFC 7643, 5 to 7: what there is', async () => {
  const config = await scim('GET', '/ServiceProviderConfig')
  expect(config.body).toMatchObject({ patch: { supported: true }, filter: { maxResults: 200 } })
  const types = await scim('GET', '/ResourceTypes')
  expect(types.body.Resources.map(({ id }: { id: string }) => id)).toEqual(['User', 'Group'])
  expect((await scim('GET', '/ResourceTypes/User')).body.endpoint).toBe('/Users')
  const schemas = await scim('GET', '/Schemas')
  expect(schemas.body.Resources.map(({ id }: { id: string }) => id)).toEqual([USER, GROUP])
  expect((await scim('GET', `/Schemas/${USER}`)).body.attributes[0]).toMatchObject({
    name: 'userName',
    type: 'string',
    required: true,
    uniqueness: 'server',
  })
})

test('only by a good key with the scope, of an admin; refusals in the form of the standard', async () => {
  const calls = [
    ['GET', '/Users'],
    ['POST', '/Users'],
    ['GET', `/Users/${ada.id}`],
    ['PUT', `/Users/${ada.id}`],
    ['PATCH', `/Users/${ada.id}`],
    ['DELETE', `/Users/${ada.id}`],
    ['GET', '/Groups'],
    ['POST', '/Groups'],
    ['GET', `/Groups/${ada.id}`],
    ['PUT', `/Groups/${ada.id}`],
    ['PATCH', `/Groups/${ada.id}`],
    ['DELETE', `/Groups/${ada.id}`],
    ['GET', '/ServiceProviderConfig'],
    ['GET', '/ResourceTypes'],
    ['GET', '/ResourceTypes/User'],
    ['GET', '/Schemas'],
    ['GET', `/Schemas/${USER}`],
  ] as const
  const expectAll = async (token: string | undefined, status: number) => {
    const as = scimClient(server.url, token)
    for (const [method, path] of calls) {
      const answer = await as(method, path)
      expect(answer, `${method} ${path}`).toMatchObject({
        status,
        body: { schemas: [ERROR], status: String(status) },
      })
      expect(answer.headers.has('www-authenticate')).toBe(status === 401)
    }
  }
  await expectAll(undefined, 401)
  await expectAll(ada.token, 401)
  await expectAll('fd_live_cut_off', 401)
  const narrow = await makeScimKey(server, ada, ['people:read', 'people:write', 'teams:write'])
  await expectAll(narrow.key, 403)
  const bea = await createMember(server, { role: 'admin' })
  const hers = await makeScimKey(server, bea)
  expect((await scimClient(server.url, hers.key)('GET', '/Users')).status).toBe(200)
  expect((await server.api.as({ token: hers.key }).raw('GET /admin/users')).status).toBe(403)
  await server.db.updateTable('users').set({ role: 'agent' }).where('id', '=', bea.id).execute()
  await expectAll(hers.key, 403)
  await server.api.as(ada)('POST /admin/api-keys/:id/revoke', { params: { id: hers.id } })
  await expectAll(hers.key, 401)
  const late = await makeScimKey(server, ada)
  await sql`update api_keys set created_at = now() - interval '2 days', expires_at = now() - interval '1 day'
    where id = ${late.id}`.execute(server.db)
  await expectAll(late.key, 401)
  const rows = server.db
    .selectFrom('audit_events')
    .selectAll()
    .where('action', '=', 'access.refused')
  const refused = await rows.execute()
  expect(refused.map(({ details }) => (details as { call?: string }).call)).toContain(
    'GET /scim/v2/Users',
  )
})
