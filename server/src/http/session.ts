import { createHash, randomBytes } from 'node:crypto'
import type { SessionOrigin } from '@frontdesk/contract/policies'
import { type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../db/connect.ts'
import type { Sessions } from '../db/schema.ts'
import { prepared } from '../db/prepared.ts'
import type { Origin, SignedIn } from './caller.ts'
import { forbidden, fromDatabase, unauthorized } from './errors.ts'

/** A session slides this far with use (decisions.md, section 4), and ends for good at its maximum. */
const LIFETIMES = {
  remembered: { idle: '30 days', maximum: '180 days' },
  plain: { idle: '12 hours', maximum: '7 days' },
}

/** Writing every use down would make each GET a write; a minute is exact enough. */
const TOUCH_AFTER = '1 minute'

const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** `Authorization: Bearer <token>`; null where there is none. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([\w-]{43})$/i.exec(header ?? '')?.[1] ?? null
}

export type SignInMethod = Selectable<Sessions>['sign_in_method']

/** Opens a session and returns its token: 256 random bits that are stored only as a hash. */
export async function insertSession(
  db: Db,
  options: {
    userId: string
    rememberMe: boolean
    origin: Origin
    /** Left out: by the password alone. */
    signInMethod?: SignInMethod
  },
): Promise<{ token: string; sessionId: string }> {
  const token = randomBytes(32).toString('base64url')
  const sessionId = uuidv7()
  const { idle } = options.rememberMe ? LIFETIMES.remembered : LIFETIMES.plain
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: options.userId,
      token_hash: hashToken(token),
      remember_me: options.rememberMe,
      sign_in_method: options.signInMethod ?? 'password',
      origin: originOfSession(options.userId),
      ip: options.origin.ip,
      user_agent: options.origin.userAgent,
      expires_at: sql`now() + ${idle}::interval`,
    })
    .execute()
  return { token, sessionId }
}

/** Whose hand an admin or the operator had in the password says more than one in the second factor. */
const originOfSession = (userId: string) => sql<SessionOrigin>`(
  select case
    when password_origin in ('after_admin_reset', 'after_admin_invitation', 'after_operator')
      then password_origin
    else coalesce(factor_origin, password_origin)
  end
  from users where id = ${userId}
)`

/** What every look-up tells of whoever is signed in. */
const SIGNED_IN = `users.id, users.role, users.name, users.email, sessions.id as "sessionId",
  sign_in_method as "signInMethod", coalesce(factor_due_at <= now(), false) as "mustSetUp",
  coalesce(confirmed_at, sessions.created_at) > now() - interval '10 minutes' as "isFresh"`

const lockSession = prepared('select from sessions where token_hash = $1 for key share')

/**
 * Keeps a session from being ended by others until the transaction is over. Whatever changes a
 * person's role or status waits too: a trigger asks for all of their sessions.
 */
export async function holdSession(tx: Db, token: string): Promise<void> {
  await lockSession(tx, [hashToken(token)])
}

/**
 * The same for a call that opens its own transactions.
 * @param needed a role that the person must still have
 * @throws AppError 401 where the session or its person's access has ended in the meantime, 403 where the role has
 */
export async function holdOwnSession(
  tx: Db,
  { id, sessionId }: SignedIn,
  needed?: SignedIn['role'],
): Promise<void> {
  await tx.selectFrom('sessions').select('id').where('id', '=', sessionId).forKeyShare().execute()
  // Two statements: the second sees what was committed while the first one waited.
  const live = await tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('users.role')
    .where('sessions.id', '=', sessionId)
    .where('users.id', '=', id)
    .where('users.status', '=', 'active')
    .executeTakeFirst()
  if (!live) throw unauthorized()
  if (needed && live.role !== needed) throw forbidden()
}

const lockSessions = prepared<{ id: string }>(
  'select id from sessions where id = any($1::uuid[]) order by id for key share skip locked',
)
const selectLive = prepared<SignedIn & { sessionOrigin: SessionOrigin }>(`
  select ${SIGNED_IN}, origin as "sessionOrigin"
  from sessions join users on users.id = sessions.user_id
  where sessions.id = any($1::uuid[]) and expires_at > now() and users.status = 'active'
`)

/**
 * The same for many at once, waiting for nobody: who is signed in by these sessions now, and whether that
 * stays so until the transaction ends (`held`), or somebody is changing it right now.
 */
export async function holdSessions(
  tx: Db,
  ids: string[],
): Promise<Map<string, SignedIn & { sessionOrigin: SessionOrigin; held: boolean }>> {
  const [locked, live] = await Promise.all([lockSessions(tx, [ids]), selectLive(tx, [ids])])
  const held = new Set(locked.map(({ id }) => id))
  return new Map(live.map((one) => [one.sessionId, { ...one, held: held.has(one.sessionId) }]))
}

const selectSignedIn = prepared<SignedIn & { rememberMe: boolean; stale: boolean }>(`
  select ${SIGNED_IN}, remember_me as "rememberMe",
    last_used_at < now() - interval '${TOUCH_AFTER}' as stale
  from sessions join users on users.id = sessions.user_id
  where token_hash = $1 and expires_at > now() and users.status = 'active'
`)

/**
 * Who a token belongs to; null where the session has ended or the person is not active. Looking is no
 * use of it: the socket of a tab that nobody sits at asks every 30 seconds.
 */
export async function findSignedIn(db: Db, token: string): Promise<SignedIn | null> {
  const [row] = await selectSignedIn(db, [hashToken(token)])
  if (!row) return null
  const { rememberMe: _rememberMe, stale: _stale, ...signedIn } = row
  return signedIn
}

/** The same for a request, which is a use, and keeps the session for so much longer. */
export async function findSignedInAndTouch(db: Db, token: string): Promise<SignedIn | null> {
  const [row] = await selectSignedIn(db, [hashToken(token)])
  if (!row) return null
  const { rememberMe, stale, ...signedIn } = row
  if (stale) await touchIfRoom(db, signedIn.sessionId, rememberMe)
  return signedIn
}

const selectSignedInAgain = prepared<SignedIn>(`
  select ${SIGNED_IN}
  from sessions join users on users.id = sessions.user_id
  where sessions.id = any($1::uuid[]) and expires_at > now() and users.status = 'active'
`)

const touchStale = prepared(`
  update sessions set last_used_at = now(), expires_at = least(
    now() + case when remember_me then interval '${LIFETIMES.remembered.idle}'
      else interval '${LIFETIMES.plain.idle}' end,
    created_at + case when remember_me then interval '${LIFETIMES.remembered.maximum}'
      else interval '${LIFETIMES.plain.maximum}' end
  )
  where id = any($1::uuid[]) and last_used_at < now() - interval '${TOUCH_AFTER}' and expires_at > now()
`)

/** Which of these sessions still live, with who their people are by now; all of them in one pass. */
export async function findSignedInAgain(db: Db, sessionIds: string[]): Promise<SignedIn[]> {
  await touchStale(db, [sessionIds])
  return selectSignedInAgain(db, [sessionIds])
}

async function touchSession(db: Db, sessionId: string, rememberMe: boolean): Promise<void> {
  const { idle, maximum } = rememberMe ? LIFETIMES.remembered : LIFETIMES.plain
  await db
    .updateTable('sessions')
    .set({
      last_used_at: sql`now()`,
      expires_at: sql`least(now() + ${idle}::interval, created_at + ${maximum}::interval)`,
    })
    .where('id', '=', sessionId)
    .execute()
}

/** A full disk keeps nobody from reading. */
async function touchIfRoom(db: Db, sessionId: string, rememberMe: boolean): Promise<void> {
  await touchSession(db, sessionId, rememberMe).catch((error: unknown) => {
    if (fromDatabase(error)?.status !== 507) throw error
  })
}

/** Notes that the person of a session has proved again that it is they. */
export async function updateConfirmed(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ confirmed_at: sql`now()` })
    .where('id', '=', sessionId)
    .execute()
}

/** Which of these sessions still let their person in. */
export async function findLiveSessions(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.id', 'in', ids)
    .where('sessions.expires_at', '>', sql<string>`now()`)
    .where('users.status', '=', 'active')
    .execute()
  return rows.map(({ id }) => id)
}

/** Ends one session; false where it had ended before. */
export async function deleteSession(db: Db, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends all sessions of a person but, where given, one. */
export async function deleteSessionsOf(db: Db, userId: string, exceptId?: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId!))
    .execute()
}

/** Removes what has expired; runs hourly. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<=', sql<string>`now()`)
    .execute()
}
