import type { Requirement } from '@frontdesk/contract/requirements'
import type { Role } from '@frontdesk/contract/users'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'

/** Of whom a policy is required: everyone, then roles, then people by name. */
export async function listRequirements(db: Db, policyId: string): Promise<Requirement[]> {
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
    .where('policy_id', '=', policyId)
    .orderBy('everyone', 'desc')
    .orderBy('requirements.role', (by) => by.asc().nullsLast())
    .orderBy('users.name')
    .orderBy('requirements.id')
    .execute()
}

export interface Audience {
  userIds: string[]
  roles: Role[]
  everyone: boolean
}

/** Requires a policy; who had to already gets the new due date. */
export async function insertRequirements(
  db: Db,
  options: { policyId: string; audience: Audience; dueAt: string | null; createdBy: string },
): Promise<void> {
  const { policyId, audience, dueAt, createdBy } = options
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
        policy_id: policyId,
        due_at: dueAt,
        created_by: createdBy,
      })),
    )
    .onConflict((conflict) =>
      conflict.constraint('requirements_key').doUpdateSet({ due_at: dueAt }),
    )
    .execute()
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

/** False where the policy has no such requirement. */
export async function deleteRequirement(
  db: Db,
  key: { policyId: string; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('requirements')
    .where('id', '=', key.id)
    .where('policy_id', '=', key.policyId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
