import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import { FakeProvider } from '../../testing/fake-provider.ts'
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
let person: Member

beforeAll(async () => {
  server = await startTestServer()
  provider = await FakeProvider.start()
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
  person = await createMember(server)
})

const setSession = (fields: object) =>
  server.db.updateTable('sessions').set(fields).where('user_id', '=', person.id).execute()
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

async function connect(subject: string, meanwhile: () => Promise<unknown> = async () => undefined) {
  const browser = await openProviderBrowser(server)
  const query = await browser.goToProvider(
    provider,
    id,
    { claims: claimsOf(person.email, subject) },
    { call: 'connect', token: person.token },
  )
  await meanwhile()
  return browser.send('GET', `/auth/oidc/${id}/callback?${new URLSearchParams(query)}`)
}
const linkOf = () =>
  server.db
    .selectFrom('identity_links')
    .select(['subject', 'origin'])
    .where('user_id', '=', person.id)
    .executeTakeFirst()

test('what is connected from within keeps whose hand was in that session', async () => {
  await setSession({ origin: 'after_admin_reset' })
  await connect('from-within')
  expect(await linkOf()).toEqual({ subject: 'from-within', origin: 'after_admin_reset' })
})

test.each([
  ['is over', () => setSession({ expires_at: minutesAgo(1) })],
  [
    'is of somebody deactivated',
    () =>
      server.db
        .updateTable('users')
        .set({ status: 'inactive' })
        .where('id', '=', person.id)
        .execute(),
  ],
])('nothing is connected to a session that %s by the way back', async (_, end) => {
  const { location } = await connect('too-late', end)
  expect(location).toBe('/profile/security?problem=session_over')
  expect(await linkOf()).toBeUndefined()
})

test('what came back is connected by a fresh sign-in only', async () => {
  const browser = await openProviderBrowser(server)
  await browser.goAndReturn(provider, id, { claims: claimsOf(person.email, 'stale') })
  await setSession({ created_at: minutesAgo(11) })
  const link = () => browser.send('POST', '/auth/oidc/link', undefined, person.token)
  expect(await link()).toMatchObject({ status: 401, body: { code: 'sign_in_over' } })
  await setSession({ confirmed_at: minutesAgo(1) })
  expect((await link()).status).toBe(200)
})

test('confirming by a provider takes the connection, and the code before it, once', async () => {
  const browser = await openProviderBrowser(server)
  const begin = (code?: string) =>
    browser.send('POST', `/auth/oidc/${id}/confirm`, { code }, person.token)
  expect((await begin()).status).toBe(404)
  await linkPerson(server, { id, userId: person.id, subject: 'careful' })
  expect((await begin()).status).toBe(200)
  const { secret } = await setUpSecondFactor(server, person)
  expect(await begin()).toMatchObject({ status: 422, body: { code: 'code_required' } })
  const code = codeOf(secret)
  const wrong = code === '000000' ? '111111' : '000000'
  expect(await begin(wrong)).toMatchObject({ status: 422, body: { code: 'wrong_code' } })
  expect((await begin(code)).status).toBe(200)
  expect(await begin(code)).toMatchObject({ status: 422, body: { code: 'code_used' } })
  // Coming back from it says what was given.
  await setSession({ created_at: minutesAgo(60) })
  const back = await browser.goAndReturn(
    provider,
    id,
    {
      claims: { ...claimsOf(person.email, 'careful'), auth_time: Math.floor(Date.now() / 1000) },
    },
    { call: 'confirm', token: person.token, body: { code: codeOf(secret, 1) } },
  )
  expect(back.location).toBe('/login/confirmed')
  const { confirmed_with: method } = await server.db
    .selectFrom('sessions')
    .select('confirmed_with')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(method).toMatch(/^oidc:.*\+totp$/)
  for (let n = 0; n < 10; n += 1) await begin(wrong)
  expect((await begin(wrong)).status).toBe(429)
})

test('a client secret stays with its issuer and client, and another issuer forgets who was connected', async () => {
  const other = await FakeProvider.start()
  const set = await addProvider(server, admin, other, { name: 'Moving ID' })
  await linkPerson(server, { id: set.id, userId: person.id, subject: 'moved' })
  const change = (fields: object) =>
    server.api.as(admin).raw('PUT /admin/identity-providers/:id', {
      params: { id: set.id },
      body: { ...set, enabled: false, ...fields },
    })
  for (const fields of [{ issuer: 'https://evil.example' }, { client_id: 'another' }]) {
    expect(await change(fields)).toMatchObject({ status: 422, body: { code: 'secret_needed' } })
  }
  expect((await change({ name: 'Moved ID' })).status).toBe(200)
  expect(await linkOf()).toBeDefined()
  const moved = { issuer: 'https://elsewhere.example', client_secret: 'a new one' }
  expect((await change(moved)).status).toBe(200)
  expect(await linkOf()).toBeUndefined()
  other.stop()
})

test('a provider’s redirections are not followed', async () => {
  const inside = await FakeProvider.start()
  const leading = await FakeProvider.start()
  const location = `${inside.issuer}/.well-known/openid-configuration`
  leading.fault = { status: 302, body: '', headers: { Location: location } }
  const body = { issuer: leading.issuer }
  expect(
    await server.api.as(admin).raw('POST /admin/identity-providers/test', { body }),
  ).toMatchObject({ status: 422, body: { code: 'provider_unavailable' } })
  expect(inside.asked).toEqual([])
  inside.stop()
  leading.stop()
})

test('a provider that calls itself otherwise is refused, also where the library lets it pass', async () => {
  const host = 'https://login.microsoftonline.com'
  vi.stubGlobal('fetch', async () =>
    Response.json({
      issuer: `${host}/another-tenant/v2.0`,
      authorization_endpoint: `${host}/authorize`,
      token_endpoint: `${host}/token`,
      jwks_uri: `${host}/keys`,
      keys: [],
    }),
  )
  try {
    for (const tenant of ['common', 'our-tenant']) {
      await expect(testProvider(`${host}/${tenant}/v2.0`)).rejects.toThrow('it calls itself')
    }
  } finally {
    vi.unstubAllGlobals()
  }
})

test.each([
  'https://login.microsoftonline.com/common/v2.0',
  'https://login.microsoftonline.com/Organizations/v2.0',
  'https://login.microsoftonline.us/consumers',
])(
  '%s names no organization: it is refused at its field, before anybody is asked',
  async (issuer) => {
    const set = await addProvider(server, admin, { issuer: `https://${uuidv7()}.example` })
    const as = server.api.as(admin)
    const { id: _, ...fields } = set
    for (const [call, body] of [
      ['POST /admin/identity-providers', { ...fields, client_secret: 'secret', issuer }],
      ['PUT /admin/identity-providers/:id', { ...fields, issuer }],
      ['POST /admin/identity-providers/test', { issuer }],
    ] as const) {
      expect(await as.raw(call, { params: { id: set.id }, body }), call).toMatchObject({
        status: 422,
        body: { fields: { issuer: expect.stringContaining('Directory (tenant) ID') } },
      })
    }
  },
)
