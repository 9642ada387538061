import type { AttemptGrant, Waiver } from '@frontdesk/contract/attempts'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'

function grants(db: Db) {
  return db
    .selectFrom('attempt_grants as granted')
    .innerJoin('users as person', 'person.id', 'granted.user_id')
    .innerJoin('users as granter', 'granter.id', 'granted.granted_by')
    .select([
      'granted.id',
      'granted.test_id',
      'granted.user_id',
      'person.name as person_name',
      'granted.attempts',
      'granted.reason',
      'granter.name as granted_by_name',
      'granted.created_at',
    ])
}

/** Newest first. */
export async function listGrants(db: Db, testId: string): Promise<AttemptGrant[]> {
  return grants(db)
    .where('granted.test_id', '=', testId)
    .orderBy('granted.created_at', 'desc')
    .orderBy('granted.id', 'desc')
    .execute()
}

/** Gives one person extra attempts. */
export async function insertGrant(
  db: Db,
  grant: {
    testId: string
    userId: string
    attempts: number
    reason: string | null
    grantedBy: string
  },
): Promise<AttemptGrant> {
  const id = uuidv7()
  await db
    .insertInto('attempt_grants')
    .values({
      id,
      test_id: grant.testId,
      user_id: grant.userId,
      attempts: grant.attempts,
      reason: grant.reason,
      granted_by: grant.grantedBy,
    })
    .execute()
  return grants(db).where('granted.id', '=', id).executeTakeFirstOrThrow()
}

function waivers(db: Db) {
  return db
    .selectFrom('waivers')
    .innerJoin('users as person', 'person.id', 'waivers.user_id')
    .innerJoin('users as waiver', 'waiver.id', 'waivers.waived_by')
    .select([
      'waivers.id',
      // Of a test, as all that are listed here.
      sql<string>`waivers.test_id`.as('test_id'),
      'waivers.user_id',
      'person.name as person_name',
      'waivers.reason',
      'waiver.name as waived_by_name',
      'waivers.created_at',
    ])
    .where('waivers.ended_at', 'is', null)
}

/** Those in force, newest first. */
export async function listWaivers(db: Db, testId: string): Promise<Waiver[]> {
  return waivers(db)
    .where('waivers.test_id', '=', testId)
    .orderBy('waivers.created_at', 'desc')
    .orderBy('waivers.id', 'desc')
    .execute()
}

/** Says that somebody need not take a test; undefined where that was said already. */
export async function insertWaiver(
  db: Db,
  waiver: { testId: string; userId: string; reason: string; waivedBy: string },
): Promise<Waiver | undefined> {
  const id = uuidv7()
  const inserted = await db
    .insertInto('waivers')
    .values({
      id,
      test_id: waiver.testId,
      user_id: waiver.userId,
      reason: waiver.reason,
      waived_by: waiver.waivedBy,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'test_id']).where('ended_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted && waivers(db).where('waivers.id', '=', id).executeTakeFirstOrThrow()
}

/** Takes a waiver back and returns it; undefined where none such is in force. */
export async function endWaiver(
  db: Db,
  which: { id: string; testId: string; endedBy: string },
): Promise<Waiver | undefined> {
  const before = await waivers(db)
    .where('waivers.id', '=', which.id)
    .where('waivers.test_id', '=', which.testId)
    .forUpdate('waivers')
    .executeTakeFirst()
  if (!before) return undefined
  await db
    .updateTable('waivers')
    .set({ ended_at: sql`now()`, ended_by: which.endedBy })
    .where('id', '=', which.id)
    .execute()
  return before
}
