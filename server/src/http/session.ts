import { createHash, randomBytes } from 'node:crypto'
import type { SessionOrigin } from '@frontdesk/contract/policies'
import { type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../db/connect.ts'
import type { Sessions } from '../db/schema.ts'
import { prepared } from '../db/prepared.ts'
import { findLiveKeys, holdOwnKey } from './by-key.ts'
import type { Origin, SignedIn } from './caller.ts'
import { forbidden, fromDatabase, unauthorized } from './errors.ts'

/**
 * A session slides with use, as far as the settings say (`session_idle`; 30 days or 12 hours where nobody has said
 * otherwise), and ends for good at its maximum (decisions.md, section 4).
 */
const MAXIMUM = { remembered: '180 days', plain: '7 days' }

/** Writing every use down would make each GET a write; a minute is exact enough. */
const TOUCH_AFTER = '1 minute'

const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** `Authorization: Bearer <token>`; null where there is none. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([\w-]{43})$/i.exec(header ?? '')?.[1] ?? null
}

export type SignInMethod = Selectable<Sessions>['sign_in_method']

/**
 * How somebody signed in whom a provider vouched for: its host, and what was asked for beside it, such as
 * `oidc:login.example.com+totp`.
 */
export function providerMethod(issuer: string, factor: string | null): SignInMethod {
  const host = new URL(issuer).host.replaceAll(/[[\]]/g, '')
  return `oidc:${host}${factor ? `+${factor}` : ''}`
}

/** Opens a session and returns its token: 256 random bits that are stored only as a hash. */
export async function insertSession(
  db: Db,
  options: {
    userId: string
    rememberMe: boolean
    origin: Origin
    /** Left out: by the password alone. */
    signInMethod?: SignInMethod
    /** Who said that it is they; `session` is what that calls its own. */
    provider?: { id: string; session: string | null }
    /** By this one: its session began no better than the one in which it was made. */
    passkey?: { origin: SessionOrigin }
  },
): Promise<{ token: string; sessionId: string }> {
  const token = randomBytes(32).toString('base64url')
  const sessionId = uuidv7()
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: options.userId,
      token_hash: hashToken(token),
      remember_me: options.rememberMe,
      sign_in_method: options.signInMethod ?? 'password',
      origin:
        options.signInMethod === 'passkey' && options.passkey
          ? options.passkey.origin
          : originOfSession(options.userId, {
              passkey: options.passkey?.origin,
              providerId: options.provider?.id,
            }),
      provider_id: options.provider?.id ?? null,
      provider_session: options.provider?.session ?? null,
      ip: options.origin.ip,
      user_agent: options.origin.userAgent,
      expires_at: sql`now() + session_idle(${options.rememberMe})`,
    })
    .execute()
  return { token, sessionId }
}

/**
 * Whose hand an admin or the operator had in the password says more than one in the second factor. What is
 * connected in such a session stays marked: a new password does not wash it.
 */
const originOfSession = (
  userId: string,
  { passkey, providerId }: { passkey?: SessionOrigin; providerId?: string },
) => sql<SessionOrigin>`(
  select case
    when link.origin in ('after_admin_reset', 'after_admin_invitation', 'after_operator',
      'after_admin_factor_reset', 'after_operator_factor_reset') then link.origin
    when password_origin in ('after_admin_reset', 'after_admin_invitation', 'after_operator')
      then password_origin
    when ${passkey ?? null}::text like 'after_admin%' or ${passkey ?? null}::text like 'after_operator%'
      then ${passkey ?? null}
    else coalesce(factor_origin, password_origin)
  end
  from users left join identity_links as link
    on link.user_id = users.id and link.provider_id = ${providerId ?? null}
  where users.id = ${userId}
)`

/** A time that is ahead was written while the clock was: it proves nothing (decision 108). */
const isWithin = (minutes: number, time: string) =>
  `${time} between now() - interval '${minutes} minutes' and now() + interval '1 minute'`

/** What every look-up tells of whoever is signed in. Each call pays for it: what few need has no place here. */
const SIGNED_IN = `users.id, users.role, users.name, users.email, sessions.id as "sessionId",
  coalesce(factor_due_at <= now(), false) as "mustSetUp",
  ${isWithin(10, 'coalesce(confirmed_at, sessions.created_at)')} as "isFresh"`

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
  { id, sessionId, key }: SignedIn,
  needed?: SignedIn['role'],
): Promise<void> {
  if (key) return holdOwnKey(tx, key.id, needed)
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
interface Signer extends SignedIn {
  signInMethod: string
  sessionOrigin: SessionOrigin
  /** How they proved again within the last five minutes that it is they, unless that has served already. */
  confirmedWith: string | null
}
const selectLive = prepared<Signer>(`
  select ${SIGNED_IN}, sign_in_method as "signInMethod", origin as "sessionOrigin",
    case when ${isWithin(5, 'confirmed_at')} then confirmed_with end as "confirmedWith"
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
): Promise<Map<string, Signer & { held: boolean }>> {
  const [locked, live] = await Promise.all([lockSessions(tx, [ids]), selectLive(tx, [ids])])
  const held = new Set(locked.map(({ id }) => id))
  return new Map(live.map((one) => [one.sessionId, { ...one, held: held.has(one.sessionId) }]))
}

const selectSignedIn = prepared<SignedIn & { stale: boolean }>(`
  select ${SIGNED_IN}, last_used_at < now() - interval '${TOUCH_AFTER}' as stale
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
  const { stale: _, ...signedIn } = row
  return signedIn
}

/** The same for a request, which is a use, and keeps the session for so much longer. */
export async function findSignedInAndTouch(db: Db, token: string): Promise<SignedIn | null> {
  const [row] = await selectSignedIn(db, [hashToken(token)])
  if (!row) return null
  const { stale, ...signedIn } = row
  if (stale) await touchIfRoom(db, signedIn.sessionId)
  return signedIn
}

const selectSignedInAgain = prepared<SignedIn>(`
  select ${SIGNED_IN}
  from sessions join users on users.id = sessions.user_id
  where sessions.id = any($1::uuid[]) and expires_at > now() and users.status = 'active'
`)

const touchStale = prepared(`
  update sessions set last_used_at = now(), expires_at = least(
    now() + session_idle(remember_me),
    created_at + case when remember_me then interval '${MAXIMUM.remembered}'
      else interval '${MAXIMUM.plain}' end
  )
  where id = any($1::uuid[]) and last_used_at < now() - interval '${TOUCH_AFTER}' and expires_at > now()
`)

/** Which of these sessions still live, with who their people are by now; all of them in one pass. */
export async function findSignedInAgain(db: Db, sessionIds: string[]): Promise<SignedIn[]> {
  await touchStale(db, [sessionIds])
  return selectSignedInAgain(db, [sessionIds])
}

/** A full disk keeps nobody from reading. */
async function touchIfRoom(db: Db, sessionId: string): Promise<void> {
  await touchStale(db, [[sessionId]]).catch((error: unknown) => {
    if (fromDatabase(error)?.status !== 507) throw error
  })
}

/** Notes that the person of a session has proved again that it is they, and how. */
export async function updateConfirmed(
  db: Db,
  sessionId: string,
  method: SignInMethod,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ confirmed_at: sql`now()`, confirmed_with: method })
    .where('id', '=', sessionId)
    .execute()
}

/** What was proved while the clock was ahead is not new once more when that time comes round. */
export async function endProofsAhead(db: Db): Promise<void> {
  await sql`
    update sessions set confirmed_at = now() - interval '1 day', confirmed_with = null
    where coalesce(confirmed_at, created_at) > now() + interval '1 minute'
  `.execute(db)
}

/** What these sessions have proved again has served for a signature: the next one takes another. */
export async function updateConfirmationsUsed(db: Db, sessionIds: string[]): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ confirmed_with: null })
    .where('id', 'in', sessionIds)
    .execute()
}

/** Which of these sessions, or API keys, still let their person in. */
export async function findLiveSessions(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.id', 'in', ids)
    .where('sessions.expires_at', '>', sql<string>`now()`)
    .where('users.status', '=', 'active')
    .execute()
  const live = rows.map(({ id }) => id)
  const others = ids.filter((id) => !live.includes(id))
  return [...live, ...(await findLiveKeys(db, others))]
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

/** Ends all sessions of everybody but one; returns how many. */
export async function deleteAllSessions(db: Db, exceptId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '!=', exceptId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Removes what has expired; runs hourly. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<=', sql<string>`now()`)
    .execute()
}
