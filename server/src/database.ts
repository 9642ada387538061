import { sql } from 'kysely'
import type { Config } from './config.ts'
import { connect, type ConnectionSource, type Db } from './db/connect.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from './db/embedded/start.ts'
import { migrate } from './db/migrate.ts'
import { copyDatabase } from './platform/copy-database.ts'

/** A database that is up to date, embedded or not. */
export interface OpenDatabase {
  db: Db
  /** Where a direct connection goes, for LISTEN and COPY. */
  direct: ConnectionSource
  close: () => Promise<void>
}

/** What tells an operator or a log of things that happen to the database. */
export interface DatabaseLog {
  info(line: string): void
  warn(details: { err: Error }, line: string): void
}

/** A database as it stands: nothing has looked at its schema. */
export interface DatabaseSource {
  /** Where a direct connection goes. */
  direct: ConnectionSource
  close(): Promise<void>
}

interface Source {
  source: ConnectionSource
  stop?: () => Promise<void>
}

/** Connects to `DATABASE_URL`, or starts the embedded database, and brings the schema up to date. */
export async function openDatabase(config: Config, log: DatabaseLog): Promise<OpenDatabase> {
  return openOn(await findSource(config, log), config, log)
}

/** The same for a command beside a running server: it uses that server's embedded database. */
export async function openDatabaseBeside(config: Config, log: DatabaseLog): Promise<OpenDatabase> {
  const running = config.databaseUrl ? null : await findEmbeddedPostgres(config.dataDir)
  const found = running ? { source: running } : await findSource(config, log)
  // Nobody's page waits for a command: its queries take as long as they take.
  return openOn(found, config, log, { answerWithinMs: 0 })
}

/** The database as it stands, for a backup: a running server's own, or one that is started. */
export async function openSourceBeside(config: Config, log: DatabaseLog): Promise<DatabaseSource> {
  const running = config.databaseUrl ? null : await findEmbeddedPostgres(config.dataDir)
  return running ? { direct: running, close: async () => undefined } : openSource(config, log)
}

/** The database as it stands, for a restore; an embedded one that a server runs on is refused. */
export async function openSource(config: Config, log: DatabaseLog): Promise<DatabaseSource> {
  const { source, stop } = await findSource(config, log)
  return { direct: config.databaseListenUrl ?? source, close: async () => stop?.() }
}

async function findSource(config: Config, log: DatabaseLog): Promise<Source> {
  if (config.databaseUrl) return { source: config.databaseUrl }
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => log.info(line),
    copyDatabase,
  })
  return { source: embedded.connection, stop: () => embedded.stop() }
}

async function openOn(
  { source, stop }: Source,
  config: Config,
  log: DatabaseLog,
  patience: { answerWithinMs?: number } = {},
): Promise<OpenDatabase> {
  const onLost = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  const db = connect(source, config.databasePoolSize, onLost, {
    pooler: config.databaseListenUrl !== null,
    ...patience,
  })
  const direct = config.databaseListenUrl ?? source
  const close = async () => {
    await db.destroy()
    await stop?.()
  }
  // Three connections: one holds the lock, one takes the steps that stand outside it, one looks whom they wait for.
  const steps = connect(direct, 3, onLost)
  try {
    await migrate(steps, { onWait: (line) => log.info(line) })
    await answers(db)
  } catch (error) {
    await close()
    throw error
  } finally {
    await steps.destroy()
  }
  return { db, direct, close }
}

/** The way through a pooler is another one than the direct way. */
async function answers(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}
