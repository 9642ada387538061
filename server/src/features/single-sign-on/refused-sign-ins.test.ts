import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import {
  type FakeProvider as Provider,
  FakeProvider,
  strangersKey,
} from '../../testing/fake-provider.ts'
import {
  addProvider,
  claimsOf,
  type Detour,
  linkPerson,
  openProviderBrowser,
} from '../../testing/single-sign-on.ts'
import { codeOf, setUpSecondFactor } from '../../testing/second-factors.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
let person: Member
let provider: Provider
let id: string

beforeAll(async () => {
  server = await startTestServer()
  provider = await FakeProvider.start()
  admin = await createMember(server)
  person = await createMember(server, { email: 'nora@acme.example' })
  id = (await addProvider(server, admin, provider)).id
  await linkPerson(server, { id, userId: person.id, subject: 'nora' })
})
afterAll(async () => {
  provider.stop()
  await server.stop()
})
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
  provider.metadata = {}
  provider.fault = null
})

const seconds = () => Math.floor(Date.now() / 1000)
const right = () => claimsOf(person.email, 'nora')
const newest = () =>
  server.db
    .selectFrom('audit_events')
    .select(['action', 'actor_id', 'details'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
const countSessions = async () =>
  (await server.db.selectFrom('sessions').select('id').execute()).length

/** Nothing is opened, the page is told why, and so is the audit trail. */
async function outcomeOf(
  answer: { status: number; location: string },
  browser: { finish: () => Promise<{ status: number }> },
  sessions: number,
) {
  const { action, details } = await newest()
  return {
    status: answer.status,
    location: answer.location,
    action,
    details,
    finish: (await browser.finish()).status,
    opened: (await countSessions()) - sessions,
  }
}

const refusedFor = (reason: string) => ({
  status: 303,
  location: `/login?problem=${reason}`,
  action: 'sign_in.provider_refused',
  details: { provider: 'Acme ID', reason },
  finish: 401,
  opened: 0,
})

test('with nothing wrong the same way opens a session', async () => {
  const browser = await openProviderBrowser(server)
  const back = await browser.goAndReturn(provider, id, { claims: right() })
  expect(back).toMatchObject({ status: 303, location: '/login/finish' })
  const { status, body } = await browser.finish()
  expect({ status, user: body.user }).toMatchObject({ status: 200, user: { id: person.id } })
})

const cases: [name: string, reason: string, detour: () => Detour][] = [
  ['a state that nobody gave', 'wrong_state', () => ({ query: { state: 'a'.repeat(43) } })],
  ['no state at all', 'wrong_state', () => ({ query: { state: undefined } })],
  ['a nonce of another sign-in', 'wrong_nonce', () => ({ nonce: 'another' })],
  ['no nonce', 'wrong_nonce', () => ({ claims: { nonce: undefined } })],
  ['another issuer', 'wrong_issuer', () => ({ claims: { iss: 'https://evil.example' } })],
  ['another audience', 'wrong_audience', () => ({ claims: { aud: 'somebody-else' } })],
  ['two audiences and no azp', 'wrong_audience', () => ({ claims: { aud: ['front-desk', 'x'] } })],
  ['meant for another party (azp)', 'wrong_azp', () => ({ claims: { azp: 'somebody-else' } })],
  ['algorithm none', 'wrong_algorithm', () => ({ header: { alg: 'none' }, key: null })],
  [
    'HS256 with the public key as secret',
    'wrong_algorithm',
    () => ({ header: { alg: 'HS256' }, key: 'public' }),
  ],
  ['a key of somebody else under the same name', 'wrong_signature', () => ({ key: strangersKey })],
  [
    'a key that the provider does not show',
    'unknown_key',
    () => ({ header: { kid: 'second' }, key: strangersKey }),
  ],
  ['a token that is over', 'expired_token', () => ({ claims: { exp: seconds() - 120 } })],
  ['a token of the future', 'issued_in_future', () => ({ claims: { iat: seconds() + 600 } })],
  ['no subject', 'no_subject', () => ({ claims: { sub: undefined } })],
  ['an empty subject', 'no_subject', () => ({ claims: { sub: '' } })],
  ['a subject that no table takes', 'no_subject', () => ({ claims: { sub: 'no\0ra' } })],
  ['no token', 'bad_answer', () => ({ isMissing: true })],
  ['a code that was never granted', 'code_refused', () => ({ query: { code: 'made-up' } })],
  [
    'the provider says no',
    'error_answer',
    () => ({ query: { code: undefined, error: 'access_denied' } }),
  ],
  [
    'the answer of another provider (iss)',
    'mixed_up',
    () => ({ query: { iss: 'https://evil.example' } }),
  ],
]

test.each(cases)('refused: %s', async (_name, reason, detour) => {
  const browser = await openProviderBrowser(server)
  const sessions = await countSessions()
  const made = detour()
  const back = await browser.goAndReturn(provider, id, {
    ...made,
    claims: { ...right(), ...made.claims },
  })
  expect(await outcomeOf(back, browser, sessions)).toEqual(refusedFor(reason))
})

const strangers: [
  name: string,
  reason: string,
  claims: () => Record<string, unknown>,
  fields?: object,
][] = [
  [
    'an address that is not verified',
    'unverified_address',
    () => ({ ...claimsOf(person.email), email_verified: false }),
  ],
  [
    'an address that nobody says is verified',
    'unverified_address',
    () => ({ ...claimsOf(person.email), email_verified: undefined }),
  ],
  ['an account of another subject', 'other_subject', () => claimsOf(person.email, 'nora-2')],
  ['nobody has an account', 'no_account', () => claimsOf('nobody@acme.example')],
  [
    'a domain that is not allowed',
    'domain_not_allowed',
    () => claimsOf('nora@evil.example'),
    { allowed_domains: ['acme.example'] },
  ],
  [
    'a domain that only ends like one that is allowed',
    'domain_not_allowed',
    () => claimsOf('nora@evil-acme.example'),
    { allowed_domains: ['acme.example'] },
  ],
  [
    'another tenant',
    'tenant_not_allowed',
    () => ({ ...right(), tid: 'theirs' }),
    { preset: 'entra', tenant: 'ours' },
  ],
  ['no hosted domain', 'tenant_not_allowed', right, { preset: 'google', tenant: 'acme.example' }],
  [
    'an Entra address without word of its domain',
    'unverified_address',
    () => claimsOf('admin@acme.example'),
    { preset: 'entra' },
  ],
]

test.each(strangers)('refused: %s', async (_name, reason, claims, fields = {}) => {
  const set = { preset: 'other' as const, tenant: null, allowed_domains: [], ...fields }
  await server.db.updateTable('identity_providers').set(set).execute()
  const browser = await openProviderBrowser(server)
  const sessions = await countSessions()
  const back = await browser.goAndReturn(provider, id, { claims: claims() })
  expect(await outcomeOf(back, browser, sessions)).toEqual(refusedFor(reason))
  const restored = { preset: 'other' as const, tenant: null, allowed_domains: [] }
  await server.db.updateTable('identity_providers').set(restored).execute()
})

test.each([
  ['inactive', 'account_inactive'],
  ['pending', 'account_pending'],
] as const)('refused: an account that is %s, by name of the person', async (status, reason) => {
  const gone = await createMember(server)
  await server.db.updateTable('users').set({ status }).where('id', '=', gone.id).execute()
  const browser = await openProviderBrowser(server)
  const sessions = await countSessions()
  const back = await browser.goAndReturn(provider, id, { claims: claimsOf(gone.email) })
  expect(await outcomeOf(back, browser, sessions)).toEqual(refusedFor(reason))
  expect((await newest()).actor_id).toBe(gone.id)
})

/** Sets out without coming back; returns the address to come back to. */
async function setOut(browser: Awaited<ReturnType<typeof openProviderBrowser>>) {
  const begun = await browser.send('POST', `/auth/oidc/${id}/start`, {})
  const asked = new URL(String(begun.body.url)).searchParams
  const code = provider.grant({
    nonce: asked.get('nonce')!,
    challenge: asked.get('code_challenge')!,
    claims: right(),
  })
  const state = asked.get('state')!
  return { state, path: `/auth/oidc/${id}/callback?${new URLSearchParams({ code, state })}` }
}

test('refused: a state that was used, with the code replayed', async () => {
  const browser = await openProviderBrowser(server)
  const { path } = await setOut(browser)
  expect((await browser.send('GET', path)).location).toBe('/login/finish')
  expect((await browser.finish()).status).toBe(200)
  const sessions = await countSessions()
  expect(await outcomeOf(await browser.send('GET', path), browser, sessions)).toEqual(
    refusedFor('used_state'),
  )
})

test('of two who come back with one state at once one gets in, and of two with one cookie', async () => {
  const browser = await openProviderBrowser(server)
  const { path } = await setOut(browser)
  const both = await Promise.all([browser.send('GET', path), browser.send('GET', path)])
  expect(both.map(({ location }) => location).toSorted()).toEqual([
    '/login/finish',
    '/login?problem=used_state',
  ])
  const sessions = await countSessions()
  const finished = await Promise.all(Array.from({ length: 4 }, () => browser.finish()))
  expect(finished.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 401, 401, 401,
  ])
  expect(await countSessions()).toBe(sessions + 1)
})

test('refused: a state of the way to another provider', async () => {
  const other = await FakeProvider.start()
  const { id: another } = await addProvider(server, admin, other, { name: 'Other ID' })
  const browser = await openProviderBrowser(server)
  const { path } = await setOut(browser)
  const sessions = await countSessions()
  const back = await browser.send('GET', path.replace(id, another))
  expect(await outcomeOf(back, browser, sessions)).toEqual({
    ...refusedFor('wrong_state'),
    details: { provider: 'Other ID', reason: 'wrong_state' },
  })
  expect(other.asked).not.toContain('/token')
  // Nothing is used up by it.
  expect((await browser.send('GET', path)).location).toBe('/login/finish')
  await server.db.deleteFrom('identity_providers').where('id', '=', another).execute()
  other.stop()
})

test('refused: a code replayed with a state of its own', async () => {
  const browser = await openProviderBrowser(server)
  const first = await setOut(browser)
  await browser.send('GET', first.path)
  await browser.finish()
  const { state } = await setOut(browser)
  const replayed = first.path.replace(/state=[^&]*/, `state=${state}`)
  const sessions = await countSessions()
  expect(await outcomeOf(await browser.send('GET', replayed), browser, sessions)).toEqual(
    refusedFor('code_refused'),
  )
})

test('refused: another browser, which uses nothing up', async () => {
  const browser = await openProviderBrowser(server)
  const { path } = await setOut(browser)
  const thief = await openProviderBrowser(server)
  const sessions = await countSessions()
  expect(await outcomeOf(await thief.send('GET', path), thief, sessions)).toEqual(
    refusedFor('other_browser'),
  )
  await thief.send('POST', `/auth/oidc/${id}/start`, {})
  expect(await outcomeOf(await thief.send('GET', path), thief, sessions)).toEqual(
    refusedFor('other_browser'),
  )
  expect((await browser.send('GET', path)).location).toBe('/login/finish')
})

test('refused: a way back after ten minutes', async () => {
  const browser = await openProviderBrowser(server)
  const { path, state } = await setOut(browser)
  await server.db
    .updateTable('identity_flows')
    .set({ created_at: new Date(Date.now() - 11 * 60_000).toISOString() })
    .where('state_hash', '=', createHash('sha256').update(state).digest())
    .execute()
  const sessions = await countSessions()
  expect(await outcomeOf(await browser.send('GET', path), browser, sessions)).toEqual(
    refusedFor('expired'),
  )
})

test('refused: what came back longer than five minutes ago, and twice', async () => {
  const browser = await openProviderBrowser(server)
  await browser.goAndReturn(provider, id, { claims: right() })
  const kept = browser.jar.get('frontdesk_arrival')!
  expect((await browser.finish()).status).toBe(200)
  browser.jar.set('frontdesk_arrival', kept)
  expect(await browser.finish()).toMatchObject({ status: 401, body: { code: 'sign_in_over' } })
  await browser.goAndReturn(provider, id, { claims: right() })
  await server.db
    .updateTable('identity_arrivals')
    .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
    .execute()
  expect(await browser.finish()).toMatchObject({ status: 401, body: { code: 'sign_in_over' } })
})

test('refused: a provider that was switched off on the way', async () => {
  const browser = await openProviderBrowser(server)
  const { path } = await setOut(browser)
  await server.db.updateTable('identity_providers').set({ enabled: false }).execute()
  const { location } = await browser.send('GET', path)
  await server.db.updateTable('identity_providers').set({ enabled: true }).execute()
  expect(location).toBe('/login?problem=unknown_provider')
})

test('refused: a provider that was switched off after the way back, also where a code is asked for', async () => {
  const set = (enabled: boolean) =>
    server.db.updateTable('identity_providers').set({ enabled }).execute()
  const browser = await openProviderBrowser(server)
  await browser.goAndReturn(provider, id, { claims: right() })
  await set(false)
  expect(await browser.finish()).toMatchObject({ status: 401, body: { code: 'sign_in_over' } })
  await set(true)

  const careful = await createMember(server)
  await linkPerson(server, { id, userId: careful.id, subject: 'careful' })
  const { secret } = await setUpSecondFactor(server, careful)
  await browser.goAndReturn(provider, id, { claims: claimsOf(careful.email, 'careful') })
  const { challenge } = (await browser.finish()).body
  const answer = () =>
    browser.send('POST', '/auth/second-factor', { challenge, code: codeOf(secret) })
  await set(false)
  expect(await answer()).toMatchObject({ status: 401, body: { code: 'challenge_over' } })
  await set(true)
  expect((await answer()).status).toBe(200)
})

test('refused: an account that was deactivated between the way back and the end', async () => {
  const leaver = await createMember(server)
  await linkPerson(server, { id, userId: leaver.id, subject: 'leaver' })
  const browser = await openProviderBrowser(server)
  await browser.goAndReturn(provider, id, { claims: claimsOf(leaver.email, 'leaver') })
  await server.db
    .updateTable('users')
    .set({ status: 'inactive' })
    .where('id', '=', leaver.id)
    .execute()
  expect(await browser.finish()).toMatchObject({ status: 401, body: { code: 'sign_in_over' } })
})

test('ways there are limited for a network', async () => {
  const browser = await openProviderBrowser(server)
  const start = () => browser.send('POST', `/auth/oidc/${id}/start`, {})
  expect((await start()).status).toBe(200)
  await server.db
    .updateTable('rate_limits')
    .set({ hits: 600 })
    .where('bucket', 'like', 'provider-from:%')
    .execute()
  expect((await start()).status).toBe(429)
})

test('a path to return to is only one of this site', async () => {
  for (const [wanted, kept] of [
    ['/policies?search=a', '/login/finish?redirect=%2Fpolicies%3Fsearch%3Da'],
    ['https://evil.example/', '/login/finish'],
    ['//evil.example/', '/login/finish'],
    [String.raw`/\evil.example`, '/login/finish'],
    ['/.//evil.example/', '/login/finish'],
  ] as const) {
    const browser = await openProviderBrowser(server)
    const back = await browser.goAndReturn(
      provider,
      id,
      { claims: right() },
      { body: { return_to: wanted } },
    )
    expect(back.location).toBe(kept)
  }
})

// The last: what it writes down is of half a minute later.
test('a provider that was made anew with another key of the same name is believed again', async () => {
  const signIn = async () => {
    const browser = await openProviderBrowser(server)
    return browser.goAndReturn(provider, id, { claims: right() })
  }
  expect((await signIn()).location).toBe('/login/finish')
  provider.changeKey()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000)
  try {
    expect((await signIn()).location).toBe('/login?problem=wrong_signature')
    expect((await signIn()).location).toBe('/login/finish')
  } finally {
    clock.mockRestore()
  }
})
