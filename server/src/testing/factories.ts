import type { Policy } from '@frontdesk/contract/policies'
import type { CurrentUser } from '@frontdesk/contract/users'
import { uuidv7 } from 'uuidv7'
import type { ApiClient } from './api-client.ts'
import type { TestServer } from './test-server.ts'

/** Good for every account of the tests. */
export const PASSWORD = 'a brass bell on the desk'

/** Somebody with an account who is signed in. */
export interface Member {
  id: string
  email: string
  token: string
  user: CurrentUser
}

/** An account as a person makes it: signed up, given its role and status, signed in where it can be. */
export async function createMember(
  server: TestServer,
  options: {
    role?: 'agent' | 'admin' | 'manager'
    firstName?: string
    lastName?: string
    email?: string
  } = {},
): Promise<Member> {
  const email = options.email ?? `person-${uuidv7()}@example.com`
  await server.api('POST /auth/signup', {
    body: {
      first_name: options.firstName ?? 'Pat',
      last_name: options.lastName ?? 'Doyle',
      email,
      password: PASSWORD,
    },
  })
  if (options.role) {
    await server.db
      .updateTable('users')
      .set({ role: options.role })
      .where('email', '=', email)
      .execute()
  }
  return signIn(server.api, email)
}

/** Signs in with the tests' password. @throws where that fails */
export async function signIn(api: ApiClient, email: string, password = PASSWORD): Promise<Member> {
  const { status, body } = await api('POST /auth/login', { body: { email, password } })
  if (status !== 200) throw new Error(`Sign-in of ${email} failed: ${JSON.stringify(body)}`)
  return { id: body.user.id, email, token: body.token, user: body.user }
}

/** A policy as an admin adds it. */
export async function createPolicy(
  api: ApiClient,
  fields: Partial<Pick<Policy, 'title' | 'content' | 'description' | 'category'>> = {},
): Promise<Policy> {
  const { body } = await api('POST /policies', {
    body: { title: 'Wire fraud', content: 'Call the known number first.', ...fields },
  })
  return body
}
