/**
 * `npm run drill:beside`: the version before the newest migration, or `--from=<commit>`, is at work while this one brings
 * its database up to date; then both serve, then this one alone, and the older one refuses to start.
 */
import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { buildIfNeeded } from '../../scripts/build-if-needed.mjs'
import { connect } from '../../server/src/db/connect.ts'
import { startEmbeddedPostgres } from '../../server/src/db/embedded/start.ts'
import { commitBeforeNewestMigration, programOf } from '../black-box/release-before.ts'
import { seeded } from '../chat-desk.ts'
import type { OpenDatabase } from '../crash-desk.ts'
import { startBuilt } from '../started-server.ts'
import { fillWholeDesk } from './fill-desk.ts'
import { MixedLoad } from './mixed-load.ts'
import { option, report, tellWords } from './report.ts'

const SECONDS = option('seconds', 10, 2)
const IN_FLIGHT = 4

const from =
  argv.find((word) => word.startsWith('--from='))?.split('=')[1] ??
  (await commitBeforeNewestMigration())
const seed = option('seed', randomInt(1, 2 ** 31), 18)
console.log(`beside: ${from} and this version, ${SECONDS} s each way, seed ${seed}`)
await buildIfNeeded()
const folder = await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-drill-')))
await chmod(folder, 0o755)
try {
  await play()
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
}

async function play(): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database') })
  const { host, port, user, database } = postgres.connection
  const address = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  const open: OpenDatabase = async (work) => {
    const db = connect(postgres.connection, 2, () => undefined)
    try {
      return await work(db)
    } finally {
      await db.destroy()
    }
  }
  // Nodes of one brokerage have one folder for its files.
  const settings = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', DATABASE_URL: address }
  const before = await programOf(from, folder)
  const older = await before.serve(settings)
  let stopped: Promise<void> | undefined
  const stopOlder = async () => (stopped ??= older.stop())
  const serving = [older.url]
  const desk = await fillWholeDesk(older.url, open)
  const load = new MixedLoad(desk, () => serving, seeded(seed))
  const began = performance.now()
  load.start(IN_FLIGHT)
  await delay(SECONDS * 1000)
  const upgradeBegan = performance.now()
  const newer = await startBuilt('main', settings)
  const upgraded = (performance.now() - upgradeBegan) / 1000
  try {
    serving.push(newer.url)
    await delay(SECONDS * 1000)
    // The proxy sends nobody to a node that is about to end.
    serving.shift()
    await delay(500)
    await stopOlder()
    await delay(SECONDS * 1000)
    await load.finish()
    const silence = load.longestPause(began)
    const lost = await load.countLost(open, settings)
    tellWords(load.told)
    const refusal = await before.serve(settings).then(
      async (again) => again.stop().then(() => null),
      (error: unknown) => /^.*made by a newer Front Desk.*$/m.exec(String(error))?.[0] ?? null,
    )
    console.log(`  the older one, started again: ${refusal ?? 'DOES NOT REFUSE'}`)
    report({
      what: `${from} at work while this version brings the database up to date, both, then this one`,
      often: 'once',
      acknowledged: load.stored,
      lost,
      silence,
      holds: refusal !== null,
      more: `the new one listened after ${upgraded.toFixed(1)} s`,
    })
  } finally {
    load.abandon()
    await newer.end('SIGTERM')
    await stopOlder()
    await postgres.stop()
  }
}
