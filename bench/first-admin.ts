import { apiClient } from '../server/src/testing/api-client.ts'

const PASSWORD = 'a brass bell on the desk'
const PERSON = { first_name: 'Ada', last_name: 'Broker', email: 'ada@example.com' }

/** Signs up on an empty server, which makes an admin, and in. Returns the session's token. */
export async function createFirstAdmin(url: string): Promise<string> {
  const api = apiClient(url)
  await api('POST /auth/signup', { body: { ...PERSON, password: PASSWORD } })
  return signIn(url, PERSON.email, PASSWORD)
}

/** Signs in with remember-me. Returns the session's token. @throws where that is refused */
export async function signIn(url: string, email: string, password: string): Promise<string> {
  const { status, body } = await apiClient(url)('POST /auth/login', {
    body: { email, password, remember_me: true },
  })
  if (status !== 200) throw new Error(`Sign-in of ${email} failed: ${JSON.stringify(body)}`)
  return body.token
}
