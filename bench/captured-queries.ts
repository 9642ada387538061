import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { clientConfig } from '../server/src/db/connect.ts'
import { findEmbeddedPostgres } from '../server/src/db/embedded.ts'
import type { DB } from '../server/src/db/schema.ts'
import { listPolicies } from '../server/src/features/policies/policies.queries.ts'
import { DEFAULT_LIMIT } from '../server/src/http/list.ts'
import { findSignedIn } from '../server/src/http/session.ts'

interface CapturedQuery {
  text: string
  values: unknown[]
}

/** What the bare server needs to do the same work. */
export interface CapturedQueries {
  connection: pg.ClientConfig
  session: CapturedQuery
  policies: CapturedQuery
}

/** The two statements that one GET /policies runs, exactly as the server sends them. */
export async function captureQueries(dataDir: string, token: string): Promise<CapturedQueries> {
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
    const signedIn = await findSignedIn(db, token)
    await listPolicies(db, signedIn!.id, { limit: DEFAULT_LIMIT })
  } finally {
    await db.destroy()
  }
  const [session, policies] = captured
  return { connection, session: session!, policies: policies! }
}
