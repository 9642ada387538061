import { codeAt } from '../features/second-factor/codes.ts'
import type { Caller } from './api-client.ts'
import { openBrowser } from './browser.ts'
import { PASSWORD } from './factories.ts'
import { send } from './send.ts'
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
  const confirm = () =>
    api.raw('POST /users/me/second-factor/confirm', {
      body: { setup: begun.setup, code: codeOf(begun.secret, -1) },
    })
  let { status, body } = await confirm()
  // Its time was over on the way: the next one is of a step that has just begun.
  if (body.code === 'clock_off') ({ status, body } = await confirm())
  if (status !== 200) throw new Error(`Setting up failed: ${JSON.stringify(body)}`)
  return { secret: begun.secret, recoveryCodes: body.recovery_codes as string[] }
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

/** A browser keeps what it is given, and sends it back. */
export async function openBrowserOf(server: Pick<TestServer, 'url'>, { email }: { email: string }) {
  const { cookie, csrfToken } = await openBrowser(server.url)
  const kept = new Map<string, string>()
  const attributes: string[] = []
  const post = async (path: string, body: object) => {
    const {
      status,
      headers,
      body: text,
    } = await send(server.url, {
      method: 'POST',
      path: `/api/v1/auth/${path}`,
      headers: {
        'Content-Type': 'application/json',
        'X-CSRF-Token': csrfToken,
        Cookie: [cookie, ...[...kept].map((pair) => pair.join('='))].join('; '),
      },
      body: JSON.stringify(body),
    })
    for (const given of [headers['set-cookie'] ?? []].flat()) {
      attributes.push(given)
      const [name = '', value = ''] = given.split(';')[0]!.split('=')
      kept.set(name, value)
    }
    return { status, body: JSON.parse(text) as Record<string, unknown> }
  }
  const signIn = (password = PASSWORD, as = email) => post('login', { email: as, password })
  return {
    post,
    headers: { Cookie: cookie, 'X-CSRF-Token': csrfToken },
    signIn,
    attributes,
    answer: async (code: string, more: { trust_browser?: boolean } = {}) =>
      post('second-factor', { challenge: (await signIn()).body.challenge, code, ...more }),
  }
}
