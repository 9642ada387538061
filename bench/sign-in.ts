import type { CurrentUser } from '@frontdesk/contract/users'
import type { Page } from '@playwright/test'
import { apiClient } from '../server/src/testing/api-client.ts'

const ADMIN = { email: 'ada@example.com', password: 'a brass bell on the desk' }

export interface Credentials {
  email: string
  password: string
}

export interface Session {
  token: string
  user: CurrentUser
}

/** Signs up on an empty server, which makes an admin, and in. */
export async function createFirstAdmin(url: string): Promise<Session> {
  const person = { ...ADMIN, first_name: 'Ada', last_name: 'Broker' }
  await apiClient(url)('POST /auth/signup', { body: person })
  return signIn(url, ADMIN)
}

/** Signs in, with remember-me. @throws where that is refused */
export async function signIn(url: string, credentials: Credentials): Promise<Session> {
  const { status, body } = await apiClient(url)('POST /auth/login', {
    body: { ...credentials, remember_me: true },
  })
  if (status !== 200) throw new Error(`Signing in failed: ${JSON.stringify(body)}`)
  return body
}

/** Keeps a session in a page's browser, as the login form does with remember-me. */
export async function keepSession(page: Page, url: string, session: Session): Promise<void> {
  // Any page of the origin that isn't the app.
  await page.goto(`${url}/favicon.svg`)
  await page.evaluate(
    ([auth_token, user_data]) => Object.assign(localStorage, { auth_token, user_data }),
    [session.token, JSON.stringify(session.user)] as const,
  )
}
