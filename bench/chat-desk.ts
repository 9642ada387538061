import { randomUUID } from 'node:crypto'
import type { Db } from '../server/src/db/connect.ts'
import { insertSession } from '../server/src/http/session.ts'

export interface DeskPerson {
  id: string
  token: string
}

/** People with a session each, straight into the database: their passwords would take minutes to hash. */
export async function addPeople(db: Db, count: number): Promise<DeskPerson[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    first_name: 'Pat',
    last_name: `Doyle ${index + 1}`,
    email: `talker-${randomUUID()}@example.com`,
  }))
  await db.insertInto('users').values(rows).execute()
  const people: DeskPerson[] = []
  for (const { id } of rows) {
    const origin = { ip: '127.0.0.1', userAgent: 'bench', requestId: randomUUID() }
    const { token } = await insertSession(db, { userId: id, rememberMe: true, origin })
    people.push({ id, token })
  }
  return people
}

/** A group with these members, made beneath the API. */
export async function addGroup(db: Db, title: string, members: DeskPerson[]): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('chats')
    .values({ id, kind: 'group', title, created_by: members[0]!.id })
    .execute()
  const rows = members.map((member) => ({ chat_id: id, user_id: member.id }))
  await db.insertInto('chat_members').values(rows).execute()
  return id
}

/** From 0 to 1, the same numbers for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
