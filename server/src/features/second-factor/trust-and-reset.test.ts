import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMember, createPolicy, type Member, PASSWORD } from '../../testing/factories.ts'
import { mailsTo } from '../../testing/mailbox.ts'
import {
  challengeFor,
  codeOf,
  openBrowserOf,
  setUpSecondFactor,
} from '../../testing/second-factors.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const NEW_PASSWORD = 'another bell for the desk'

let server: TestServer
let admin: Member
let person: Member
let secret: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
})
afterAll(async () => server.stop())
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
  person = await createMember(server)
  ;({ secret } = await setUpSecondFactor(server, person))
})

const answer = (challenge: string, code: string) =>
  server.api.raw('POST /auth/second-factor', { body: { challenge, code } })

async function auditOf({ id }: Member, action: string) {
  return server.db
    .selectFrom('audit_events')
    .select(['action', 'details'])
    .where('actor_id', '=', id)
    .where('action', '=', action)
    .execute()
}

async function recordOf(token: string) {
  const { id } = await createPolicy(server.api.as(admin))
  const { body } = await server.api.as({ token })('POST /policies/:id/acknowledge', {
    params: { id },
  })
  return body
}

async function trustingBrowser() {
  const browser = await openBrowserOf(server, person)
  expect((await browser.answer(codeOf(secret), { trust_browser: true })).status).toBe(200)
  return browser
}

test('a browser that is trusted is asked for no code, and the record says so', async () => {
  const browser = await trustingBrowser()
  const cookie = browser.attributes.find((given) => given.startsWith('frontdesk_trusted='))
  expect(cookie).toMatch(/HttpOnly/)
  expect(cookie).toMatch(/SameSite=Strict/)
  expect(cookie).toMatch(/Path=\/api\/v1\/auth\//)
  const { status, body } = await browser.signIn()
  expect(status).toBe(200)
  expect(await recordOf(String(body.token))).toMatchObject({
    sign_in_method: 'password_on_trusted_browser',
  })
  // Of others who sign in there it is asked as ever.
  const guest = await createMember(server)
  await setUpSecondFactor(server, guest)
  expect((await browser.signIn(PASSWORD, guest.email)).body.code).toBe('second_factor_required')
  // It says nothing of the password, and is nobody else's.
  expect((await browser.signIn('not it')).status).toBe(401)
  const other = await openBrowserOf(server, person)
  expect((await other.signIn()).body.code).toBe('second_factor_required')
  const { trusted_browsers: listed } = (await server.api.as(person)('GET /users/me/second-factor'))
    .body
  const [{ created_at, expires_at }] = listed as [(typeof listed)[number]]
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(30 * 24 * 60 * 60 * 1000)
})

const ENDINGS: [string, () => Promise<unknown>][] = [
  [
    'its owner revokes it',
    async () => {
      const api = server.api.as(person)
      const { body } = await api('GET /users/me/second-factor')
      const params = { id: body.trusted_browsers[0]!.id }
      // Nobody else's to end.
      const stranger = server.api.as(admin)
      const path = 'DELETE /users/me/second-factor/browsers/:id'
      expect((await stranger.raw(path, { params })).status).toBe(404)
      await api(path, { params })
    },
  ],
  [
    'its time is over',
    async () =>
      server.db
        .updateTable('trusted_browsers')
        .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
        .execute(),
  ],
  [
    'a second factor is set up anew',
    async () => ({ secret } = await setUpSecondFactor(server, person)),
  ],
]

test.each(ENDINGS)('trust ends where %s', async (_, end) => {
  const browser = await trustingBrowser()
  await end()
  expect((await browser.signIn()).body.code).toBe('second_factor_required')
})

test('trust ends with another password', async () => {
  const browser = await trustingBrowser()
  await server.api.as(person)('PUT /users/me/password', {
    body: { current_password: PASSWORD, new_password: NEW_PASSWORD },
  })
  expect((await browser.signIn(NEW_PASSWORD)).body.code).toBe('second_factor_required')
})

test('an admin resets it: the person is told, the trail has it, and records say so from then on', async () => {
  await trustingBrowser()
  const params = { id: person.id }
  const reset = () => server.api.as(admin).raw('DELETE /admin/users/:id/second-factor', { params })
  expect((await reset()).status).toBe(204)
  expect((await reset()).status).toBe(404)
  const rows = await server.db
    .selectFrom('trusted_browsers')
    .select('id')
    .where('user_id', '=', person.id)
    .execute()
  expect(rows).toEqual([])
  const mail = (await mailsTo(server, person.email, 2)).at(-1)!
  expect(mail.subject).toContain('Your second factor was reset')
  expect(mail.text).toContain('Ada Broker has done this')
  expect(await auditOf(admin, 'second_factor.reset')).toHaveLength(1)

  // The session of before goes on as it began.
  expect(await recordOf(person.token)).toMatchObject({ session_origin: 'password' })
  const signIn = async () => {
    const { body } = await server.api('POST /auth/login', {
      body: { email: person.email, password: PASSWORD },
    })
    return body.token
  }
  const token = await signIn()
  expect(await recordOf(token)).toMatchObject({
    sign_in_method: 'password',
    session_origin: 'after_admin_factor_reset',
  })
  // Setting one up again hides nothing.
  const again = await setUpSecondFactor(server, { token })
  const { body } = await answer(await challengeFor(server, person.email), codeOf(again.secret))
  expect(await recordOf(String(body.token))).toMatchObject({
    session_origin: 'after_admin_factor_reset',
  })
})

test('nobody resets their own as an admin: that would take no password', async () => {
  const boss = await createMember(server, { role: 'admin' })
  await setUpSecondFactor(server, boss)
  const { status, body } = await server.api
    .as(boss)
    .raw('DELETE /admin/users/:id/second-factor', { params: { id: boss.id } })
  expect([status, body.code]).toEqual([422, 'own_second_factor'])
})

test('admins see who has one', async () => {
  const api = server.api.as(admin)
  const { body } = await api('GET /admin/users', { query: { search: person.email } })
  expect(body.map((row) => row.has_second_factor)).toEqual([true])
  const detail = await api('GET /admin/users/:id', { params: { id: admin.id } })
  expect(detail.body.has_second_factor).toBe(false)
})
