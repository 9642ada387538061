import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createMember,
  createPolicy,
  type Member,
  PASSWORD,
  signIn,
} from '../../testing/factories.ts'
import { mailsTo, newestMailTo } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { hashOfRecord } from './acknowledgment-chain.ts'

const NEW_PASSWORD = 'another bell for the desk'
const NEWER_PASSWORD = 'a third bell, of brass'

let server: TestServer
let admin: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
})
afterAll(async () => server.stop())

/** What somebody's next record says of how their session began. */
async function originFor(person: Member): Promise<string | null> {
  const { id } = await createPolicy(server.api.as(admin))
  const { body } = await server.api.as(person)('POST /policies/:id/acknowledge', { params: { id } })
  const { version_acknowledged: version, hash, ...rest } = body
  expect(rest.form).toBe('frontdesk-acknowledgment-2')
  expect(hashOfRecord({ ...rest, version })).toBe(hash)
  // It is part of what is sealed.
  expect(hashOfRecord({ ...rest, version, session_origin: 'password_' })).not.toBe(hash)
  const table = await server.api.as(admin)('GET /admin/policies/acknowledgments', {
    query: { policy_id: id },
  })
  expect(table.body[0]).toMatchObject({ form: rest.form, session_origin: rest.session_origin })
  return body.session_origin
}

async function newcomer(): Promise<Member> {
  const email = `person-${uuidv7()}@example.com`
  const body = { first_name: 'New', last_name: 'Comer', password: PASSWORD, email }
  await server.api('POST /auth/signup', { body })
  await mailsTo(server, email)
  return signIn(server.api, email)
}

/** As an admin does it where no mail server is set: the link is shown to them. */
async function takeOver(person: Member): Promise<Member> {
  const { body } = await server.api.as(admin)('POST /admin/users/:id/request-password-reset', {
    params: { id: person.id },
  })
  const token = /token=([\w-]{43})/.exec(JSON.stringify(body))![1]
  await server.api('POST /auth/reset-password', { body: { token, password: NEW_PASSWORD } })
  return signIn(server.api, person.email, NEW_PASSWORD)
}

test('whoever signed up has their own password', async () => {
  expect(await originFor(await newcomer())).toBe('password')
})

test('after a mailed reset', async () => {
  const person = await newcomer()
  await server.api('POST /auth/request-password-reset', { body: { email: person.email } })
  const { token } = await newestMailTo(server, person.email, 2)
  await server.api('POST /auth/reset-password', { body: { token, password: NEW_PASSWORD } })
  expect(await originFor(await signIn(server.api, person.email, NEW_PASSWORD))).toBe('after_reset')
})

test('after a reset whose link an admin had seen, and no change of the password hides it', async () => {
  const taken = await takeOver(await newcomer())
  expect(await originFor(taken)).toBe('after_admin_reset')
  await server.api.as(taken)('PUT /users/me/password', {
    body: { current_password: NEW_PASSWORD, new_password: NEWER_PASSWORD },
  })
  const later = await signIn(server.api, taken.email, NEWER_PASSWORD)
  expect(await originFor(later)).toBe('after_admin_reset')
})

test('an invitation that was mailed, and one that was handed over', async () => {
  const accept = async (handed: boolean) => {
    const email = `invited-${uuidv7()}@example.com`
    const asAdmin = server.api.as(admin)
    await asAdmin('POST /auth/invite', { body: { email, role: 'agent' } })
    const { body: invitations } = await asAdmin('GET /auth/invites')
    const { id } = invitations.find((invitation) => invitation.email === email)!
    const link = await asAdmin('POST /auth/invites/:id/link', { params: { id } })
    const shown = /token=([\w-]{43})/.exec(JSON.stringify(link.body))![1]!
    const token = handed ? shown : (await newestMailTo(server, email)).token
    const names = { first_name: 'In', last_name: 'Vited' }
    await server.api('POST /auth/accept-invite', { body: { token, ...names, password: PASSWORD } })
    return originFor(await signIn(server.api, email))
  }
  expect(await accept(false)).toBe('after_invitation')
  expect(await accept(true)).toBe('after_admin_invitation')
})

test('a session goes on as it began', async () => {
  const person = await newcomer()
  await server.db
    .updateTable('users')
    .set({ password_origin: 'after_operator' })
    .where('id', '=', person.id)
    .execute()
  expect(await originFor(person)).toBe('password')
  expect(await originFor(await signIn(server.api, person.email))).toBe('after_operator')
})
