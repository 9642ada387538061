/**
 * A program that owns a data folder, for tests to kill: `start.fixture.ts <folder> [write]`.
 * It prints a line for each event; with `write` it inserts numbers and prints each when committed.
 * `start.fixture.ts <folder> move` tells before and after it copies an older version's database, and waits there.
 * `start.fixture.ts <folder> race <time>` instead claims one folder after the other in it, each
 * at a moment that all racers know, and prints those that it owned, from when to when.
 */
import { mkdirSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'pg'
import { copyDatabase } from '../../platform/copy-database.ts'
import { chooseAccount } from './account.ts'
import { claimOwnership } from './owner.ts'
import { startEmbeddedPostgres } from './start.ts'

const [folder = '', mode, time] = process.argv.slice(2)
// At once and in order: a line that was printed has happened, whenever the kill comes.
const say = (event: string, detail: unknown) => writeSync(1, `${event} ${JSON.stringify(detail)}\n`)

async function race(from: number): Promise<void> {
  for (let round = 0; round < 60; round++) {
    const dataDir = join(folder, String(round))
    mkdirSync(dataDir, { recursive: true })
    const begin = from + round * 25
    await delay(begin - Date.now() - 3)
    while (Date.now() < begin);
    const won = await claimOwnership(dataDir, chooseAccount(dataDir, dataDir)).catch(() => null)
    const since = Date.now()
    await delay(begin + 15 - Date.now())
    if (won) say('won', [round, since, Date.now()])
    await won?.release()
  }
  say('raced', null)
}

async function serve(): Promise<void> {
  // As a server that finishes its requests before it goes.
  process.on('SIGINT', () => say('interrupted', null))
  const database = await startEmbeddedPostgres({
    dataDir: folder,
    log: (line) => say('log', line),
    ...(mode === 'move' && { copyDatabase: copyAndWait }),
  })
  process.on('SIGTERM', () => {
    void database.stop().then(() => process.exit(0))
  })
  say('ready', database.connection)
  if (mode === 'write') await write(new Pool({ ...database.connection, max: 4 }))
}

const copyAndWait: typeof copyDatabase = async (...args) => {
  say('copying', null)
  await copyDatabase(...args)
  say('copied', null)
  await delay(60_000)
}

async function write(pool: Pool): Promise<void> {
  pool.on('error', () => {})
  await pool.query('create table if not exists written (id bigint primary key)')
  const first = await pool.query<{ next: string }>(
    'select coalesce(max(id), 0) + 1 as next from written',
  )
  let next = Number(first.rows[0]?.next)
  const writer = async () => {
    for (;;) {
      const id = next++
      try {
        await pool.query('insert into written values ($1)', [id])
        say('written', id)
      } catch {
        await delay(20)
      }
    }
  }
  await Promise.all([writer(), writer(), writer(), writer()])
}

try {
  await (mode === 'race' ? race(Number(time)) : serve())
} catch (error) {
  say('failed', error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
