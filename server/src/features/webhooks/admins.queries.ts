import type { Db } from '../../db/connect.ts'

/** Whom the server tells of what it has switched off. */
export async function listActiveAdmins(db: Db): Promise<{ id: string; email: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}
