import type { Invitation } from '@frontdesk/contract/invitations'
import type { Role } from '@frontdesk/contract/users'
import { type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { type Page, type PageOptions, readPage } from '../../db/page.ts'
import type { Users } from '../../db/schema.ts'
import { hasAccount } from '../../platform/has-account.ts'

/** Adds somebody who has still to accept, and returns their id; null where the address is taken. */
export async function insertInvitedPerson(
  db: Db,
  person: {
    email: string
    firstName: string
    lastName: string
    role: Role
    title: string
    status: 'pending' | 'inactive'
  },
): Promise<string | null> {
  const row = await db
    .insertInto('users')
    .values({
      id: uuidv7(),
      // Until they say what they are called.
      first_name: person.firstName || person.email,
      last_name: person.lastName,
      email: person.email,
      role: person.role,
      title: person.title,
      status: person.status,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

const invitations = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('account_links', 'account_links.user_id', 'users.id')
    .leftJoin('users as inviters', 'inviters.id', 'account_links.created_by')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('mails')
          .select(['mails.status as mail_status', 'mails.delivery as mail_delivery'])
          .whereRef('mails.link_id', '=', 'account_links.id')
          .orderBy('mails.created_at', 'desc')
          .limit(1)
          .as('mail'),
      (join) => join.onTrue(),
    )
    .where('account_links.purpose', '=', 'invite')
    .where('users.password_hash', 'is', null)
    .where('users.status', '!=', 'inactive')
    .select([
      'users.id',
      'users.email',
      sql<string | null>`nullif(users.name, users.email)`.as('name'),
      'users.role',
      'users.title',
      'inviters.name as invited_by',
      'account_links.created_at',
      'account_links.expires_at',
      sql<boolean>`account_links.expires_at <= now()`.as('expired'),
      sql<boolean>`users.status = 'active'`.as('active'),
      'mail.mail_status',
      'mail.mail_delivery',
    ])

/** Invitations that nobody has accepted, newest first, and how many there are. */
export async function listInvitations(
  db: Db,
  options: PageOptions,
): Promise<{ page: Page<Invitation>; total: number }> {
  const key = [sql<string>`account_links.created_at`, sql<string>`users.id`] as const
  const listed = invitations(db)
  const { total } = await db
    .selectFrom(invitations(db).as('all_of_them'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { page: await readPage(listed, key, 'desc', options), total }
}

/** One of them; undefined where there is none (any more). */
export async function findInvitation(db: Db, id: string): Promise<Invitation | undefined> {
  return invitations(db).where('users.id', '=', id).executeTakeFirst()
}

/** Somebody who was invited and may begin by a provider; an admin has to choose a password. Undefined for others. */
export async function lockInvited(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select(['email', 'role', 'first_name', 'last_name'])
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('role', '!=', 'admin')
    .where(sql<boolean>`not ${hasAccount}`)
    .forUpdate()
    .executeTakeFirst()
}

/** Ends an invitation, which its account has taken the place of. */
export async function deleteInviteLinks(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('account_links')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'invite')
    .execute()
}

/** The link of an invitation; undefined where there is none. */
export async function findInviteLink(db: Db, userId: string) {
  return db
    .selectFrom('account_links')
    .select(['id', 'email', sql<boolean>`expires_at <= now()`.as('expired')])
    .where('user_id', '=', userId)
    .where('purpose', '=', 'invite')
    .executeTakeFirst()
}

/** Removes somebody who has not accepted. */
export async function deleteInvitedPerson(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom('users')
    .where('id', '=', id)
    .where(sql<boolean>`not ${hasAccount}`)
    .execute()
}

/** Which of these addresses are taken, and whether by an invitation. */
export async function findTaken(
  db: Db,
  emails: string[],
): Promise<Map<string, 'account' | 'invitation'>> {
  if (emails.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['email', sql<boolean>`not ${hasAccount} and status <> 'inactive'`.as('invited')])
    .where('email', 'in', emails)
    .execute()
  return new Map(rows.map(({ email, invited }) => [email, invited ? 'invitation' : 'account']))
}

/** Makes an account of somebody who was invited; false where they are one already, or inactive. */
export async function acceptPerson(
  db: Db,
  id: string,
  account: {
    firstName: string
    lastName: string
    /** Null: a provider vouches for them. */
    passwordHash: string | null
    passwordOrigin: Selectable<Users>['password_origin']
  },
): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({
      first_name: account.firstName,
      last_name: account.lastName,
      password_hash: account.passwordHash,
      password_origin: account.passwordOrigin,
      status: 'active',
      // The link came to this address and nowhere else, or the provider has verified it.
      email_verified: true,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .where(sql<boolean>`not ${hasAccount}`)
    .where('status', '!=', 'inactive')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** What somebody who was invited is called, as far as whoever invited them said. */
export async function findInvitedName(db: Db, id: string, email: string) {
  const { first_name: first, last_name: last } = await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { first_name: first === email ? '' : first, last_name: last }
}
