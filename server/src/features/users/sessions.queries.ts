import type { OwnSession } from '@frontdesk/contract/profile'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { networkOf } from '../../http/network.ts'
import { browserName } from '../../platform/browser-name.ts'

/**
 * Where a person is signed in, the latest used first.
 * @param person.sessionId that of whoever asks, and `ip` where they are
 */
export async function listSessions(
  db: Db,
  person: { id: string; sessionId: string; ip: string },
): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_used_at', 'sign_in_method'])
    .where('user_id', '=', person.id)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    browser: browserName(row.user_agent),
    ip: row.ip,
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    current: row.id === person.sessionId,
    sign_in_method: row.sign_in_method,
    same_network: networkOf(row.ip) === networkOf(person.ip),
  }))
}

/** Whether somebody signed in to this session, or proved again who they are, within the last quarter of an hour. */
export async function isJustOpened(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where(
      sql<boolean>`coalesce(confirmed_at, created_at)
        between now() - interval '15 minutes' and now() + interval '1 minute'`,
    )
    .executeTakeFirst()
  return row !== undefined
}

/** Ends a session of this person; false where they have no such session. */
export async function deleteOwnSession(
  db: Db,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const row = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
