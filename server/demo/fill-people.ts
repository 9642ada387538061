import type { PasswordOrigin } from '../src/features/accounts/accounts.queries.ts'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../src/db/connect.ts'
import { issueLink } from '../src/features/accounts/links.queries.ts'
import { type DemoPerson, demoPeople } from './people.ts'
import { daysAgo } from './time.ts'

export interface FilledPerson extends DemoPerson {
  id: string
  /** Days before today on which they joined. */
  joinedDaysAgo: number
  password_origin: PasswordOrigin
}

/** Adds the staff, who joined over the past fourteen months, the admins first. */
export async function fillPeople(db: Db, passwordHash: string): Promise<FilledPerson[]> {
  const people = demoPeople.map((person, index) => ({
    ...person,
    id: uuidv7(),
    joinedDaysAgo: person.applied ? 1 : Math.max(6, 420 - index * 10),
    password_origin: howTheyJoined(index, person),
  }))
  await db
    .insertInto('users')
    .values(
      people.map(({ joinedDaysAgo, applied, ...person }, index) => ({
        ...person,
        email_verified: person.status !== 'pending' || applied,
        password_hash: person.status === 'pending' && !applied ? null : passwordHash,
        created_at: daysAgo(joinedDaysAgo),
        updated_at: daysAgo(joinedDaysAgo),
        last_login_at:
          person.status === 'pending' ? null : daysAgo(lastSeen(index), 8 + (index % 10)),
      })),
    )
    .execute()
  const admin = people.find(({ role }) => role === 'admin')
  for (const { id, email, status, applied } of people) {
    if (status !== 'pending' || applied) continue
    await issueLink(db, { userId: id, purpose: 'invite', email, createdBy: admin?.id })
  }
  return people
}

/** The first one signed up, and a few were handed their invitation at the desk. */
function howTheyJoined(index: number, { applied }: DemoPerson): PasswordOrigin {
  if (index === 0 || applied) return 'password'
  return index % 6 === 4 ? 'after_admin_invitation' : 'after_invitation'
}

/** Most look in every day or two, some every other week. */
const lastSeen = (index: number) => [1, 2, 1, 3, 5, 1, 2, 9, 4, 16][index % 10]!
