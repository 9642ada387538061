import type { CurrentUser } from '@frontdesk/contract/users'
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
