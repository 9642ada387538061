import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { Kysely, PostgresAdapter, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { keptName } from './kept-statements.ts'
import type { DB } from './schema.ts'

/** The database or a transaction on it: queries take either. */
export type Db = Kysely<DB>

const { builtins } = pg.types
// Times leave and enter as ISO 8601 in UTC; counts fit a double.
pg.types.setTypeParser(builtins.TIMESTAMPTZ, toIsoTime)
pg.types.setTypeParser(builtins.INT8, Number)

/**
 * A moment as PostgreSQL writes it, in ISO 8601. Lists hold hundreds of them, and a `Date` of each takes as long as
 * the rest of the answer: what is in UTC, as our servers write it, needs none.
 */
export function toIsoTime(value: string): string {
  const end = value.length - 3
  const isPlain = value[4] === '-' && value[10] === ' ' && value.endsWith('+00')
  if (!isPlain) return new Date(value).toISOString()
  const milliseconds = value.slice(20, Math.min(23, end)).padEnd(3, '0')
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${milliseconds}Z`
}

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
    keepAliveInitialDelayMillis: 10_000,
  }
}

/** Whoever has heard nothing for so long from the database takes it for gone. */
const ANSWER_WITHIN_MS = 10_000
/** `pg`'s words for that. */
const SILENCE = 'Query read timeout'

/** How long a connection that is ended may take to say goodbye: a silent one never does. */
const GOODBYE_MS = 2000

/** A connection whose silence ends it: it would answer the next query as little. */
export class BoundedClient extends pg.Client {
  /** Instead of what its pool says. */
  answerWithinMs: number | undefined
  /** Whether statements that are prepared are kept. */
  protected readonly keeps: boolean = false

  override query = ((text: string, values?: unknown[], callback?: () => void) => {
    const name = this.keeps ? keptName(text) : undefined
    const within = this.answerWithinMs
    const ours = name !== undefined || within !== undefined
    // What others send, such as the library of the jobs, goes on as it is.
    const answer: unknown = ours
      ? super.query({ name, text, values, query_timeout: within } as pg.QueryConfig)
      : super.query(text, values as unknown[], callback as () => void)
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error: unknown) => {
      if (error instanceof Error && error.message === SILENCE) {
        this.emit('silence')
        void this.end().catch(() => undefined)
      }
      throw error
    })
  }) as pg.Client['query']

  override end = ((callback?: (error?: Error) => void) => {
    const { connection } = this as unknown as { connection: { stream: Socket } }
    const timer = setTimeout(() => connection.stream.destroy(), GOODBYE_MS)
    this.once('end', () => clearTimeout(timer))
    return callback ? super.end(callback) : super.end()
  }) as pg.Client['end']
}

/** A connection to PostgreSQL itself. */
class DirectClient extends BoundedClient {
  protected override readonly keeps = true
}

const pools = new WeakMap<Db, pg.Pool>()

export interface ConnectOptions {
  /** What is connected to is one: each transaction may meet another PostgreSQL process. */
  pooler?: boolean
  /** No query may take longer; 0 for as long as it takes. */
  answerWithinMs?: number
}

/** Opens a pool of at most `size` connections; nothing connects before the first query. */
export function connect(
  source: ConnectionSource,
  size: number,
  onError: (error: Error) => void,
  { pooler = false, answerWithinMs = ANSWER_WITHIN_MS }: ConnectOptions = {},
): Db {
  const pool = new pg.Pool({
    ...clientConfig(source),
    Client: pooler ? BoundedClient : DirectClient,
    pipeline: true,
    max: size,
    idleTimeoutMillis: 60_000,
    ...(answerWithinMs > 0 && { query_timeout: answerWithinMs }),
  })
  // An idle connection that breaks must not end the process; the pool replaces it.
  pool.on('error', onError)
  pool.on('connect', (client) => {
    // One in use tells its next query; between two queries of a transaction nobody else would hear.
    client.on('error', () => undefined)
    // The server need not go on with what nobody waits for. A pooler would hand the setting to others.
    if (!pooler && answerWithinMs > 0) {
      client.query(`set statement_timeout = ${answerWithinMs}`).catch(() => undefined)
    }
  })
  dropWithTheSilent(pool)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

const A_DAY_MS = 24 * 60 * 60 * 1000

/** Lets a connection take its time from now on; it must not go back to its pool. */
export function bePatient(client: pg.PoolClient): void {
  const bounded: unknown = client
  if (bounded instanceof BoundedClient) bounded.answerWithinMs = A_DAY_MS
}

/** Where one connection falls silent, those that lie idle are no better: the next caller gets a new one. */
function dropWithTheSilent(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => void idle.delete(client))
  pool.on('remove', (client) => void idle.delete(client))
  pool.on('release', (_error, client) => void idle.add(client))
  pool.on('connect', (client) => {
    ;(client as EventEmitter).on('silence', () => {
      idle.delete(client)
      // The pool takes an idle connection with an error for lost.
      for (const other of idle) other.emit('error', new Error('Connection terminated: silence'))
      idle.clear()
    })
  })
}

/** The connections behind what `connect` returned. */
export function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('A transaction begins on the database, not within another one')
  return pool
}

/** Kysely's lock for migrations would be the session's, which a pooler keeps or loses: `migrate` has its own. */
class LocklessAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class HeldDialect extends PostgresDialect {
  override createAdapter() {
    return new LocklessAdapter()
  }
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
  return new Kysely<DB>({ dialect: new HeldDialect({ pool }) })
}
