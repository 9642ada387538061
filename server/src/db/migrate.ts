import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { migrationsDir } from '../paths.ts'
import { bePatient, type Db, onClient, poolOf } from './connect.ts'
import { readStep, type Step } from './migration-step.ts'
import { codeOf } from './error-code.ts'

/** A schema that this program can't work with; its message is one line for the operator. */
export class MigrationError extends Error {}

/** The steps of a schema by their names, which are in their order. */
export type Migrations = Record<string, Step>

export interface MigrateOptions {
  /** This program's own where left out. */
  migrations?: Migrations
  /** The last step to take; left out, all of them. */
  upTo?: string
  /** `db` is one connection in a transaction that the caller ends. */
  inTransaction?: boolean
  /** Hears, in a line, for whom the start waits. */
  onWait?: (line: string) => void
  /** How long to wait for others, who may be taking the same steps. */
  waitMs?: number
}

/** Of Kysely's own lock, so that programs of before, which take it for a session, are waited for, too. */
const LOCK_ID = '3853314791062309107'
const GIVE_UP_MS = 60_000
/** While a step waits for a table, everybody who comes after it waits for the step: so it lets them pass, and asks again. */
const STEP_LOCK_MS = 2000
const AGAIN_MS = 500
/** A lock that did not come in time, and a deadlock that PostgreSQL ended by giving the step up. */
const HELD_BY_OTHERS = new Set(['55P03', '40P01'])

/**
 * Brings the database to this program's schema, under a lock, so that several nodes may start at once. The
 * lock is the transaction's own: it ends with the program, and a pooler can't keep it. Each step is a transaction
 * of its own, and one that is interrupted is taken by the next start; an empty database gets all of them or
 * nothing. Where nothing is to be done nobody is waited for.
 * @throws MigrationError where the database is newer than the program (it is left untouched), a step
 * fails, or others hold what it needs for too long
 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<void> {
  await refuseOldServer(db)
  const migrations = options.migrations ?? (await readMigrations())
  const wanted = upTo(Object.keys(migrations), options.upTo)
  const missing = async (on: Db) => {
    const applied = await listApplied(on)
    refuseNewerDatabase(applied, Object.keys(migrations))
    return { empty: applied.length === 0, steps: wanted.filter((name) => !applied.includes(name)) }
  }
  const { empty, steps } = await missing(db)
  const takeAll = async (tx: Db, names: string[]) => {
    await makeStepTables(tx)
    for (const name of names) await takeStep(tx, name, migrations[name]!)
  }
  if (options.inTransaction) return takeAll(db, steps)
  if (empty) return underLock(db, options, async (tx) => takeAll(tx, (await missing(tx)).steps))
  for (let left = steps; left.length > 0;) {
    await underLock(db, { ...options, lockMs: STEP_LOCK_MS }, async (tx) => {
      // Somebody else may have been faster.
      left = (await missing(tx)).steps
      const [name] = left
      if (name === undefined) return
      const { outside, ...step } = migrations[name]!
      const beside = outside && (async () => runOutside(db, options, outside))
      await takeStep(tx, name, beside ? { up: beside } : step)
    })
  }
}

const upTo = (names: string[], last: string | undefined) =>
  last === undefined ? names : names.slice(0, names.indexOf(last) + 1)

/** As Kysely's own migrator makes them, with which earlier releases took their steps. */
async function makeStepTables(tx: Db): Promise<void> {
  await sql`
    create table if not exists kysely_migration (
      name varchar(255) not null primary key, timestamp varchar(255) not null);
    create table if not exists kysely_migration_lock (
      id varchar(255) not null primary key, is_locked integer default 0 not null);
    insert into kysely_migration_lock values ('migration_lock', 0) on conflict do nothing
  `.execute(tx)
}

async function takeStep(tx: Db, name: string, step: Step): Promise<void> {
  try {
    await step.up(tx)
    await sql`insert into kysely_migration values (${name}, ${new Date().toISOString()})`.execute(
      tx,
    )
  } catch (error) {
    throw cannotUpdate(error, ` (step ${name})`)
  }
}

/**
 * Runs a step on a connection of its own, while the lock is held on another. What it has done stays when it
 * is interrupted, and it can be run again.
 */
async function runOutside(
  db: Db,
  { onWait, waitMs = GIVE_UP_MS }: MigrateOptions,
  work: (db: Db) => Promise<void>,
): Promise<void> {
  const client = await poolOf(db).connect()
  bePatient(client)
  const waits = await tellWaits(db, client, onWait)
  try {
    // What it waits for lets everybody else pass.
    await client.query(`set statement_timeout = 0; set lock_timeout = ${waitMs}`)
    await work(onClient(client))
  } finally {
    waits.stop()
    client.release(true)
  }
}

function cannotUpdate(error: unknown, where = ''): MigrationError {
  const reason = error instanceof Error ? error.message : 'unknown'
  const failure = new MigrationError(
    `The database could not be brought up to date${where}: ${reason}`,
  )
  failure.cause = error
  return failure
}

interface LockOptions extends MigrateOptions {
  /** How long a step waits for a table before it lets those behind it pass; left out, as long as for others. */
  lockMs?: number
}

/** Runs `work` in one transaction that nobody else's updates run beside, however long it takes. */
async function underLock(
  db: Db,
  { onWait, waitMs = GIVE_UP_MS, lockMs = waitMs }: LockOptions,
  work: (tx: Db) => Promise<void>,
): Promise<void> {
  let told: string | undefined
  const tell = (line: string) => {
    if (line !== told) onWait?.(line)
    told = line
  }
  for (const until = Date.now() + waitMs; ; await setTimeout(AGAIN_MS)) {
    const { failure, heldBy } = await tryUnderLock(db, { onWait: tell, waitMs, lockMs }, work)
    if (!failure) return
    if (heldBy === undefined) throw failure
    if (Date.now() < until) continue
    throw new MigrationError(
      `The database could not be brought up to date: ${heldBy} has held it for ${Math.round(waitMs / 1000)} s. Please end that, and start again`,
    )
  }
}

/** Resolves with who held what was wanted, where that is why it failed. */
async function tryUnderLock(
  db: Db,
  { onWait, waitMs, lockMs }: Required<Pick<LockOptions, 'onWait' | 'waitMs' | 'lockMs'>>,
  work: (tx: Db) => Promise<void>,
): Promise<{ failure?: MigrationError; heldBy?: string }> {
  const client = await poolOf(db).connect()
  bePatient(client)
  let waits: WaitTeller | undefined
  try {
    await client.query(
      `begin; set local lock_timeout = ${waitMs}; set local statement_timeout = 0;
      set local idle_in_transaction_session_timeout = 0`,
    )
    waits = await tellWaits(db, client, onWait)
    await client.query(`select pg_advisory_xact_lock(${LOCK_ID})`)
    await client.query(`set local lock_timeout = ${lockMs}`)
    await work(onClient(client))
    await client.query('commit')
    return {}
  } catch (error) {
    const failure = error instanceof MigrationError ? error : cannotUpdate(error)
    const held = HELD_BY_OTHERS.has(codeOf(failure.cause))
    return { failure, ...(held && { heldBy: waits?.holder() ?? 'somebody else' }) }
  } finally {
    waits?.stop()
    // Also rolls back what was not committed.
    client.release(true)
  }
}

interface WaitTeller {
  /** Who was waited for last; undefined where nobody was seen. */
  holder(): string | undefined
  stop(): void
}

const LOOK_MS = 1000

/** Looks every second whom a connection waits for, and tells when that changes. */
async function tellWaits(
  db: Db,
  client: PoolClient,
  tell: (line: string) => void = () => undefined,
): Promise<WaitTeller> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { pid } = rows[0]!
  let holder: string | undefined
  const timer = setInterval(() => void look(), LOOK_MS)
  async function look(): Promise<void> {
    // Where nobody answers there is nothing to tell; the wait itself ends on its own.
    const found = await findHolder(db, pid).catch(() => undefined)
    if (found === undefined || found === holder) return
    holder = found
    tell(`the start waits for ${found}, which holds what the update of the database needs`)
  }
  return { holder: () => holder, stop: () => clearInterval(timer) }
}

async function findHolder(db: Db, pid: number): Promise<string | undefined> {
  const { rows } = await sql<{ pid: number; name: string; since: string | null }>`
    select pid, application_name as name, coalesce(xact_start, state_change, backend_start) as since
    from pg_stat_activity where pid = any (pg_blocking_pids(${pid})) order by since limit 1
  `.execute(db)
  const [found] = rows
  return found && `process ${found.pid} (${found.name || 'unnamed'}, since ${found.since})`
}

/** This program's steps. */
export async function readMigrations(): Promise<Migrations> {
  const files = (await readdir(migrationsDir)).filter((file) => file.endsWith('.sql')).sort()
  const entries = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(migrationsDir, file), 'utf8')
      return [file.replace(/\.sql$/, ''), readStep(text)] as const
    }),
  )
  return Object.fromEntries(entries)
}

async function refuseOldServer(db: Db): Promise<void> {
  const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(db)
  const version = Number(rows[0]?.server_version_num)
  if (version < 150_000) {
    throw new MigrationError(
      `This PostgreSQL is version ${Math.floor(version / 10_000)}; Front Desk needs 15 or newer`,
    )
  }
}

/** The steps that the database has taken. */
async function listApplied(db: Db): Promise<string[]> {
  // Not by to_regclass, which may not have heard yet of what another program made while this one waited.
  const { rows: tables } = await sql`
    select from pg_class where relname = 'kysely_migration' and pg_table_is_visible(oid)
  `.execute(db)
  if (tables.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

function refuseNewerDatabase(applied: string[], known: string[]): void {
  const unknown = applied.find((name) => !known.includes(name))
  if (unknown) {
    throw new MigrationError(
      `The database was made by a newer Front Desk (it has ${unknown}); nothing was changed. Please update the program`,
    )
  }
}
