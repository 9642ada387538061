import { readFile, rename, rm } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import { AWAITS_APPROVAL, CONFIRM_TO_BEGIN, INVALID_JOIN_LINK } from '@frontdesk/contract/constants'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMember, type Member, PASSWORD, signIn } from '../../testing/factories.ts'
import { newestMailTo, startMailSink } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
beforeAll(async () => {
  // Who may join by themselves: nobody. A join link is an admin's word, as an invitation is.
  server = await startTestServer({ config: { signup: { mode: 'invite', domains: [] } } })
  admin = await createMember(server, { firstName: 'Ada', email: 'ada@example.com' })
})
afterAll(async () => server.stop())

const newAddress = (domain = 'example.com') => `joins-${uuidv7()}@${domain}`
const api = () => server.api.as(admin)
const make = async (draft: object = {}, by = admin) => {
  const { body } = await server.api.as(by)('POST /admin/join-links', {
    body: { label: 'Office poster', ...draft },
  })
  return { ...body, token: await tokenOf(body.id) }
}
const tokenOf = async (id: string) => {
  const { body } = await api()('GET /admin/join-links/:id/link', { params: { id } })
  return body.link.split('/').at(-1)!
}
const look = (token: string) => server.api.raw('GET /join/:token', { params: { token } })
const join = (token: string, email: string, more: object = {}) =>
  server.api.raw('POST /join/:token', {
    params: { token },
    body: { first_name: 'Jo', last_name: 'Ines', email, password: PASSWORD, ...more },
  })
const rowOf = async (id: string) =>
  (await api()('GET /admin/join-links')).body.find((link) => link.id === id)!
const personOf = (email: string) =>
  server.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
const logIn = (email: string, password = PASSWORD) =>
  server.api.raw('POST /auth/login', { body: { email, password } })

test('whoever has a link opens an account, pending until its address is confirmed', async () => {
  const link = await make({ role: 'manager', max_uses: 20 })
  expect(link).toMatchObject({ state: 'open', uses: 0, created_by_name: 'Ada Doyle', domain: null })
  expect((await look(link.token)).body).toEqual({
    brokerage_name: expect.any(String),
    role: 'manager',
    domain: null,
    sends_mail: false,
  })
  const email = newAddress()
  const forged = { role: 'admin', status: 'active', title: 'Broker', email_verified: true }
  expect(await join(link.token, email, forged)).toMatchObject({
    status: 201,
    body: { message: AWAITS_APPROVAL },
  })
  const person = await personOf(email)
  expect(person).toMatchObject({ role: 'manager', title: 'Manager', status: 'pending' })
  expect(await logIn(email)).toMatchObject({ status: 403, body: { code: 'account_pending' } })
  const { token } = await newestMailTo(server, email)
  await server.api('POST /auth/verify-email', { body: { token } })
  expect((await signIn(server.api, email)).user).toMatchObject({ status: 'active' })
  const params = { id: link.id }
  expect((await api()('GET /admin/join-links/:id/people', { params })).body).toMatchObject([
    { user_id: person!.id, name: 'Jo Ines', email, status: 'active' },
  ])
  expect(await rowOf(link.id)).toMatchObject({ uses: 1, max_uses: 20, state: 'open' })
  const trail = await server.db
    .selectFrom('audit_events')
    .select(['action', 'details', 'item_id'])
    .where('actor_id', '=', person!.id)
    .where('action', '=', 'user.joined')
    .executeTakeFirst()
  expect(trail).toMatchObject({
    item_id: person!.id,
    details: { email, link: 'Office poster', link_id: link.id },
  })
})

test('with a mail server the mailbox is asked, and an admin who approves is not waited for', async () => {
  const sink = await startMailSink()
  const node = await startTestServer({
    connection: server.connection,
    config: { smtpUrl: sink.url, dataDir: server.config.dataDir },
  })
  const { token } = await make()
  const email = newAddress()
  const answer = await node.api.raw('POST /join/:token', {
    params: { token },
    body: { first_name: 'Jo', last_name: 'Ines', email, password: PASSWORD },
  })
  expect(answer).toMatchObject({ status: 201, body: { message: CONFIRM_TO_BEGIN } })
  expect(await node.api.raw('POST /auth/login', { body: { email, password: PASSWORD } })).toEqual(
    expect.objectContaining({
      status: 403,
      body: expect.objectContaining({ code: 'account_unconfirmed' }),
    }),
  )
  await node.stop()
  await sink.close()
})

describe('a link that opens nothing', () => {
  const expectOver = async (token: string) => {
    const [seen, joined] = [await look(token), await join(token, newAddress())]
    const over = { code: 'invalid_join_link', error: INVALID_JOIN_LINK }
    for (const answer of [seen, joined]) expect(answer).toMatchObject({ status: 404, body: over })
  }

  test('says so in one sentence: unknown, revoked, ended, used up or of nobody', async () => {
    await expectOver('x')
    await expectOver('a'.repeat(22))
    const revoked = await make()
    await api()('POST /admin/join-links/:id/revoke', { params: { id: revoked.id } })
    await expectOver(revoked.token)
    expect(await rowOf(revoked.id)).toMatchObject({
      state: 'revoked',
      revoked_at: expect.any(String),
    })

    const ended = await make({ ends_at: new Date(Date.now() + 3_600_000).toISOString() })
    expect((await look(ended.token)).status).toBe(200)
    await server.db
      .updateTable('join_links')
      .set({ ends_at: sql`now()` })
      .where('id', '=', ended.id)
      .execute()
    await expectOver(ended.token)
    expect((await rowOf(ended.id)).state).toBe('ended')

    const used = await make({ max_uses: 1 })
    expect((await join(used.token, newAddress())).status).toBe(201)
    await expectOver(used.token)
    expect(await rowOf(used.id)).toMatchObject({ state: 'used_up', uses: 1 })
    const { id } = used
    expect(await api().raw('GET /admin/join-links/:id/link', { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'not_open' },
    })
  })

  test.each(['deactivated', 'demoted'] as const)('its maker was %s', async (how) => {
    const maker = await createMember(server, { role: 'admin' })
    const link = await make({}, maker)
    const change = how === 'demoted' ? { role: 'agent' } : { status: 'inactive' }
    await server.db
      .updateTable('users')
      .set(change as object)
      .where('id', '=', maker.id)
      .execute()
    await expectOver(link.token)
    expect((await rowOf(link.id)).state).toBe('maker_gone')
  })

  test('was revoked while the password was being hashed', async () => {
    const link = await make()
    const tries = Promise.all(Array.from({ length: 4 }, () => join(link.token, newAddress())))
    await api()('POST /admin/join-links/:id/revoke', { params: { id: link.id } })
    const opened = (await tries).filter(({ status }) => status === 201).length
    expect(await rowOf(link.id)).toMatchObject({ state: 'revoked', uses: opened })
  })
})

test('of many who come for the last places at once only so many get one', async () => {
  const link = await make({ max_uses: 3 })
  const emails = Array.from({ length: 12 }, () => newAddress())
  const answers = await Promise.all(emails.map((email) => join(link.token, email)))
  const told = (wanted: number) => answers.filter(({ status }) => status === wanted).length
  expect([told(201), told(404)]).toEqual([3, 9])
  const made = await server.db
    .selectFrom('users')
    .select('id')
    .where('email', 'in', emails)
    .execute()
  expect(made).toHaveLength(3)
  expect(await rowOf(link.id)).toMatchObject({ uses: 3, state: 'used_up' })
  // Nor does the database let it pass.
  const passing = server.db
    .updateTable('join_links')
    .set({ uses: 4 })
    .where('id', '=', link.id)
    .execute()
  await expect(passing).rejects.toThrow('join_links_check')
})

test('only the domain that it names', async () => {
  const link = await make({ domain: 'Harbor.Example' })
  expect((await look(link.token)).body.domain).toBe('harbor.example')
  for (const address of ['a@sub.harbor.example', 'a@harbor.example.evil.example', 'a@b.example']) {
    expect(await join(link.token, address)).toMatchObject({
      status: 422,
      body: { code: 'email_domain', fields: { email: expect.stringContaining('harbor.example') } },
    })
  }
  expect((await rowOf(link.id)).uses).toBe(0)
  expect((await join(link.token, newAddress('HARBOR.example'))).status).toBe(201)
})

describe('an address that has an account already', () => {
  test('is answered as any other, takes a place as any other, and its account stays as it is', async () => {
    const taken = await createMember(server, { firstName: 'Owner' })
    const stored = await personOf(taken.email)
    const told = async (email: string) => {
      const link = await make({ max_uses: 2 })
      const password = 'a password of the stranger'
      const answers = [
        await join(link.token, email, { password }),
        await join(link.token, email.toUpperCase(), { password }),
        await logIn(email, password),
        await logIn(email, 'another of theirs'),
        await join(link.token, newAddress()),
        await join(link.token, newAddress()),
      ]
      expect(await rowOf(link.id)).toMatchObject({ uses: 2, state: 'used_up' })
      return answers.map(({ status, body }) => ({ status, body }))
    }
    const fresh = await told(newAddress())
    expect(fresh.map(({ status }) => status)).toEqual([201, 201, 403, 401, 201, 404])
    expect(await told(taken.email)).toEqual(fresh)
    expect(await personOf(taken.email)).toEqual(stored)
    expect((await newestMailTo(server, taken.email)).mail.subject).toContain('account')
  })

  test('or an invitation, is shown the way in that it has', async () => {
    const email = newAddress()
    await api()('POST /auth/invite', { body: { email } })
    const { token } = await newestMailTo(server, email)
    const link = await make()
    expect((await join(link.token, email)).status).toBe(201)
    expect((await personOf(email))!.password_hash).toBeNull()
    const params = { id: link.id }
    expect((await api()('GET /admin/join-links/:id/people', { params })).body).toEqual([])
    expect((await server.api.raw('GET /auth/invite/:token', { params: { token } })).status).toBe(
      200,
    )
  })
})

test('a refused password leaves the place; wrong tokens are limited, right ones are not', async () => {
  const link = await make({ max_uses: 1 })
  const weak = await join(link.token, newAddress(), { password: 'password123' })
  expect(weak).toMatchObject({ status: 422, body: { code: 'weak_password' } })
  await server.db.deleteFrom('rate_limits').execute()
  await join('no such token', newAddress())
  await server.db
    .updateTable('rate_limits')
    .set({ hits: 300 })
    .where('bucket', '=', 'link-from:127.0.0.1')
    .execute()
  expect((await join('no such token', newAddress())).status).toBe(429)
  expect((await join(link.token, newAddress())).status).toBe(201)
  await server.db.deleteFrom('rate_limits').execute()
})

test('joining counts as any sign-up from that network does', async () => {
  const link = await make({ max_uses: 20 })
  await server.db.deleteFrom('rate_limits').execute()
  expect((await join(link.token, newAddress())).status).toBe(201)
  await server.db
    .updateTable('rate_limits')
    .set({ hits: 300 })
    .where('bucket', '=', 'sign-up-from:127.0.0.1')
    .execute()
  const refused = await join(link.token, newAddress())
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  await server.db.deleteFrom('rate_limits').execute()
  expect(await rowOf(link.id)).toMatchObject({ uses: 1 })
})

describe('making one', () => {
  test.each([
    ['role', { role: 'admin' }],
    ['label', { label: ' ' }],
    ['domain', { domain: 'two.example, three.example' }],
    ['max_uses', { max_uses: 0 }],
    ['max_uses', { max_uses: 10_001 }],
    ['ends_at', { ends_at: '2020-01-01T00:00:00Z' }],
  ])('refuses a %s like %j beside its field', async (field, change) => {
    const answer = await api().raw('POST /admin/join-links', {
      body: { label: 'Office poster', ...change },
    })
    expect([400, 422]).toContain(answer.status)
    expect(answer.body).toMatchObject({ fields: { [field]: expect.any(String) } })
  })

  test('leaves what opens it in no table, list or trail, and shows it again', async () => {
    const link = await make({ label: 'Kept apart' })
    const { body } = await api()('GET /admin/join-links')
    const rows = await server.db.selectFrom('join_links').selectAll().execute()
    const trail = await server.db.selectFrom('audit_events').select('details').execute()
    const text = [
      JSON.stringify([body, rows, trail]),
      ...rows.map((row) => String(row.token_sealed)),
    ]
    expect(text.join('\n')).not.toContain(link.token)
    expect(await tokenOf(link.id)).toBe(link.token)
  })

  test('without its key it works on, and one sentence says why it is not shown', async () => {
    const link = await make()
    const file = joinPath(server.config.dataDir, 'secrets.key')
    await rename(file, `${file}.away`)
    const { id } = link
    const answer = await api().raw('GET /admin/join-links/:id/link', { params: { id } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'key_missing' } })
    expect((await look(link.token)).status).toBe(200)
    await rm(file, { force: true })
    await rename(`${file}.away`, file)
    expect((await readFile(file, 'utf8')).length).toBeGreaterThan(40)
    expect(await tokenOf(id)).toBe(link.token)
  })
})
