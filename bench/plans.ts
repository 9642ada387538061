/**
 * `npm run bench:plans`: fills each of the large tables with a million rows, and asks what screens, auditors, the search
 * and the clock ask: how many rows are read for it, and for how long. `-- --rows=100000` is a smaller one.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { argv } from 'node:process'
import { sql } from 'kysely'
import { migrate } from '../server/src/db/migrate.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded/start.ts'
import { connect, type Db } from '../server/src/db/connect.ts'
import { migrateJobs } from '../server/src/platform/jobs.ts'
import { HOT_QUESTIONS } from '../server/src/testing/hot-questions.ts'
import { fillLargeTables } from '../server/src/testing/large-fill.ts'
import { countReadRows, MOST_READ } from '../server/src/testing/read-rows.ts'
import { FILLING } from './obligations-load.ts'
import { exitCodeOf, sized } from './size.ts'

const given = argv.find((word) => word.startsWith('--rows='))?.slice('--rows='.length)
const ROWS = Number(given ?? sized(1_000_000, 4000))

const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-plans-'))
const postgres = await startEmbeddedPostgres({ dataDir, settings: FILLING })
const db = connect(postgres.connection, 1, () => undefined, { answerWithinMs: 0 })
try {
  await migrate(db, { onWait: console.log })
  await migrateJobs(postgres.connection)
  await sql`set statement_timeout = 0`.execute(db)
  await fillLargeTables(db, ROWS, (line) => console.log(`  ${line}`))
  process.exitCode = exitCodeOf(await askAll(db))
} finally {
  await db.destroy()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Whether for none of them too many rows were read. */
async function askAll(on: Db): Promise<boolean> {
  const faults: string[] = []
  for (const [name, { ask, most = MOST_READ }] of HOT_QUESTIONS) {
    // The first on a connection reads what plans are made from.
    await ask(on)
    const { rows, ms } = await countReadRows(on, ask)
    const told = [...rows].map(([table, read]) => `${table} ${read}`).join(', ') || 'none of them'
    const isKept = [...rows.values()].every((read) => read <= most)
    if (!isKept) faults.push(name)
    console.log(`  ${name}: ${ms.toFixed(1)} ms, ${told}${isKept ? '' : ' DOES NOT HOLD'}`)
  }
  const count = HOT_QUESTIONS.length
  console.log(
    `${count - faults.length} of ${count} questions read few of ${ROWS} rows a table (load ${loadavg()[0]!.toFixed(1)})`,
  )
  return faults.length === 0
}
