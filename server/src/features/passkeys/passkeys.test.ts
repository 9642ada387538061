import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  bytes,
  createAuthenticator,
  type Authenticator,
  type Lie,
  text,
} from '../../testing/authenticator.ts'
import { createMember, createPolicy, type Member, PASSWORD } from '../../testing/factories.ts'
import { addPasskey, signInOptions, SITE } from '../../testing/passkeys.ts'
import { openBrowserOf } from '../../testing/second-factors.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { updateLastSignIn } from './passkeys.queries.ts'

let server: TestServer
let admin: Member
let person: Member
let device: Authenticator
let passkeyId: string

beforeAll(async () => {
  server = await startTestServer({ config: { publicUrl: SITE } })
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
})
afterAll(async () => server.stop())
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
  person = await createMember(server)
  const made = await addPasskey(server, person)
  device = made.device
  passkeyId = made.passkey.id
})

const signIn = (answer: unknown, more: object = {}) =>
  server.api.raw('POST /auth/passkey', { body: { answer, ...more } })

const signInWith = async (by: Authenticator, lie: Lie = {}) =>
  signIn(by.get(await signInOptions(server), lie))

const own = (token: string) => server.api.as({ token })

async function refusalsOf({ id }: Member) {
  const rows = await server.db
    .selectFrom('audit_events')
    .select('details')
    .where('actor_id', '=', id)
    .where('action', '=', 'passkey.refused')
    .orderBy('id')
    .execute()
  return rows.map(({ details }) => (details as { reason: string }).reason)
}

async function lastRefusal() {
  const { details } = await server.db
    .selectFrom('audit_events')
    .select('details')
    .where('action', '=', 'passkey.refused')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return (details as { reason: string }).reason
}

async function recordOf(token: string) {
  const { id } = await createPolicy(server.api.as(admin))
  const { body } = await own(token)('POST /policies/:id/acknowledge', { params: { id } })
  return body
}

/** What they were told by mail, in order. */
async function toldOf({ id }: Member) {
  const rows = await server.db
    .selectFrom('mails')
    .select('data')
    .where('user_id', '=', id)
    .where('kind', '=', 'second_factor_changed')
    .orderBy('id')
    .execute()
  return rows.map(({ data }) => (data as { change: string }).change)
}

const sessionsOf = ({ id }: Member) =>
  server.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()

test('a passkey signs in without a password, and what is acknowledged says so', async () => {
  const options = await signInOptions(server)
  expect(options).toMatchObject({ rpId: 'desk.example.com', userVerification: 'required' })
  expect(options.allowCredentials ?? []).toEqual([])
  const { status, body } = await signIn(device.get(options))
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ id: person.id, second_factor: { on: true } })
  expect(await recordOf(String(body.token))).toMatchObject({
    sign_in_method: 'passkey',
    session_origin: 'password',
  })
  const { body: list } = await server.api.as(person)('GET /users/me/passkeys')
  expect(list).toMatchObject({
    unavailable: null,
    passkeys: [{ id: passkeyId, name: 'Laptop', last_used_at: expect.any(String) }],
  })
})

test('what a browser was asked to sign is taken of no other', async () => {
  const mine = await openBrowserOf(server, person)
  const other = await openBrowserOf(server, person)
  const { body } = await mine.post('passkey/options', {})
  const answer = device.get(body.options as Record<string, unknown>)
  const sent = { answer, remember_me: false }
  expect(await other.post('passkey', sent)).toMatchObject({
    body: { code: 'passkey_challenge_over' },
  })
  expect((await mine.post('passkey', sent)).status).toBe(200)
})

test('making one takes a fresh sign-in, and its owner is told', async () => {
  expect(await toldOf(person)).toEqual(['passkey_added'])
  await server.db
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - 11 * 60_000).toISOString() })
    .where('user_id', '=', person.id)
    .execute()
  const api = server.api.as(person)
  const refused = { status: 403, body: { code: 'fresh_sign_in_required' } }
  expect(await api.raw('POST /users/me/passkeys/options')).toMatchObject(refused)
  expect(
    await api.raw('DELETE /users/me/passkeys/:id', { params: { id: passkeyId } }),
  ).toMatchObject(refused)
  // The passkey itself proves it.
  const { body } = await api('POST /auth/confirm/passkey/options')
  const answer = device.get(body.options)
  expect((await api.raw('POST /auth/confirm/passkey', { body: { answer } })).status).toBe(204)
  expect((await api.raw('POST /users/me/passkeys/options')).status).toBe(200)
})

/** Each answer that opens nothing, and why. */
const FORGED: [string, Lie][] = [
  ['passkey_other_origin', { origin: 'https://desk.example.com.evil.test' }],
  ['passkey_other_origin', { origin: 'http://desk.example.com' }],
  ['passkey_other_origin', { crossOrigin: true }],
  ['passkey_other_site', { rpId: 'evil.test' }],
  ['passkey_not_verified', { isVerified: false }],
  ['passkey_malformed', { type: 'webauthn.create' }],
  ['passkey_not_theirs', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  [
    'passkey_wrong_signature',
    { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
  ],
]
test.each(FORGED)('%s: %o opens nothing, and is written down', async (code, lie) => {
  const before = await sessionsOf(person)
  expect(await signInWith(device, lie)).toMatchObject({
    status: 422,
    body: { code, error: expect.any(String) },
  })
  expect(await sessionsOf(person)).toEqual(before)
  expect(await lastRefusal()).toBe(code.replace('passkey_', ''))
  expect((await signInWith(device)).status).toBe(200)
})

test('an answer is good once, also for two at the same moment', async () => {
  const answer = device.get(await signInOptions(server))
  const both = await Promise.all([signIn(answer), signIn(answer)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(await signIn(answer)).toMatchObject({ body: { code: 'passkey_challenge_over' } })
  expect(await refusalsOf(person)).toEqual(['challenge_over', 'challenge_over'])
})

test('a challenge ends after five minutes, and one that nobody made is none', async () => {
  const options = await signInOptions(server)
  const past = new Date(Date.now() - 1000).toISOString()
  await server.db.updateTable('passkey_challenges').set({ expires_at: past }).execute()
  expect((await signIn(device.get(options))).body.code).toBe('passkey_challenge_over')
  const made = device.get({ challenge: Buffer.alloc(32).toString('base64url') })
  expect((await signIn(made)).body.code).toBe('passkey_challenge_over')
})

test('an answer to another’s challenge, or for another purpose, opens nothing', async () => {
  const other = await createMember(server)
  const theirs = await addPasskey(server, other)
  const { body } = await server.api.as(other)('POST /auth/confirm/passkey/options')
  // For the session of somebody else, and for the sign-in.
  const answer = device.get(body.options)
  expect(
    (await server.api.as(person).raw('POST /auth/confirm/passkey', { body: { answer } })).body.code,
  ).toBe('passkey_challenge_over')
  expect((await signIn(device.get(body.options))).body.code).toBe('passkey_challenge_over')
  // In the right session with somebody else's passkey.
  const mine = await server.api.as(person)('POST /auth/confirm/passkey/options')
  const borrowed = theirs.device.get(mine.body.options)
  expect(
    (await server.api.as(person).raw('POST /auth/confirm/passkey', { body: { answer: borrowed } }))
      .body.code,
  ).toBe('passkey_not_theirs')
})

test('an unknown passkey, a removed one and one of somebody deactivated open nothing', async () => {
  expect((await signInWith(createAuthenticator(SITE))).body.code).toBe('passkey_unknown')
  await server.api.as(admin)('PUT /admin/users/:id', {
    params: { id: person.id },
    body: { status: 'inactive' },
  })
  expect(await signInWith(device)).toMatchObject({
    status: 403,
    body: { code: 'account_inactive' },
  })
  await server.api.as(admin)('PUT /admin/users/:id', {
    params: { id: person.id },
    body: { status: 'active' },
  })
  const { body } = await signInWith(device)
  const removal = { params: { id: passkeyId } }
  expect((await own(String(body.token)).raw('DELETE /users/me/passkeys/:id', removal)).status).toBe(
    204,
  )
  expect((await signInWith(device)).body.code).toBe('passkey_unknown')
  expect(await toldOf(person)).toEqual(['passkey_added', 'passkey_removed'])
})

test('a counter that goes back is refused, written down and told', async () => {
  await signInWith(device, { counter: 7 })
  expect((await signInWith(device, { counter: 7 })).body.code).toBe('passkey_counted_back')
  expect((await signInWith(device, { counter: 3 })).body.code).toBe('passkey_counted_back')
  expect((await signInWith(device, { counter: 0 })).body.code).toBe('passkey_counted_back')
  expect(await refusalsOf(person)).toEqual(['counted_back', 'counted_back', 'counted_back'])
  const told = ['passkey_added', 'passkey_copied', 'passkey_copied', 'passkey_copied']
  expect(await toldOf(person)).toEqual(told)
  // A forged signature tells nobody anything.
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await signInWith(device, { counter: 1, key })
  expect(await toldOf(person)).toEqual(told)
  expect((await signInWith(device, { counter: 8 })).status).toBe(200)
})

test('a device that counts nothing is taken again and again', async () => {
  const plain = createAuthenticator(SITE, { counts: false })
  await addPasskey(server, person, plain)
  expect((await signInWith(plain)).status).toBe(200)
  expect((await signInWith(plain)).status).toBe(200)
})

test.each([
  ['nothing', {}],
  ['100 KB of it', { id: 'A'.repeat(100_000), rawId: 'A', type: 'public-key', response: {} }],
  ['other kinds', { id: 1, rawId: [], type: 'x', response: null }],
  [
    'data that is none',
    {
      id: 'AA',
      rawId: 'AA',
      type: 'public-key',
      response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
    },
  ],
])('%s is refused with a sentence, and written down', async (_, answer) => {
  const written = async () =>
    server.db
      .selectFrom('audit_events')
      .select('id')
      .where('action', '=', 'passkey.refused')
      .execute()
  const before = (await written()).length
  expect(await signIn(answer)).toMatchObject({
    status: 422,
    body: { code: 'passkey_malformed', error: 'This is not an answer of a passkey' },
  })
  const api = server.api.as(person)
  expect((await api.raw('POST /users/me/passkeys', { body: { answer } })).status).toBe(422)
  expect(await written()).toHaveLength(before + 2)
})

test('what a new passkey says is looked at as well', async () => {
  const api = server.api.as(person)
  const add = async (lie: Lie, by = createAuthenticator(SITE)) => {
    const { body } = await api('POST /users/me/passkeys/options')
    return api.raw('POST /users/me/passkeys', { body: { answer: by.create(body.options, lie) } })
  }
  expect((await add({ origin: 'https://evil.test' })).body.code).toBe('passkey_other_origin')
  expect((await add({ rpId: 'evil.test' })).body.code).toBe('passkey_other_site')
  expect((await add({ isVerified: false })).body.code).toBe('passkey_not_verified')
  expect((await add({ type: 'webauthn.get' })).body.code).toBe('passkey_malformed')
  expect((await add({}, device)).body.code).toBe('passkey_known')
  expect(await add({})).toMatchObject({ status: 201, body: { name: 'Another program' } })
  const { body } = await api('POST /users/me/passkeys/options')
  const answer = createAuthenticator(SITE).create(body.options)
  const other = server.api.as(await createMember(server))
  expect((await other.raw('POST /users/me/passkeys', { body: { answer } })).body.code).toBe(
    'passkey_challenge_over',
  )
})

test('certificates are refused unread: no address that they name is opened', async () => {
  let asked = 0
  const listener = createServer((_, response) => {
    asked += 1
    response.end()
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const certificate = bytes(Buffer.from(`http://127.0.0.1:${port}/list.crl`))
  const statement = Buffer.concat([
    Buffer.from([0xa3]),
    text('alg'),
    Buffer.from([0x26]),
    text('sig'),
    bytes(Buffer.alloc(70)),
    text('x5c'),
    Buffer.from([0x81]),
    certificate,
  ])
  const api = server.api.as(person)
  const { body } = await api('POST /users/me/passkeys/options')
  const answer = createAuthenticator(SITE).create(body.options, {
    attestation: { format: 'packed', statement },
  })
  const refused = await api.raw('POST /users/me/passkeys', { body: { answer } })
  listener.close()
  expect([refused.body.code, asked]).toEqual(['passkey_attested', 0])
})

test('a person has at most twenty, under names of their own', async () => {
  const api = server.api.as(person)
  const rows = Array.from({ length: 19 }, (_, index) => ({
    id: `00000000-0000-7000-8000-${person.id.slice(-8)}${String(index).padStart(4, '0')}`,
    user_id: person.id,
    credential_id: Buffer.from(`${person.id}-${index}`),
    public_key: Buffer.from('x'),
    counter: 0,
    transports: [],
    name: 'One of many',
    origin: 'password' as const,
  }))
  await server.db.insertInto('passkeys').values(rows).execute()
  expect(await api.raw('POST /users/me/passkeys/options')).toMatchObject({
    status: 409,
    body: { code: 'too_many_passkeys' },
  })
  const params = { id: passkeyId }
  const renamed = await api('PUT /users/me/passkeys/:id', { params, body: { name: 'Old laptop' } })
  expect(renamed.body).toMatchObject({ id: passkeyId, name: 'Old laptop' })
  const other = server.api.as(await createMember(server))
  const theirs = { params, body: { name: 'Mine now' } }
  expect((await other.raw('PUT /users/me/passkeys/:id', theirs)).status).toBe(404)
  expect((await other.raw('DELETE /users/me/passkeys/:id', { params })).status).toBe(404)
})

test('of two that are made at once the twenty-first is refused', async () => {
  const rows = Array.from({ length: 18 }, (_, index) => ({
    id: uuidv7(),
    user_id: person.id,
    credential_id: Buffer.from(`${person.id}-${index}`),
    public_key: Buffer.from('x'),
    counter: 0,
    transports: [],
    name: 'One of many',
    origin: 'password' as const,
  }))
  await server.db.insertInto('passkeys').values(rows).execute()
  const api = server.api.as(person)
  const answers = []
  for (const _ of [1, 2]) {
    const { body } = await api('POST /users/me/passkeys/options')
    answers.push(createAuthenticator(SITE).create(body.options))
  }
  const made = await Promise.all(
    answers.map((answer) => api.raw('POST /users/me/passkeys', { body: { answer } })),
  )
  expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
})

test('a sign-in by passkey from a new browser is told as any other', async () => {
  await server.db
    .updateTable('users')
    .set({ last_login_at: new Date().toISOString() })
    .where('id', '=', person.id)
    .execute()
  const told = async () =>
    server.db
      .selectFrom('mails')
      .select('id')
      .where('user_id', '=', person.id)
      .where('kind', '=', 'new_browser')
      .execute()
  const before = (await told()).length
  const answer = device.get(await signInOptions(server))
  const headers = {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  }
  expect((await server.api.raw('POST /auth/passkey', { body: { answer }, headers })).status).toBe(
    200,
  )
  expect(await told()).toHaveLength(before + 1)
})

test('wrong answers are limited for a network, right ones given back', async () => {
  expect((await signInWith(device)).status).toBe(200)
  expect((await signInWith(device, { isVerified: false })).status).toBe(422)
  const { hits } = await server.db
    .selectFrom('rate_limits')
    .select('hits')
    .where('bucket', 'like', 'passkey-answers:%')
    .executeTakeFirstOrThrow()
  expect(hits).toBe(1)
  await server.db
    .updateTable('rate_limits')
    .set({ hits: 100 })
    .where('bucket', 'like', 'passkey-answers:%')
    .execute()
  expect((await signInWith(device)).status).toBe(429)
})

test('a passkey whose person was deactivated while it was looked at begins no session', async () => {
  await server.db
    .updateTable('users')
    .set({ status: 'inactive' })
    .where('id', '=', person.id)
    .execute()
  expect(await updateLastSignIn(server.db, person.id)).toBe(false)
})

test('without an address that browsers take there are none, and it says what to set', async () => {
  for (const publicUrl of [null, 'http://desk.example.com', 'https://203.0.113.7']) {
    const bare = await startTestServer({ config: { publicUrl }, connection: server.connection })
    const refused = { status: 409, body: { error: expect.stringContaining('PUBLIC_URL') } }
    expect(await bare.api.raw('POST /auth/passkey/options', { body: {} })).toMatchObject(refused)
    const api = bare.api.as(person)
    expect(await api.raw('POST /users/me/passkeys/options')).toMatchObject(refused)
    const { body } = await api('GET /users/me/passkeys')
    expect(body.unavailable).toContain('PUBLIC_URL')
    expect((await bare.api('GET /settings/public')).body.passkeys).toBe(false)
    await bare.stop()
  }
  expect((await server.api('GET /settings/public')).body.passkeys).toBe(true)
})

test('the password still lets them in, where no role needs more', async () => {
  const body = { email: person.email, password: PASSWORD }
  expect((await server.api.raw('POST /auth/login', { body })).status).toBe(200)
})
