import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { migrationsDir } from '../paths.ts'
import type { Db } from './connect.ts'

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
}

/**
 * Brings the database to this program's schema, under a lock, so that several nodes may start at once.
 * @throws MigrationError where the database is newer than the program (it is left untouched) or a step fails
 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<void> {
  await refuseOldServer(db)
  const migrations = options.migrations ?? (await readMigrations())
  await refuseNewerDatabase(db, Object.keys(migrations))
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    disableTransactions: options.inTransaction ?? false,
  })
  const { error, results } =
    options.upTo === undefined
      ? await migrator.migrateToLatest()
      : await migrator.migrateTo(options.upTo)
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')
    const reason = error instanceof Error ? error.message : 'unknown'
    throw new MigrationError(
      `The database could not be brought up to date${failed ? ` (step ${failed.migrationName})` : ''}: ${reason}`,
    )
  }
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

async function refuseNewerDatabase(db: Db, known: string[]): Promise<void> {
  const { rows: tables } = await sql<{ found: string | null }>`
    select to_regclass('kysely_migration')::text as found
  `.execute(db)
  if (!tables[0]?.found) return
  const { rows: applied } = await sql<{ name: string }>`select name from kysely_migration`.execute(
    db,
  )
  const unknown = applied.map((row) => row.name).find((name) => !known.includes(name))
  if (unknown) {
    throw new MigrationError(
      `The database was made by a newer Front Desk (it has ${unknown}); nothing was changed. Please update the program`,
    )
  }
}
