import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { preparedName } from './prepared.ts'
import type { DB } from './schema.ts'

/** The database or a transaction on it: queries take either. */
export type Db = Kysely<DB>

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

/** A connection to PostgreSQL itself, which keeps statements that are prepared. */
class DirectClient extends pg.Client {
  override query = ((text: string, values?: unknown[]) => {
    const name = preparedName(text)
    return name ? super.query({ name, text, values }) : super.query(text, values)
  }) as pg.Client['query']
}

const pools = new WeakMap<Db, pg.Pool>()

/**
 * Opens a pool of at most `size` connections; nothing connects before the first query.
 * @param options.pooler what is connected to is one: each transaction may meet another PostgreSQL process
 */
export function connect(
  source: ConnectionSource,
  size: number,
  onError: (error: Error) => void,
  options: { pooler?: boolean } = {},
): Db {
  const pool = new pg.Pool({
    ...clientConfig(source),
    Client: options.pooler ? pg.Client : DirectClient,
    pipeline: true,
    max: size,
    idleTimeoutMillis: 60_000,
  })
  // An idle connection that breaks must not end the process; the pool replaces it.
  pool.on('error', onError)
  // One in use tells its next query; between two queries of a transaction nobody else would hear.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

/** The connections behind what `connect` returned. */
export function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('A transaction begins on the database, not within another one')
  return pool
}

/** What sends queries to one connection. */
interface Held {
  query(text: string, values?: unknown[]): Promise<unknown>
}

/** Queries on one connection that the caller holds, with whatever transaction the caller has begun on it. */
export function onClient(client: Held): Db {
  const held = {
    query: client.query.bind(client),
    release: () => undefined,
  } as unknown as PostgresPoolClient
  const pool = { connect: async () => held, end: async () => undefined }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
