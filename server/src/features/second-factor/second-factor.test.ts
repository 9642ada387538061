import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createMember, createPolicy, type Member, PASSWORD } from '../../testing/factories.ts'
import { mailsTo } from '../../testing/mailbox.ts'
import {
  challengeFor,
  codeOf,
  openBrowserOf,
  setUpSecondFactor,
} from '../../testing/second-factors.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { countCode } from './challenge.actions.ts'
import { wrongCode } from './check-code.ts'

const NEW_PASSWORD = 'another bell for the desk'

let server: TestServer
let admin: Member
let person: Member
let secret: string
let recoveryCodes: string[]

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
})
afterAll(async () => server.stop())
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
  person = await createMember(server)
  ;({ secret, recoveryCodes } = await setUpSecondFactor(server, person))
})

const answer = (challenge: string, code: string) =>
  server.api.raw('POST /auth/second-factor', { body: { challenge, code } })

const statusesOf = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

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

test('the right password alone opens no session, and says so only after it is right', async () => {
  const body = { email: person.email, password: PASSWORD }
  const { status, body: refusal } = await server.api.raw('POST /auth/login', { body })
  expect([status, refusal.code]).toEqual([401, 'second_factor_required'])
  expect(Object.keys(refusal).toSorted()).toEqual(['challenge', 'code', 'error'])
  const sessions = server.db.selectFrom('sessions').select('id').where('user_id', '=', person.id)
  expect(await sessions.execute()).toHaveLength(1)
  const wrong = { ...body, password: 'not the right one' }
  expect(await server.api.raw('POST /auth/login', { body: wrong })).toMatchObject({
    status: 401,
    body: { code: 'invalid_credentials' },
  })
  expect(await auditOf(person, 'sign_in.code_asked')).toHaveLength(1)
})

test('with its code it does, and what is acknowledged says how', async () => {
  const { status, body } = await answer(await challengeFor(server, person.email), codeOf(secret))
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ id: person.id, second_factor: { on: true, due_at: null } })
  expect(await recordOf(String(body.token))).toMatchObject({
    sign_in_method: 'password_and_totp',
    session_origin: 'password',
  })
  expect(await auditOf(person, 'sign_in')).toMatchObject([{ details: { second_factor: 'app' } }])
})

test('a code is good once: for the next sign-in, and for two at the same moment', async () => {
  const code = codeOf(secret)
  const challenges = await Promise.all([1, 2, 3].map(() => challengeFor(server, person.email)))
  const answers = await Promise.all(challenges.map((challenge) => answer(challenge, code)))
  expect(statusesOf(answers)).toEqual([200, 422, 422])
  const refused = answers.filter(({ status }) => status === 422)
  expect(refused.map(({ body }) => body.code)).toEqual(['code_used', 'code_used'])
  expect(await auditOf(person, 'sign_in.code_refused')).toHaveLength(2)
  // The one after it is good, for a challenge that has seen a refusal.
  const open = challenges[answers.findIndex(({ status }) => status === 422)]!
  expect((await answer(open, codeOf(secret, 1))).status).toBe(200)
})

test('a challenge is good for one session', async () => {
  const challenge = await challengeFor(server, person.email)
  const [first, second] = await Promise.all([
    answer(challenge, codeOf(secret)),
    answer(challenge, recoveryCodes[0]!),
  ])
  expect(statusesOf([first, second])).toEqual([200, 401])
  expect(await answer(challenge, codeOf(secret, 1))).toMatchObject({
    status: 401,
    body: { code: 'challenge_over' },
  })
})

test('a challenge ends after five minutes, with another password, and with the account', async () => {
  const old = await challengeFor(server, person.email)
  const past = new Date(Date.now() - 1000).toISOString()
  await server.db.updateTable('sign_in_challenges').set({ expires_at: past }).execute()
  expect((await answer(old, codeOf(secret))).body.code).toBe('challenge_over')

  const before = await challengeFor(server, person.email)
  await server.api.as(person)('PUT /users/me/password', {
    body: { current_password: PASSWORD, new_password: NEW_PASSWORD },
  })
  expect((await answer(before, codeOf(secret))).body.code).toBe('challenge_over')

  const other = await createMember(server)
  const factor = await setUpSecondFactor(server, other)
  const challenge = await challengeFor(server, other.email)
  await server.api.as(admin)('PUT /admin/users/:id', {
    params: { id: other.id },
    body: { status: 'inactive' },
  })
  expect((await answer(challenge, codeOf(factor.secret))).body.code).toBe('challenge_over')
})

test('wrong codes are limited, however many come at once; right ones count nowhere', async () => {
  const challenge = await challengeFor(server, person.email)
  const wrong = codeOf(secret) === '000000' ? '111111' : '000000'
  const tries = await Promise.all(Array.from({ length: 20 }, () => answer(challenge, wrong)))
  expect(tries.filter(({ status }) => status === 422)).toHaveLength(10)
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(10)
  expect(tries.find(({ status }) => status === 422)!.body).toMatchObject({
    code: 'wrong_code',
    fields: { code: 'This code is not right' },
  })
  expect((await answer(challenge, codeOf(secret))).status).toBe(429)
  expect(await auditOf(person, 'sign_in.code_refused')).toHaveLength(10)

  const other = await createMember(server)
  const { recoveryCodes: codes } = await setUpSecondFactor(server, other)
  for (const code of codes) {
    expect((await answer(await challengeFor(server, other.email), code)).status).toBe(200)
  }
  expect((await answer(await challengeFor(server, other.email), codes[0]!)).status).toBe(422)
})

test('whoever found out the password keeps nobody out of a browser that signed in before', async () => {
  const browser = await openBrowserOf(server, person)
  const entered = await browser.answer(codeOf(secret))
  expect(entered.status).toBe(200)
  const challenge = await challengeFor(server, person.email)
  for (let n = 0; n < 11; n += 1) await answer(challenge, '000000')
  expect((await answer(challenge, codeOf(secret, 1))).status).toBe(429)
  expect((await browser.answer(codeOf(secret, 1))).status).toBe(200)
})

test('a code of a clock that is off is refused with how far it is', async () => {
  const challenge = await challengeFor(server, person.email)
  const late = await answer(challenge, codeOf(secret, -6))
  expect(late).toMatchObject({ status: 422, body: { code: 'clock_off' } })
  expect(late.body.error).toContain('3 minutes behind')
  expect((await answer(challenge, codeOf(secret, 4))).body.error).toContain('2 minutes ahead')
  expect(await auditOf(person, 'sign_in.code_refused')).toMatchObject([
    { details: { reason: 'clock_off' } },
    { details: { reason: 'clock_off' } },
  ])
})

test('a code that was told to be ahead opens nothing when its time comes: a guesser would only wait', async () => {
  const challenge = await challengeFor(server, person.email)
  const ahead = codeOf(secret, 4)
  const after = codeOf(secret, 5)
  expect((await answer(challenge, ahead)).body.code).toBe('clock_off')
  const now = Date.now() + 4 * 30_000
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
  try {
    expect((await answer(challenge, ahead)).body.code).toBe('code_used')
    expect((await answer(challenge, after)).status).toBe(200)
  } finally {
    clock.mockRestore()
  }
})

const originOfTests = { ip: '127.0.0.1', userAgent: 'tests', requestId: uuidv7() }
const tryWrongCode = async (device: string | null) =>
  countCode(server.db, { person: { ...person, name: 'Any' }, origin: originOfTests, device }, () =>
    Promise.reject(wrongCode()),
  ).catch(({ status }: { status: number }) => status)

test('wrong codes of a day are bounded, however slowly they come', async () => {
  const statuses: unknown[] = []
  for (let quarter = 0; quarter < 6; quarter += 1) {
    statuses.push(...(await Promise.all(Array.from({ length: 10 }, () => tryWrongCode(null)))))
    // A quarter of an hour goes by.
    await server.db.deleteFrom('rate_limits').where('bucket', 'like', 'second-factor:%').execute()
  }
  expect(statuses.filter((status) => status === 422)).toHaveLength(50)
  expect(statuses.slice(50)).toEqual(Array(10).fill(429))
})

test('however many browsers signed in before, together they have 200 wrong codes a day', async () => {
  const tries = Array.from({ length: 21 }, (_, at) => `browser-${at}`).flatMap((device) =>
    Array.from({ length: 10 }, () => tryWrongCode(device)),
  )
  const statuses = await Promise.all(tries)
  expect(statuses.filter((status) => status === 422)).toHaveLength(200)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  // Strangers use up nothing of theirs, nor the other way round.
  expect(await tryWrongCode(null)).toBe(422)
})

test('a recovery code opens one session, is told by mail, and stands in the record', async () => {
  const typed = recoveryCodes[3]!.toLowerCase().replaceAll('-', ' ')
  const challenges = await Promise.all([1, 2].map(() => challengeFor(server, person.email)))
  const answers = await Promise.all(challenges.map((challenge) => answer(challenge, typed)))
  expect(statusesOf(answers)).toEqual([200, 422])
  expect(answers.find(({ status }) => status === 422)!.body.code).toBe('code_used')
  const { token } = answers.find(({ status }) => status === 200)!.body
  expect(await recordOf(String(token))).toMatchObject({
    sign_in_method: 'password_and_recovery_code',
  })
  const { body } = await server.api.as(person)('GET /users/me/second-factor')
  expect(body).toMatchObject({ on: true, recovery_codes_left: 9, required: false })
  const mails = await mailsTo(server, person.email, 2)
  expect(mails.map(({ subject }) => subject)).toContainEqual(
    expect.stringContaining('A recovery code was used'),
  )
})

test('the secret is in the database sealed, the codes as hashes, and in no answer', async () => {
  const row = await server.db
    .selectFrom('second_factors')
    .innerJoin('recovery_codes', 'recovery_codes.user_id', 'second_factors.user_id')
    .selectAll()
    .where('second_factors.user_id', '=', person.id)
    .execute()
  const stored = row.map((one) =>
    Object.values(one).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value)),
  )
  const text = JSON.stringify(stored)
  expect(text).not.toContain(secret)
  for (const code of recoveryCodes) expect(text).not.toContain(code.replaceAll('-', ''))
  const shown = await server.api.as(person)('GET /users/me/second-factor')
  expect(JSON.stringify(shown.body)).not.toContain(secret)
})

test('without the key beside the data recovery codes still open, and it is said of codes of apps', async () => {
  const apart = await startTestServer()
  await createMember(apart)
  const owner = await createMember(apart)
  const factor = await setUpSecondFactor(apart, owner)
  await rm(join(apart.config.dataDir, 'secrets.key'))
  const challenge = await challengeFor(apart, owner.email)
  const reply = (code: string) =>
    apart.api.raw('POST /auth/second-factor', { body: { challenge, code } })
  const refused = await reply(codeOf(factor.secret))
  expect(refused).toMatchObject({ status: 409, body: { code: 'key_missing' } })
  expect(refused.body.error).toContain('secrets.key')
  expect((await reply(factor.recoveryCodes[0]!)).status).toBe(200)
  await apart.stop()
})

test('a deleted account leaves nothing of it', async () => {
  await recordOf(person.token)
  await challengeFor(server, person.email)
  await server.api.as(admin)('DELETE /admin/users/:id', { params: { id: person.id } })
  for (const table of ['second_factors', 'recovery_codes', 'sign_in_challenges'] as const) {
    const rows = server.db.selectFrom(table).select('user_id').where('user_id', '=', person.id)
    expect(await rows.execute()).toEqual([])
  }
})

test('a secret that stands in another row opens nothing there', async () => {
  const other = await createMember(server)
  const theirs = await setUpSecondFactor(server, other)
  const rows = server.db.selectFrom('second_factors').select('sealed_secret')
  const { sealed_secret } = await rows.where('user_id', '=', other.id).executeTakeFirstOrThrow()
  await server.db
    .updateTable('second_factors')
    .set({ sealed_secret })
    .where('user_id', '=', person.id)
    .execute()
  const challenge = await challengeFor(server, person.email)
  expect(await answer(challenge, codeOf(theirs.secret))).toMatchObject({
    status: 409,
    body: { code: 'key_missing' },
  })
})

test('what is no challenge opens nothing', async () => {
  for (const challenge of ['', 'x', 'a'.repeat(43), uuidv7(), person.token]) {
    expect((await answer(challenge, codeOf(secret))).body.code).toBe('challenge_over')
  }
})
