import { codeAt } from '../features/second-factor/codes.ts'
import type { Caller } from './api-client.ts'
import { PASSWORD } from './factories.ts'
import type { TestServer } from './test-server.ts'

const STEP_MS = 30_000

/** The code that an app shows now, or so many steps from now. */
export const codeOf = (secret: string, ahead = 0): string =>
  codeAt(secret, Date.now() + ahead * STEP_MS)

/** Sets up a second factor with the code of the step before, so that those of this one and the next are good. */
export async function setUpSecondFactor(
  server: TestServer,
  person: Caller,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const api = server.api.as(person)
  const { body: begun } = await api('POST /users/me/second-factor', {
    body: { password: PASSWORD },
  })
  const { status, body } = await api('POST /users/me/second-factor/confirm', {
    body: { setup: begun.setup, code: codeOf(begun.secret, -1) },
  })
  if (status !== 200) throw new Error(`Setting up failed: ${JSON.stringify(body)}`)
  return { secret: begun.secret, recoveryCodes: body.recovery_codes }
}

/** Gives the right password of somebody who has a second factor, and returns the challenge. */
export async function challengeFor(
  server: TestServer,
  email: string,
  { remember_me = false } = {},
): Promise<string> {
  const { status, body } = await server.api.raw('POST /auth/login', {
    body: { email, password: PASSWORD, remember_me },
  })
  if (status !== 401 || typeof body.challenge !== 'string') {
    throw new Error(`No code was asked for: ${JSON.stringify(body)}`)
  }
  return body.challenge
}
