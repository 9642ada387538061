import { CLOSE_UNAUTHORIZED } from '@frontdesk/contract/constants'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findSignedInAgain } from '../../http/session.ts'
import { createMember, type Member, PASSWORD, signIn } from '../../testing/factories.ts'
import { scaled } from '../../testing/patience.ts'
import { codeOf, setUpSecondFactor } from '../../testing/second-factors.ts'
import { openSocketAs } from '../../testing/socket.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

let server: TestServer
let admin: Member
let person: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
})
afterAll(async () => server.stop())
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
  await setLifetimes(30, 12)
  person = await createMember(server)
})

const setLifetimes = (days: number, hours: number) =>
  server.api.as(admin).raw('PUT /admin/settings', {
    body: { session_days: days, session_hours: hours },
  })

const signInWith = (agent: string, more: object = {}, cookie = '') =>
  server.api('POST /auth/login', {
    body: { email: person.email, password: PASSWORD, ...more },
    headers: { 'User-Agent': agent, ...(cookie && { Cookie: cookie }) },
  })

/** They have signed in before, wherever that was. */
const haveBeenHere = () =>
  server.db
    .updateTable('users')
    .set({ last_login_at: new Date().toISOString() })
    .where('id', '=', person.id)
    .execute()

const statusOf = async (token: string) =>
  (await server.api.as({ token }).raw('GET /auth/me')).status

async function mailsOf({ id }: Member, kind: string) {
  const rows = await server.db
    .selectFrom('mails')
    .select('data')
    .where('user_id', '=', id)
    .where('kind', '=', kind)
    .orderBy('id')
    .execute()
  return rows.map(({ data }) => data)
}

/** For how long a session is good from now on, in hours. */
async function hoursLeft(token: string): Promise<number> {
  const { rows } = await sql<{ hours: number }>`
    select round(extract(epoch from expires_at - now()) / 3600, 1)::float as hours from sessions
    where token_hash = sha256(${Buffer.from(token)})
  `.execute(server.db)
  return rows[0]!.hours
}

test('the list says how each session began, and whether it was in this network', async () => {
  await signInWith(FIREFOX)
  await sql`update sessions set ip = '203.0.113.7' where user_agent = ${FIREFOX}`.execute(server.db)
  const { body } = await server.api.as(person)('GET /users/me/sessions')
  expect(body).toMatchObject([
    { ip: '203.0.113.7', sign_in_method: 'password', same_network: false, current: false },
    { sign_in_method: 'password', same_network: true, current: true },
  ])
  const { body: seen } = await server.api.as(admin)('GET /admin/users/:id/sessions', {
    params: { id: person.id },
  })
  expect(seen.map(({ same_network: same }) => same)).toEqual([false, true])
})

test('a sign-in from a new browser is told, the very first and known ones are not', async () => {
  await signIn(server.api, person.email)
  expect(await mailsOf(person, 'new_browser')).toEqual([])
  const first = await signInWith(FIREFOX)
  expect(await mailsOf(person, 'new_browser')).toEqual([
    { browser: 'Firefox on Windows', ip: expect.any(String) },
  ])
  // The same one in the same network, also without its cookie; and another one with it.
  await signInWith(FIREFOX)
  const [cookie = ''] = first.headers.getSetCookie().map((one) => one.split(';')[0]!)
  expect(cookie).toContain('frontdesk_device')
  await signInWith(CHROME, {}, cookie)
  expect(await mailsOf(person, 'new_browser')).toHaveLength(1)
  await signInWith(`${CHROME} Edg/142.0.0.0`)
  expect(await mailsOf(person, 'new_browser')).toHaveLength(2)
})

test.each([
  ['longer ago than 90 days', { days: 91, ip: '127.0.0.1' }],
  ['in another network', { days: 1, ip: '203.0.113.9' }],
])('a browser that was there only %s is new', async (_, { days, ip }) => {
  await haveBeenHere()
  await server.db
    .insertInto('audit_events')
    .values({
      id: uuidv7(),
      happened_at: new Date(Date.now() - days * 86_400_000).toISOString(),
      actor_id: person.id,
      actor_name: 'Any',
      action: 'sign_in',
      details: '{}',
      ip,
      user_agent: FIREFOX,
      request_id: uuidv7(),
    })
    .execute()
  await signInWith(FIREFOX)
  expect(await mailsOf(person, 'new_browser')).toHaveLength(1)
})

test('a new browser that is asked for a code is told of once the code was right', async () => {
  await haveBeenHere()
  const { secret } = await setUpSecondFactor(server, person)
  const refused = await server.api.raw('POST /auth/login', {
    body: { email: person.email, password: PASSWORD },
    headers: { 'User-Agent': FIREFOX },
  })
  expect(await mailsOf(person, 'new_browser')).toEqual([])
  await server.api('POST /auth/second-factor', {
    body: { challenge: String(refused.body.challenge), code: codeOf(secret) },
    headers: { 'User-Agent': FIREFOX },
  })
  expect(await mailsOf(person, 'new_browser')).toHaveLength(1)
})

test('whoever was deactivated has no session left when they come back', async () => {
  const params = { id: person.id }
  for (const status of ['inactive', 'active'] as const) {
    await server.api.as(admin)('PUT /admin/users/:id', { params, body: { status } })
  }
  expect(await statusOf(person.token)).toBe(401)
  expect((await signInWith(FIREFOX)).status).toBe(200)
})

test('a tab that stays open keeps no session beyond its maximum', async () => {
  await sql`
    update sessions set created_at = now() - interval '6 days 23 hours', last_used_at = now() - interval '1 hour'
    where user_id = ${person.id}`.execute(server.db)
  const { id } = await server.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(await findSignedInAgain(server.db, [id])).toHaveLength(1)
  expect(await hoursLeft(person.token)).toBe(1)
})

test('whom an admin signs out is told by whom', async () => {
  const params = { id: person.id }
  const [session] = (await server.api.as(person)('GET /users/me/sessions')).body
  await server.api.as(admin)('DELETE /admin/users/:id/sessions/:session_id', {
    params: { ...params, session_id: session!.id },
  })
  expect(await mailsOf(person, 'sessions_ended')).toEqual([{ by: 'Ada Broker' }])
  await signIn(server.api, person.email)
  await server.api.as(admin)('DELETE /admin/users/:id/sessions', { params })
  expect(await mailsOf(person, 'sessions_ended')).toHaveLength(2)
})

test('who signs themselves out as an admin is told nothing by mail', async () => {
  const other = await createMember(server, { role: 'admin' })
  const elsewhere = await signIn(server.api, other.email)
  const params = { id: other.id }
  const sessions = (await server.api.as(other)('GET /users/me/sessions')).body
  const { id: session_id } = sessions.find(({ current }) => !current)!
  await server.api.as(other)('DELETE /admin/users/:id/sessions/:session_id', {
    params: { ...params, session_id },
  })
  expect((await server.api.as(elsewhere).raw('GET /auth/me')).status).toBe(401)
  await server.api.as(other)('DELETE /admin/users/:id/sessions', { params })
  expect((await server.api.as(other).raw('GET /auth/me')).status).toBe(401)
  expect(await mailsOf(other, 'sessions_ended')).toEqual([])
})

test('everybody is signed out at once but who asks for it, which takes a fresh sign-in', async () => {
  const others = await Promise.all([1, 2, 3].map(() => createMember(server)))
  const mine = (await signIn(server.api, admin.email)).token
  const sockets = await Promise.all([person, ...others].map((one) => openSocketAs(server.url, one)))
  const asking = await openSocketAs(server.url, admin)
  const api = server.api.as(admin)
  expect((await server.api.as(person).raw('DELETE /admin/sessions')).status).toBe(403)
  const aged = sql`update sessions set created_at = created_at - interval '11 minutes', confirmed_at = null`
  await aged.execute(server.db)
  expect((await api.raw('DELETE /admin/sessions')).body.code).toBe('fresh_sign_in_required')
  expect(await statusOf(person.token)).toBe(200)
  await api('POST /auth/confirm', { body: { password: PASSWORD } })
  const before = performance.now()
  const { body } = await api('DELETE /admin/sessions')
  expect(body.ended).toBeGreaterThanOrEqual(5)
  const codes = await Promise.all(sockets.map((socket) => socket.closed))
  // Not when each socket is asked anew, which comes every 30 seconds.
  expect(performance.now() - before).toBeLessThan(scaled(1000))
  expect(codes).toEqual([1, 2, 3, 4].map(() => CLOSE_UNAUTHORIZED))
  expect(await Promise.all([person.token, mine, admin.token].map(statusOf))).toEqual([
    401, 401, 200,
  ])
  expect(await Promise.race([asking.closed, Promise.resolve('open')])).toBe('open')
  asking.close()
  const rows = await server.db
    .selectFrom('audit_events')
    .select('details')
    .where('action', '=', 'sessions.all_ended')
    .execute()
  expect(rows).toMatchObject([{ details: { sessions: body.ended } }])
})

test('where nobody has set anything a session lasts as it always has', async () => {
  const plain = (await signInWith(FIREFOX)).body.token
  const remembered = (await signInWith(FIREFOX, { remember_me: true })).body.token
  expect([await hoursLeft(plain), await hoursLeft(remembered)]).toEqual([12, 30 * 24])
})

test('a shorter time counts at once for sessions that exist, a longer one with the next use', async () => {
  const plain = (await signInWith(FIREFOX)).body.token
  const remembered = (await signInWith(FIREFOX, { remember_me: true })).body.token
  await setLifetimes(2, 3)
  expect([await hoursLeft(plain), await hoursLeft(remembered)]).toEqual([3, 48])
  expect((await server.api('GET /settings/public')).body.remember_days).toBe(2)

  // What was not used for longer than that is over.
  const idle = sql`update sessions set last_used_at = now() - interval '2 hours' where user_id = ${person.id}`
  await idle.execute(server.db)
  await setLifetimes(2, 1)
  expect(await Promise.all([plain, remembered].map(statusOf))).toEqual([401, 200])

  await setLifetimes(90, 100)
  expect(await hoursLeft(remembered)).toBeLessThanOrEqual(48)
  await idle.execute(server.db)
  expect(await statusOf(remembered)).toBe(200)
  expect(await hoursLeft(remembered)).toBe(90 * 24)
})

test.each([
  [{ session_days: 0 }, 'at least one day'],
  [{ session_days: 181 }, 'at most 180 days'],
  [{ session_hours: 0 }, 'at least one hour'],
  [{ session_hours: 169 }, 'at most 168 hours'],
])('%o is refused beside its field', async (body, sentence) => {
  const { status, body: refusal } = await server.api.as(admin).raw('PUT /admin/settings', { body })
  expect([status, refusal.error]).toEqual([422, expect.stringContaining(sentence)])
  expect(Object.keys(refusal.fields as object)).toEqual(Object.keys(body))
})
