import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, type Member, PASSWORD, signIn } from '../../testing/factories.ts'
import { mailsTo, newestMailTo } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
})
afterAll(async () => server.stop())

const names = { first_name: 'Pat', last_name: 'Doyle' }
const newAddress = () => `next-${uuidv7()}@example.com`
const save = (who: Member, more: object) =>
  server.api.as(who).raw('PUT /users/me', { body: { ...names, email: who.email, ...more } })
const me = async (who: Member) => (await server.api.as(who)('GET /users/me')).body
const verify = (token: string) => server.api.raw('POST /auth/verify-email', { body: { token } })

/** Somebody whose session is older than ten minutes, as one that was found open is. */
async function signedInLongAgo(): Promise<Member> {
  const person = await createMember(server)
  await sql`
    update sessions set created_at = now() - interval '11 minutes' where user_id = ${person.id}
  `.execute(server.db)
  return person
}

test('whoever only holds a session changes no address, and nothing else on the way', async () => {
  const pat = await signedInLongAgo()
  const before = await me(pat)
  const without = await save(pat, { first_name: 'Eve', email: newAddress() })
  expect(without).toMatchObject({
    status: 403,
    body: { code: 'password_required', fields: { current_password: expect.any(String) } },
  })
  const wrong = await save(pat, { email: newAddress(), current_password: 'not this one' })
  expect(wrong).toMatchObject({ status: 403, body: { code: 'wrong_password' } })
  expect(await me(pat)).toEqual(before)
  // All else needs no proof.
  expect((await save(pat, { bio: 'Here.' })).status).toBe(200)
})

test('the address stays until the other one answers, and is told of both', async () => {
  const pat = await signedInLongAgo()
  const next = newAddress()
  const asked = await save(pat, { email: next, current_password: PASSWORD })
  expect(asked).toMatchObject({ status: 200, body: { email: pat.email, pending_email: next } })
  const [notice] = await mailsTo(server, pat.email)
  expect(notice!.text).toContain(next)
  await signIn(server.api, pat.email)
  const { token } = await newestMailTo(server, next)
  expect((await verify(token)).status).toBe(200)
  expect(await me(pat)).toMatchObject({ email: next, email_verified: true, pending_email: null })
  await signIn(server.api, next)
  expect((await mailsTo(server, pat.email, 2)).at(-1)!.subject).toContain('was changed')
  expect((await verify(token)).status).toBe(404)
})

test('a sign-in of the last quarter of an hour proves as much', async () => {
  const pat = await createMember(server)
  const next = newAddress()
  expect((await save(pat, { email: next })).body).toMatchObject({ pending_email: next })
})

test('the answer is the same whether or not somebody has the address, and reserves nothing', async () => {
  const [pat, owner] = [await createMember(server), await createMember(server)]
  const free = newAddress()
  const one = await save(pat, { email: free })
  // Its link opens nothing once another address is wanted, and then it is not sent.
  await newestMailTo(server, free)
  const other = await save(pat, { email: owner.email })
  expect([other.status, Object.keys(other.body)]).toEqual([one.status, Object.keys(one.body)])
  expect(other.body).toMatchObject({ email: pat.email, pending_email: owner.email })
  const [told] = await mailsTo(server, owner.email)
  expect(told!.text).not.toContain('?token=')
  // Whoever's mailbox it is can still open an account with it.
  await save(pat, { email: free })
  const { token } = await newestMailTo(server, free, 2)
  await server.api('POST /auth/signup', { body: { ...names, email: free, password: PASSWORD } })
  await signIn(server.api, free)
  expect(await verify(token)).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  expect((await me(pat)).email).toBe(pat.email)
})

test('the owner of an address that many want is told five times an hour at most', async () => {
  const owner = await createMember(server)
  const many = await Promise.all(Array.from({ length: 7 }, () => createMember(server)))
  for (const person of many) {
    expect(await save(person, { email: owner.email })).toMatchObject({
      status: 200,
      body: { pending_email: owner.email },
    })
  }
  const told = server.db.selectFrom('mails').select('kind').where('to_email', '=', owner.email)
  expect((await told.execute()).map(({ kind }) => kind)).toEqual(Array(5).fill('address_in_use'))
})

test('tries are limited whatever becomes of them', async () => {
  const pat = await createMember(server)
  const statuses = []
  for (let n = 0; n < 7; n += 1) statuses.push((await save(pat, { email: admin.email })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  const again = await server.api.as(pat).raw('POST /users/me/email-change/resend')
  expect(again.status).toBe(429)
  expect((await save(pat, { bio: 'Still here.' })).status).toBe(200)
})

test('a change can be mailed again, which voids the first link, and taken back', async () => {
  const pat = await createMember(server)
  const next = newAddress()
  await save(pat, { email: next })
  const first = await newestMailTo(server, next)
  expect((await server.api.as(pat).raw('POST /users/me/email-change/resend')).status).toBe(204)
  const second = await newestMailTo(server, next, 2)
  expect((await verify(first.token)).status).toBe(404)
  expect((await server.api.as(pat).raw('DELETE /users/me/email-change')).status).toBe(204)
  expect((await verify(second.token)).status).toBe(404)
  expect(await me(pat)).toMatchObject({ email: pat.email, pending_email: null })
})

test('another password takes the change back: it may be somebody else’s', async () => {
  const pat = await createMember(server)
  const next = newAddress()
  await save(pat, { email: next })
  const { token } = await newestMailTo(server, next)
  const body = { current_password: PASSWORD, new_password: 'another bell for the desk' }
  expect((await server.api.as(pat).raw('PUT /users/me/password', { body })).status).toBe(204)
  expect((await verify(token)).status).toBe(404)
})

test('a password that is reset by its mailed link takes the change back as well', async () => {
  const pat = await createMember(server)
  const next = newAddress()
  await save(pat, { email: next })
  const { token } = await newestMailTo(server, next)
  await mailsTo(server, pat.email)
  await server.api('POST /auth/request-password-reset', { body: { email: pat.email } })
  const reset = await newestMailTo(server, pat.email, 2)
  const password = 'another bell for the desk'
  const body = { token: reset.token, password }
  expect((await server.api.raw('POST /auth/reset-password', { body })).status).toBe(200)
  expect((await verify(token)).status).toBe(404)
  const back = await signIn(server.api, pat.email, password)
  expect(await me(back)).toMatchObject({ email: pat.email, pending_email: null })
})

test('an admin changes their own address on the profile only, and the old one of others is told', async () => {
  const params = { id: admin.id }
  const own = await server.api
    .as(admin)
    .raw('PUT /admin/users/:id', { params, body: { email: newAddress() } })
  expect(own).toMatchObject({ status: 403, body: { code: 'own_email' } })
  const pat = await createMember(server)
  await server.api.as(admin)('PUT /admin/users/:id', {
    params: { id: pat.id },
    body: { email: newAddress() },
  })
  expect((await mailsTo(server, pat.email)).at(-1)!.subject).toContain('was changed')
})
