import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Db } from '../db/connect.ts'
import { EVER } from './patience.ts'

/** Resolves when so many connections to this database wait for a lock. @throws where they never do */
export async function untilWaiting(db: Db, connections: number): Promise<void> {
  await vi.waitUntil(async () => {
    // Within a transaction the first look would be shown for ever.
    await sql`select pg_stat_clear_snapshot()`.execute(db)
    const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `.execute(db)
    return rows.length === connections
  }, EVER)
}
