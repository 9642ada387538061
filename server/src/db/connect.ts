import { Kysely, PostgresDialect, type PostgresPoolClient, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.ts'

/** The database or a transaction on it: queries take either. */
export type Db = Kysely<DB>
export type Tx = Transaction<DB>

const { builtins } = pg.types
// Times leave and enter as ISO 8601 in UTC; counts fit a double.
pg.types.setTypeParser(builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString())
pg.types.setTypeParser(builtins.INT8, Number)

/** How to reach PostgreSQL: an address, or what `pg` takes. */
export type ConnectionSource = string | pg.ClientConfig

/**
 * `pg`'s settings for a source: who we are, and how long to try. Nothing else is asked of the server at
 * connecting, because poolers refuse settings that they don't know.
 */
export function clientConfig(source: ConnectionSource): pg.ClientConfig {
  return {
    ...(typeof source === 'string' ? { connectionString: source } : source),
    application_name: 'front-desk',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  }
}

/** Opens a pool of at most `size` connections; nothing connects before the first query. */
export function connect(
  source: ConnectionSource,
  size: number,
  onError: (error: Error) => void,
): Db {
  const pool = new pg.Pool({ ...clientConfig(source), max: size, idleTimeoutMillis: 60_000 })
  // An idle connection that breaks must not end the process; the pool replaces it.
  pool.on('error', onError)
  // One in use tells its next query; between two queries of a transaction nobody else would hear.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** Queries on one connection that the caller holds, with whatever transaction the caller has begun on it. */
export function onClient(client: pg.Client): Db {
  const held = {
    query: client.query.bind(client),
    release: () => undefined,
  } as unknown as PostgresPoolClient
  const pool = { connect: async () => held, end: async () => undefined }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
