import { sql } from 'kysely'
import { connect, type Db } from '../server/src/db/connect.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded/start.ts'
import { FILLING } from './obligations-load.ts'

/** Works on the database of a data folder that no server runs on. */
export async function onDatabase(
  dataDir: string,
  work: (db: Db) => Promise<void>,
  settings: Record<string, string> = FILLING,
): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  const db = connect(postgres.connection, 10, () => undefined, { answerWithinMs: 0 })
  try {
    await work(db)
    await sql`checkpoint`.execute(db).catch(() => undefined)
  } finally {
    await db.destroy()
    await postgres.stop()
  }
}
