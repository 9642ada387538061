import { CLOSE_UNAUTHORIZED } from '@frontdesk/contract/constants'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import { FakeProvider, type Forgery, strangersKey } from '../../testing/fake-provider.ts'
import { scaled } from '../../testing/patience.ts'
import {
  addProvider,
  claimsOf,
  linkPerson,
  openProviderBrowser,
} from '../../testing/single-sign-on.ts'
import { codeOf, setUpSecondFactor } from '../../testing/second-factors.ts'
import { openSocketAs } from '../../testing/socket.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let provider: FakeProvider
let person: Member
let id: string

beforeAll(async () => {
  server = await startTestServer()
  provider = await FakeProvider.start()
  id = (await addProvider(server, await createMember(server), provider)).id
  person = await createMember(server)
  await linkPerson(server, { id, userId: person.id, subject: 'leaver' })
})
afterAll(async () => {
  provider.stop()
  await server.stop()
})
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
  await server.db.updateTable('identity_providers').set({ ends_sessions: 'own' }).execute()
})

async function signIn(session: string) {
  const browser = await openProviderBrowser(server)
  const claims = { ...claimsOf(person.email, 'leaver'), sid: session }
  await browser.goAndReturn(provider, id, { claims })
  return { token: String((await browser.finish()).body.token) }
}

const tell = (token: string) =>
  server.api.raw('POST /auth/oidc/:id/backchannel-logout', {
    params: { id },
    body: new URLSearchParams({ logout_token: token }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
const isIn = async (caller: { token: string }) =>
  (await server.api.as(caller).raw('GET /auth/me')).status === 200
const newest = () =>
  server.db
    .selectFrom('audit_events')
    .select(['action', 'actor_id', 'details'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

test('a log-out at the provider ends that session here, with its sockets, within a second', async () => {
  const [first, second] = [await signIn('one'), await signIn('two')]
  const ends = await openSocketAs(server.url, first)
  const stays = await openSocketAs(server.url, second)
  const started = performance.now()
  expect((await tell(provider.logoutToken({ sid: 'one' }))).status).toBe(204)
  expect(await ends.closed).toBe(CLOSE_UNAUTHORIZED)
  expect(performance.now() - started).toBeLessThan(scaled(1000))
  expect([await isIn(first), await isIn(second), await isIn(person)]).toEqual([false, true, true])
  expect(await newest()).toMatchObject({
    action: 'provider.logged_out',
    actor_id: person.id,
    details: { provider: 'Acme ID', sessions: 1 },
  })
  stays.close()
})

test('a person removed there loses all that began by it, or everything where that is chosen', async () => {
  const [first, second] = [await signIn('one'), await signIn('two')]
  await tell(provider.logoutToken({ sub: 'leaver' }))
  expect([await isIn(first), await isIn(second), await isIn(person)]).toEqual([false, false, true])
  await server.db.updateTable('identity_providers').set({ ends_sessions: 'all' }).execute()
  await tell(provider.logoutToken({ sub: 'leaver', sid: 'unknown' }))
  expect(await isIn(person)).toBe(false)
})

test('a sign-in that is half way ends with it', async () => {
  const browser = await openProviderBrowser(server)
  await browser.goAndReturn(provider, id, { claims: claimsOf(person.email, 'leaver') })
  await tell(provider.logoutToken({ sub: 'leaver' }))
  expect(await browser.finish()).toMatchObject({ status: 401, body: { code: 'sign_in_over' } })
})

test.each(['sid', 'sub'])('so does one that is asked for a code, by its %s', async (by) => {
  const other = await createMember(server)
  const subject = `half-${by}`
  await linkPerson(server, { id, userId: other.id, subject })
  const { secret } = await setUpSecondFactor(server, other)
  const begin = async () => {
    const browser = await openProviderBrowser(server)
    await browser.goAndReturn(provider, id, {
      claims: { ...claimsOf(other.email, subject), sid: `session-${by}` },
    })
    return browser
  }
  const names = by === 'sid' ? { sid: `session-${by}` } : { sub: subject }
  const arrived = await begin()
  const asked = await begin()
  const { challenge } = (await asked.finish()).body
  expect((await tell(provider.logoutToken(names))).status).toBe(204)
  expect(await arrived.finish()).toMatchObject({ status: 401, body: { code: 'sign_in_over' } })
  const body = { challenge, code: codeOf(secret) }
  expect(await asked.send('POST', '/auth/second-factor', body)).toMatchObject({
    status: 401,
    body: { code: 'challenge_over' },
  })
})

test('a log-out of one session there leaves what began by another', async () => {
  const browser = await openProviderBrowser(server)
  const claims = { ...claimsOf(person.email, 'leaver'), sid: 'kept' }
  await browser.goAndReturn(provider, id, { claims })
  await tell(provider.logoutToken({ sid: 'another' }))
  expect((await browser.finish()).status).toBe(200)
})

test('of somebody who is not known here nothing ends, and nothing is told', async () => {
  const own = await signIn('one')
  expect((await tell(provider.logoutToken({ sub: 'nobody' }))).status).toBe(204)
  expect(await isIn(own)).toBe(true)
})

const seconds = () => Math.floor(Date.now() / 1000)
const cases: [name: string, reason: string, claims: () => object, forgery?: Forgery][] = [
  ['a key of somebody else', 'wrong_signature', () => ({}), { key: strangersKey }],
  ['algorithm none', 'wrong_algorithm', () => ({}), { header: { alg: 'none' }, key: null }],
  [
    'HS256 with the public key as secret',
    'wrong_algorithm',
    () => ({}),
    { header: { alg: 'HS256' }, key: 'public' },
  ],
  ['another issuer', 'wrong_issuer', () => ({ iss: 'https://evil.example' })],
  ['another audience', 'wrong_audience', () => ({ aud: 'somebody-else' })],
  ['a token that is over', 'expired_token', () => ({ exp: seconds() - 120 })],
  ['an old one without an end', 'expired_token', () => ({ exp: undefined, iat: seconds() - 3600 })],
  ['no time', 'issued_in_future', () => ({ iat: undefined })],
  ['one of the future', 'issued_in_future', () => ({ iat: seconds() + 600 })],
  ['no event: an id token', 'no_logout_event', () => ({ events: undefined })],
  ['a nonce', 'has_nonce', () => ({ nonce: 'x' })],
  ['no jti', 'no_jti', () => ({ jti: undefined })],
  ['nobody named', 'no_subject', () => ({ sub: undefined })],
  ['a session that is no text', 'no_subject', () => ({ sid: 1 })],
  ['an empty session', 'no_subject', () => ({ sid: '' })],
  ['a token of another type', 'wrong_type', () => ({}), { header: { typ: 'at+jwt' } }],
]

test.each(cases)('refused: %s', async (_name, reason, claims, forgery) => {
  const own = await signIn('one')
  const token = provider.logoutToken({ sub: 'leaver', ...claims() }, forgery)
  expect(await tell(token)).toMatchObject({ status: 400, body: { code: 'bad_logout_token' } })
  expect(await newest()).toMatchObject({
    action: 'provider.log_out_refused',
    details: { provider: 'Acme ID', reason },
  })
  expect(await isIn(own)).toBe(true)
})

test('refused: one that was told before', async () => {
  const token = provider.logoutToken({ sub: 'leaver' })
  expect((await tell(token)).status).toBe(204)
  const own = await signIn('later')
  expect((await tell(token)).status).toBe(400)
  expect((await newest()).details).toMatchObject({ reason: 'told_before' })
  expect(await isIn(own)).toBe(true)
})

test('what is no form, too long, or without a token is refused', async () => {
  const post = (body: string, type = 'application/x-www-form-urlencoded') =>
    server.api.raw('POST /auth/oidc/:id/backchannel-logout', {
      params: { id },
      body,
      headers: { 'Content-Type': type },
    })
  expect((await post('x=1')).status).toBe(400)
  expect((await post('{}', 'application/json')).status).toBe(415)
  expect((await post(`logout_token=${'a'.repeat(20_000)}`)).status).toBe(413)
  expect((await post('logout_token=a.b.c')).status).toBe(400)
})
