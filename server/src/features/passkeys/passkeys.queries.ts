import { createHash, randomBytes } from 'node:crypto'
import type { Passkey } from '@frontdesk/contract/passkeys'
import type { SessionOrigin } from '@frontdesk/contract/policies'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'

const columns = ['id', 'name', 'created_at', 'last_used_at'] as const

/** The newest first. */
export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
}

/** By what a browser finds those of a person. */
export async function listCredentials(db: Db, userId: string) {
  return db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** A passkey by what its device calls it, and whose it is. */
export async function findCredential(db: Db, credentialId: Buffer) {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.id', 'public_key', 'counter', 'origin', 'passkeys.name as passkey'])
    .select(['user_id', 'users.name', 'users.email', 'users.status'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}
export type Credential = NonNullable<Awaited<ReturnType<typeof findCredential>>>

/** Whether it has not been removed. */
export async function hasPasskey(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('passkeys').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export interface NewPasskey {
  userId: string
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  /** In which it is made. */
  sessionId: string
}

/** Undefined where somebody has it already. */
export async function insertPasskey(db: Db, passkey: NewPasskey): Promise<Passkey | undefined> {
  return db
    .insertInto('passkeys')
    .values({
      id: uuidv7(),
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      name: passkey.name,
      origin: sql<SessionOrigin>`(select origin from sessions where id = ${passkey.sessionId})`,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(columns)
    .executeTakeFirst()
}

/**
 * Notes a use. False where the device has not counted on, or the passkey is gone: of two who answer with the
 * same count at once one gets true.
 */
export async function updateCounter(db: Db, id: string, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`counter < ${counter} or (counter = 0 and ${counter} = 0)`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Undefined where this person has no such passkey. */
export async function updateName(
  db: Db,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<Passkey | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst()
}

/** Returns its name; undefined where this person has no such passkey. */
export async function deletePasskey(db: Db, userId: string, id: string) {
  const row = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** What a challenge is for, and who alone may answer it. */
export type Purpose =
  | { purpose: 'sign_in'; browser: string }
  /** After the password, which got this challenge. */
  | { purpose: 'second_factor'; signIn: string }
  | { purpose: 'confirm' | 'add'; sessionId: string }

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Where nobody is known yet the browser that asked is part of what is kept: no other can answer. */
const challengeHash = (challenge: string, purpose: Purpose) =>
  hashOf('browser' in purpose ? `${challenge}.${purpose.browser}` : challenge)

/** Makes 256 random bits to be signed within 5 minutes. */
export async function insertChallenge(db: Db, purpose: Purpose): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: challengeHash(challenge, purpose),
      purpose: purpose.purpose,
      session_id: 'sessionId' in purpose ? purpose.sessionId : null,
      sign_in_hash: 'signIn' in purpose ? hashOf(purpose.signIn) : null,
      expires_at: sql`now() + interval '5 minutes'`,
    })
    .execute()
  return challenge
}

/** Uses a challenge up: of two who answer it at once one gets true, and so does nobody it was not made for. */
export async function takeChallenge(db: Db, challenge: string, purpose: Purpose): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', challengeHash(challenge, purpose))
    .where('purpose', '=', purpose.purpose)
    .$if('sessionId' in purpose, (query) =>
      query.where('session_id', '=', 'sessionId' in purpose ? purpose.sessionId : ''),
    )
    .$if('signIn' in purpose, (query) =>
      query.where('sign_in_hash', '=', 'signIn' in purpose ? hashOf(purpose.signIn) : null),
    )
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** False where the account was deactivated meanwhile. */
export async function updateLastSignIn(db: Db, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ last_login_at: sql`now()` })
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
