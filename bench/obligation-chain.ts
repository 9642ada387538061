import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../server/src/db/connect.ts'
import { readRegister } from '../server/src/features/obligations/obligations.queries.ts'
import { settleBacklog } from '../server/src/features/obligations/settle-backlog.actions.ts'
import { fillChain, idOf } from './obligations-load.ts'
import { onDatabase } from './on-database.ts'
import { lines, p95, tell } from './promises.ts'
import { createFirstAdmin } from './sign-in.ts'
import { sized } from './size.ts'
import { runAdmin, startBuilt } from './started-server.ts'

/** Records of the chain that is checked, and that obligations are made of as an update does. */
const CHAIN = sized(300_000, 2000)
const WORKERS = sized(50, 4)

/** People read their lists meanwhile, and sign in. Returns within what 95 % of them could go on. */
async function besides(db: Db, work: () => Promise<void>): Promise<number> {
  const times: number[] = []
  const over = new AbortController()
  const people = Array.from({ length: WORKERS }, async (_, n) => {
    const id = idOf.person(n + 1)
    await wait(n * 20)
    while (!over.signal.aborted) {
      const started = performance.now()
      await readRegister(db, { limit: 50 }, { of: id })
      await sql`update users set last_login_at = now() where id = ${id}`.execute(db)
      times.push(performance.now() - started)
      await wait(900 + Math.random() * 200)
    }
  })
  await work()
  over.abort()
  await Promise.all(people)
  return p95(times)
}

/** How fast a chain is checked, and obligations are made of records of before there were any. */
export async function measureChain(dataDir: string): Promise<void> {
  const name = CHAIN.toLocaleString('en')
  lines.push(`${name} records`)
  const server = await startBuilt('main', { DATA_DIR: dataDir })
  await createFirstAdmin(server.url)
  await server.end('SIGTERM')
  await onDatabase(dataDir, async (db) => fillChain(db, CHAIN))
  // As an installation has it, with people who look at their lists and sign in.
  const settlePast = async (db: Db) => {
    const usual = await besides(db, async () => wait(sized(5000, 300)))
    const started = performance.now()
    const waited = await besides(db, async () => {
      // Ended in the middle, as a server may be, it goes on where it was.
      await settleBacklog(db, AbortSignal.timeout(sized(5000, 500)))
      await settleBacklog(db)
    })
    tell(`rows of ${name} records of before`, (performance.now() - started) / 1000, 60, 's')
    tell(`what ${WORKERS} others wait, 95 %`, waited, 2 * usual)
    const { rows } = await sql<{ many: number }>`
      select count(*)::int as many from obligations where closed_as = 'met'
    `.execute(db)
    if (rows[0]!.many !== CHAIN) throw new Error(`There are ${rows[0]!.many} rows`)
  }
  await onDatabase(dataDir, settlePast, {})
  const started = performance.now()
  const said = await runAdmin(['verify'], { DATA_DIR: dataDir })
  const seconds = (performance.now() - started) / 1000
  if (!said.includes('intact')) throw new Error(said)
  lines.push(
    `verify: ${said.split('\n').at(-1)}, ${(CHAIN / seconds).toFixed(0)} records/s with its start`,
  )
  tell('verify, for each 20,000 records', (seconds * 20_000) / CHAIN, 1, 's')
}
