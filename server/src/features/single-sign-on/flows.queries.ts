import { createHash, randomBytes } from 'node:crypto'
import type { SessionOrigin } from '@frontdesk/contract/policies'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { IdentityFlows } from '../../db/schema.ts'

export const hashOf = (token: string) => createHash('sha256').update(token).digest()
export const newToken = () => randomBytes(32).toString('base64url')

export type Purpose = IdentityFlows['purpose']

/** Somebody sets out; good for 10 minutes and one way back, in this browser. */
export async function insertFlow(
  db: Db,
  flow: {
    state: string
    browser: string
    providerId: string
    purpose: Purpose
    sessionId?: string
    rememberMe?: boolean
    returnTo?: string | null
    factor?: string | null
  },
): Promise<void> {
  await db
    .insertInto('identity_flows')
    .values({
      state_hash: hashOf(flow.state),
      browser_hash: hashOf(flow.browser),
      provider_id: flow.providerId,
      purpose: flow.purpose,
      session_id: flow.sessionId ?? null,
      remember_me: flow.rememberMe ?? false,
      return_to: flow.returnTo ?? null,
      factor: flow.factor ?? null,
    })
    .execute()
}

export type Flow = Pick<
  Selectable<IdentityFlows>,
  'purpose' | 'session_id' | 'remember_me' | 'return_to' | 'factor'
>

/**
 * Uses a way back up: of two at once one gets it.
 * @returns the flow, with why it can't be used where it can't
 */
export async function takeFlow(
  db: Db,
  { state, browser, providerId }: { state: string; browser: string; providerId: string },
): Promise<{ flow: Flow | null; problem: string | null }> {
  const row = await db
    .selectFrom('identity_flows')
    .select([
      'purpose',
      'session_id',
      'remember_me',
      'return_to',
      'factor',
      'browser_hash',
      'used_at',
    ])
    .select(sql<boolean>`created_at < now() - interval '10 minutes'`.as('is_over'))
    .where('state_hash', '=', hashOf(state))
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  if (!row) return { flow: null, problem: 'wrong_state' }
  const { browser_hash: hash, used_at: usedAt, is_over: isOver, ...flow } = row
  if (!hash.equals(hashOf(browser))) return { flow: null, problem: 'other_browser' }
  if (usedAt !== null) return { flow, problem: 'used_state' }
  if (isOver) return { flow, problem: 'expired' }
  const { numUpdatedRows } = await db
    .updateTable('identity_flows')
    .set({ used_at: sql`now()` })
    .where('state_hash', '=', hashOf(state))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return { flow, problem: numUpdatedRows > 0n ? null : 'used_state' }
}

interface Arrival {
  providerId: string
  userId: string
  subject: string
  email: string | null
  providerSession: string | null
  linked: boolean
  rememberMe: boolean
}

/** Keeps for 5 minutes who has come back; returns what the page trades for the session. */
export async function insertArrival(db: Db, arrival: Arrival): Promise<string> {
  const token = newToken()
  await db
    .insertInto('identity_arrivals')
    .values({
      token_hash: hashOf(token),
      provider_id: arrival.providerId,
      user_id: arrival.userId,
      subject: arrival.subject,
      email: arrival.email,
      provider_session: arrival.providerSession,
      linked: arrival.linked,
      remember_me: arrival.rememberMe,
      expires_at: sql`now() + ${arrival.linked ? '5 minutes' : '15 minutes'}::interval`,
    })
    .execute()
  return token
}

/** Who has come back, held until the transaction ends; undefined where that is over. */
export async function lockArrival(db: Db, token: string) {
  return db
    .selectFrom('identity_arrivals as arrival')
    .innerJoin('identity_providers as provider', 'provider.id', 'arrival.provider_id')
    .select([
      'arrival.user_id',
      'arrival.subject',
      'arrival.email',
      'arrival.provider_session',
      'arrival.linked',
      'arrival.remember_me',
      'provider.id as provider_id',
      'provider.name as provider_name',
      'provider.issuer',
      'provider.trusted_for_factor',
    ])
    .where('arrival.token_hash', '=', hashOf(token))
    .where('arrival.expires_at', '>', sql<string>`now()`)
    .where('provider.enabled', '=', true)
    .forUpdate('arrival')
    .executeTakeFirst()
}

export async function deleteArrival(db: Db, token: string): Promise<void> {
  await db.deleteFrom('identity_arrivals').where('token_hash', '=', hashOf(token)).execute()
}

/** Whom a provider means, held so that it stays so; undefined where nobody is connected. */
export async function findLinked(db: Db, providerId: string, subject: string) {
  return db
    .selectFrom('identity_links')
    .innerJoin('users', 'users.id', 'identity_links.user_id')
    .select(['users.id', 'users.name', 'users.status', 'users.email'])
    .where('identity_links.provider_id', '=', providerId)
    .where('identity_links.subject', '=', subject)
    .executeTakeFirst()
}

/** By which subject an account is connected; undefined where it is not. */
export async function findSubjectOf(db: Db, providerId: string, userId: string) {
  const row = await db
    .selectFrom('identity_links')
    .select('subject')
    .where('provider_id', '=', providerId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.subject
}

/** False where the account, or the subject, is connected otherwise. */
export async function insertLink(
  db: Db,
  link: {
    providerId: string
    userId: string
    subject: string
    email: string | null
    origin: SessionOrigin
  },
): Promise<boolean> {
  const inserted = await db
    .insertInto('identity_links')
    .values({
      provider_id: link.providerId,
      user_id: link.userId,
      subject: link.subject,
      email: link.email,
      origin: link.origin,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (inserted) return true
  return (await findSubjectOf(db, link.providerId, link.userId)) === link.subject
}

export async function touchLink(
  db: Db,
  { providerId, subject }: { providerId: string; subject: string },
): Promise<void> {
  await db
    .updateTable('identity_links')
    .set({ last_used_at: sql`now()` })
    .where('provider_id', '=', providerId)
    .where('subject', '=', subject)
    .execute()
}

/** False where there was none. */
export async function deleteLink(db: Db, providerId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identity_links')
    .where('provider_id', '=', providerId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** With whom somebody can sign in, and whether they have a password. */
export async function findOwnIdentities(db: Db, userId: string) {
  const [person, providers] = await Promise.all([
    db
      .selectFrom('users')
      .select(sql<boolean>`password_hash is not null`.as('has_password'))
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('identity_providers as provider')
      .leftJoin('identity_links as link', (join) =>
        join.onRef('link.provider_id', '=', 'provider.id').on('link.user_id', '=', userId),
      )
      .select([
        'provider.id',
        'provider.name',
        sql<boolean>`link.user_id is not null`.as('connected'),
        'link.email',
        'link.created_at as connected_at',
        'link.last_used_at',
      ])
      .where('provider.enabled', '=', true)
      .orderBy(sql`lower(provider.name)`)
      .orderBy('provider.id')
      .execute(),
  ])
  return { has_password: person.has_password, providers }
}

/** How a session began that is still open, with whose it is; held until the transaction ends. */
export async function lockSessionOf(db: Db, sessionId: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.name', 'users.email', 'sessions.origin'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.expires_at', '>', sql<string>`now()`)
    .where('users.status', '=', 'active')
    .forKeyShare('sessions')
    .executeTakeFirst()
}

/** Removes what is over; runs hourly. */
export async function deleteExpiredFlows(db: Db): Promise<void> {
  await db
    .deleteFrom('identity_flows')
    .where('created_at', '<', sql<string>`now() - interval '1 hour'`)
    .execute()
  for (const table of ['identity_arrivals', 'provider_logouts'] as const) {
    await db
      .deleteFrom(table)
      .where('expires_at', '<=', sql<string>`now()`)
      .execute()
  }
}
