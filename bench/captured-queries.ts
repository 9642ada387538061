import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { clientConfig, type Db } from '../server/src/db/connect.ts'
import { findEmbeddedPostgres } from '../server/src/db/embedded/start.ts'
import type { DB } from '../server/src/db/schema.ts'
import { findSignedIn } from '../server/src/http/session.ts'

export interface CapturedQuery {
  text: string
  values: unknown[]
}

/** What the bare server needs to do the same work. */
export interface CapturedQueries {
  connection: pg.ClientConfig
  session: CapturedQuery
  /** Where the list says how many match in all, each row has that as `total`. */
  list: CapturedQuery
  /** The tests of the people on the page, where the list tells of them. */
  tests?: CapturedQuery
}

/** The statements that one call of a list runs, exactly as the server sends them. */
export async function captureQueries(
  dataDir: string,
  token: string,
  runList: (db: Db, userId: string) => Promise<unknown>,
): Promise<CapturedQueries> {
  const connection = await findEmbeddedPostgres(dataDir)
  if (!connection) throw new Error('The server is not running')
  const captured: CapturedQuery[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new pg.Pool(clientConfig(connection)) }),
    log: ({ query }) => {
      captured.push({ text: query.sql, values: [...query.parameters] })
    },
  })
  try {
    // The first look writes its use down, once a minute; the others don't.
    await findSignedIn(db, token)
    captured.length = 0
    const signedIn = await findSignedIn(db, token)
    await runList(db, signedIn!.id)
  } finally {
    await db.destroy()
  }
  const [session, list, tests] = captured
  return { connection, session: session!, list: list!, ...(tests && { tests }) }
}
