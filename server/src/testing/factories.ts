import type { Policy } from '@frontdesk/contract/policies'
import type { Process, ProcessStep } from '@frontdesk/contract/processes'
import type { SavedTest } from '@frontdesk/contract/assessments'
import type { SavedTraining } from '@frontdesk/contract/trainings'
import type { CurrentUser } from '@frontdesk/contract/users'
import { uuidv7 } from 'uuidv7'
import { insertAccount } from '../features/accounts/accounts.queries.ts'
import { hashPassword } from '../features/accounts/passwords.ts'
import { isFirstRun } from '../features/settings/settings.queries.ts'
import { findCurrentUser } from '../features/users/users.queries.ts'
import { insertSession } from '../http/session.ts'
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

let passwordHash: Promise<string> | undefined

/**
 * An account with a session, the first one an admin's. Made beneath the API, because hashing a
 * password for each is most of the time that tests take.
 */
export async function createMember(
  server: TestServer,
  options: {
    role?: 'agent' | 'admin' | 'manager'
    firstName?: string
    lastName?: string
    email?: string
  } = {},
): Promise<Member> {
  const { db } = server
  passwordHash ??= hashPassword(PASSWORD)
  const email = options.email ?? `person-${uuidv7()}@example.com`
  const userId = await insertAccount(db, {
    firstName: options.firstName ?? 'Pat',
    lastName: options.lastName ?? 'Doyle',
    email,
    passwordHash: await passwordHash,
    role: options.role === 'admin' || (await isFirstRun(db)) ? 'admin' : 'agent',
    status: 'active',
  })
  if (!userId) throw new Error(`${email} has an account already`)
  if (options.role) {
    await db.updateTable('users').set({ role: options.role }).where('id', '=', userId).execute()
  }
  const origin = { ip: '127.0.0.1', userAgent: 'tests', requestId: uuidv7() }
  const { token } = await insertSession(db, { userId, rememberMe: false, origin })
  return { id: userId, email, token, user: await findCurrentUser(db, userId) }
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

/** A process as an admin adds it, with three steps where none are given. */
export async function createProcess(
  api: ApiClient,
  fields: Partial<Pick<Process, 'title' | 'description' | 'category' | 'status'>> & {
    steps?: (Partial<ProcessStep> & { title: string })[]
  } = {},
): Promise<Process & { steps: ProcessStep[] }> {
  const { body } = await api('POST /processes', {
    body: {
      title: 'Open house',
      category: 'Sales',
      steps: [{ title: 'Signs' }, { title: 'Doors' }, { title: 'Keys' }],
      ...fields,
    },
  })
  return body
}

/** A question as a form sends it; the second option is right. */
export const aQuestion = (question = 'Whom do you call?') => ({
  question,
  options: ['The number in the mail', 'The known number', 'Nobody'],
  correctAnswer: 1,
  points: 1,
})

/** A training as an admin adds it, with one section and two questions where none are given. */
export async function createTraining(
  api: ApiClient,
  fields: Record<string, unknown> = {},
): Promise<SavedTraining> {
  const { body } = await api('POST /trainings', {
    body: {
      title: 'Wire fraud',
      duration: 20,
      content: [{ type: 'text', content: '# Call first', order: 1 }],
      questions: [aQuestion(), aQuestion('And then?')],
      ...fields,
    },
  })
  return body
}

/** A test by itself as an admin adds it, with two questions where none are given. */
export async function createTest(
  api: ApiClient,
  fields: Record<string, unknown> = {},
): Promise<SavedTest> {
  const { body } = await api('POST /tests', {
    body: { title: 'State law', questions: [aQuestion(), aQuestion('And then?')], ...fields },
  })
  return body
}
