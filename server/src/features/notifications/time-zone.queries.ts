import type { Db } from '../../db/connect.ts'

/** The time zone that a person chose; null where they live by the brokerage's. */
export async function findTimeZone(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('time_zone')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.time_zone ?? null
}

export async function updateTimeZone(
  db: Db,
  userId: string,
  timeZone: string | null,
): Promise<void> {
  await db.updateTable('users').set({ time_zone: timeZone }).where('id', '=', userId).execute()
}
