import type { Api } from '@frontdesk/contract/all'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../testing/examples/world.ts'
import { createMember, createPolicy, type Member } from '../testing/factories.ts'

let world: World
let people: Record<'agent' | 'other' | 'manager' | 'admin' | 'pending' | 'inactive', Member>

beforeAll(async () => {
  world = await createWorld()
  const { server, admin, agent } = world
  people = {
    admin,
    agent,
    other: await createMember(server),
    manager: await createMember(server, { role: 'manager' }),
    pending: await createMember(server),
    inactive: await createMember(server),
  }
  for (const status of ['pending', 'inactive'] as const) {
    const person = server.db.updateTable('users').set({ status })
    await person.where('id', '=', people[status].id).execute()
  }
})
afterAll(async () => world.server.stop())

test('people who are pending or inactive learn so only with the right password', async () => {
  const { api } = world.server
  const signInAs = (person: Member, password: string) =>
    api.raw('POST /auth/login', { body: { email: person.email, password } })
  const right = 'a brass bell on the desk'
  expect(await signInAs(people.pending, right)).toMatchObject({
    status: 403,
    body: { code: 'account_pending' },
  })
  expect(await signInAs(people.inactive, right)).toMatchObject({
    status: 403,
    body: { code: 'account_inactive' },
  })
  for (const person of [people.pending, people.inactive]) {
    expect(await signInAs(person, 'not the right one')).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials', error: 'Invalid email or password' },
    })
  }
})

test('neither shows in the directory nor can be asked to acknowledge', async () => {
  const { server, admin } = world
  const directory = await server.api.as(people.agent)('GET /users')
  const ids = directory.body.map((person) => person.id)
  expect(ids).toContain(people.other.id)
  expect(ids).not.toContain(people.pending.id)
  expect(ids).not.toContain(people.inactive.id)
  const policy = await createPolicy(server.api.as(admin))
  const assigned = await server.api.as(admin).raw('POST /policies/:id/assign', {
    params: { id: policy.id },
    body: { user_ids: [people.inactive.id] },
  })
  expect(assigned).toMatchObject({ status: 422, body: { code: 'unknown_people' } })
})

test('a deleted policy is gone by every address, for everyone but the record', async () => {
  const { server, admin } = world
  const api = server.api.as(admin)
  const policy = await createPolicy(api, { title: 'Gone' })
  const params = { id: policy.id }
  await api('POST /policies/:id/assign', { params, body: { everyone: true } })
  const [requirement] = (await api('GET /policies/:id/requirements', { params })).body
  await api('DELETE /policies/:id', { params })
  const calls: [keyof Api, object][] = [
    ['GET /policies/:id', {}],
    ['PUT /policies/:id', { body: { title: 'Back', content: 'Back' } }],
    [
      'PUT /policies/:id/signing',
      { body: { comparison: true, typed_name: true, identity: false, reading: true } },
    ],
    ['POST /policies/:id/acknowledge', {}],
    ['POST /policies/:id/assign', { body: { everyone: true } }],
    ['GET /policies/:id/requirements', {}],
    ['PUT /policies/:id/requirements/:requirement_id', { body: { due_at: null } }],
    ['DELETE /policies/:id/requirements/:requirement_id', {}],
  ]
  for (const [name, options] of calls) {
    const ids = { id: policy.id, requirement_id: requirement!.id }
    const answer = await api.raw(name, { params: ids, ...options })
    expect({ name, status: answer.status }).toEqual({ name, status: 404 })
  }
  // Its versions stay for whoever keeps the record (decisions.md, section 6).
  const versionsFor = async (person: keyof typeof people) =>
    (await server.api.as(people[person]).raw('GET /policies/:id/versions', { params })).status
  expect(await Promise.all([versionsFor('agent'), versionsFor('manager')])).toEqual([404, 404])
  expect((await api.raw('GET /policies/:id/versions', { params })).status).toBe(200)
  const list = await server.api.as(people.agent)('GET /policies', { query: { search: 'Gone' } })
  expect(list.body).toEqual([])
  const me = await server.api.as(people.agent)('GET /auth/me')
  expect(me.body.user.pending_policies).not.toContain(policy.id)
})

test('what is in the request never says who the caller is or what they may do', async () => {
  const { server } = world
  const agent = await createMember(server)
  const forged = {
    id: uuidv7(),
    role: 'admin',
    status: 'active',
    user_id: people.admin.id,
    created_by: people.admin.id,
    last_updated_by: people.admin.id,
    email_verified: 'true',
    acknowledged_at: '2001-01-01T00:00:00.000Z',
    person_name: 'Somebody Else',
    sequence: 1,
    hash: '0'.repeat(64),
  }
  const policy = await createPolicy(server.api.as(people.admin))
  const record = await server.api.as(agent)('POST /policies/:id/acknowledge', {
    params: { id: policy.id },
    query: forged,
    body: { ...forged, version: 1 },
    headers: {
      'X-User-Id': people.admin.id,
      'X-Role': 'admin',
      'X-HTTP-Method-Override': 'DELETE',
    },
  })
  expect(record.body).toMatchObject({ user_id: agent.id, person_name: agent.user.name })
  expect(record.body.id).not.toBe(forged.id)
  expect(record.body.hash).not.toBe(forged.hash)
  expect(Date.parse(record.body.acknowledged_at)).toBeGreaterThan(Date.now() - 60_000)
  const theirs = await server.api.as(people.admin)('GET /admin/policies/acknowledgments', {
    query: { policy_id: policy.id },
  })
  expect(theirs.body.map((row) => row.user_id)).toEqual([agent.id])

  const created = await server.api.as(people.admin)('POST /policies', {
    body: {
      ...forged,
      title: 'Mine',
      content: 'Mine',
      created_by: agent.id,
      last_updated_by: agent.id,
      created_at: forged.acknowledged_at,
      deleted_at: forged.acknowledged_at,
      version: 9,
      material_version: 9,
      revision: 9,
    },
  })
  expect(created.body).toMatchObject({
    version: 1,
    material_version: 1,
    revision: 1,
    created_by: people.admin.id,
    last_updated_by: people.admin.id,
  })
  expect(created.body.id).not.toBe(forged.id)
  expect(Date.parse(created.body.created_at)).toBeGreaterThan(Date.now() - 60_000)
  expect((await server.api.as(agent)('GET /auth/me')).body.user.role).toBe('agent')
})

test('each 401 says how one signs in, by a scheme for which no browser opens a window', async () => {
  const { server, agent } = world
  const ended = await createMember(server)
  await server.api.as(ended)('POST /auth/logout')
  const wrong = { email: agent.email, password: 'not the right one' }
  const plain = 'Bearer realm="Front Desk"'
  for (const [asks, answer] of [
    [plain, await server.api.raw('GET /policies')],
    [plain, await server.api.raw('POST /auth/login', { body: wrong })],
    [`${plain}, error="invalid_token"`, await server.api.as(ended).raw('GET /policies')],
    [`${plain}, error="invalid_token"`, await server.api.as({ token: 'x' }).raw('GET /policies')],
  ] as const) {
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, asks])
  }
})
