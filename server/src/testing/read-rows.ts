import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { FILLED } from './large-fill.ts'

/** A page, its cursor and what stands beside it; reading a fortieth of a table is no such thing. */
export const MOST_READ = 1000

/** How many rows of each large table were read so far, in whatever way. */
async function readSoFar(db: Db): Promise<Map<string, number>> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ name: string; read: number }>`
    select relname::text as name, seq_tup_read + coalesce(idx_tup_fetch, 0)
      + coalesce((
          select sum(idx_tup_read) from pg_stat_user_indexes as entries where entries.relid = tables.relid
        ), 0)::bigint as read
    from pg_stat_user_tables as tables where relname = any(${[...FILLED]})`.execute(db)
  return new Map(rows.map(({ name, read }) => [name, read]))
}

/** What was read for one question: rows and entries of indexes, by table, and for how long. `db` is one connection. */
export async function countReadRows(
  db: Db,
  ask: (db: Db) => Promise<unknown>,
): Promise<{ rows: Map<string, number>; ms: number }> {
  const before = await readSoFar(db)
  const asked = performance.now()
  await ask(db)
  const ms = performance.now() - asked
  const after = await readSoFar(db)
  const rows = [...after].map(([name, read]) => [name, read - before.get(name)!] as const)
  return { rows: new Map(rows.filter(([, read]) => read > 0)), ms }
}
