import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { migrationsDir } from '../paths.ts'
import { bePatient, type Db, onClient, poolOf } from './connect.ts'

/** A schema that this program can't work with; its message is one line for the operator. */
export class MigrationError extends Error {}

/** The steps of a schema by their names, which are in their order. */
export type Migrations = Record<string, Migration>

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
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Brings the database to this program's schema, under a lock, so that several nodes may start at once. The
 * lock is the transaction's own: it ends with the program, and a pooler can't keep it. Where nothing is
 * to be done nobody is waited for.
 * @throws MigrationError where the database is newer than the program (it is left untouched), a step
 * fails, or others hold what it needs for too long
 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<void> {
  await refuseOldServer(db)
  const migrations = options.migrations ?? (await readMigrations())
  const names = Object.keys(migrations)
  const wanted = options.upTo === undefined ? names.length : names.indexOf(options.upTo) + 1
  const applied = await listApplied(db)
  refuseNewerDatabase(applied, names)
  if (applied.length >= wanted) return
  if (options.inTransaction) return takeSteps(db, migrations, options.upTo)
  await underLock(db, options, async (tx) => {
    // Somebody else may have been faster.
    refuseNewerDatabase(await listApplied(tx), names)
    await takeSteps(tx, migrations, options.upTo)
  })
}

async function takeSteps(tx: Db, migrations: Migrations, upTo: string | undefined): Promise<void> {
  const migrator = new Migrator({
    db: tx,
    provider: { getMigrations: async () => migrations },
    disableTransactions: true,
    // Parts of the product have numbers of their own: a later release may bring one that sorts earlier.
    allowUnorderedMigrations: true,
  })
  const { error, results } =
    upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo)
  if (!error) return
  const failed = results?.find((result) => result.status === 'Error')
  throw cannotUpdate(error, failed && ` (step ${failed.migrationName})`)
}

function cannotUpdate(error: unknown, where = ''): MigrationError {
  const reason = error instanceof Error ? error.message : 'unknown'
  const failure = new MigrationError(
    `The database could not be brought up to date${where}: ${reason}`,
  )
  failure.cause = error
  return failure
}

/** Runs `work` in one transaction that nobody else's updates run beside, however long it takes. */
async function underLock(
  db: Db,
  { onWait = () => undefined, waitMs = GIVE_UP_MS }: MigrateOptions,
  work: (tx: Db) => Promise<void>,
): Promise<void> {
  const client = await poolOf(db).connect()
  bePatient(client)
  let waits: WaitTeller | undefined
  try {
    await client.query(
      `begin; set local lock_timeout = ${waitMs}; set local statement_timeout = 0;
      set local idle_in_transaction_session_timeout = 0`,
    )
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    waits = tellWaits(db, rows[0]!.pid, onWait)
    await client.query(`select pg_advisory_xact_lock(${LOCK_ID})`)
    await work(onClient(client))
    await client.query('commit')
  } catch (error) {
    if (error instanceof MigrationError && codeOf(error.cause) !== LOCK_NOT_AVAILABLE) throw error
    const holder = waits?.holder() ?? 'somebody else'
    throw codeOf(error) === LOCK_NOT_AVAILABLE || error instanceof MigrationError
      ? new MigrationError(
          `The database could not be brought up to date: ${holder} has held it for ${Math.round(waitMs / 1000)} s. Please end that, and start again`,
        )
      : cannotUpdate(error)
  } finally {
    waits?.stop()
    // Also rolls back what was not committed.
    client.release(true)
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

interface WaitTeller {
  /** Who was waited for last; undefined where nobody was seen. */
  holder(): string | undefined
  stop(): void
}

const LOOK_MS = 1000

/** Looks every second whom a connection waits for, and tells when that changes. */
function tellWaits(db: Db, pid: number, tell: (line: string) => void): WaitTeller {
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
      return [file.replace(/\.sql$/, ''), { up: (tx: Kysely<unknown>) => run(tx, text) }] as const
    }),
  )
  return Object.fromEntries(entries)
}

async function run(tx: Kysely<unknown>, text: string): Promise<void> {
  await sql.raw(text).execute(tx)
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
  const { rows: tables } = await sql<{ found: string | null }>`
    select to_regclass('kysely_migration')::text as found
  `.execute(db)
  if (!tables[0]?.found) return []
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
