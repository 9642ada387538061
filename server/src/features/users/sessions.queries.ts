import type { OwnSession } from '@frontdesk/contract/profile'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { browserName } from '../../platform/browser-name.ts'

/** Where a person is signed in, the latest used first. */
export async function listSessions(
  db: Db,
  person: { id: string; sessionId: string },
): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_used_at'])
    .where('user_id', '=', person.id)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ user_agent: userAgent, ...session }) => ({
    ...session,
    browser: browserName(userAgent),
    current: session.id === person.sessionId,
  }))
}

/** Whether somebody signed in to this session, or proved again who they are, within the last quarter of an hour. */
export async function isJustOpened(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where(sql<boolean>`coalesce(confirmed_at, created_at) > now() - interval '15 minutes'`)
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
