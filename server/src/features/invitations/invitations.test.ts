import { ACCOUNT_CREATED, INVALID_INVITATION } from '@frontdesk/contract/constants'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMember, type Member, PASSWORD, signIn } from '../../testing/factories.ts'
import { newestMailTo } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { deleteExpiredLinks } from '../accounts/links.queries.ts'

let server: TestServer
let admin: Member
beforeAll(async () => {
  server = await startTestServer({ config: { signup: { mode: 'approval', domains: [] } } })
  admin = await createMember(server, { firstName: 'Ada', email: 'ada@example.com' })
})
afterAll(async () => server.stop())

const newAddress = () => `guest-${uuidv7()}@example.com`
const invite = async (email: string, more: object = {}) =>
  (await server.api.as(admin)('POST /auth/invite', { body: { email, ...more } })).body
const check = (token: string) => server.api.raw('GET /auth/invite/:token', { params: { token } })
const accept = (token: string, more: object = {}) =>
  server.api.raw('POST /auth/accept-invite', {
    body: { token, first_name: 'Gus', last_name: 'Guest', password: PASSWORD, ...more },
  })
const personOf = (email: string) =>
  server.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

describe('an invitation', () => {
  test('makes a pending person who can do nothing, and an account when it is accepted', async () => {
    const email = newAddress()
    const invitation = await invite(email, { role: 'manager' })
    expect(invitation).toMatchObject({ email, role: 'manager', invited_by: 'Ada Doyle' })
    const days = (Date.parse(invitation.expires_at) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.99)
    expect(days).toBeLessThan(7.01)
    expect(await personOf(email)).toMatchObject({ status: 'pending', password_hash: null })
    const login = { body: { email, password: PASSWORD } }
    expect((await server.api.raw('POST /auth/login', login)).status).toBe(401)
    const { token } = await newestMailTo(server, email)
    expect(await check(token)).toMatchObject({ status: 200 })
    expect((await check(token)).body).toEqual({ email, first_name: '', last_name: '' })
    const forged = { role: 'admin', email: 'x@example.com', status: 'inactive', title: 'Broker' }
    const answer = await accept(token, forged)
    expect(answer).toMatchObject({ status: 201, body: { message: ACCOUNT_CREATED } })
    const { user } = await signIn(server.api, email)
    expect(user).toMatchObject({
      id: invitation.id,
      name: 'Gus Guest',
      role: 'manager',
      title: 'Manager',
      status: 'active',
      email_verified: true,
    })
    expect(await check(token)).toMatchObject({ status: 404, body: { error: INVALID_INVITATION } })
    const left = await server.api.as(admin)('GET /auth/invites')
    expect(left.body.map((open) => open.email)).not.toContain(email)
  })

  test('carries the name that it was given into the account, where its owner may change it', async () => {
    const [one, other] = [newAddress(), newAddress()]
    const invitation = await invite(one, { name: 'Lee van Dam' })
    expect(invitation).toMatchObject({ email: one, name: 'Lee van Dam' })
    const { body } = await server.api.as(admin)('POST /auth/invites', {
      body: { invitations: [{ email: other, name: 'Max Jr.', role: 'agent' }] },
    })
    expect(body.results).toMatchObject([{ email: other, name: 'Max Jr.', outcome: 'invited' }])
    expect(await personOf(other)).toMatchObject({ first_name: 'Max', last_name: 'Jr.' })
    const { token } = await newestMailTo(server, one)
    expect((await check(token)).body).toEqual({
      email: one,
      first_name: 'Lee',
      last_name: 'van Dam',
    })
    await accept(token, { first_name: 'Leo', last_name: 'van Dam' })
    expect((await signIn(server.api, one)).user.name).toBe('Leo van Dam')
  })

  test('50 parallel accepts of one give one account', async () => {
    const email = newAddress()
    await invite(email)
    const { token } = await newestMailTo(server, email)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => accept(token, { first_name: `Gus ${n}` })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(49)
    const winner = answers.findIndex(({ status }) => status === 201)
    expect(await personOf(email)).toMatchObject({ first_name: `Gus ${winner}`, status: 'active' })
  })

  test('opens with the mailed link or the copied one, and the first use ends both', async () => {
    const email = newAddress()
    const { id } = await invite(email)
    const mailed = await newestMailTo(server, email)
    const copied = await server.api.as(admin)('POST /auth/invites/:id/link', { params: { id } })
    expect(copied.body.link).toContain(`${server.url}/accept-invite?token=`)
    const token = new URL(copied.body.link).searchParams.get('token')!
    expect((await check(mailed.token)).status).toBe(200)
    expect((await accept(token)).status).toBe(201)
    expect((await accept(mailed.token)).status).toBe(404)
  })

  test('sent again, its older links open nothing; expired, it can still be sent again', async () => {
    const email = newAddress()
    const { id } = await invite(email)
    const first = await newestMailTo(server, email)
    const over = { expires_at: sql<string>`now() - interval '1 second'` }
    await server.db.updateTable('account_links').set(over).where('user_id', '=', id).execute()
    expect((await check(first.token)).status).toBe(404)
    expect((await accept(first.token)).status).toBe(404)
    const listed = await server.api.as(admin)('GET /auth/invites')
    expect(listed.body.find((open) => open.id === id)).toMatchObject({ expired: true })
    const link = await server.api.as(admin).raw('POST /auth/invites/:id/link', { params: { id } })
    expect(link).toMatchObject({ status: 409, body: { code: 'invitation_expired' } })
    const again = await server.api.as(admin)('POST /auth/invites/:id/resend', { params: { id } })
    expect(again.body.expired).toBe(false)
    const second = await newestMailTo(server, email, 2)
    expect((await check(first.token)).status).toBe(404)
    expect((await accept(second.token)).status).toBe(201)
    const gone = await server.api.as(admin).raw('POST /auth/invites/:id/resend', { params: { id } })
    expect(gone.status).toBe(404)
  })

  test('expired, it is listed until somebody sends or revokes it; other links are swept away', async () => {
    const { id } = await invite(newAddress())
    const { email } = await createMember(server)
    await server.api('POST /auth/request-password-reset', { body: { email } })
    await newestMailTo(server, email)
    const links = server.db.updateTable('account_links').set({
      expires_at: sql<string>`now() - interval '10 years'`,
    })
    await links.execute()
    await deleteExpiredLinks(server.db)
    const left = await server.db.selectFrom('account_links').select('purpose').execute()
    expect(new Set(left.map(({ purpose }) => purpose))).toEqual(new Set(['invite']))
    const { body } = await server.api.as(admin)('GET /auth/invites')
    expect(body.find((open) => open.id === id)).toMatchObject({ expired: true })
  })

  test('revoked, its links open nothing, and the address is free again', async () => {
    const email = newAddress()
    const { id } = await invite(email)
    const { token } = await newestMailTo(server, email)
    const answer = await server.api.as(admin).raw('DELETE /auth/invites/:id', { params: { id } })
    expect(answer.status).toBe(204)
    expect((await accept(token)).status).toBe(404)
    expect(await personOf(email)).toBeUndefined()
    expect(await invite(email)).toMatchObject({ email })
  })

  test('revoked and accepted at the same moment, it is one or the other', async () => {
    for (let n = 0; n < 5; n += 1) {
      const email = newAddress()
      const { id } = await invite(email)
      const { token } = await newestMailTo(server, email)
      const [accepted, revoked] = await Promise.all([
        accept(token),
        server.api.as(admin).raw('DELETE /auth/invites/:id', { params: { id } }),
      ])
      expect([accepted.status, revoked.status].toSorted((a, b) => a - b)).toEqual([
        accepted.status === 201 ? 201 : 204,
        404,
      ])
    }
  })

  test('is not for whoever has an account or an invitation, deactivated people included', async () => {
    const api = server.api.as(admin)
    const again = (email: string) => api.raw('POST /auth/invite', { body: { email } })
    const taken = await again('ADA@example.com')
    expect(taken).toMatchObject({ status: 409, body: { code: 'has_account' } })
    const email = newAddress()
    await invite(email)
    expect(await again(email)).toMatchObject({ status: 409, body: { code: 'already_invited' } })
  })

  test('of somebody who was deactivated meanwhile opens nothing', async () => {
    const email = newAddress()
    const { id } = await invite(email)
    const { token } = await newestMailTo(server, email)
    const status = { status: 'inactive' } as const
    await server.db.updateTable('users').set(status).where('id', '=', id).execute()
    expect((await check(token)).status).toBe(404)
    expect((await accept(token)).status).toBe(404)
  })

  test('30 people accept from one office at once, and sign in, beside somebody who tries tokens', async () => {
    const emails = Array.from({ length: 30 }, newAddress)
    const body = { invitations: emails.map((email) => ({ email })) }
    await server.api.as(admin)('POST /auth/invites', { body })
    const open = await server.api.as(admin)('GET /auth/invites', { query: { limit: 1000 } })
    const ids = open.body.filter(({ email }) => emails.includes(email)).map(({ id }) => id)
    const tokens = await Promise.all(
      ids.map(async (id) => {
        const { body: taken } = await server.api.as(admin)('POST /auth/invites/:id/link', {
          params: { id },
        })
        return new URL(taken.link).searchParams.get('token')!
      }),
    )
    await server.db.deleteFrom('rate_limits').execute()
    expect((await accept('no such token')).status).toBe(404)
    const bucket = 'link-from:127.0.0.1'
    await server.db
      .updateTable('rate_limits')
      .set({ hits: 300 })
      .where('bucket', '=', bucket)
      .execute()
    expect((await accept('no such token')).status).toBe(429)
    const answers = await Promise.all(tokens.map(async (token) => accept(token)))
    expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 201))
    await Promise.all(emails.map(async (email) => signIn(server.api, email)))
    const left = await server.db.selectFrom('rate_limits').selectAll().execute()
    expect(left.filter(({ bucket: name, hits }) => name.startsWith('sign-in') && hits > 0)).toEqual(
      [],
    )
    await server.db.deleteFrom('rate_limits').execute()
  })

  test('a refused password leaves it open', async () => {
    const email = newAddress()
    await invite(email)
    const { token } = await newestMailTo(server, email)
    const weak = await accept(token, { password: 'password123' })
    expect(weak).toMatchObject({ status: 422, body: { code: 'weak_password' } })
    expect((await accept(token)).status).toBe(201)
  })

  test.each(['', 'x', 'a'.repeat(43), "' or 1=1 --", '../../admin'])(
    'the token %j opens nothing',
    async (token) => {
      expect((await check(token || 'none')).status).toBe(404)
      expect(await accept(token)).toMatchObject({ body: { error: INVALID_INVITATION } })
    },
  )

  test('the admin’s title is Admin, whatever is asked for', async () => {
    const asked = { title: 'Queen' }
    expect(await invite(newAddress(), { ...asked, role: 'admin' })).toMatchObject({
      title: 'Admin',
    })
    expect(await invite(newAddress(), { ...asked, role: 'agent' })).toMatchObject({
      title: 'Queen',
    })
    expect(await invite(newAddress())).toMatchObject({ role: 'agent', title: 'Agent' })
  })
})

describe('many at once', () => {
  const many = async (invitations: object[], preview: boolean) =>
    (await server.api.as(admin)('POST /auth/invites', { body: { invitations, preview } })).body
      .results

  test('a preview says what is wrong in each line and does nothing; then only the good are invited', async () => {
    const [good, boss, known] = [newAddress(), newAddress(), newAddress()]
    await invite(known)
    const lines = [
      { email: ` ${good.toUpperCase()} ` },
      { email: boss, role: 'Boss' },
      { email: 'no address' },
      { email: good },
      { email: known },
      { email: 'ada@example.com', role: 'admin' },
      { email: `a@example.com\r\nBcc: b@example.com` },
    ]
    const preview = await many(lines, true)
    expect(preview.map(({ problem }) => problem)).toEqual([
      null,
      'The role is agent, manager or admin',
      'This is not an email address',
      'This address is in the list twice',
      'This person is already invited',
      'This person already has an account',
      'This is not an email address',
    ])
    expect(await personOf(good)).toBeUndefined()
    const results = await many(lines, false)
    expect(results.map(({ outcome }) => outcome)).toEqual(['invited', ...Array(6).fill('refused')])
    expect(await personOf(good)).toMatchObject({ role: 'agent', status: 'pending' })
  })

  test('the list of open ones comes in pages and counts them', async () => {
    const api = server.api.as(admin)
    const first = await api('GET /auth/invites', { query: { limit: 2 } })
    expect(first.body).toHaveLength(2)
    expect(Number(first.headers.get('x-total-count'))).toBeGreaterThan(3)
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')![1]!
    const query = { limit: 2, cursor: decodeURIComponent(cursor) }
    const second = await api('GET /auth/invites', { query })
    const ids = [...first.body, ...second.body].map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
  })

  test('501 lines are too many', async () => {
    const invitations = Array.from({ length: 501 }, (_, n) => ({ email: `n${n}@example.com` }))
    const answer = await server.api.as(admin).raw('POST /auth/invites', { body: { invitations } })
    expect(answer.status).toBe(422)
  })
})
