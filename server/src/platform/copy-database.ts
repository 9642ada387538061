import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type ConnectionSource, onClient } from '../db/connect.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { withClient } from './backup-connection.ts'
import { BackupError, Fingerprint } from './backup-manifest.ts'
import { COPY_SETTINGS, listAppliedMigrations, listSequences, listTables } from './backup-tables.ts'
import { migrateJobs } from './jobs.ts'

const STEPS = ['kysely_migration', 'kysely_migration_lock']
const JOBS = 'graphile_worker'
/** Its own steps, which the other side has taken itself. */
const JOBS_STEPS = ['migrations']

/**
 * Copies all of Front Desk's from a database to an empty one, which may be another version of PostgreSQL's: the same
 * steps of the schema, every row, the jobs, and the counters. Then it reads both again, row by row.
 * @throws BackupError where one does not hold what the other does; the source is only read
 */
export async function copyDatabase(
  from: ConnectionSource,
  to: ConnectionSource,
  tell: (line: string) => void,
): Promise<void> {
  await withClient(from, async (source) => {
    await source.query('begin isolation level repeatable read read only')
    await source.query(COPY_SETTINGS)
    if (!(await exists(source, `to_regclass('kysely_migration')`))) return
    const hasJobs = await exists(source, `to_regnamespace('${JOBS}')`)
    if (hasJobs) await migrateJobs(to)
    await withClient(to, async (target) => {
      await target.query('begin')
      await target.query(COPY_SETTINGS)
      await takeSameSteps(source, target)
      const rows = await copySchema(source, target, STEPS)
      if (hasJobs) {
        for (const client of [source, target]) await client.query(`set local search_path = ${JOBS}`)
        await copySchema(source, target, JOBS_STEPS)
      }
      await target.query('commit')
      // Else queries are planned without knowing how much there is.
      await target.query('analyze')
      tell(`${rows} rows were copied, and read again to compare them.`)
    })
  })
}

async function exists(client: pg.Client, expression: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select ${expression} is not null as found`,
  )
  return rows[0]!.found
}

/** Those that are to come are taken afterwards, as in any upgrade. */
async function takeSameSteps(source: pg.Client, target: pg.Client): Promise<void> {
  const all = await readMigrations()
  const applied = await listAppliedMigrations(source)
  const unknown = applied.find((name) => !(name in all))
  if (unknown !== undefined) {
    throw new BackupError(
      `The database was made by a newer Front Desk (it has ${unknown}); please update the program`,
    )
  }
  const migrations = Object.fromEntries(
    Object.entries(all).filter(([name]) => applied.includes(name)),
  )
  await migrate(onClient(target), { migrations, inTransaction: true })
}

/** Copies the tables of the current schema. Returns how many rows. */
async function copySchema(
  source: pg.Client,
  target: pg.Client,
  leftOut: string[],
): Promise<number> {
  const there = await listTables(target, leftOut)
  const tables = await listTables(source, leftOut)
  const strange = tables.find(({ name }) => !there.some((one) => one.name === name))
  if (strange) {
    throw new BackupError(
      `The database also holds the table ${strange.name}, which is not Front Desk's: move it elsewhere first`,
    )
  }
  const names = there.map(({ name }) => pg.escapeIdentifier(name))
  // Triggers would repeat what they did when the rows were new, and guard append-only tables.
  for (const name of names) await target.query(`alter table ${name} disable trigger user`)
  await target.query('set constraints all deferred')
  for (const name of names.toReversed()) await target.query(`delete from ${name}`)
  let rows = 0
  for (const table of tables) rows += await copyTable(source, target, table)
  for (const { name, value } of await listSequences(source)) {
    await target.query('select setval(to_regclass($1), $2)', [pg.escapeIdentifier(name), value])
  }
  await target.query('set constraints all immediate')
  for (const name of names) await target.query(`alter table ${name} enable trigger user`)
  return rows
}

/** @throws BackupError where what is read back is not what was read */
async function copyTable(
  source: pg.Client,
  target: pg.Client,
  { name, columns }: { name: string; columns: string[] },
): Promise<number> {
  const table = pg.escapeIdentifier(name)
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const read = `copy (select ${list} from ${table}) to stdout`
  const sent = new Fingerprint()
  await pipeline(
    source.query(copyTo(read)),
    measured(sent),
    target.query(copyFrom(`copy ${table} (${list}) from stdin`)),
  )
  const kept = new Fingerprint()
  for await (const _ of measured(kept)(target.query(copyTo(read))));
  const result = sent.end()
  if (result.sha256 !== kept.end().sha256) {
    throw new BackupError(`The table ${name} does not hold after copying what it held before`)
  }
  return result.rows
}

const measured = (fingerprint: Fingerprint) =>
  async function* measure(bytes: AsyncIterable<Buffer>) {
    for await (const part of bytes) {
      fingerprint.add(part)
      yield part
    }
  }
