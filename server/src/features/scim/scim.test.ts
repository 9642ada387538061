import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import { scaled } from '../../testing/patience.ts'
import { makeScimKey, scimClient, type ScimClient } from '../../testing/scim.ts'
import { openSocketAs } from '../../testing/socket.ts'
import { readFilter } from './filter.ts'
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
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

let count = 0
const someone = () => `scim-${(count += 1)}@example.com`

/** As the directory makes somebody. */
async function add(more: object = {}) {
  const userName = someone()
  const made = await scim('POST', '/Users', { schemas: [USER], userName, ...more })
  expect(made.status).toBe(201)
  return made.body
}

const patch = (id: string, ...Operations: object[]) =>
  scim('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations })

/** Somebody with an account who signed in before. */
async function newMember(): Promise<Member> {
  const member = await createMember(server)
  const set = { last_login_at: sql<string>`now()` }
  await server.db.updateTable('users').set(set).where('id', '=', member.id).execute()
  return member
}

const mailsTo = async (address: string) =>
  server.db.selectFrom('mails').selectAll().where('to_email', '=', address).execute()
const person = async (id: string) =>
  server.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const trail = async (id: string) => {
  const rows = server.db.selectFrom('audit_events').selectAll().where('item_id', '=', id)
  return rows.orderBy('happened_at').execute()
}
const find = async (filter: string) => scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)

test('RFC 7644, 3.3: creating a user', async () => {
  const made = await scim('POST', '/Users', {
    schemas: [USER],
    userName: 'BJensen@example.com',
    externalId: 'bjensen',
    name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
    emails: [{ value: 'bjensen@example.com', type: 'work', primary: true }],
    phoneNumbers: [
      { value: '555-555-8377', type: 'mobile' },
      { value: '555-555-5555', type: 'work' },
    ],
    userType: 'Employee',
    nickName: 'Babs',
    password: 't1meMa$heen',
    roles: [{ value: 'admin' }],
    title: 'Tour Guide',
  })
  expect(made.status).toBe(201)
  expect(made.headers.get('content-type')).toBe('application/scim+json; charset=utf-8')
  const { id } = made.body
  expect(made.headers.get('location')).toBe(`${server.url}/scim/v2/Users/${id}`)
  expect(made.body).toMatchObject({
    schemas: [USER],
    userName: 'bjensen@example.com',
    externalId: 'bjensen',
    name: { formatted: 'Barbara Jensen', givenName: 'Barbara', familyName: 'Jensen' },
    displayName: 'Barbara Jensen',
    title: 'Tour Guide',
    active: true,
    emails: [{ value: 'bjensen@example.com', primary: true }],
    phoneNumbers: [{ value: '555-555-5555', type: 'work' }],
    meta: { resourceType: 'User', location: `${server.url}/scim/v2/Users/${id}` },
  })
  expect(made.body).not.toHaveProperty('password')
  expect(await person(id)).toMatchObject({ role: 'agent', status: 'pending', password_hash: null })
  expect(await mailsTo('bjensen@example.com')).toMatchObject([{ kind: 'invitation' }])
  expect(await trail(id)).toMatchObject([
    { action: 'invitation.sent', actor_id: ada.id, details: { by_key: 'Directory' } },
  ])
  expect((await scim('GET', `/Users/${id}`)).body).toEqual(made.body)
})

test('a whole resource has a userName, and names of members are in any case', async () => {
  const { id } = await add()
  const bare = await scim('PUT', `/Users/${id}`, { schemas: [USER], title: 'Broker' })
  expect(bare).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
  const small = { schemas: [PATCH], operations: [{ op: 'add', path: 'TITLE', value: 'Broker' }] }
  expect((await scim('PATCH', `/Users/${id}`, small)).body).toMatchObject({ title: 'Broker' })
})

test('RFC 7644, 3.4.2: a list, its pages, and only the attributes asked for', async () => {
  const one = await add({ externalId: 'list-1', title: 'Broker' })
  const found = await find(`userName eq "${one.userName.toUpperCase()}"`)
  expect(found.body).toMatchObject({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: 1,
    startIndex: 1,
    itemsPerPage: 1,
    Resources: [{ id: one.id }],
  })
  const all = (await scim('GET', '/Users?count=0')).body
  expect(all).toMatchObject({ itemsPerPage: 0, Resources: [] })
  const last = (await scim('GET', `/Users?startIndex=${all.totalResults}&count=10`)).body
  expect(last).toMatchObject({ totalResults: all.totalResults, itemsPerPage: 1 })
  expect(last.Resources[0].id).toBe(one.id)
  expect((await scim('GET', '/Users?startIndex=-3&count=1')).body.startIndex).toBe(1)
  expect((await scim('GET', '/Users?count=many')).status).toBe(400)
  const short = await scim('GET', `/Users/${one.id}?attributes=userName,name.givenName`)
  expect(Object.keys(short.body).sort()).toEqual(['id', 'schemas', 'userName'])
  const without = await scim('GET', `/Users/${one.id}?excludedAttributes=emails,title`)
  expect(without.body).not.toHaveProperty('title')
  expect(without.body).toHaveProperty('userName')
})

test('filters: what directories ask', async () => {
  const one = await add({
    externalId: 'Ext-One',
    name: { givenName: 'Olive', familyName: "O'Malley" },
  })
  for (const filter of [
    'externalId eq "Ext-One"',
    `USERNAME Eq "${one.userName}" and externalId eq "Ext-One"`,
    `${USER}:userName eq "${one.userName}"`,
    `emails[type eq "work"].value eq "${one.userName}"`,
    `emails.value eq "${one.userName}" and active eq true`,
    `id eq "${one.id}"`,
    'name.familyName co "O\'Mall" and displayName sw "olive"',
    `userName ew "${one.userName.slice(1)}" and externalId pr`,
  ]) {
    const { body } = await find(filter)
    expect(
      body.Resources?.map(({ id }: { id: string }) => id),
      filter,
    ).toEqual([one.id])
  }
  for (const filter of [
    'externalId eq "ext-one"',
    'id eq "none"',
    'userName eq "%"',
    'userName eq "a_b"',
    // What stands for any letter in the database stands for itself here.
    'externalId co "%" and displayName sw "olive"',
    'displayName sw "_live o"',
    'displayName co "oli%ley"',
    'externalId ew "\\\\One"',
  ]) {
    expect((await find(filter)).body.totalResults, filter).toBe(0)
  }
})

test('filters: what can’t be used is refused at once', async () => {
  const deep = `${'('.repeat(5000)}userName eq "a"${')'.repeat(5000)}`
  for (const filter of [
    '',
    'userName',
    'userName eq',
    'userName eq "a',
    'userName eq "a" and',
    'userName eq "a" or userName eq "b"',
    'not (userName eq "a")',
    'meta.lastModified gt "2011-05-13T04:42:34Z"',
    'password eq "a"',
    'constructor eq "a"',
    'active eq "maybe"',
    'userName eq true',
    String.raw`userName eq "\u0000"`,
    `userName eq "a"${' and userName eq "a"'.repeat(20)}`,
    `userName eq "${'a'.repeat(10_000)}"`,
    `userName eq "${'\\"'.repeat(1000)}`,
    deep,
  ]) {
    const began = performance.now()
    const { status, body } = await find(filter)
    expect(performance.now() - began, filter.slice(0, 40)).toBeLessThan(scaled(500))
    expect({ status, body }, filter.slice(0, 40)).toMatchObject({
      status: 400,
      body: { schemas: [ERROR], status: '400', scimType: 'invalidFilter' },
    })
  }
})

test('a filter of 10 KB is refused, written down, and holds up nobody', async () => {
  await server.db.deleteFrom('rate_limits').execute()
  const long = `userName eq "${'a'.repeat(10_240)}"`
  const began = performance.now()
  const [refused, other] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, () => find(long))),
    server.api.as(ada).raw('GET /auth/me'),
  ])
  expect(performance.now() - began).toBeLessThan(scaled(2000))
  expect(other.status).toBe(200)
  for (const { status, body } of refused) {
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { scimType: 'invalidFilter', detail: expect.stringContaining('it is too long') },
    })
  }
  const rows = await server.db
    .selectFrom('audit_events')
    .select(['actor_id', 'details'])
    .where('action', '=', 'scim.refused')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(rows).toMatchObject(
    [10, 1].map((few) => ({
      actor_id: ada.id,
      details: { call: 'GET /scim/v2/Users', count: few, reason: 'invalidFilter' },
    })),
  )
  expect((await find('userName pr')).status).toBe(200)
})

test('no filter takes longer to read than it takes to refuse it', () => {
  const known = { username: { column: sql.ref('email') } }
  for (const filter of [
    '('.repeat(10_000),
    `userName eq "${'a'.repeat(10_000)}"`,
    `userName eq "${String.raw`\"`.repeat(950)}`,
    `${' '.repeat(1900)}userName`,
    `userName${' '.repeat(1900)}`,
    'a'.repeat(1999),
    `a${'.:'.repeat(990)}`,
    `members[${' '.repeat(1900)}`,
  ]) {
    const began = performance.now()
    expect(() => readFilter(filter, known)).toThrow('This filter can’t be used')
    expect(performance.now() - began, filter.slice(0, 40)).toBeLessThan(scaled(50))
  }
})

test('taken names are 409 uniqueness, whoever has them', async () => {
  const one = await add({ externalId: 'taken' })
  const other = await add()
  const refusals = [
    await scim('POST', '/Users', { userName: one.userName }),
    await scim('POST', '/Users', { userName: ada.email.toUpperCase() }),
    await scim('POST', '/Users', { userName: someone(), externalId: 'taken' }),
    await patch(other.id, { op: 'replace', path: 'externalId', value: 'taken' }),
    await patch(other.id, { op: 'replace', path: 'userName', value: one.userName }),
  ]
  for (const { status, body } of refusals) {
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { schemas: [ERROR], status: '409', scimType: 'uniqueness' },
    })
  }
})

test('wrong values are 400 and change nothing', async () => {
  const one = await add({ title: 'Broker' })
  const wrong: [object, string][] = [
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
    [{ op: 'replace', path: 'active', value: null }, 'invalidValue'],
    [{ op: 'remove', path: 'active' }, 'mutability'],
    [{ op: 'remove', path: 'userName' }, 'mutability'],
    [{ op: 'replace', path: 'userName', value: 'no address' }, 'invalidValue'],
    [{ op: 'replace', path: 'title', value: 7 }, 'invalidValue'],
    [{ op: 'replace', path: 'title', value: 'a'.repeat(101) }, 'invalidValue'],
    [{ op: 'replace', path: 'title', value: 'two\nlines' }, 'invalidValue'],
    [{ op: 'replace', path: 'name', value: 'Pat' }, 'invalidValue'],
    [{ op: 'replace', path: 'phoneNumbers', value: ['5'] }, 'invalidValue'],
    [{ op: 'replace', path: 'externalId', value: 'e'.repeat(256) }, 'invalidValue'],
    [{ op: 'replace', path: 'emails[[', value: 1 }, 'invalidPath'],
    [{ op: 'replace', path: ['title'], value: 'a' }, 'invalidPath'],
    [{ op: 'remove' }, 'invalidPath'],
    [{ op: 'move', path: 'title', value: 'a' }, 'invalidSyntax'],
    [{ op: 'replace', path: 'title' }, 'invalidSyntax'],
    [{ op: 'replace', value: 'title' }, 'invalidSyntax'],
  ]
  for (const [operation, scimType] of wrong) {
    const ahead = { op: 'replace', path: 'title', value: 'Changed' }
    expect(await patch(one.id, ahead, operation), JSON.stringify(operation)).toMatchObject({
      status: 400,
      body: { schemas: [ERROR], status: '400', scimType },
    })
  }
  for (const body of [{}, { Operations: [] }, { Operations: 'all' }, { Operations: [1] }, []]) {
    expect((await scim('PATCH', `/Users/${one.id}`, body)).status).toBe(400)
  }
  const many = Array.from({ length: 1001 }, () => ({ op: 'add', path: 'title', value: 'a' }))
  expect((await patch(one.id, ...many)).body.scimType).toBe('tooMany')
  expect((await scim('POST', '/Users', { displayName: 'Nobody' })).body.scimType).toBe(
    'invalidValue',
  )
  expect((await scim('GET', `/Users/${one.id}`)).body.title).toBe('Broker')
})

test('bodies have a bound, are JSON, and say nothing twice', async () => {
  const send = async (body: string, type = 'application/scim+json') =>
    scim.raw('POST', '/Users', { body, headers: { 'Content-Type': type } })
  const good = () => JSON.stringify({ userName: someone() })
  expect((await send(good())).status).toBe(201)
  expect((await send(good(), 'application/json; charset=utf-8')).status).toBe(201)
  expect((await send(good(), 'text/plain')).status).toBe(415)
  for (const body of [
    '{"userName":',
    '{"userName":"a@example.com","userName":"b@example.com"}',
    '[]',
    '',
  ]) {
    expect(await send(body), body).toMatchObject({ status: 400, body: { schemas: [ERROR] } })
  }
  expect(await send(JSON.stringify({ userName: 'a'.repeat(2 << 20) }))).toMatchObject({
    status: 413,
    body: { schemas: [ERROR], status: '413' },
  })
  const deep = `{"userName":"${someone()}","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  expect((await send(deep)).status).toBeOneOf([201, 400])
})

test('what is not there is 404 in the form of the standard', async () => {
  const nobody = '0197c0de-0000-7000-8000-000000000000'
  for (const [method, path] of [
    ['GET', `/Users/${nobody}`],
    ['GET', '/Users/2819c223'],
    ['PATCH', `/Users/${nobody}`],
    ['PUT', `/Users/${nobody}`],
    ['DELETE', `/Users/${nobody}`],
    ['GET', `/Groups/${nobody}`],
    ['PATCH', `/Groups/${nobody}`],
    ['DELETE', `/Groups/${nobody}`],
    ['GET', '/Schemas/none'],
    ['POST', '/Bulk'],
  ] as const) {
    const body = method === 'PATCH' ? { Operations: [{ op: 'add', path: 'x', value: 1 }] } : {}
    const answer = await scim(
      method,
      path,
      method === 'GET' || method === 'DELETE' ? undefined : body,
    )
    expect(answer, `${method} ${path}`).toMatchObject({
      status: 404,
      body: { schemas: [ERROR], status: '404' },
    })
  }
})

test('Entra: strings for truth, capitals, no path, dotted names', async () => {
  const one = await add({ externalId: 'entra-1' })
  const changed = await patch(
    one.id,
    { op: 'Replace', path: 'displayName', value: 'Somebody Else' },
    { op: 'Add', value: { 'name.givenName': 'Grace', 'name.familyName': 'Hopper' } },
    { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+1 555 0100' },
    { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555 0199' },
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ignored@example.com' },
    {
      op: 'Add',
      path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
      value: 'Sales',
    },
    { op: 'Replace', path: 'title', value: 'Admiral' },
  )
  expect(changed.body).toMatchObject({
    name: { givenName: 'Grace', familyName: 'Hopper' },
    phoneNumbers: [{ value: '+1 555 0100' }],
    userName: one.userName,
    title: 'Admiral',
    active: true,
  })
  const off = await patch(one.id, { op: 'Replace', path: 'active', value: 'False' })
  expect(off).toMatchObject({ status: 200, body: { active: false } })
  expect(await person(one.id)).toMatchObject({ status: 'inactive' })
  const on = await patch(one.id, { op: 'replace', value: { active: 'True' } })
  expect(on.body.active).toBe(true)
  const removed = await patch(one.id, { op: 'Remove', path: 'title' })
  expect(removed.body).not.toHaveProperty('title')
  expect((await trail(one.id)).map(({ action }) => action)).toEqual([
    'invitation.sent',
    'user.changed',
    'user.deactivated',
    'user.activated',
    'user.changed',
  ])
})

test('Okta: deactivation without a path ends sessions and sockets within a second', async () => {
  const pat = await newMember()
  const socket = await openSocketAs(server.url, pat)
  const began = performance.now()
  expect((await patch(pat.id, { op: 'replace', value: { active: false } })).status).toBe(200)
  expect(await socket.closed).toBe(4401)
  expect(performance.now() - began).toBeLessThan(scaled(1000))
  expect((await server.api.as(pat).raw('GET /auth/me')).status).toBe(401)
  const back = await patch(pat.id, { op: 'replace', value: { active: true } })
  expect(back.body.active).toBe(true)
  expect((await server.api.as(pat).raw('GET /auth/me')).status).toBe(401)
})

test('who signs in by a provider alone comes back as active, and keeps that way in', async () => {
  const pat = await newMember()
  const set = { password_hash: null, email_verified: true }
  await server.db.updateTable('users').set(set).where('id', '=', pat.id).execute()
  await patch(pat.id, { op: 'replace', path: 'active', value: 'False' })
  await patch(pat.id, { op: 'replace', path: 'active', value: 'True' })
  expect(await person(pat.id)).toMatchObject({ status: 'active' })
  const next = someone()
  const moved = await patch(pat.id, { op: 'replace', path: 'userName', value: next })
  expect(moved).toMatchObject({ status: 200, body: { userName: next, active: true } })
  expect(await mailsTo(pat.email)).toMatchObject([{ kind: 'email_changed' }])
})

test('Entra: of several numbers the one at work is kept, and a change of another stays with its own', async () => {
  const { id } = await add({ phoneNumbers: [{ type: 'mobile', value: '+1 555 0100' }] })
  const mobile = 'phoneNumbers[type eq "mobile"].value'
  const work = 'phoneNumbers[type eq "work"].value'
  const shown = async (...operations: object[]) => {
    const { status, body } = await patch(id, ...operations)
    expect(status).toBe(200)
    return (body.phoneNumbers as { value: string; type: string }[] | undefined)?.map(
      ({ value, type }) => `${type} ${value}`,
    )
  }
  expect(await shown({ op: 'Replace', path: mobile, value: '+1 555 0101' })).toEqual([
    'mobile +1 555 0101',
  ])
  expect(await shown({ op: 'Remove', path: work })).toEqual(['mobile +1 555 0101'])
  expect(await shown({ op: 'Add', path: work, value: '+1 555 0200' })).toEqual(['work +1 555 0200'])
  expect(await shown({ op: 'Replace', path: mobile, value: '+1 555 0102' })).toEqual([
    'work +1 555 0200',
  ])
  expect(await shown({ op: 'Remove', path: mobile })).toEqual(['work +1 555 0200'])
  expect(
    await shown({ op: 'add', path: 'phoneNumbers', value: [{ type: 'home', value: '1' }] }),
  ).toEqual(['work +1 555 0200'])
  expect(await shown({ op: 'Remove', path: work })).toBeUndefined()
  expect(await person(id)).toMatchObject({ phone_number: null, phone_kind: null })
  const wrong = await patch(id, { op: 'add', path: 'phoneNumbers[value eq "1"]', value: '1' })
  expect(wrong).toMatchObject({ status: 400, body: { scimType: 'invalidPath' } })
})

test('what a directory displays names whoever has no name, and nobody else', async () => {
  const { id } = await add({ displayName: 'Ilse Marsh' })
  expect(await person(id)).toMatchObject({ first_name: 'Ilse', last_name: 'Marsh' })
  await patch(id, { op: 'Replace', path: 'displayName', value: 'Marsh, Ilse (Sales)' })
  expect(await person(id)).toMatchObject({ first_name: 'Ilse', last_name: 'Marsh' })
  await patch(id, { op: 'Replace', path: 'name.formatted', value: 'Ilse Ames' })
  expect(await person(id)).toMatchObject({ first_name: 'Ilse', last_name: 'Ames' })
  const unnamed = await add()
  await patch(unnamed.id, { op: 'add', value: { displayName: 'Una Vale' } })
  expect(await person(unnamed.id)).toMatchObject({ first_name: 'Una', last_name: 'Vale' })
})

test('Okta: PUT with all that it knows', async () => {
  const pat = await newMember()
  const { body } = await scim('GET', `/Users/${pat.id}`)
  const saved = await scim('PUT', `/Users/${pat.id}`, {
    ...body,
    externalId: '00ujl29u0le5T6Aj10h7',
    name: { givenName: 'Isaac', familyName: 'Brock', middleName: '' },
    locale: 'en-US',
    groups: [],
  })
  expect(saved.body).toMatchObject({
    displayName: 'Isaac Brock',
    externalId: '00ujl29u0le5T6Aj10h7',
  })
  expect((await trail(pat.id)).map(({ action }) => action)).toEqual(['user.changed'])
})

test('another address: told and asked as when an admin changes it; never an admin’s', async () => {
  const pat = await newMember()
  const next = someone()
  expect(
    (await patch(pat.id, { op: 'replace', path: 'userName', value: next })).body.userName,
  ).toBe(next)
  expect(await person(pat.id)).toMatchObject({ email: next, email_verified: false })
  expect(await mailsTo(pat.email)).toMatchObject([{ kind: 'email_changed' }])
  expect(await mailsTo(next)).toMatchObject([{ kind: 'verify_email' }])
  const boss = await createMember(server, { role: 'admin' })
  for (const { id } of [boss, ada]) {
    expect(await patch(id, { op: 'replace', path: 'userName', value: someone() })).toMatchObject({
      status: 400,
      body: { scimType: 'mutability' },
    })
  }
  expect((await person(boss.id)).email).toBe(boss.email)
})

test('the address of an admin who is deactivated is not a directory’s to change, either', async () => {
  const boss = await createMember(server, { role: 'admin' })
  const off = { op: 'replace', path: 'active', value: false }
  expect((await patch(boss.id, off)).status).toBe(200)
  expect(await person(boss.id)).toMatchObject({ status: 'inactive' })
  expect(await patch(boss.id, { op: 'replace', path: 'userName', value: someone() })).toMatchObject(
    { status: 400, body: { schemas: [ERROR], scimType: 'mutability' } },
  )
  expect((await person(boss.id)).email).toBe(boss.email)
})

test('the owner of the key, who may be the last admin, stays', async () => {
  for (const refused of [
    await patch(ada.id, { op: 'replace', path: 'active', value: 'False' }),
    await scim('PUT', `/Users/${ada.id}`, { userName: ada.email, active: false }),
    await scim('DELETE', `/Users/${ada.id}`),
  ]) {
    expect(refused).toMatchObject({ status: 409, body: { schemas: [ERROR], status: '409' } })
    expect(refused.body.detail).toContain('owns the key')
  }
  expect(await person(ada.id)).toMatchObject({ status: 'active' })
})

test('an admin who was let go is let in again by somebody in Front Desk only', async () => {
  const former = await createMember(server, { role: 'admin' })
  const activate = { op: 'Replace', path: 'active', value: 'True' }
  expect((await patch(former.id, activate)).status).toBe(200)
  expect((await scim('DELETE', `/Users/${former.id}`)).status).toBe(204)
  const back = await scim('POST', '/Users', { userName: former.email })
  expect(back).toMatchObject({ status: 400, body: { schemas: [ERROR], scimType: 'mutability' } })
  const other = await createMember(server, { role: 'admin' })
  await patch(other.id, { op: 'replace', path: 'active', value: false })
  expect(await patch(other.id, activate)).toMatchObject({
    status: 400,
    body: { scimType: 'mutability', detail: expect.stringContaining('by another admin') },
  })
  expect([await person(former.id), await person(other.id)]).toMatchObject([
    { status: 'inactive' },
    { status: 'inactive' },
  ])
})

test('whoever signed up by themselves is not let in by a directory', async () => {
  const stranger = await createMember(server)
  const put = async (status: 'pending' | 'inactive') =>
    server.db
      .updateTable('users')
      .set({ status, last_login_at: null, email_verified: false })
      .where('id', '=', stranger.id)
      .execute()
  for (const status of ['pending', 'inactive'] as const) {
    await put(status)
    expect((await scim('GET', `/Users/${stranger.id}`)).body.active).toBe(false)
    const refused = await patch(stranger.id, { op: 'replace', path: 'active', value: true })
    expect(refused, status).toMatchObject({ status: 409, body: { schemas: [ERROR] } })
  }
})

test('whoever is invited begins by the invitation, whatever a directory says of them', async () => {
  const one = await add()
  expect((await patch(one.id, { op: 'replace', path: 'active', value: true })).status).toBe(200)
  expect(await person(one.id)).toMatchObject({ status: 'pending' })
})

test('added inactive, somebody is told nothing until they are activated', async () => {
  const one = await add({ active: false, displayName: 'Grace Hopper' })
  expect(one).toMatchObject({ active: false, name: { givenName: 'Grace', familyName: 'Hopper' } })
  expect(await mailsTo(one.userName)).toEqual([])
  expect((await patch(one.id, { op: 'replace', path: 'active', value: true })).body.active).toBe(
    true,
  )
  expect(await mailsTo(one.userName)).toMatchObject([{ kind: 'invitation' }])
})

test('deleting deactivates and hides; the same address brings back who it was', async () => {
  const pat = await newMember()
  await patch(pat.id, { op: 'add', path: 'externalId', value: 'gone' })
  const deleted = await scim('DELETE', `/Users/${pat.id}`)
  expect(deleted).toMatchObject({ status: 204, body: '' })
  expect(await person(pat.id)).toMatchObject({ status: 'inactive', deleted_at: null })
  expect((await scim('GET', `/Users/${pat.id}`)).status).toBe(404)
  expect((await scim('DELETE', `/Users/${pat.id}`)).status).toBe(404)
  expect((await find('externalId eq "gone"')).body.totalResults).toBe(0)
  expect((await trail(pat.id)).at(-1)).toMatchObject({ action: 'user.left_directory' })
  const back = await scim('POST', '/Users', { userName: pat.email, externalId: 'gone' })
  expect(back).toMatchObject({ status: 201, body: { id: pat.id, active: true } })

  await scim('DELETE', `/Users/${pat.id}`)
  const body = { status: 'active' as const }
  await server.api.as(ada)('PUT /admin/users/:id', { params: { id: pat.id }, body })
  expect((await scim('GET', `/Users/${pat.id}`)).status).toBe(200)
})
