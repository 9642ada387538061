import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOverview } from '../features/obligations/overview.queries.ts'
import { migrateJobs } from '../platform/jobs.ts'
import { HOT_QUESTIONS } from '../testing/hot-questions.ts'
import { fillLargeTables } from '../testing/large-fill.ts'
import { cloneDatabase } from '../testing/own-databases.ts'
import { countReadRows, MOST_READ } from '../testing/read-rows.ts'
import { connect, type Db } from './connect.ts'

/** `npm run bench:plans` asks the same of a million. */
const ROWS = 40_000

/** One connection: what it did is counted before the next question. */
let db: Db

beforeAll(async () => {
  const source = await cloneDatabase()
  await migrateJobs(source)
  db = connect(source, 1, () => undefined, { answerWithinMs: 0 })
  await fillLargeTables(db, ROWS)
})
afterAll(async () => db.destroy())

/** From the sixth time on PostgreSQL may follow a plan that knows no values. */
const OFTEN = 6

test.each(HOT_QUESTIONS)('%s: few rows are read for it', async (_, { ask, most = MOST_READ }) => {
  for (let time = 0; time < OFTEN; time += 1) await ask(db)
  const { rows } = await countReadRows(db, ask)
  for (const [table, read] of rows) {
    expect([table, read]).toEqual([table, expect.toSatisfy((few: number) => few <= most)])
  }
})

test('how everything stood reads few rows, also right after something was asked of very many', async () => {
  const hour = (Math.floor(Date.now() / 36e5) - 2) * 36e5
  const [asked, shown] = [20, 25].map((minute) => new Date(hour + minute * 6e4).toISOString())
  await sql`
    insert into obligations (id, user_id, kind, item_id, cycle, opens_at, due_set_at)
    select gen_random_uuid(), users.id, 'test', md5('asked of many ' || n)::uuid, 1, ${asked}, ${asked}
    from users cross join generate_series(1, 5) as n
  `.execute(db)
  const { rows } = await countReadRows(db, async () => findOverview(db, shown!))
  // Of 10,000 rows; up to a thousand are counted before it is known that they are many.
  expect(rows.get('obligations')).toBeLessThan(6000)
})

test('every index of the records that holds no rule is used', async () => {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select indexrelname::text as name from pg_stat_user_indexes
    join pg_index using (indexrelid)
    where pg_stat_user_indexes.relname = 'policy_acknowledgments' and not indisunique and idx_scan = 0
  `.execute(db)
  expect(rows).toEqual([])
})
