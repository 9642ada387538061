import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { connect, type ConnectionSource, type Db } from './db/connect.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'

/** A database that is up to date, embedded or not. */
export interface OpenDatabase {
  db: Db
  /** Where a direct connection goes, for LISTEN and COPY. */
  direct: ConnectionSource
  close(): Promise<void>
}

/** Connects to `DATABASE_URL`, or starts the embedded database, and brings the schema up to date. */
export async function openDatabase(config: Config, log: FastifyBaseLogger): Promise<OpenDatabase> {
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({
        dataDir: config.dataDir,
        log: (line) => log.info(line),
      })
  const source = config.databaseUrl ?? embedded!.connection
  const db = connect(source, config.databasePoolSize, onError)
  const close = async () => {
    await db.destroy()
    await embedded?.stop()
  }
  try {
    await migrate(db)
  } catch (error) {
    await close()
    throw error
  }
  return { db, direct: config.databaseListenUrl ?? source, close }
}
