import { connect, type Db } from '../server/src/db/connect.ts'
import { findEmbeddedPostgres } from '../server/src/db/embedded/start.ts'

/** Works on the database of the server that runs on a data folder. @throws where none runs */
export async function withDatabase<T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const connection = await findEmbeddedPostgres(dataDir)
  if (!connection) throw new Error(`No server runs on ${dataDir}`)
  // An idle connection may break at any time; the next query tells.
  const db = connect(connection, 2, () => undefined)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
