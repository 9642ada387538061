import { neededByKey } from '@frontdesk/contract/all'
import type { ApiKeyState } from '@frontdesk/contract/api-keys'
import type { Endpoint } from '@frontdesk/contract/endpoint'
import type { Scope } from '@frontdesk/contract/scopes'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { Paces } from '../platform/pace.ts'
import { hashKey } from './api-key.ts'
import type { SignedIn } from './caller.ts'
import { AppError, forbidden, fromDatabase, tooManyRequests, unauthorized } from './errors.ts'

/** What one key may call at each server: at once, and each second after that. */
const CALLS = { burst: 600, perSecond: 10 }

/** How fast keys call, for all scopes of a server. */
export const createKeyPaces = () => new Paces(CALLS)

/** In SQL, of `api_keys` and the `users` who own them. */
export const KEY_STATE = `case
  when api_keys.ended_as is not null then api_keys.ended_as
  when api_keys.expires_at <= now() then 'ended'
  when users.status <> 'active' or users.deleted_at is not null then 'owner_gone'
  else 'open'
end`

type Row = Omit<SignedIn, 'key'> & {
  keyName: string
  scopes: string[]
  state: ApiKeyState
  stale: boolean
}

const selectByKey = prepared<Row>(`
  select users.id, users.role, users.name, users.email, api_keys.id as "sessionId",
    false as "isFresh",
    -- Where no role needs one, nobody's is looked for.
    case when (select second_factor_since ? users.role from settings)
      then coalesce(second_factor_due_at(users.id) <= now(), false) else false end as "mustSetUp",
    api_keys.name as "keyName", scopes, ${KEY_STATE} as state,
    last_used_at is null or last_used_at < now() - interval '1 minute' as stale
  from api_keys join users on users.id = api_keys.user_id
  where key_hash = $1
`)

const lockKey = prepared('select from api_keys where key_hash = $1 for key share')
const touchKey = prepared(
  'update api_keys set last_used_at = now(), last_used_ip = $2 where id = $1',
)

const refusal = (code: string, sentence: string) =>
  new AppError(401, code, sentence, {
    headers: { 'WWW-Authenticate': 'Bearer realm="Front Desk", error="invalid_token"' },
  })

const malformedKey = () =>
  refusal('malformed_key', 'This is no API key of ours: it may have been cut off or mistyped')

export const keyInAddress = () =>
  refusal(
    'key_in_address',
    'An API key in an address is not taken, and may have been written down on its way: please make a new one, and send it as “Authorization: Bearer”',
  )

const SAYS: Record<Exclude<ApiKeyState, 'open'>, string> = {
  ended: 'The time of this API key is over',
  revoked: 'This API key was revoked',
  owner_gone: 'This API key ended with the account of its owner',
}

/**
 * Whom a key calls for.
 * @throws AppError 401 where it is unknown or over; `origin` names the key then too, for the trail
 */
async function findOwner(db: Db, key: string, { origin }: FastifyRequest) {
  const [row] = await selectByKey(db, [hashKey(key)])
  if (!row) throw refusal('invalid_key', 'This API key is not known')
  const { keyName: name, scopes, state, stale, ...owner } = row
  origin.key = { id: owner.sessionId, name }
  if (state !== 'open') throw refusal('invalid_key', SAYS[state])
  const signedIn: SignedIn = { ...owner, key: { id: owner.sessionId, name, scopes } }
  return { signedIn, stale }
}

/** @throws AppError 403 where the key may not call this, whoever owns it */
function refuseUnlessNeeded(endpoint: Endpoint, scopes: string[]): void {
  const needed = neededByKey.get(endpoint) ?? 'never'
  if (needed === 'never') throw notByKey()
  if (needed !== 'anyone') refuseWithout(needed, scopes)
}

function refuseWithout(needed: Scope, scopes: string[]): void {
  if (scopes.includes(needed)) return
  throw new AppError(403, 'scope_missing', `This API key lacks the scope ${needed}`, {
    extra: { scope: needed },
  })
}

/**
 * For what takes another scope beside the endpoint's, because of what it is done to.
 * @throws AppError 403 `scope_missing` where a key calls that lacks it
 */
export function requireScope({ key }: SignedIn, needed: Scope): void {
  if (key) refuseWithout(needed, key.scopes)
}

/** What takes a person, whatever the scope. */
export const notByKey = () =>
  new AppError(403, 'not_by_key', 'An API key can’t do this: it takes somebody who is signed in')

/**
 * Says on the request whom a key calls for: nobody, where the call is open to anyone.
 * @param key as `keyIn` reads it from the header; anywhere else it is not looked for
 * @throws AppError 401, 403 `scope_missing` or `not_by_key`, 429
 */
export async function authorizeKey(
  db: Db,
  request: FastifyRequest,
  { endpoint, key, paces }: { endpoint: Endpoint; key?: string; paces: Paces },
): Promise<void> {
  if (!key) throw malformedKey()
  const { signedIn, stale } = await findOwner(db, key, request)
  request.signedIn = signedIn
  const pace = paces.of(signedIn.sessionId)
  const wait = pace.wait()
  if (wait > 0) {
    throw tooManyRequests('This API key calls too often', Math.max(1, Math.ceil(wait / 1000)))
  }
  pace.spend()
  if (stale) await touchIfRoom(db, signedIn.sessionId, request.ip)
  refuseUnlessNeeded(endpoint, signedIn.key!.scopes)
  if (endpoint.access === 'public') request.signedIn = null
}

/** A full disk keeps no program from reading. */
async function touchIfRoom(db: Db, id: string, ip: string): Promise<void> {
  await touchKey(db, [id, ip]).catch((error: unknown) => {
    if (fromDatabase(error)?.status !== 507) throw error
  })
}

/**
 * Looks again inside the transaction and holds the key until its end, as `holdSession` does a session.
 * @throws AppError 401 where it ended in the meantime
 */
export async function stillByKey(tx: Db, request: FastifyRequest, key: string): Promise<SignedIn> {
  // Two statements: the second sees what was committed while the first one waited.
  const [, { signedIn }] = await Promise.all([
    lockKey(tx, [hashKey(key)]),
    findOwner(tx, key, request),
  ])
  return signedIn
}

/**
 * The same for a call that opens its own transactions.
 * @throws AppError 401, or 403 where the owner's role is another by now
 */
export async function holdOwnKey(tx: Db, id: string, needed?: SignedIn['role']): Promise<void> {
  await tx.selectFrom('api_keys').select('id').where('id', '=', id).forKeyShare().execute()
  const live = await liveKeys(tx, [id]).select('users.role').executeTakeFirst()
  if (!live) throw unauthorized()
  if (needed && live.role !== needed) throw forbidden()
}

const liveKeys = (db: Db, ids: string[]) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .where('api_keys.id', 'in', ids)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .where('users.status', '=', 'active')

/** Which of these keys are still good. */
export async function findLiveKeys(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await liveKeys(db, ids).select('api_keys.id').execute()
  return rows.map(({ id }) => id)
}
