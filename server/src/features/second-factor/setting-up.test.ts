import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createMember, type Member, PASSWORD } from '../../testing/factories.ts'
import { challengeFor, codeOf, setUpSecondFactor } from '../../testing/second-factors.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let person: Member
let secret: string
let recoveryCodes: string[]

beforeAll(async () => {
  server = await startTestServer()
  await createMember(server)
})
afterAll(async () => server.stop())
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
  person = await createMember(server)
  ;({ secret, recoveryCodes } = await setUpSecondFactor(server, person))
})

const answer = (challenge: string, code: string) =>
  server.api.raw('POST /auth/second-factor', { body: { challenge, code } })

test('setting up takes the password, and a code of the secret that was shown', async () => {
  const newcomer = await createMember(server)
  const api = server.api.as(newcomer)
  const wrong = await api.raw('POST /users/me/second-factor', { body: { password: 'not it' } })
  expect(wrong).toMatchObject({ status: 422, body: { fields: { password: expect.any(String) } } })
  const { body } = await api('POST /users/me/second-factor', { body: { password: PASSWORD } })
  expect(body.uri).toContain(`secret=${body.secret}`)
  const confirm = (by: Member, code: string) =>
    server.api
      .as(by)
      .raw('POST /users/me/second-factor/confirm', { body: { setup: body.setup, code } })
  expect((await confirm(newcomer, '12345')).body.code).toBe('wrong_code')
  expect((await confirm(newcomer, codeOf(body.secret, -6))).body.code).toBe('clock_off')
  // A setup is its owner's.
  expect((await confirm(person, codeOf(body.secret))).body.code).toBe('setup_over')
  expect((await api('GET /users/me/second-factor')).body.on).toBe(false)
  expect((await confirm(newcomer, codeOf(body.secret))).status).toBe(200)
  // The code that set it up is used.
  const challenge = await challengeFor(server, newcomer.email)
  expect((await answer(challenge, codeOf(body.secret))).body.code).toBe('code_used')
})

test('a setup serves once, whatever becomes of what it set up', async () => {
  const newcomer = await createMember(server)
  const api = server.api.as(newcomer)
  const begin = async () =>
    (await api('POST /users/me/second-factor', { body: { password: PASSWORD } })).body
  const confirm = ({ setup, secret: own }: { setup: string; secret: string }, steps = 0) =>
    api.raw('POST /users/me/second-factor/confirm', { body: { setup, code: codeOf(own, steps) } })
  const first = await begin()
  expect((await confirm(first)).status).toBe(200)
  expect((await confirm(first, 1)).body.code).toBe('setup_over')
  await api('DELETE /users/me/second-factor', { body: { password: PASSWORD } })
  expect((await confirm(first)).body.code).toBe('setup_over')
  expect((await api('GET /users/me/second-factor')).body.on).toBe(false)
  expect((await confirm(await begin())).status).toBe(200)
})

test('a setup is over after half an hour', async () => {
  const api = server.api.as(await createMember(server))
  const { body } = await api('POST /users/me/second-factor', { body: { password: PASSWORD } })
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * 60_000)
  try {
    const given = { setup: body.setup, code: codeOf(body.secret) }
    const late = await api.raw('POST /users/me/second-factor/confirm', { body: given })
    expect(late).toMatchObject({ status: 422, body: { code: 'setup_over' } })
  } finally {
    clock.mockRestore()
  }
})

test('set up anew, only the new app and its codes count', async () => {
  const next = await setUpSecondFactor(server, person)
  const challenge = await challengeFor(server, person.email)
  expect((await answer(challenge, codeOf(secret))).status).toBe(422)
  expect((await answer(challenge, recoveryCodes[0]!)).status).toBe(422)
  expect((await answer(challenge, codeOf(next.secret))).status).toBe(200)
})

test('switched off with the password, the password is enough again', async () => {
  const off = (password: string) =>
    server.api.as(person).raw('DELETE /users/me/second-factor', { body: { password } })
  expect((await off('not it')).status).toBe(422)
  expect((await off(PASSWORD)).status).toBe(204)
  const { status } = await server.api('POST /auth/login', {
    body: { email: person.email, password: PASSWORD },
  })
  expect(status).toBe(200)
})

test('new recovery codes take the password, and end the ones before', async () => {
  const renew = (password?: string) =>
    server.api.as(person).raw('POST /users/me/second-factor/recovery-codes', { body: { password } })
  expect((await renew('not it')).status).toBe(422)
  expect((await renew()).body.code).toBe('password_required')
  const { body } = await server.api.as(person)('POST /users/me/second-factor/recovery-codes', {
    body: { password: PASSWORD },
  })
  expect(body.recovery_codes).toHaveLength(10)
  const challenge = await challengeFor(server, person.email)
  expect((await answer(challenge, recoveryCodes[0]!)).status).toBe(422)
  expect((await answer(challenge, body.recovery_codes[0]!)).status).toBe(200)
})
