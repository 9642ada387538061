import type { Requirement } from '@frontdesk/contract/requirements'
import type { Role } from '@frontdesk/contract/users'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'

/** What can be required of people; a training is required through the test that is its quiz. */
export interface RequiredItem {
  type: 'policy' | 'test'
  id: string
}

const COLUMN = { policy: 'policy_id', test: 'test_id' } as const

/** Where the requirements of one item stand, or one of them. */
const isOf = ({ type, id }: RequiredItem) => sql<boolean>`${sql.ref(COLUMN[type])} = ${id}`

/** Of whom an item is required: everyone, then roles, then people by name. */
export async function listRequirements(db: Db, item: RequiredItem): Promise<Requirement[]> {
  return requirements(db)
    .where(isOf(item))
    .orderBy('everyone', 'desc')
    .orderBy('requirements.role', (by) => by.asc().nullsLast())
    .orderBy('users.name')
    .orderBy('requirements.id')
    .execute()
}

/** One requirement of an item; undefined where the item has none such. */
export async function findRequirement(
  db: Db,
  item: RequiredItem,
  which: { id: string } | { userId: string },
): Promise<Requirement | undefined> {
  return requirements(db)
    .where(isOf(item))
    .$if('id' in which, (query) => query.where('requirements.id', '=', idIn(which)))
    .$if('userId' in which, (query) => query.where('requirements.user_id', '=', idIn(which)))
    .executeTakeFirst()
}

const idIn = (which: { id: string } | { userId: string }) =>
  'id' in which ? which.id : which.userId

function requirements(db: Db) {
  return db
    .selectFrom('requirements')
    .leftJoin('users', 'users.id', 'requirements.user_id')
    .select([
      'requirements.id',
      'requirements.user_id',
      'users.name as user_name',
      'requirements.role',
      'requirements.everyone',
      'requirements.due_at',
      'requirements.created_at',
    ])
}

export interface Audience {
  userIds: string[]
  roles: Role[]
  everyone: boolean
}

export interface NewRequirements {
  item: RequiredItem
  audience: Audience
  dueAt: string | null
  createdBy: string
}

/** Requires an item; who had to already gets the new due date. */
export async function insertRequirements(
  db: Db,
  { item, audience, dueAt, createdBy }: NewRequirements,
): Promise<void> {
  const nobody = { user_id: null, role: null, everyone: false }
  const rows = [
    ...(audience.everyone ? [{ ...nobody, everyone: true }] : []),
    ...[...new Set(audience.roles)].map((role) => ({ ...nobody, role })),
    ...[...new Set(audience.userIds)].map((userId) => ({ ...nobody, user_id: userId })),
  ]
  await db
    .insertInto('requirements')
    .values(
      rows.map((row) => ({
        ...row,
        id: uuidv7(),
        [COLUMN[item.type]]: item.id,
        due_at: dueAt,
        created_by: createdBy,
      })),
    )
    .onConflict((conflict) =>
      conflict.constraint('requirements_key').doUpdateSet(dueAtChangedTo(dueAt)),
    )
    .execute()
}

/** A due date that stays the same was not set anew. */
const dueAtChangedTo = (dueAt: string | null) => ({
  due_at: dueAt,
  due_set_at: sql<string>`case
    when requirements.due_at is not distinct from ${dueAt}::timestamptz
    then requirements.due_set_at else now()
  end`,
})

/** False where the item has no such requirement. */
export async function updateDueDate(
  db: Db,
  item: RequiredItem,
  change: { id: string; dueAt: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('requirements')
    .set(dueAtChangedTo(change.dueAt))
    .where('id', '=', change.id)
    .where(isOf(item))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False where the item has no such requirement. */
export async function deleteRequirement(db: Db, item: RequiredItem, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('requirements')
    .where('id', '=', id)
    .where(isOf(item))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Of the given people, those who are not active or don't exist. */
export async function findUnknownPeople(db: Db, userIds: string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .where('status', '!=', 'inactive')
    .execute()
  const known = new Set(rows.map((row) => row.id))
  return userIds.filter((id) => !known.has(id))
}
