import type pg from 'pg'
import { type Db, onClient, poolOf } from '../db/connect.ts'

/** One connection on which it is whatever time a test says; its transactions are begun by `begin`. */
export interface MovedClock {
  client: pg.PoolClient
  db: Db
  /** To be taken back, never committed. */
  begin(): Promise<void>
  /** Makes it that moment, in milliseconds, and then runs statements. */
  at(moment: number, statements?: string): Promise<void>
}

export async function moveClock(of: Db): Promise<MovedClock> {
  const client = await poolOf(of).connect()
  // The rules ask for `now()` by name: found here first, it is a clock that a test can move.
  await client.query(`
    create schema clock;
    create function clock.now() returns timestamptz language sql stable as
      $$ select current_setting('clock.at')::timestamptz $$`)
  return {
    client,
    db: onClient(client),
    begin: async () => {
      await client.query('begin; set local search_path = clock, public, pg_catalog')
    },
    at: async (moment, statements = '') => {
      await client.query(`set local clock.at = '${new Date(moment).toISOString()}'; ${statements}`)
    },
  }
}
