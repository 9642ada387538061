import { INVALID_LINK, RESET_REQUESTED } from '@frontdesk/contract/constants'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMember, type Member, PASSWORD, signIn } from '../../testing/factories.ts'
import { mailsTo, newestMailTo, waitFor } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { mailRequestedAccountLink } from '../accounts/account-mail.actions.ts'
import { findLiveLink, issueLink } from '../accounts/links.queries.ts'
import { mailAfterSignUp } from './after-signup.actions.ts'

let server: TestServer
let admin: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { email: 'ada@example.com' })
})
afterAll(async () => server.stop())

const NEW_PASSWORD = 'another bell for the desk'
const newAddress = () => `person-${uuidv7()}@example.com`
const requestReset = (email: unknown) =>
  server.api.raw('POST /auth/request-password-reset', { body: { email } })
const reset = (token: string, password = NEW_PASSWORD) =>
  server.api.raw('POST /auth/reset-password', { body: { token, password } })

/** Somebody who has signed up by themselves; a mail about their address is on its way. */
async function newcomer(): Promise<Member> {
  const email = newAddress()
  const names = { first_name: 'New', last_name: 'Comer', password: PASSWORD }
  await server.api('POST /auth/signup', { body: { ...names, email } })
  await mailsTo(server, email)
  return signIn(server.api, email)
}

/** Somebody who has just asked for a reset; the mail before it is about their address. */
async function forgetful(): Promise<{ person: Member; token: string }> {
  const person = await newcomer()
  await requestReset(person.email)
  return { person, token: (await newestMailTo(server, person.email, 2)).token }
}

describe('a forgotten password', () => {
  test('is replaced by the mailed link, which ends all sessions and says so by mail', async () => {
    const { person, token } = await forgetful()
    const elsewhere = await signIn(server.api, person.email)
    expect((await reset(token)).status).toBe(200)
    for (const session of [person, elsewhere]) {
      expect((await server.api.as(session).raw('GET /auth/me')).status).toBe(401)
    }
    const old = { email: person.email, password: PASSWORD }
    expect((await server.api.raw('POST /auth/login', { body: old })).status).toBe(401)
    const back = await signIn(server.api, person.email, NEW_PASSWORD)
    expect(back.user.email_verified).toBe(true)
    const notice = (await mailsTo(server, person.email, 3)).at(-1)!
    expect(notice.subject).toContain('was changed')
    expect(notice.text).not.toContain('?token=')
  })

  test('20 parallel uses of one link: one succeeds', async () => {
    const { token } = await forgetful()
    const answers = await Promise.all(Array.from({ length: 20 }, () => reset(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(19)
  })

  test('a newer link voids the older one, and a link expires', async () => {
    const { person, token } = await forgetful()
    await requestReset(person.email)
    const newer = await newestMailTo(server, person.email, 3)
    expect(await reset(token)).toMatchObject({ status: 404, body: { error: INVALID_LINK } })
    const over = { expires_at: sql<string>`now() - interval '1 second'` }
    await server.db
      .updateTable('account_links')
      .set(over)
      .where('user_id', '=', person.id)
      .execute()
    expect((await reset(newer.token)).status).toBe(404)
    await signIn(server.api, person.email)
  })

  test('a link is good for as long as its mail says', async () => {
    const { id: userId, email } = await createMember(server)
    const hours = { reset: 1, verify: 24, change: 24, invite: 7 * 24 } as const
    for (const purpose of ['reset', 'verify', 'change', 'invite'] as const) {
      const link = (await findLiveLink(
        server.db,
        await issueLink(server.db, { userId, purpose, email }),
      ))!
      const lasts = (Date.parse(link.expires_at) - Date.now()) / (60 * 60 * 1000)
      expect(Math.abs(lasts - hours[purpose]), purpose).toBeLessThan(0.1)
    }
  })

  test('a refused password leaves the link good', async () => {
    const { person, token } = await forgetful()
    expect(await reset(token, 'password123')).toMatchObject({ status: 422 })
    expect(await reset(token, person.email)).toMatchObject({ body: { code: 'weak_password' } })
    expect((await reset(token)).status).toBe(200)
  })

  test('a link is bound to its purpose and to the address it was sent to', async () => {
    const { person, token } = await forgetful()
    const verify = await server.api.raw('POST /auth/verify-email', { body: { token } })
    expect(verify.status).toBe(404)
    const moved = { email: newAddress() }
    await server.db.updateTable('users').set(moved).where('id', '=', person.id).execute()
    expect((await reset(token)).status).toBe(404)
  })

  test('status, body, headers and work are the same whether or not there is an account', async () => {
    const person = await createMember(server, { email: newAddress() })
    const answers = await server.db.transaction().execute(async (tx) => {
      // Who looks for an account now would wait until this is over, and does: the job.
      await sql`lock table users in access exclusive mode`.execute(tx)
      return [await requestReset(person.email), await requestReset(newAddress())]
    })
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({ status: 200, body: { message: RESET_REQUESTED } })
    }
    const [known, unknown] = answers.map(({ headers }) => [...headers.keys()])
    expect(known).toEqual(unknown)
    await mailsTo(server, person.email)
  })

  test.each([
    [['a@example.com', 'b@example.com'], 400],
    [{ address: 'a@example.com' }, 400],
    ['a@example.com, b@example.com', 422],
    ['a@example.com\r\nBcc: b@example.com', 422],
  ])('the address %j is refused, and nobody gets mail', async (email, status) => {
    expect((await requestReset(email)).status).toBe(status)
    // Mails of the tests before may still be on their way into the table.
    const mails = await server.db.selectFrom('mails').select('to_email').execute()
    expect(mails.filter(({ to_email: to }) => /^[ab]@|[,\s]/.test(to))).toEqual([])
  })

  test('nobody can fill a mailbox: the sixth within an hour is told to wait', async () => {
    const email = newAddress()
    const answers = []
    for (let n = 0; n < 6; n += 1)
      answers.push(await requestReset(n % 2 ? email.toUpperCase() : email))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(Number(answers[5]!.headers.get('retry-after'))).toBeGreaterThan(60)
  })

  test('from one network no more than 100 mails an hour are asked for, to whomever', async () => {
    await requestReset(newAddress())
    const bucket = 'mail-from:127.0.0.1'
    const set = server.db.updateTable('rate_limits').where('bucket', '=', bucket)
    await set.set({ hits: 99 }).execute()
    expect((await requestReset(newAddress())).status).toBe(200)
    expect((await requestReset(newAddress())).status).toBe(429)
    await server.db.deleteFrom('rate_limits').where('bucket', '=', bucket).execute()
  })

  test('a request whose job comes more than an hour late mails nothing', async () => {
    const { email } = await createMember(server, { email: newAddress() })
    const mails = () => server.db.selectFrom('mails').select('id').where('to_email', '=', email)
    const request = { purpose: 'reset', email } as const
    const hour = 60 * 60 * 1000
    await mailRequestedAccountLink(server.db, { ...request, requestedAt: Date.now() - hour - 1000 })
    expect(await mails().execute()).toHaveLength(0)
    await mailRequestedAccountLink(server.db, { ...request, requestedAt: Date.now() - hour / 2 })
    expect(await mails().execute()).toHaveLength(1)
  })

  test('wrong links are limited, and the right ones of a whole office are not', async () => {
    const { token } = await forgetful()
    expect((await reset('no such token')).status).toBe(404)
    const bucket = 'link-from:127.0.0.1'
    await server.db
      .updateTable('rate_limits')
      .set({ hits: 300 })
      .where('bucket', '=', bucket)
      .execute()
    expect((await reset('no such token')).status).toBe(429)
    expect((await reset(token)).status).toBe(200)
    await server.db.deleteFrom('rate_limits').where('bucket', '=', bucket).execute()
  })

  test('invited and deactivated people get no link', async () => {
    const invited = newAddress()
    await server.api.as(admin)('POST /auth/invite', { body: { email: invited } })
    await mailsTo(server, invited)
    const inactive = await newcomer()
    const status = { status: 'inactive' } as const
    await server.db.updateTable('users').set(status).where('id', '=', inactive.id).execute()
    const { person } = await forgetful()
    for (const email of [invited, inactive.email, person.email]) await requestReset(email)
    await mailsTo(server, person.email, 3)
    const kinds = await server.db
      .selectFrom('mails')
      .select('kind')
      .where('to_email', 'in', [invited, inactive.email])
      .execute()
    expect(kinds.map(({ kind }) => kind)).not.toContain('reset_password')
  })
})

describe('an address', () => {
  const verify = (token: string) => server.api.raw('POST /auth/verify-email', { body: { token } })

  test('is confirmed by the link that follows a sign-up, once of 20 at the same time', async () => {
    const person = await newcomer()
    expect(person.user.email_verified).toBe(false)
    const { token } = await newestMailTo(server, person.email)
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const me = await server.api.as(person)('GET /auth/me')
    expect(me.body.user.email_verified).toBe(true)
  })

  test('gets a new link on request, signed in or not, with one answer for all', async () => {
    const person = await newcomer()
    const first = await newestMailTo(server, person.email)
    const own = await server.api.as(person)('POST /auth/resend-verification')
    const second = await newestMailTo(server, person.email, 2)
    const given = { body: { email: person.email } }
    const again = await server.api('POST /auth/resend-verification', given)
    const third = await newestMailTo(server, person.email, 3)
    const stranger = { body: { email: newAddress() } }
    const unknown = await server.api('POST /auth/resend-verification', stranger)
    expect([again.body, unknown.body]).toEqual([own.body, own.body])
    for (const old of [first, second]) expect((await verify(old.token)).status).toBe(404)
    expect((await verify(third.token)).status).toBe(200)
    const nobody = await server.api.raw('POST /auth/resend-verification')
    expect(nobody).toMatchObject({ status: 422, body: { fields: { email: expect.any(String) } } })
  })

  test('that has an account is told of a sign-up with it', async () => {
    const owner = await newcomer()
    const names = { first_name: 'Visit evil.example', last_name: 'Now', password: NEW_PASSWORD }
    await server.api('POST /auth/signup', { body: { ...names, email: owner.email } })
    const notice = (await mailsTo(server, owner.email, 2)).at(-1)!
    expect(notice.subject).toContain('already have an account')
    expect(notice.text).not.toContain('evil.example')
  })

  test('is told of no more than five sign-ups with it within an hour', async () => {
    const { email, id } = await createMember(server, { email: newAddress() })
    const signUps = async (times: number) => {
      for (let n = 0; n < times; n += 1) {
        await mailAfterSignUp(server.db, { email, created: false })
      }
      const told = server.db.selectFrom('mails').select('kind').where('user_id', '=', id)
      return (await told.execute()).filter(({ kind }) => kind === 'account_exists').length
    }
    expect(await signUps(7)).toBe(5)
    await server.db
      .updateTable('mails')
      .set({ created_at: sql`created_at - interval '1 hour'` })
      .where('user_id', '=', id)
      .execute()
    expect(await signUps(1)).toBe(6)
  })

  test('that is invited and signs up instead is sent its invitation', async () => {
    const email = newAddress()
    await server.api.as(admin)('POST /auth/invite', { body: { email, role: 'admin' } })
    await mailsTo(server, email)
    const names = { first_name: 'Gus', last_name: 'Guest', password: NEW_PASSWORD }
    await server.api('POST /auth/signup', { body: { ...names, email } })
    const { mail, token } = await newestMailTo(server, email, 2)
    expect(mail.subject).toContain('invitation')
    const checked = await server.api('GET /auth/invite/:token', { params: { token } })
    expect(checked.body).toEqual({ email, first_name: '', last_name: '' })
  })
})

test('the mail about a new password names what else opens the account, wherever it was chosen', async () => {
  const person = await createMember(server)
  await server.db
    .updateTable('users')
    .set({ email_verified: true })
    .where('id', '=', person.id)
    .execute()
  await server.db
    .insertInto('passkeys')
    .values(
      [1, 2].map((number) => ({
        id: uuidv7(),
        user_id: person.id,
        credential_id: Buffer.from(`${person.id}-${number}`),
        public_key: Buffer.from('x'),
        counter: 0,
        transports: [],
        name: 'Any',
        origin: 'password' as const,
      })),
    )
    .execute()
  await requestReset(person.email)
  const { token } = await newestMailTo(server, person.email)
  await reset(token)
  const told = (await newestMailTo(server, person.email, 2)).mail.text!.replaceAll(/\s+/g, ' ')
  expect(told).toContain('every device was signed out')
  expect(told).toContain('stays as it is: your 2 passkeys.')
  expect(told).toContain('/profile/security')
  await server.db.deleteFrom('passkeys').where('user_id', '=', person.id).execute()
  const again = await signIn(server.api, person.email, NEW_PASSWORD)
  await server.api.as(again)('PUT /users/me/password', {
    body: { current_password: NEW_PASSWORD, new_password: `${NEW_PASSWORD} too` },
  })
  const mails = await mailsTo(server, person.email, 3)
  const within = mails.find(({ text }) => text!.includes('every other device'))!
  expect(within.subject).toContain('password')
  expect(within.text).not.toContain('stays as it is')
})

test('what was asked for is written down with where from, and no token', async () => {
  const { person, token } = await forgetful()
  await reset(token)
  const rows = await waitFor(async () => {
    const found = await server.db
      .selectFrom('audit_events')
      .selectAll()
      .where('actor_id', '=', person.id)
      .where('action', '=', 'user.password_reset')
      .execute()
    return found.length > 0 ? found : null
  }, 'audit row')
  expect(rows[0]).toMatchObject({ ip: '127.0.0.1', item_type: 'user' })
  expect(JSON.stringify(rows)).not.toContain(token)
})
