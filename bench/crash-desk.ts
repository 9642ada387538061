import { randomUUID } from 'node:crypto'
import type { Db } from '../server/src/db/connect.ts'
import { insertSession } from '../server/src/http/session.ts'
import { apiClient } from '../server/src/testing/api-client.ts'
import type { Pair } from './acknowledgment-load.ts'
import { withDatabase } from './running-database.ts'
import { createFirstAdmin } from './sign-in.ts'
import { sized } from './size.ts'

const PEOPLE = sized(300, 100)
const POLICIES = sized(200, 40)

/** People who are signed in, and policies that none of them has acknowledged. */
export interface Desk {
  tokens: string[]
  policyIds: string[]
}

/** Fills an empty server. */
export async function fillDesk(
  url: string,
  open: OpenDatabase,
  as?: { token: string },
): Promise<Desk> {
  const admin = apiClient(url, as ?? (await createFirstAdmin(url)))
  const policyIds: string[] = []
  for (let number = 1; number <= POLICIES; number += 1) {
    const title = `Policy ${number}`
    const content = 'A paragraph of an ordinary policy, as long as they usually are. '.repeat(12)
    const { status, body } = await admin('POST /policies', { body: { title, content } })
    if (status !== 201) throw new Error(`A policy was not added: ${JSON.stringify(body)}`)
    policyIds.push(body.id)
  }
  return { tokens: await open(signPeopleIn), policyIds }
}

/** Works on the database of the desk. */
export type OpenDatabase = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** The same on a data folder. Returns each person with each policy, once. */
export async function fillCrashDesk(url: string, dataDir: string): Promise<Iterable<Pair>> {
  return pairsOf(await fillDesk(url, async (work) => withDatabase(dataDir, work)), url)
}

/** Straight into the database: three hundred passwords would take minutes to hash. Returns tokens. */
async function signPeopleIn(db: Db): Promise<string[]> {
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    id: randomUUID(),
    first_name: 'Pat',
    last_name: `Doyle ${index + 1}`,
    email: `person-${index + 1}@example.com`,
  }))
  await db.insertInto('users').values(people).execute()
  const tokens: string[] = []
  for (const { id } of people) {
    const origin = { ip: '127.0.0.1', userAgent: 'bench', requestId: randomUUID() }
    const { token } = await insertSession(db, { userId: id, rememberMe: true, origin })
    tokens.push(token)
  }
  return tokens
}

/** Each person with each policy, once, over HTTP at an address. */
export function* pairsOf({ tokens, policyIds }: Desk, url: string): Generator<Pair> {
  const clients = tokens.map((token) => apiClient(url, { token }))
  for (const policyId of policyIds) for (const api of clients) yield { api, policyId }
}
