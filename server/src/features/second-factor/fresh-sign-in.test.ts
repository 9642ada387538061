import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allEndpoints } from '@frontdesk/contract/all'
import type { Role } from '@frontdesk/contract/users'
import { uuidv7 } from 'uuidv7'
import { createMember, type Member, PASSWORD } from '../../testing/factories.ts'
import { codeOf, setUpSecondFactor } from '../../testing/second-factors.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
let other: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
})
afterAll(async () => server.stop())
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
  admin = await createMember(server, { role: 'admin' })
  other = await createMember(server)
})

/** As if everybody had signed in, and confirmed it, so many minutes ago. */
async function passMinutes(minutes: number): Promise<void> {
  const passed = sql`${minutes} * interval '1 minute'`
  await sql`
    update sessions set created_at = created_at - ${passed}, confirmed_at = confirmed_at - ${passed}
  `.execute(server.db)
}

const confirm = (body: object) => server.api.as(admin).raw('POST /auth/confirm', { body })
const exportPeople = () => server.api.as(admin).raw('GET /admin/users.csv')
const REFUSED = { status: 403, body: { code: 'fresh_sign_in_required' } }

/** All that takes one whatever is said in it, written out (page 88 of the decisions says why, and why no more). */
const ALWAYS = `
  DELETE /admin/users/:id/second-factor
  POST /auth/oidc/:id/connect
  DELETE /users/me/identities/:id
  POST /admin/identity-providers
  PUT /admin/identity-providers/:id
  DELETE /admin/identity-providers/:id
  POST /admin/api-keys
  POST /users/me/passkeys/options
  POST /users/me/passkeys
  DELETE /users/me/passkeys/:id
  GET /admin/users.csv
  DELETE /admin/users/:id
  POST /admin/users/:id/request-password-reset
  GET /admin/policies/acknowledgments.csv
  GET /admin/policies/outstanding.csv
  GET /admin/obligations.csv
  GET /admin/obligations.xlsx
  GET /admin/matrix.csv
  GET /admin/matrix.pdf
  GET /admin/open-steps.csv
  GET /admin/evidence/:id/file
  GET /admin/tests/attempts.csv
  GET /admin/certificates/ending.csv
  GET /admin/chats/:id/messages.csv
  POST /payments/checkout
  POST /payments/subscription/:id/cancel
  POST /payments/subscription/:id/reactivate
  POST /payments/subscription/:id/portal
  PUT /admin/evidence/settings
  PUT /admin/backups/settings
  GET /admin/audit.csv
  POST /admin/auditor-links
  POST /admin/legal-holds/:id/lift
  POST /admin/webhooks
  PUT /admin/webhooks/:id
  DELETE /admin/webhooks/:id
  POST /admin/webhooks/:id/secret
  PUT /admin/mail-server
  DELETE /admin/mail-server
  DELETE /admin/sessions`

/** What it depends on elsewhere. */
const SOMETIMES = {
  'POST /auth/invite': 'another admin',
  'POST /auth/invites': 'another admin',
  'PUT /admin/users/:id': ['role', 'email'],
  'PUT /admin/settings': [
    'terms',
    'privacy',
    'second_factor_roles',
    'second_factor_grace_days',
    'session_days',
    'session_hours',
    'chat_retention_years',
  ],
}

/** Files of what the brokerage wrote, not of what people did. */
const TEXTS = new Set([
  'GET /tests/:id/questions/export',
  'GET /question-bank/export',
  'GET /imports/:id/file',
])

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test('what takes a sign-in of the last ten minutes is this, and no more', () => {
  const fresh = allEndpoints.filter((endpoint) => endpoint.fresh === true)
  expect(fresh.map(nameOf)).toEqual(
    ALWAYS.trim()
      .split('\n')
      .map((line) => line.trim()),
  )
  const others = allEndpoints.filter((endpoint) => endpoint.fresh && endpoint.fresh !== true)
  const says = others.map((endpoint) => [
    nameOf(endpoint),
    Array.isArray(endpoint.fresh) ? endpoint.fresh : 'another admin',
  ])
  expect(Object.fromEntries(says)).toEqual(SOMETIMES)
  // Nobody who is not signed in could prove it.
  expect([...fresh, ...others].every(({ access }) => access !== 'public')).toBe(true)
})

test('every export of what people did is one', () => {
  const files = allEndpoints.filter(({ access, produces }) => access === 'admin' && produces)
  expect(files.length).toBeGreaterThan(10)
  const open = files.filter((endpoint) => !endpoint.fresh).map(nameOf)
  expect(new Set(open)).toEqual(TEXTS)
})

test('a session of less than ten minutes passes, one of more confirms itself and goes on', async () => {
  await passMinutes(9)
  expect((await exportPeople()).status).toBe(200)
  await passMinutes(2)
  expect(await exportPeople()).toMatchObject(REFUSED)
  expect(await confirm({ password: 'not it' })).toMatchObject({
    status: 422,
    body: { code: 'wrong_password', fields: { password: expect.any(String) } },
  })
  expect(await exportPeople()).toMatchObject(REFUSED)
  expect((await confirm({ password: PASSWORD })).status).toBe(204)
  expect((await exportPeople()).status).toBe(200)
  await passMinutes(11)
  expect(await exportPeople()).toMatchObject(REFUSED)
})

test('a refused call has changed nothing', async () => {
  await passMinutes(11)
  const params = { id: other.id }
  const api = server.api.as(admin)
  expect(await api.raw('DELETE /admin/users/:id', { params })).toMatchObject(REFUSED)
  expect((await api('GET /admin/users/:id', { params })).status).toBe(200)
})

test('another admin is invited by a fresh sign-in only, agents and managers by any', async () => {
  const api = server.api.as(admin)
  const lines = (...roles: string[]) =>
    roles.map((role) => ({ email: `${uuidv7()}@example.com`, role }))
  const invite = (role: Role) =>
    api.raw('POST /auth/invite', { body: { email: lines(role)[0]!.email, role } })
  const inviteMany = (invitations: object[], preview: boolean) =>
    api.raw('POST /auth/invites', { body: { invitations, preview } })

  await passMinutes(11)
  expect(await invite('admin')).toMatchObject(REFUSED)
  expect(await inviteMany(lines('agent', ' ADMIN '), false)).toMatchObject(REFUSED)
  expect((await inviteMany(lines('agent', ' ADMIN '), true)).status).toBe(200)
  expect((await inviteMany(lines('agent', 'manager', ''), false)).status).toBe(200)
  expect((await invite('manager')).status).toBe(201)
  expect((await confirm({ password: PASSWORD })).status).toBe(204)
  expect((await invite('admin')).status).toBe(201)
  expect((await inviteMany(lines('agent', ' ADMIN '), false)).status).toBe(200)
})

test('an admin’s invitation is handed over by a fresh sign-in only: its link makes one', async () => {
  const api = server.api.as(admin)
  const inviteOf = async (role: Role) => {
    const body = { email: `${uuidv7()}@example.com`, role }
    return { id: (await api('POST /auth/invite', { body })).body.id }
  }
  const [ofAdmin, ofAgent] = [await inviteOf('admin'), await inviteOf('agent')]
  const linkOf = (params: { id: string }) => api.raw('POST /auth/invites/:id/link', { params })
  await passMinutes(11)
  expect(await linkOf(ofAdmin)).toMatchObject(REFUSED)
  expect((await linkOf(ofAgent)).status).toBe(200)
  expect((await confirm({ password: PASSWORD })).status).toBe(204)
  expect((await linkOf(ofAdmin)).status).toBe(200)
})

test('an admin who was deactivated is let in again by a fresh sign-in only, alone or among many', async () => {
  const former = await createMember(server, { role: 'admin' })
  const api = server.api.as(admin)
  const named = { name: 'Sync', scopes: ['people:write' as const] }
  const { key } = (await api('POST /admin/api-keys', { body: named })).body
  const statusOf = async (person: Member) =>
    (await api('GET /admin/users/:id', { params: { id: person.id } })).body.status
  const activate = (person: Member) =>
    api.raw('PUT /admin/users/:id', { params: { id: person.id }, body: { status: 'active' } })
  const setMany = (status: string, ...people: Member[]) =>
    api.raw('POST /admin/users/change-status', {
      body: { user_ids: people.map(({ id }) => id), status },
    })

  await passMinutes(11)
  // Keeping somebody out has to be quick.
  expect((await setMany('inactive', former, other)).status).toBe(200)
  expect(await activate(former)).toMatchObject(REFUSED)
  expect(await setMany('active', other, former)).toMatchObject(REFUSED)
  expect([await statusOf(former), await statusOf(other)]).toEqual(['inactive', 'inactive'])
  expect((await setMany('active', other)).status).toBe(200)

  const byKey = await server.api.as({ token: key }).raw('PUT /admin/users/:id', {
    params: { id: former.id },
    body: { status: 'active' },
  })
  expect(byKey).toMatchObject({ status: 403, body: { code: 'not_by_key' } })

  expect((await confirm({ password: PASSWORD })).status).toBe(204)
  expect((await activate(former)).status).toBe(200)
})

test('of a form only the fields that matter ask for it', async () => {
  await passMinutes(11)
  const api = server.api.as(admin)
  const params = { id: other.id }
  const change = (body: object) => api.raw('PUT /admin/users/:id', { params, body })
  expect((await change({ title: 'Buyer Specialist' })).status).toBe(200)
  expect((await change({ status: 'inactive' })).status).toBe(200)
  for (const body of [{ role: 'admin' }, { email: 'next@example.com', title: 'X' }]) {
    expect(await change(body)).toMatchObject(REFUSED)
  }
  const save = (body: object) => api.raw('PUT /admin/settings', { body })
  expect((await save({ welcome_title: 'Hello' })).status).toBe(200)
  for (const body of [
    { terms: 'Ours' },
    { privacy: null },
    { second_factor_roles: [] },
    // What is older is deleted for good.
    { chat_retention_years: 1 },
  ]) {
    expect(await save(body)).toMatchObject(REFUSED)
  }
})

test('confirming one session confirms no other', async () => {
  const { body } = await server.api('POST /auth/login', {
    body: { email: admin.email, password: PASSWORD },
  })
  await passMinutes(11)
  await confirm({ password: PASSWORD })
  expect(await server.api.as(body).raw('GET /admin/users.csv')).toMatchObject(REFUSED)
})

test('with a second factor it takes the code too, each good once', async () => {
  const { secret } = await setUpSecondFactor(server, admin)
  await passMinutes(11)
  expect(await confirm({ password: PASSWORD })).toMatchObject({
    status: 422,
    body: { code: 'code_required', fields: { code: expect.any(String) } },
  })
  expect((await confirm({ password: PASSWORD, code: '12345' })).body.code).toBe('wrong_code')
  expect((await confirm({ password: 'not it', code: codeOf(secret) })).body.code).toBe(
    'wrong_password',
  )
  expect(await exportPeople()).toMatchObject(REFUSED)
  expect((await confirm({ password: PASSWORD, code: codeOf(secret) })).status).toBe(204)
  expect((await exportPeople()).status).toBe(200)
  expect((await confirm({ password: PASSWORD, code: codeOf(secret) })).body.code).toBe('code_used')
})

test('with a second factor the password alone moves none of one’s ways in', async () => {
  const { secret } = await setUpSecondFactor(server, admin)
  const api = server.api.as(admin)
  const proof = { password: PASSWORD }
  const names = { first_name: 'Nora', last_name: 'Lindqvist', email: `${uuidv7()}@example.com` }
  const doors = {
    begin: () => api.raw('POST /users/me/second-factor', { body: proof }),
    codes: () => api.raw('POST /users/me/second-factor/recovery-codes', { body: proof }),
    off: () => api.raw('DELETE /users/me/second-factor', { body: proof }),
    address: () => api.raw('PUT /users/me', { body: { ...names, current_password: PASSWORD } }),
    'address, without': () => api.raw('PUT /users/me', { body: names }),
    password: () =>
      api.raw('PUT /users/me/password', {
        body: { current_password: PASSWORD, new_password: 'lantern over the marsh 7' },
      }),
    account: () => api.raw('DELETE /users/me', { body: proof }),
    'account, without': () => api.raw('DELETE /users/me', { body: {} }),
  }
  await passMinutes(11)
  for (const [name, open] of Object.entries(doors)) {
    expect(await open(), name).toMatchObject(REFUSED)
  }
  expect(await api('GET /users/me/second-factor')).toMatchObject({ body: { on: true } })
  expect((await confirm({ password: PASSWORD, code: codeOf(secret) })).status).toBe(204)
  const { account: _, 'account, without': __, ...others } = doors
  for (const [name, open] of Object.entries(others)) {
    expect((await open()).status, name).toBeLessThan(300)
  }
})

test('wrong passwords and codes are limited', async () => {
  for (let n = 0; n < 10; n += 1) await confirm({ password: 'not it' })
  expect((await confirm({ password: PASSWORD })).status).toBe(429)
  await server.db.deleteFrom('rate_limits').execute()
  const { secret } = await setUpSecondFactor(server, admin)
  for (let n = 0; n < 10; n += 1) await confirm({ password: PASSWORD, code: '12345' })
  expect((await confirm({ password: PASSWORD, code: codeOf(secret) })).status).toBe(429)
})
