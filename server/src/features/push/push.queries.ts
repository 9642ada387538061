import type { PushDevice } from '@frontdesk/contract/push'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'

/** base64url; the private one is for the library that signs with it, and for nobody else. */
export interface PushKeys {
  public_key: string
  private_key: string
}

/** The installation's keys; undefined before they were first asked for. */
export async function findPushKeys(db: Db): Promise<PushKeys | undefined> {
  return db.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst()
}

/** Keeps the first pair that any server made. */
export async function insertPushKeys(db: Db, keys: PushKeys): Promise<void> {
  await db
    .insertInto('push_keys')
    .values(keys)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const deviceColumns = (sessionId: string) =>
  [
    'push_subscriptions.id',
    'browser',
    sql<boolean>`session_id = ${sessionId}`.as('current'),
    'push_subscriptions.created_at',
    'push_subscriptions.last_used_at',
  ] as const

/** Somebody's browsers, this one first. */
export async function listPushDevices(
  db: Db,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<PushDevice[]> {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(deviceColumns(sessionId))
    .where('sessions.user_id', '=', id)
    .where('sessions.expires_at', '>', sql<string>`now()`)
    .orderBy('current', 'desc')
    .orderBy('push_subscriptions.created_at', 'desc')
    .orderBy('push_subscriptions.id', 'desc')
    .execute()
}

export interface NewPushDevice {
  sessionId: string
  endpoint: string
  p256dh: Buffer
  auth: Buffer
  browser: string
}

/**
 * A session has one; what it had before goes. A browser in which somebody else signs in brings the same
 * endpoint with the same keys, and goes over to them under another id, so that nothing that waits for
 * whoever was there before comes to it. Undefined where the keys are others: whoever knows no more than an
 * endpoint has no say about it.
 */
export async function insertPushDevice(
  db: Db,
  { sessionId, endpoint, p256dh, auth, browser }: NewPushDevice,
): Promise<PushDevice | undefined> {
  const isSame = sql`push_subscriptions.session_id = excluded.session_id`
  await db
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', sessionId)
    .where('endpoint', '!=', endpoint)
    .execute()
  return db
    .insertInto('push_subscriptions')
    .values({ id: uuidv7(), session_id: sessionId, endpoint, p256dh, auth, browser })
    .onConflict((conflict) =>
      conflict
        .column('endpoint')
        .doUpdateSet({
          id: sql`case when ${isSame} then push_subscriptions.id else excluded.id end`,
          created_at: sql`case when ${isSame} then push_subscriptions.created_at else now() end`,
          last_used_at: sql`case when ${isSame} then push_subscriptions.last_used_at end`,
          session_id: sessionId,
          browser,
        })
        .where('push_subscriptions.p256dh', '=', p256dh)
        .where('push_subscriptions.auth', '=', auth),
    )
    .returning(deviceColumns(sessionId))
    .executeTakeFirst()
}

/** Returns what was removed; undefined where it is not theirs. */
export async function deletePushDevice(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<{ browser: string } | undefined> {
  return db
    .deleteFrom('push_subscriptions')
    .using('sessions')
    .whereRef('sessions.id', '=', 'session_id')
    .where('sessions.user_id', '=', userId)
    .where('push_subscriptions.id', '=', id)
    .returning('browser')
    .executeTakeFirst()
}

/** Where a push goes; undefined where nobody is signed in there any more. */
export async function findPushTarget(db: Db, id: string) {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('push_subscriptions.id', '=', id)
    .where('sessions.expires_at', '>', sql<string>`now()`)
    .where('users.status', '=', 'active')
    .executeTakeFirst()
}

/** Notes that a push service took something for it. */
export async function touchPushDevice(db: Db, id: string): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ last_used_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** The push service knows it no more. Only while it is still that endpoint's. */
export async function forgetPushDevice(db: Db, id: string, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('endpoint', '=', endpoint)
    .execute()
}
