import type { Theme } from '@frontdesk/contract/users'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

export interface ProfileChange {
  first_name: string
  last_name: string
  phone_number?: string | null
  bio?: string | null
}

/** Saves what a person says of themselves; what is left out stays as it is. */
export async function updateProfile(db: Db, id: string, change: ProfileChange): Promise<void> {
  const { phone_number: phone, bio, ...required } = change
  await db
    .updateTable('users')
    .set({
      ...required,
      ...(phone !== undefined && { phone_number: phone || null }),
      ...(bio !== undefined && { bio: bio || null }),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** @throws PostgreSQL's 23505 where somebody else has the address */
export async function updateEmail(db: Db, id: string, email: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export async function updateTheme(db: Db, id: string, theme: Theme): Promise<void> {
  await db.updateTable('users').set({ theme }).where('id', '=', id).execute()
}

/** The stored hash of a person's password; null where they have none. */
export async function findPasswordHash(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.password_hash ?? null
}

/** The same, and nobody changes it until the transaction ends. */
export async function lockPasswordHash(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.password_hash ?? null
}

/** What is asked of one person only; what is asked of their role or of everyone stays. */
export async function deleteOwnRequirements(db: Db, id: string): Promise<void> {
  await db.deleteFrom('requirements').where('user_id', '=', id).execute()
}

/** Removes an account with its sessions. @throws PostgreSQL's 23503 where a record names it */
export async function deleteUser(db: Db, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute()
}

/** What stays of somebody whom records name: no name, no address, no way in. */
export async function anonymiseUser(db: Db, id: string): Promise<void> {
  await db
    .updateTable('users')
    .set({
      first_name: 'Former',
      last_name: 'colleague',
      email: `deleted-${id}@deleted.invalid`,
      email_verified: false,
      phone_number: null,
      phone_kind: null,
      bio: null,
      title: null,
      time_zone: null,
      external_id: null,
      password_hash: null,
      last_login_at: null,
      status: 'inactive',
      updated_at: sql`now()`,
      deleted_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}
