import type { Role } from '@frontdesk/contract/users'
import { CLOSE_UNAUTHORIZED } from '@frontdesk/contract/constants'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMember, type Member, signIn } from '../../testing/factories.ts'
import { setUpSecondFactor } from '../../testing/second-factors.ts'
import { openSocket } from '../../testing/socket.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
let agent: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
})
afterAll(async () => server.stop())
beforeEach(async () => {
  await require([], 14)
  agent = await createMember(server)
})

const require = (roles: Role[], days: number) =>
  server.api.as(admin)('PUT /admin/settings', {
    body: { second_factor_roles: roles, second_factor_grace_days: days },
  })

const look = (person: { token: string }) => server.api.as(person).raw('GET /policies')

/** As if it had been required, and they had been here, for so many days more. */
async function passDays(days: number): Promise<void> {
  const passed = sql`${days} * interval '1 day'`
  await sql`update users set created_at = created_at - ${passed}, role_since = role_since - ${passed}`.execute(
    server.db,
  )
  await sql`
    update settings set second_factor_since = (
      select coalesce(jsonb_object_agg(key, to_jsonb((value #>> '{}')::timestamptz - ${days} * interval '1 day')), '{}')
      from jsonb_each(second_factor_since)
    )
  `.execute(server.db)
}

test('within the days nothing changes but that they are told by when', async () => {
  await require(['agent'], 14)
  expect((await look(agent)).status).toBe(200)
  const { second_factor: told } = (await server.api.as(agent)('GET /auth/me')).body.user
  expect(told).toMatchObject({ on: false, must_set_up: false })
  const days = (Date.parse(told.due_at!) - Date.now()) / 24 / 60 / 60 / 1000
  expect(days).toBeGreaterThan(13.9)
  expect(days).toBeLessThanOrEqual(14)
  expect((await server.api.as(admin)('GET /auth/me')).body.user.second_factor.due_at).toBeNull()
})

test('after them a sign-in leads to setting one up, and nothing else answers until then', async () => {
  await require(['agent'], 14)
  await passDays(14)
  const { token, user } = await signIn(server.api, agent.email)
  expect(user.second_factor.must_set_up).toBe(true)
  const api = server.api.as({ token })
  for (const call of ['GET /policies', 'GET /settings/front-desk', 'GET /users/me'] as const) {
    expect(await api.raw(call)).toMatchObject({
      status: 403,
      body: { code: 'second_factor_setup_required' },
    })
  }
  expect((await api.raw('PUT /users/me/theme', { body: { theme: 'dark' } })).status).toBe(403)
  // A session of before is no way around.
  expect((await look(agent)).status).toBe(403)
  expect((await api('GET /auth/me')).status).toBe(200)
  await setUpSecondFactor(server, { token })
  expect((await look({ token })).status).toBe(200)
  expect((await look(agent)).status).toBe(200)
  expect((await api('GET /auth/me')).body.user.second_factor).toEqual({
    on: true,
    due_at: null,
    must_set_up: false,
  })
})

test('the socket opens for nobody who has to set one up first', async () => {
  await require(['agent'], 0)
  const { token } = await signIn(server.api, agent.email)
  const socket = await openSocket(server.url)
  socket.send({ type: 'auth', token })
  expect(await socket.closed).not.toBe(CLOSE_UNAUTHORIZED)
  expect(socket.frames).toEqual([])
})

test('it holds for sessions that are open, and ends with the setting', async () => {
  await require(['agent'], 0)
  expect((await look(agent)).status).toBe(403)
  expect((await look(admin)).status).toBe(200)
  await require(['agent'], 3)
  expect((await look(agent)).status).toBe(200)
  await require([], 0)
  expect((await look(agent)).status).toBe(200)
})

test('whoever gets such a role, or switches theirs off, is asked for one', async () => {
  await require(['manager'], 0)
  expect((await look(agent)).status).toBe(200)
  const params = { id: agent.id }
  await server.api.as(admin)('PUT /admin/users/:id', { params, body: { role: 'manager' } })
  expect((await look(agent)).status).toBe(403)
  await setUpSecondFactor(server, agent)
  expect((await look(agent)).status).toBe(200)
  await server.api.as(admin)('DELETE /admin/users/:id/second-factor', { params })
  expect((await look(agent)).status).toBe(403)
  await server.api.as(admin)('PUT /admin/users/:id', { params, body: { role: 'agent' } })
})

test('the days count from when it was required of a role, and of newcomers from when they came', async () => {
  await require(['agent'], 14)
  await passDays(10)
  const late = await createMember(server)
  const due = async (person: Member) =>
    Date.parse((await server.api.as(person)('GET /auth/me')).body.user.second_factor.due_at!)
  const day = 24 * 60 * 60 * 1000
  expect(Math.round(((await due(agent)) - Date.now()) / day)).toBe(4)
  expect(Math.round(((await due(late)) - Date.now()) / day)).toBe(14)
  // Another role beside it moves nothing.
  await require(['agent', 'manager'], 14)
  expect(Math.round(((await due(agent)) - Date.now()) / day)).toBe(4)
})

test('and of whoever gets such a role later from then on', async () => {
  await require(['manager'], 14)
  await passDays(10)
  const params = { id: agent.id }
  await server.api.as(admin)('PUT /admin/users/:id', { params, body: { role: 'manager' } })
  const { second_factor: told } = (await server.api.as(agent)('GET /auth/me')).body.user
  expect(Math.round((Date.parse(told.due_at!) - Date.now()) / (24 * 60 * 60 * 1000))).toBe(14)
})

test('whoever has no password sets one up with a fresh sign-in, and nobody else without theirs', async () => {
  const begin = (body: object) => server.api.as(agent).raw('POST /users/me/second-factor', { body })
  expect(await begin({})).toMatchObject({
    status: 422,
    body: { code: 'password_required', fields: { password: 'Please enter your password' } },
  })
  // As those who came by a provider.
  await server.db
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', agent.id)
    .execute()
  await sql`update sessions set created_at = now() where user_id = ${agent.id}`.execute(server.db)
  expect((await begin({})).status).toBe(200)
  await sql`
    update sessions set created_at = now() - interval '11 minutes' where user_id = ${agent.id}
  `.execute(server.db)
  expect(await begin({})).toMatchObject({ status: 403, body: { code: 'fresh_sign_in_required' } })
  expect(await begin({ password: 'anything at all' })).toMatchObject({ status: 403 })
})
