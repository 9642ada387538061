import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'

/** What signing in needs to know of an account; undefined where there is none. */
export async function findAccount(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'status', 'password_hash'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export interface NewAccount {
  firstName: string
  lastName: string
  email: string
  passwordHash: string
  role: 'agent' | 'admin'
  status: 'active' | 'pending'
}

/** Adds an account and returns its id; null where the address already has one. */
export async function insertAccount(db: Db, account: NewAccount): Promise<string | null> {
  const row = await db
    .insertInto('users')
    .values({
      id: uuidv7(),
      first_name: account.firstName,
      last_name: account.lastName,
      email: account.email,
      password_hash: account.passwordHash,
      role: account.role,
      title: account.role === 'admin' ? 'Admin' : 'Agent',
      status: account.status,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Makes first sign-ups at the same moment wait for each other, until the transaction ends. */
export async function lockInstallation(db: Db): Promise<void> {
  await db.selectFrom('installation').select('only_row').forUpdate().execute()
}

export async function updateLastLogin(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_login_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
}
