import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAuthenticator } from '../testing/authenticator.ts'
import { createMember, type Member, PASSWORD } from '../testing/factories.ts'
import { untilWaiting } from '../testing/locks.ts'
import { addPasskey, signInOptions, SITE } from '../testing/passkeys.ts'
import { challengeFor, codeOf, setUpSecondFactor } from '../testing/second-factors.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let person: Member

beforeAll(async () => {
  server = await startTestServer({ config: { publicUrl: SITE } })
  // Somebody stays an admin, whoever else goes.
  await createMember(server)
})
afterAll(async () => server.stop())
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
  person = await createMember(server)
})

const api = () => server.api.as(person)

async function countOf(action: string): Promise<number> {
  const events = server.db.selectFrom('audit_events').select('id').where('action', '=', action)
  return (await events.where('actor_id', '=', person.id).execute()).length
}

type Send = () => Promise<{ status: number }>

/** Each gets ready, and returns the call that is to be overtaken. */
const OWN: [string, () => Promise<Send>][] = [
  [
    'passkey.added',
    async () => {
      const { body } = await api()('POST /users/me/passkeys/options')
      const answer = createAuthenticator(SITE).create(body.options)
      return () => api().raw('POST /users/me/passkeys', { body: { answer } })
    },
  ],
  [
    'second_factor.codes_renewed',
    async () => {
      await setUpSecondFactor(server, person)
      const body = { password: PASSWORD }
      return () => api().raw('POST /users/me/second-factor/recovery-codes', { body })
    },
  ],
  [
    'second_factor.disabled',
    async () => {
      await setUpSecondFactor(server, person)
      return () => api().raw('DELETE /users/me/second-factor', { body: { password: PASSWORD } })
    },
  ],
  [
    'session.confirmed',
    async () => () => api().raw('POST /auth/confirm', { body: { password: PASSWORD } }),
  ],
  [
    'session.confirmed',
    async () => {
      const { device } = await addPasskey(server, person)
      const { body } = await api()('POST /auth/confirm/passkey/options')
      const answer = device.get(body.options)
      return () => api().raw('POST /auth/confirm/passkey', { body: { answer } })
    },
  ],
  [
    'password.changed',
    async () => {
      const body = { current_password: PASSWORD, new_password: 'another bell for the desk' }
      return () => api().raw('PUT /users/me/password', { body })
    },
  ],
]

test.each(OWN)(
  '%s: not by a session that ended after it had passed the door',
  async (action, prepare) => {
    const call = await prepare()
    let sent: ReturnType<Send> | undefined
    await server.db.transaction().execute(async (tx) => {
      const own = tx.selectFrom('sessions').select('id').where('user_id', '=', person.id)
      await own.forUpdate().execute()
      sent = call()
      await untilWaiting(server.db, 1)
      await tx.deleteFrom('sessions').where('user_id', '=', person.id).execute()
    })
    expect([(await sent!).status, await countOf(action)]).toEqual([401, 0])
  },
)

/** What opens a session, right as it is. */
const SIGN_INS: [string, () => Promise<Send>][] = [
  [
    'a passkey',
    async () => {
      const { device } = await addPasskey(server, person)
      const body = { answer: device.get(await signInOptions(server)) }
      return () => server.api.raw('POST /auth/passkey', { body })
    },
  ],
  [
    'a code of the app',
    async () => {
      const { secret } = await setUpSecondFactor(server, person)
      const body = { challenge: await challengeFor(server, person.email), code: codeOf(secret) }
      return () => server.api.raw('POST /auth/second-factor', { body })
    },
  ],
]

test.each(SIGN_INS)(
  '%s begins no session for somebody who is deactivated while it is looked at',
  async (_, prepare) => {
    const call = await prepare()
    const sessions = server.db.selectFrom('sessions').select('id').where('user_id', '=', person.id)
    const before = await sessions.execute()
    let sent: ReturnType<Send> | undefined
    await server.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('users')
        .set({ status: 'inactive' })
        .where('id', '=', person.id)
        .execute()
      sent = call()
      await untilWaiting(server.db, 1)
    })
    expect((await sent!).status).toBe(401)
    expect(await sessions.execute()).toEqual(before)
  },
)
