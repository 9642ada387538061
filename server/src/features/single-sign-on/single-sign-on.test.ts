import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createMember, createPolicy, type Member, PASSWORD } from '../../testing/factories.ts'
import { FakeProvider } from '../../testing/fake-provider.ts'
import { scaled } from '../../testing/patience.ts'
import { codeOf, setUpSecondFactor } from '../../testing/second-factors.ts'
import {
  addProvider,
  claimsOf,
  linkPerson,
  openProviderBrowser,
} from '../../testing/single-sign-on.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { testProvider } from './provider-client.ts'

let server: TestServer
let admin: Member
let provider: FakeProvider
let id: string
let host: string

beforeAll(async () => {
  server = await startTestServer()
  provider = await FakeProvider.start()
  host = new URL(provider.issuer).host
  admin = await createMember(server)
  id = (await addProvider(server, admin, provider)).id
})
afterAll(async () => {
  provider.stop()
  await server.stop()
})
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
  provider.fault = null
})

const set = (fields: object) => server.db.updateTable('identity_providers').set(fields).execute()

async function connected(subject: string) {
  const person = await createMember(server)
  await linkPerson(server, { id, userId: person.id, subject })
  return person
}

/** How a session began, as its records would seal it. */
const sessionOf = (userId: string) =>
  server.db
    .selectFrom('sessions')
    .select(['sign_in_method', 'origin', 'provider_id', 'provider_session'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

async function signInBy(person: { email: string }, subject: string, claims: object = {}) {
  const browser = await openProviderBrowser(server)
  await browser.goAndReturn(provider, id, {
    claims: { ...claimsOf(person.email, subject), ...claims },
  })
  return { browser, finished: await browser.finish() }
}

test('a session says by which provider it began, and so does what is acknowledged in it', async () => {
  const person = await connected('sealed')
  const { finished } = await signInBy(person, 'sealed', { sid: 'their-session' })
  expect(await sessionOf(person.id)).toEqual({
    sign_in_method: `oidc:${host}`,
    origin: 'password',
    provider_id: id,
    provider_session: 'their-session',
  })
  const policy = await createPolicy(server.api.as(admin))
  const api = server.api.as({ token: String(finished.body.token) })
  await api('POST /policies/:id/acknowledge', {
    params: { id: policy.id },
    body: { version: policy.version },
  })
  const record = await server.db
    .selectFrom('policy_acknowledgments')
    .select('sign_in_method')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(record.sign_in_method).toBe(`oidc:${host}`)
})

test('somebody who has been here is told of a provider’s sign-in from a browser that is new to them', async () => {
  const person = await connected('new-browser')
  const told = async () =>
    server.db
      .selectFrom('mails')
      .select('kind')
      .where('user_id', '=', person.id)
      .where('kind', '=', 'new_browser')
      .execute()
  await server.db
    .updateTable('users')
    .set({ last_login_at: new Date().toISOString() })
    .where('id', '=', person.id)
    .execute()
  await signInBy(person, 'new-browser')
  expect(await told()).toHaveLength(1)
  // By now it has signed in as them.
  await signInBy(person, 'new-browser')
  expect(await told()).toHaveLength(1)
})

test('no answer, cookie, table or log of the way has a token in its address', async () => {
  const person = await connected('quiet')
  const browser = await openProviderBrowser(server)
  const back = await browser.goAndReturn(provider, id, { claims: claimsOf(person.email, 'quiet') })
  expect(back.location).toBe('/login/finish')
  const [arrival] = back.cookies
  expect(arrival).toMatch(/HttpOnly; SameSite=Strict/)
  const rows = await server.db.selectFrom('identity_arrivals').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(browser.jar.get('frontdesk_arrival'))
})

test('an account of that address is connected only after its own sign-in', async () => {
  const person = await createMember(server)
  const { browser, finished } = await signInBy(person, 'to-link')
  expect(finished).toMatchObject({
    status: 409,
    body: { code: 'link_required', provider: 'Acme ID', email: person.email },
  })
  const link = (token: string) => browser.send('POST', '/auth/oidc/link', undefined, token)
  expect(await link(admin.token)).toMatchObject({ status: 409, body: { code: 'other_account' } })
  const { body } = await browser.send('POST', '/auth/login', {
    email: person.email,
    password: PASSWORD,
  })
  expect(await link(String(body.token))).toMatchObject({ status: 200, body: { name: 'Acme ID' } })
  expect((await link(String(body.token))).status).toBe(401)
  const again = await signInBy(person, 'to-link')
  expect(again.finished.status).toBe(200)
})

test('what is connected in a session that an admin had a hand in stays marked', async () => {
  const person = await createMember(server)
  const { browser } = await signInBy(person, 'marked')
  await server.db
    .updateTable('users')
    .set({ password_origin: 'after_admin_reset' })
    .where('id', '=', person.id)
    .execute()
  const { body } = await browser.send('POST', '/auth/login', {
    email: person.email,
    password: PASSWORD,
  })
  await browser.send('POST', '/auth/oidc/link', undefined, String(body.token))
  // The person chooses a password by a mailed link: that washes the password, not the connection.
  await server.db
    .updateTable('users')
    .set({ password_origin: 'after_reset' })
    .where('id', '=', person.id)
    .execute()
  await signInBy(person, 'marked')
  expect(await sessionOf(person.id)).toMatchObject({ origin: 'after_admin_reset' })
})

test('new people become agents where that is chosen, once', async () => {
  await set({ admits: 'new_agents' })
  const email = 'newly@acme.example'
  const { finished } = await signInBy({ email }, 'new', {
    given_name: undefined,
    name: 'Iris Vale',
  })
  expect(finished.body.user).toMatchObject({
    email,
    role: 'agent',
    status: 'active',
    first_name: 'Iris',
    email_verified: true,
  })
  const again = await signInBy({ email: 'renamed@acme.example' }, 'new')
  expect(again.finished.body.user).toMatchObject({ email })
  const own = server.api.as({ token: String(again.finished.body.token) })
  expect((await own('GET /users/me/identities')).body).toMatchObject({ has_password: false })
  expect(await own.raw('DELETE /users/me/identities/:id', { params: { id } })).toMatchObject({
    status: 409,
    body: { code: 'only_way_in' },
  })
  await set({ admits: 'existing' })
})

async function invite(email: string, role: 'agent' | 'manager' | 'admin' = 'agent') {
  // An admin is invited with a fresh sign-in, as the admin of the tests has one.
  await server.api.as(admin)('POST /auth/invite', { body: { email, role } })
  return server.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}

test.each(['existing', 'new_agents'])(
  'whoever is invited begins by the provider that has verified the address (%s)',
  async (admits) => {
    await set({ admits })
    const email = `invited-${admits}@acme.example`
    const { id: userId } = await invite(email, 'manager')
    await server.db
      .updateTable('account_links')
      .set({ expires_at: '2020-01-01T00:00:00Z' })
      .where('user_id', '=', userId)
      .execute()
    const names = { given_name: 'Una', family_name: 'Vale' }
    const { finished } = await signInBy({ email }, email, names)
    expect(finished).toMatchObject({
      status: 200,
      body: { user: { email, role: 'manager', status: 'active', name: 'Una Vale' } },
    })
    expect(await sessionOf(userId)).toMatchObject({ origin: 'password' })
    const links = server.db.selectFrom('account_links').select('id').where('user_id', '=', userId)
    expect(await links.execute()).toEqual([])
    const open = await server.api.as(admin)('GET /auth/invites')
    expect(open.body.map((one) => one.email)).not.toContain(email)
    expect((await signInBy({ email }, email)).finished.status).toBe(200)
    await set({ admits: 'existing' })
  },
)

test('an admin who is invited chooses a password first, and nobody begins by another’s address', async () => {
  await invite('boss@acme.example', 'admin')
  const refused = async (claims: Record<string, unknown>) => {
    const browser = await openProviderBrowser(server)
    return (await browser.goAndReturn(provider, id, { claims })).location
  }
  expect(await refused(claimsOf('boss@acme.example', 'boss'))).toBe(
    '/login?problem=account_pending',
  )
  await invite('shy@acme.example')
  const unverified = { ...claimsOf('shy@acme.example', 'shy'), email_verified: false }
  expect(await refused(unverified)).toBe('/login?problem=unverified_address')
  const { password_hash, status } = await server.db
    .selectFrom('users')
    .select(['password_hash', 'status'])
    .where('email', '=', 'shy@acme.example')
    .executeTakeFirstOrThrow()
  expect({ password_hash, status }).toEqual({ password_hash: null, status: 'pending' })
})

test('a second factor is asked for after the provider, unless that is trusted for it', async () => {
  const person = await connected('factor')
  const { secret } = await setUpSecondFactor(server, person)
  const { browser, finished } = await signInBy(person, 'factor', { sid: 'with-code' })
  expect(finished).toMatchObject({ status: 401, body: { code: 'second_factor_required' } })
  const { challenge } = finished.body
  const answered = await browser.send('POST', '/auth/second-factor', {
    challenge,
    code: codeOf(secret),
    trust_browser: true,
  })
  expect(answered.status).toBe(200)
  expect(await sessionOf(person.id)).toMatchObject({
    sign_in_method: `oidc:${host}+totp`,
    provider_session: 'with-code',
  })
  // The same browser is trusted by now.
  await browser.goAndReturn(provider, id, { claims: claimsOf(person.email, 'factor') })
  expect((await browser.finish()).status).toBe(200)
  expect((await sessionOf(person.id)).sign_in_method).toBe(`oidc:${host}+trusted_browser`)
  await set({ trusted_for_factor: true })
  expect((await signInBy(person, 'factor')).finished.status).toBe(200)
  await set({ trusted_for_factor: false })
  expect((await sessionOf(person.id)).sign_in_method).toBe(`oidc:${host}`)
})

test('coming back from the provider makes a session fresh, of the same person only, asked anew', async () => {
  const person = await connected('fresh')
  const age = () =>
    server.db
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - 3_600_000).toISOString(), confirmed_at: null })
      .where('user_id', '=', person.id)
      .execute()
  const browser = await openProviderBrowser(server)
  const confirm = (claims: object) =>
    browser.goAndReturn(
      provider,
      id,
      { claims: { ...claimsOf(person.email, 'fresh'), ...claims } },
      { call: 'confirm', token: person.token },
    )
  const disconnect = () =>
    server.api.as(person).raw('DELETE /users/me/identities/:id', { params: { id } })
  const seconds = Math.floor(Date.now() / 1000)
  await age()
  expect((await disconnect()).body.code).toBe('fresh_sign_in_required')
  for (const [claims, reason] of [
    [{}, 'not_asked_anew'],
    [{ auth_time: seconds - 3600 }, 'not_asked_anew'],
    [{ auth_time: seconds + 3600 }, 'not_asked_anew'],
    [{ sub: 'somebody else', auth_time: seconds }, 'other_person'],
  ] as const) {
    expect((await confirm(claims)).location).toBe(`/login/confirmed?problem=${reason}`)
    expect((await disconnect()).status).toBe(403)
  }
  expect((await confirm({ auth_time: seconds })).location).toBe('/login/confirmed')
  expect((await disconnect()).status).toBe(204)
})

test('an account is connected from within, and not with what is connected elsewhere', async () => {
  const person = await createMember(server)
  const browser = await openProviderBrowser(server)
  const connect = (subject: string) =>
    browser.goAndReturn(
      provider,
      id,
      { claims: { ...claimsOf(person.email, subject), email_verified: false } },
      { call: 'connect', token: person.token },
    )
  await connected('taken')
  const to = '/profile/security?problem='
  expect((await connect('taken')).location).toBe(`${to}subject_of_other`)
  expect((await connect('mine')).location).toBe('/profile/security?connected=yes')
  expect((await connect('mine-too')).location).toBe(`${to}other_subject`)
  const { body } = await server.api.as(person)('GET /users/me/identities')
  expect(body.providers).toMatchObject([{ id, connected: true, email: person.email }])
})

test('the only provider that is connected stays without a password, whatever others there are', async () => {
  const other = await FakeProvider.start()
  const { id: second } = await addProvider(server, admin, other, { name: 'Second ID' })
  try {
    const person = await connected('only-way')
    await server.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', person.id)
      .execute()
    const api = server.api.as(person)
    const ways = async () => {
      const { body } = await api('GET /users/me/identities')
      const ofTwo = body.providers.filter((one) => [id, second].includes(one.id))
      return [body.has_password, ...ofTwo.map((one) => [one.name, one.connected])]
    }
    const before = [false, ['Acme ID', true], ['Second ID', false]]
    expect(await ways()).toEqual(before)
    expect(await api.raw('DELETE /users/me/identities/:id', { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'only_way_in' },
    })
    expect(await ways()).toEqual(before)
  } finally {
    await server.db.deleteFrom('identity_providers').where('id', '=', second).execute()
    other.stop()
  }
})

test('what is told beside the token counts, but vouches for its own address only', async () => {
  const telling = await FakeProvider.start()
  telling.userinfo = {}
  const { id: own } = await addProvider(server, admin, telling, { name: 'Telling ID' })
  const person = await createMember(server)
  const come = async (said: object, userinfo: object) => {
    const browser = await openProviderBrowser(server)
    telling.userinfo = { sub: 'told', ...userinfo }
    const none = { email: undefined, email_verified: undefined }
    const claims = { ...claimsOf(person.email, 'told'), ...none, ...said }
    return (await browser.goAndReturn(telling, own, { claims })).location
  }
  const verified = { email: person.email, email_verified: true }
  expect(await come({}, verified)).toBe('/login/finish')
  expect(await come({}, { ...verified, sub: 'somebody else' })).toBe(
    '/login?problem=unverified_address',
  )
  const theirs = { email: 'somebody-else@acme.example', email_verified: true }
  const unverified = '/login?problem=unverified_address'
  expect(await come({ email: person.email }, verified)).toBe('/login/finish')
  expect(await come({ email: person.email }, theirs)).toBe(unverified)
  expect(await come({ email_verified: true }, { email: person.email })).toBe(unverified)
  telling.stop()
})

test('whoever is connected is told by mail, and when that ends', async () => {
  const person = await createMember(server)
  const browser = await openProviderBrowser(server)
  await browser.goAndReturn(
    provider,
    id,
    { claims: claimsOf(person.email, 'told-by-mail') },
    { call: 'connect', token: person.token },
  )
  await server.api.as(person)('DELETE /users/me/identities/:id', { params: { id } })
  const { browser: another } = await signInBy(person, 'told-by-mail')
  const { body } = await another.send('POST', '/auth/login', {
    email: person.email,
    password: PASSWORD,
  })
  await another.send('POST', '/auth/oidc/link', undefined, String(body.token))
  const rows = await server.db
    .selectFrom('mails')
    .select('data')
    .where('user_id', '=', person.id)
    .where('kind', '=', 'second_factor_changed')
    .orderBy('id')
    .execute()
  expect(rows.map(({ data }) => data)).toEqual([
    { change: 'provider_connected', provider: 'Acme ID' },
    { change: 'provider_disconnected', provider: 'Acme ID' },
    { change: 'provider_connected', provider: 'Acme ID' },
  ])
})

test.each(['jwks_uri', 'token_endpoint', 'userinfo_endpoint'])(
  'a provider over TLS that names a %s without is refused, and nothing is asked there',
  async (name) => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (address: string | URL) => {
      asked.push(String(address))
      const issuer = 'https://id.example.com'
      return Response.json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        [name]: 'http://id.example.com/plain',
        keys: [],
      })
    })
    try {
      await expect(testProvider('https://id.example.com')).rejects.toThrow(
        'it names an address without TLS',
      )
      expect(asked.filter((address) => address.startsWith('http:'))).toEqual([])
    } finally {
      vi.unstubAllGlobals()
    }
  },
)

test('a provider that is down, slow or endless is said to be so, and holds up nobody', async () => {
  const other = await FakeProvider.start()
  const { id: down } = await addProvider(server, admin, other, { name: 'Down ID' })
  const start = () =>
    server.api.raw('POST /auth/oidc/:id/start', { params: { id: down }, body: {} })
  other.fault = { status: 500, body: '{}' }
  expect(await start()).toMatchObject({ status: 502, body: { code: 'provider_unavailable' } })
  other.fault = { status: 200, body: `{"x":"${'x'.repeat(600_000)}"}` }
  expect(await start()).toMatchObject({ status: 502, body: { code: 'provider_unavailable' } })
  other.fault = 'silent'
  const begun = performance.now()
  const waiting = Array.from({ length: 12 }, start)
  // More of them wait than there are connections to the database, and others are answered.
  expect((await server.api.as(admin)('GET /auth/me')).status).toBe(200)
  expect(performance.now() - begun).toBeLessThan(scaled(2000))
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(502)
  expect(performance.now() - begun).toBeLessThan(scaled(9000))
  other.stop()
  expect(await start()).toMatchObject({
    status: 502,
    body: {
      error:
        'Down ID can’t be reached right now. Please try again in a moment, or sign in another way.',
    },
  })
  const away = await server.db
    .selectFrom('audit_events')
    .select('details')
    .where('action', '=', 'sign_in.provider_away')
    .orderBy('id')
    .execute()
  // At the 1st and the 10th time.
  expect(away.map(({ details }) => details)).toEqual([
    { call: 'POST /auth/oidc/:id/start', count: 1, provider: 'Down ID' },
    { call: 'POST /auth/oidc/:id/start', count: 10, provider: 'Down ID' },
  ])
})
