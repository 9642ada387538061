import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { hasAccount } from '../../platform/has-account.ts'
import { type Filterable, readFilter } from './filter.ts'
import type { Phone } from './user-change.ts'

/** Those whom no directory has deleted. */
const people = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'name', 'title', 'role', 'status'])
    .select(['phone_number', 'phone_kind', 'external_id', 'email_verified', 'last_login_at'])
    .select(['created_at', 'updated_at'])
    .select(hasAccount.as('has_account'))
    .where('deleted_at', 'is', null)
    .where('left_directory_at', 'is', null)

/** May sign in, or will once they have accepted; whoever awaits an admin's approval may not. */
const isActive = sql`(status = 'active' or (status = 'pending' and not ${hasAccount}))`

const FILTERS: Filterable = {
  id: { column: sql.ref('id'), kind: 'id' },
  username: { column: sql.ref('email') },
  externalid: { column: sql.ref('external_id'), kind: 'exact' },
  active: { column: isActive, kind: 'boolean' },
  displayname: { column: sql.ref('name') },
  'name.formatted': { column: sql.ref('name') },
  'name.givenname': { column: sql.ref('first_name') },
  'name.familyname': { column: sql.ref('last_name') },
  title: { column: sql.ref('title') },
  emails: { column: sql.ref('email') },
  'emails.value': { column: sql.ref('email') },
}

/** @throws AppError 400 `invalidFilter` */
export async function listScimUsers(
  db: Db,
  { filter, offset, limit }: { filter?: string; offset: number; limit: number },
) {
  const condition = filter === undefined ? sql<boolean>`true` : readFilter(filter, FILTERS)
  const matching = people(db).where(condition)
  const { total } = await db
    .selectFrom(matching.as('matching'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = limit === 0 ? [] : await matching.orderBy('id').offset(offset).limit(limit).execute()
  return { rows, total }
}

/** Undefined where there is none. */
export async function findScimUser(db: Db, id: string) {
  return people(db).where('id', '=', id).executeTakeFirst()
}
export type ScimUserRow = NonNullable<Awaited<ReturnType<typeof findScimUser>>>

/** Which of the directory's numbers of somebody is kept. */
export async function updatePhoneKind(db: Db, id: string, phone: Phone | null): Promise<void> {
  const phoneKind = phone?.kind ?? null
  await db.updateTable('users').set({ phone_kind: phoneKind }).where('id', '=', id).execute()
}

/** Whom a directory has deleted; undefined where nobody with this address is. */
export async function findWhoLeft(db: Db, address: string) {
  return db
    .selectFrom('users')
    .select('id')
    .where('email', '=', address)
    .where('deleted_at', 'is', null)
    .where('left_directory_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Hides somebody from the directory; what it called them is free again. */
export async function markLeft(db: Db, id: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ left_directory_at: sql`now()`, external_id: null })
    .where('id', '=', id)
    .execute()
}

export async function unmarkLeft(db: Db, id: string): Promise<void> {
  await db.updateTable('users').set({ left_directory_at: null }).where('id', '=', id).execute()
}
