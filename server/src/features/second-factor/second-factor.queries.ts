import { createHash, randomBytes } from 'node:crypto'
import type { SecondFactor } from '@frontdesk/contract/second-factor'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import type { Origin } from '../../http/caller.ts'
import { browserName } from '../../platform/browser-name.ts'
import { factorsThere } from '../../platform/has-second-factor.ts'

const hashToken = (token: string) => createHash('sha256').update(token).digest()
const newToken = () => randomBytes(32).toString('base64url')

/** What the security page shows of somebody's second factor. */
export async function findSecondFactor(db: Db, userId: string): Promise<SecondFactor> {
  const { left, required, enabled_at } = await db
    .selectFrom('users')
    .innerJoin('settings', (join) => join.onTrue())
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select('second_factors.enabled_at')
    .select([
      sql<boolean>`users.role = any(settings.second_factor_roles)`.as('required'),
      sql<number>`(
        select count(*)::int from recovery_codes
        where recovery_codes.user_id = users.id and used_at is null
      )`.as('left'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  const browsers = await db
    .selectFrom('trusted_browsers')
    .select(['id', 'ip', 'user_agent', 'created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return {
    on: enabled_at !== null,
    enabled_at,
    recovery_codes_left: left,
    required,
    trusted_browsers: browsers.map(({ user_agent: userAgent, ...browser }) => ({
      ...browser,
      browser: browserName(userAgent),
    })),
  }
}

/** By what the second step of a sign-in can be taken. */
export async function findAnswers(db: Db, userId: string): Promise<('code' | 'passkey')[]> {
  const has = await db
    .selectFrom('users')
    .select(factorsThere)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return [
    ...(has.has_code ? ['code' as const] : []),
    ...(has.has_passkey ? ['passkey' as const] : []),
  ]
}

/** The secret as it is kept; undefined where there is no second factor. */
export async function findSealedSecret(db: Db, userId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('second_factors')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.sealed_secret
}

/** Puts a second factor in the place of the one before, whose codes and trusted browsers go with it. */
export async function replaceSecondFactor(
  db: Db,
  factor: { userId: string; sealedSecret: Buffer; lastStep: number },
): Promise<void> {
  await deleteSecondFactor(db, factor.userId)
  await db
    .insertInto('second_factors')
    .values({
      user_id: factor.userId,
      sealed_secret: factor.sealedSecret,
      last_step: factor.lastStep,
    })
    .execute()
}

/** False where there was none. */
export async function deleteSecondFactor(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Takes all of it away, passkeys too: whoever lost their phone has lost what was on it. False where there was none. */
export async function deleteAllFactors(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return (await deleteSecondFactor(db, userId)) || numDeletedRows > 0n
}

/** Notes who took a second factor away: what is acknowledged from now on says so. */
export async function updateFactorOrigin(
  db: Db,
  userId: string,
  origin: 'after_admin_factor_reset' | 'after_operator_factor_reset',
): Promise<void> {
  await db.updateTable('users').set({ factor_origin: origin }).where('id', '=', userId).execute()
}

/** Uses up all codes until that of this step: of two at once one gets true. */
export async function takeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The ones before open nothing any more. */
export async function replaceRecoveryCodes(
  db: Db,
  userId: string,
  hashes: Buffer[],
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute()
}

/** Uses a recovery code up: of two at once one gets true. `used`: it was good once. */
export async function takeRecoveryCode(
  db: Db,
  userId: string,
  hash: Buffer,
): Promise<'taken' | 'used' | 'unknown'> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return 'taken'
  const known = await db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return known ? 'used' : 'unknown'
}

/** Remembers for 5 minutes that the right password was given, or a provider vouched; returns what proves it: 256 random bits. */
export async function insertChallenge(
  db: Db,
  {
    userId,
    rememberMe,
    provider,
  }: {
    userId: string
    rememberMe: boolean
    provider?: { id: string; session: string | null }
  },
): Promise<string> {
  const token = newToken()
  await db
    .insertInto('sign_in_challenges')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      remember_me: rememberMe,
      provider_id: provider?.id ?? null,
      provider_session: provider?.session ?? null,
      expires_at: sql`now() + interval '5 minutes'`,
    })
    .execute()
  return token
}

/** Who is asked for a code; undefined where the challenge is over. */
export async function findChallenge(db: Db, token: string) {
  return db
    .selectFrom('sign_in_challenges')
    .innerJoin('users', 'users.id', 'sign_in_challenges.user_id')
    .leftJoin('identity_providers as provider', 'provider.id', 'sign_in_challenges.provider_id')
    .select(['users.id', 'users.name', 'users.email', 'users.password_hash', 'remember_me'])
    .select([
      'provider_id',
      'provider_session',
      'provider.issuer',
      'provider.name as provider_name',
    ])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<string>`now()`)
    .where('users.status', '=', 'active')
    .where(sql<boolean>`coalesce(provider.enabled, true)`)
    .executeTakeFirst()
}
export type Challenged = NonNullable<Awaited<ReturnType<typeof findChallenge>>>

/** Ends a challenge: of two who answer it at once one gets true. */
export async function deleteChallenge(db: Db, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Trusts a browser for 30 days, and returns what it proves that with. */
export async function insertTrustedBrowser(
  db: Db,
  userId: string,
  { ip, userAgent }: Origin,
): Promise<string> {
  const token = newToken()
  await db
    .insertInto('trusted_browsers')
    .values({
      id: uuidv7(),
      user_id: userId,
      token_hash: hashToken(token),
      ip,
      user_agent: userAgent,
      expires_at: sql`now() + interval '30 days'`,
    })
    .execute()
  return token
}

/** Whether one of the tokens is that of a browser which this person trusts. */
export async function isTrusted(db: Db, userId: string, tokens: string[]): Promise<boolean> {
  if (tokens.length === 0) return false
  const row = await db
    .selectFrom('trusted_browsers')
    .select('id')
    .where('user_id', '=', userId)
    .where('token_hash', 'in', tokens.map(hashToken))
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** False where this person trusts no such browser. */
export async function deleteTrustedBrowser(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('trusted_browsers')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes what has expired; runs hourly. */
export async function deleteExpiredProofs(db: Db): Promise<void> {
  for (const table of ['sign_in_challenges', 'passkey_challenges', 'trusted_browsers'] as const) {
    await db
      .deleteFrom(table)
      .where('expires_at', '<=', sql<string>`now()`)
      .execute()
  }
}
