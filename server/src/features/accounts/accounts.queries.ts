import type { Role } from '@frontdesk/contract/users'
import { type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import type { Users } from '../../db/schema.ts'
import { asksSecondFactor } from '../../platform/has-second-factor.ts'

/** Who had a hand in a password. */
export type PasswordOrigin = Selectable<Users>['password_origin']

/** What signing in needs to know of an account; undefined where there is none. */
export async function findAccount(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'status', 'password_hash', 'awaits_confirmation', asksSecondFactor])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Whether the password alone does not let this person in. */
export async function findAsksSecondFactor(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select(asksSecondFactor)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.asks_second_factor ?? false
}

export interface NewAccount {
  firstName: string
  lastName: string
  email: string
  /** Null: a provider vouches for them. */
  passwordHash: string | null
  role: Role
  status: 'active' | 'pending'
  /** Pending, until its address is confirmed. */
  awaitsConfirmation?: boolean
  /** By themselves where left out. */
  passwordOrigin?: PasswordOrigin
  emailVerified?: boolean
}

/** What a role is called on a new profile. */
export const TITLES: Record<Role, string> = { admin: 'Admin', manager: 'Manager', agent: 'Agent' }

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
      password_origin: account.passwordOrigin ?? 'password',
      role: account.role,
      title: TITLES[account.role],
      status: account.status,
      awaits_confirmation: account.awaitsConfirmation ?? false,
      email_verified: account.emailVerified ?? false,
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

/** False where the account was deactivated, or got another password, since it was looked at. */
export async function updateLastLogin(
  db: Db,
  account: { id: string; password_hash: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ last_login_at: sql`now()` })
    .where('id', '=', account.id)
    .where('status', '=', 'active')
    .where('password_hash', 'is not distinct from', account.password_hash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The same of somebody whom a provider vouches for; undefined where the account is not active. */
export async function updateProviderLogin(db: Db, id: string) {
  return db
    .updateTable('users')
    .set({ last_login_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .returning(['id', 'name', 'email'])
    .executeTakeFirst()
}

/** Whose password is to be changed; undefined where nobody has this address. */
export async function findAccountOwner(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'first_name as firstName', 'last_name as lastName'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * @param origin who had a hand in it; left out where the person gave the password of before, which does not
 * tell who that was
 */
export async function updatePassword(
  db: Db,
  userId: string,
  passwordHash: string,
  origin?: PasswordOrigin,
): Promise<void> {
  await db
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      ...(origin && { password_origin: origin }),
      // The mailbox has answered: nobody else's hand counts any more.
      ...(origin === 'after_reset' && { factor_origin: null }),
      updated_at: sql`now()`,
    })
    .where('id', '=', userId)
    .execute()
}

/** Makes whatever changes a person, or what is mailed to them, wait until the transaction ends. */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

/** Who a mail about an account would go to, and which kinds are of use to them. */
export async function findMailRecipient(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'status'])
    .select([
      sql<boolean>`password_hash is null and status = 'pending'`.as('isInvited'),
      sql<boolean>`status = 'active' or (status = 'pending' and password_hash is not null)`.as(
        'canReset',
      ),
      sql<boolean>`not email_verified and password_hash is not null and status <> 'inactive'`.as(
        'canVerify',
      ),
    ])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The mailbox has answered. An account that waited for nothing else begins: then true. */
export async function markEmailVerified(db: Db, userId: string): Promise<boolean> {
  const begun = sql<boolean>`status = 'pending' and awaits_confirmation`
  const begins = await db
    .selectFrom('users')
    .select(begun.as('begins'))
    .where('id', '=', userId)
    .executeTakeFirst()
  await db
    .updateTable('users')
    .set({
      email_verified: true,
      ...(begins?.begins && { status: 'active', awaits_confirmation: false }),
      updated_at: sql`now()`,
    })
    .where('id', '=', userId)
    .execute()
  return begins?.begins ?? false
}

/**
 * Keeps what was chosen at a sign-up that does not begin at once, whether or not the address has an
 * account; the first one stays.
 */
export async function insertSignupClaim(
  db: Db,
  claim: { email: string; passwordHash: string; awaitsConfirmation: boolean },
): Promise<void> {
  await db
    .insertInto('signup_claims')
    .values({
      email: claim.email,
      password_hash: claim.passwordHash,
      awaits_confirmation: claim.awaitsConfirmation,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
}

/** What was chosen at a sign-up with an address; undefined where there was none. */
export async function findSignupClaim(db: Db, email: string) {
  return db
    .selectFrom('signup_claims')
    .select(['password_hash', 'awaits_confirmation'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** A full name at its first space (spec.md, section 5). */
export function splitName(name: string) {
  const [first = '', ...rest] = name.split(' ')
  return { first_name: first, last_name: rest.join(' ').trim() }
}
