import type { Role } from '@frontdesk/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Authenticator } from '../../testing/authenticator.ts'
import { createMember, createPolicy, type Member, PASSWORD } from '../../testing/factories.ts'
import { addPasskey, signInOptions, SITE } from '../../testing/passkeys.ts'
import { run } from '../../testing/run-admin.ts'
import { challengeFor, codeOf, setUpSecondFactor } from '../../testing/second-factors.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
let person: Member
let device: Authenticator

beforeAll(async () => {
  server = await startTestServer({ config: { publicUrl: SITE } })
  admin = await createMember(server)
})
afterAll(async () => server.stop())
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
  await require([])
  person = await createMember(server)
  ;({ device } = await addPasskey(server, person))
})

const require = (roles: Role[]) =>
  server.api.as(admin)('PUT /admin/settings', {
    body: { second_factor_roles: roles, second_factor_grace_days: 0 },
  })

const passwordOf = ({ email }: Member) =>
  server.api.raw('POST /auth/login', { body: { email, password: PASSWORD } })

const passkey = (answer: unknown, challenge?: string) =>
  server.api.raw('POST /auth/passkey', { body: { answer, challenge, remember_me: true } })

async function recordOf(token: unknown) {
  const { id } = await createPolicy(server.api.as(admin))
  const { body } = await server.api.as({ token: String(token) })('POST /policies/:id/acknowledge', {
    params: { id },
  })
  const { sign_in_method: method, session_origin: origin } = body
  return [method, origin]
}

const setOrigin = (origin: 'after_admin_reset' | 'after_reset') =>
  server.db
    .updateTable('users')
    .set({ password_origin: origin, password_hash: sql`password_hash || ' '` })
    .where('id', '=', person.id)
    .execute()

test('a passkey fulfils what a role needs, and is asked for after the password', async () => {
  const bare = await createMember(server)
  await require(['agent'])
  expect((await server.api.as(bare).raw('GET /policies')).status).toBe(403)
  expect((await server.api.as(person).raw('GET /policies')).status).toBe(200)
  // Whose role needs one can make it where nothing else answers.
  await addPasskey(server, bare)
  expect((await server.api.as(bare).raw('GET /policies')).status).toBe(200)

  const { status, body } = await passwordOf(person)
  expect([status, body.code, body.answers]).toEqual([401, 'second_factor_required', ['passkey']])
  const challenge = String(body.challenge)
  const options = await signInOptions(server, challenge)
  expect(options.allowCredentials).toMatchObject([{ id: device.id }])
  // What one device was asked after a password is no answer without it, nor after another one.
  const other = String((await passwordOf(person)).body.challenge)
  expect((await passkey(device.get(options), other)).body.code).toBe('passkey_challenge_over')
  expect((await passkey(device.get(options))).body.code).toBe('passkey_challenge_over')
  const done = await passkey(device.get(options), challenge)
  expect(done.status).toBe(200)
  expect(await recordOf(done.body.token)).toEqual(['password_and_passkey', 'password'])
  expect(await passkey(device.get(options), challenge)).toMatchObject({
    status: 401,
    body: { code: 'challenge_over' },
  })

  // The last one gone, nothing else answers again.
  const token = String(done.body.token)
  const api = server.api.as({ token })
  const [mine] = (await api('GET /users/me/passkeys')).body.passkeys
  await api('DELETE /users/me/passkeys/:id', { params: { id: mine!.id } })
  expect((await api.raw('GET /policies')).status).toBe(403)
})

test('after the password somebody else’s passkey opens nothing', async () => {
  await require(['agent'])
  const other = await createMember(server)
  const theirs = await addPasskey(server, other)
  const challenge = String((await passwordOf(person)).body.challenge)
  const answer = theirs.device.get(await signInOptions(server, challenge))
  expect((await passkey(answer, challenge)).body.code).toBe('passkey_not_theirs')
})

test('beside a code either will do, and programs are told so', async () => {
  const { secret } = await setUpSecondFactor(server, person)
  expect((await passwordOf(person)).body.answers).toEqual(['code', 'passkey'])
  const challenge = await challengeFor(server, person.email)
  const options = await signInOptions(server, challenge)
  expect((await passkey(device.get(options), challenge)).status).toBe(200)
  const again = await challengeFor(server, person.email)
  const { status } = await server.api.raw('POST /auth/second-factor', {
    body: { challenge: again, code: codeOf(secret) },
  })
  expect(status).toBe(200)
  // Alone it asks for no code.
  expect((await passkey(device.get(await signInOptions(server)))).status).toBe(200)
})

test('where a role needs more than the password, the password alone confirms nothing', async () => {
  await require(['agent'])
  const api = server.api.as(person)
  expect(await api.raw('POST /auth/confirm', { body: { password: PASSWORD } })).toMatchObject({
    status: 422,
    body: { code: 'passkey_required' },
  })
  await require([])
  const confirmed = await api.raw('POST /auth/confirm', { body: { password: PASSWORD } })
  expect(confirmed.status).toBe(204)
})

test('a passkey that was made in somebody’s hand keeps saying so, until a mailed link ends it', async () => {
  // An admin has chosen the password, signs in and makes a passkey.
  await setOrigin('after_admin_reset')
  await server.db
    .updateTable('sessions')
    .set({ origin: 'after_admin_reset' })
    .where('user_id', '=', person.id)
    .execute()
  const taken = await addPasskey(server, person)
  const byTaken = async () => passkey(taken.device.get(await signInOptions(server)))
  const own = async () => passkey(device.get(await signInOptions(server)))
  const { token } = (await byTaken()).body
  expect(await recordOf(token)).toEqual(['passkey', 'after_admin_reset'])
  // One made by it is no better.
  const second = await addPasskey(server, { token: String(token) })
  const bySecond = await passkey(second.device.get(await signInOptions(server)))
  expect(await recordOf(bySecond.body.token)).toEqual(['passkey', 'after_admin_reset'])
  // The person's own, from before, had nobody's hand in it.
  expect(await recordOf((await own()).body.token)).toEqual(['passkey', 'password'])

  await setOrigin('after_reset')
  expect((await byTaken()).body.code).toBe('passkey_unknown')
  expect((await own()).status).toBe(200)
})

test('after a password the worse of both beginnings is kept', async () => {
  await setUpSecondFactor(server, person)
  await server.db
    .updateTable('passkeys')
    .set({ origin: 'after_operator_factor_reset' })
    .where('user_id', '=', person.id)
    .execute()
  const challenge = await challengeFor(server, person.email)
  const { body } = await passkey(device.get(await signInOptions(server, challenge)), challenge)
  expect(await recordOf(body.token)).toEqual([
    'password_and_passkey',
    'after_operator_factor_reset',
  ])
})

test('a reset takes passkeys too, by an admin and on the command line', async () => {
  const params = { id: person.id }
  const reset = () => server.api.as(admin).raw('DELETE /admin/users/:id/second-factor', { params })
  expect((await server.api.as(admin)('GET /admin/users/:id', { params })).body).toMatchObject({
    has_second_factor: true,
  })
  expect((await reset()).status).toBe(204)
  expect((await reset()).status).toBe(404)
  const gone = await passkey(device.get(await signInOptions(server)))
  expect(gone.body.code).toBe('passkey_unknown')
  const { token } = (await passwordOf(person)).body
  const again = await addPasskey(server, { token: String(token) })
  const { body } = await passkey(again.device.get(await signInOptions(server)))
  expect(await recordOf(body.token)).toEqual(['passkey', 'after_admin_factor_reset'])
  const { code } = await run(['reset-second-factor', person.email], server.connection)
  expect(code).toBe(0)
  expect((await server.api.as(person)('GET /users/me/passkeys')).body.passkeys).toEqual([])
})

test('the passkeys of a deleted account are gone', async () => {
  await server.api.as(admin)('DELETE /admin/users/:id', { params: { id: person.id } })
  const left = server.db.selectFrom('passkeys').select('id').where('user_id', '=', person.id)
  expect(await left.execute()).toEqual([])
})
