/**
 * `npm run drill -- replica`: a second PostgreSQL follows the first by logical replication while people work: does the
 * publication refuse any write of ours, and has the copy every row afterwards? See docs/scaling.md.
 */
import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { buildIfNeeded } from '../../scripts/build-if-needed.mjs'
import { connect, type Db } from '../../server/src/db/connect.ts'
import { startEmbeddedPostgres } from '../../server/src/db/embedded/start.ts'
import type { EmbeddedConnection } from '../../server/src/db/embedded/transport.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { migrateJobs } from '../../server/src/platform/jobs.ts'
import { seeded } from '../chat-desk.ts'
import type { OpenDatabase } from '../crash-desk.ts'
import { addressOf } from '../large-desk.ts'
import { startBuilt } from '../started-server.ts'
import { fillWholeDesk } from './fill-desk.ts'
import { MixedLoad } from './mixed-load.ts'
import { option, report, tellWords } from './report.ts'

const SECONDS = option('seconds', 30, 2)
const IN_FLIGHT = 4
const CAUGHT_UP_WITHIN_MS = 120_000
const SETTINGS = { wal_level: 'logical', max_logical_replication_workers: '4' }

/** Publishing all tables, and following, is for those alone. */
const asSuperuser = (connection: EmbeddedConnection) => ({ ...connection, user: 'postgres' })

const seed = option('seed', randomInt(1, 2 ** 31), 18)
console.log(`replica: ${SECONDS} s of work, seed ${seed}`)
await buildIfNeeded()
const folder = await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-drill-')))
await chmod(folder, 0o755)
try {
  await play()
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
}

async function play(): Promise<void> {
  const first = await startEmbeddedPostgres({ dataDir: join(folder, 'first'), settings: SETTINGS })
  const second = await startEmbeddedPostgres({
    dataDir: join(folder, 'second'),
    settings: SETTINGS,
  })
  // Where they run as another user, the one goes to the other's socket through here.
  await chmod(join(folder, 'first'), 0o755)
  const open: OpenDatabase = async (work) => onDatabase(first.connection, work)
  const settings = {
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'warn',
    DATABASE_URL: addressOf(first.connection),
  }
  const server = await startBuilt('main', settings)
  try {
    const desk = await fillWholeDesk(server.url, open)
    await onDatabase(asSuperuser(first.connection), async (db) =>
      sql`create publication everything for all tables`.execute(db),
    )
    await follow(second.connection, first.connection)
    const load = new MixedLoad(desk, () => [server.url], seeded(seed))
    const began = performance.now()
    load.start(IN_FLIGHT)
    await delay(SECONDS * 1000)
    await load.finish()
    const silence = load.longestPause(began)
    const lost = await load.countLost(open, settings)
    tellWords(load.told)
    await server.end('SIGTERM')
    const ended = performance.now()
    const differing = await untilSame(first.connection, second.connection)
    const seconds = ((performance.now() - ended) / 1000).toFixed(1)
    if (differing.length > 0) console.log(`  differ: ${differing.join(', ')}`)
    report({
      what: 'a second database follows by logical replication',
      often: 'once',
      acknowledged: load.stored,
      lost,
      silence,
      holds: differing.length === 0,
      more: `every row of every table was in the copy ${seconds} s after the last write`,
    })
  } finally {
    await server.end('SIGTERM')
    await onDatabase(asSuperuser(second.connection), async (db) =>
      sql`drop subscription if exists copy`.execute(db),
    )
    await second.stop()
    await first.stop()
  }
}

async function onDatabase<T>(
  connection: EmbeddedConnection,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const db = connect(connection, 1, () => undefined, { answerWithinMs: 0 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Makes our tables in the copy, empty, and lets it follow. */
async function follow(copy: EmbeddedConnection, from: EmbeddedConnection): Promise<void> {
  await onDatabase(copy, async (db) => migrate(db, { onWait: console.log }))
  await migrateJobs(copy)
  await onDatabase(asSuperuser(copy), async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    await sql.raw(`truncate ${(await tablesOf(db)).join(', ')}`).execute(db)
    await sql
      .raw(
        `create subscription copy connection '${addressOf(asSuperuser(from))}' publication everything`,
      )
      .execute(db)
  })
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'graphile_worker') order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** Of each table how many rows there are, and a sum of what they say. */
async function sumsOf(connection: EmbeddedConnection): Promise<Map<string, string>> {
  return onDatabase(connection, async (db) => {
    const sums = new Map<string, string>()
    for (const table of await tablesOf(db)) {
      const { rows } = await sql<{ sum: string }>`
        select concat(count(*), ' ', sum(hashtextextended(row::text, 0))) as sum
        from ${sql.raw(table)} as row`.execute(db)
      sums.set(table, rows[0]!.sum)
    }
    return sums
  })
}

/** Waits for the copy. Returns which tables differ for good. */
async function untilSame(first: EmbeddedConnection, second: EmbeddedConnection): Promise<string[]> {
  const until = performance.now() + CAUGHT_UP_WITHIN_MS
  for (;;) {
    const [wanted, found] = [await sumsOf(first), await sumsOf(second)]
    const differing = [...wanted].filter(([table, sum]) => found.get(table) !== sum)
    if (differing.length === 0 || performance.now() > until) return differing.map(([name]) => name)
    await delay(200)
  }
}
