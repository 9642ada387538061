import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { AppLimits } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { connect, type ConnectionSource, type Db } from '../db/connect.ts'
import { serve } from '../server.ts'
import { type ApiClient, apiClient } from './api-client.ts'
import { cloneDatabase } from './own-databases.ts'

/** A whole server on a port and a database of its own. */
export interface TestServer {
  /** Such as `http://127.0.0.1:41234`. */
  url: string
  /** Calls the API as nobody; `api.as(person)` as somebody. */
  api: ApiClient
  db: Db
  /** For a second node on the same database. */
  connection: ConnectionSource
  config: Config
  stop(): Promise<void>
}

/** Tests let time pass by changing when jobs are due; nobody should wait two seconds for that to be seen. */
const POLL_MS = 400

/** Starts a server on a clone of the migrated database, or as a further node on `connection`. */
export async function startTestServer(
  options: {
    config?: Partial<Config>
    connection?: ConnectionSource
    /** Receives the log, a line at a time, from `trace` up. */
    logTo?: (line: string) => void
    limits?: AppLimits
  } = {},
): Promise<TestServer> {
  const connection = options.connection ?? (await cloneDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-node-'))
  const config = { ...readConfig({ DATA_DIR: dataDir, PORT: '0' }), ...options.config }
  const { logTo } = options
  const log = logTo ? pino({ level: 'trace' }, { write: logTo }) : pino({ level: 'silent' })
  const db = connect(connection, 10, () => undefined)
  const close = () => db.destroy()
  const limits = { pollMs: POLL_MS, ...options.limits }
  const running = await serve(config, log, { db, direct: connection, close }, limits)
  return {
    url: running.url,
    api: apiClient(running.url),
    db,
    connection,
    config,
    stop: async () => {
      await running.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A connection as `DATABASE_URL` takes it. */
export function addressOf(connection: ConnectionSource): string {
  if (typeof connection === 'string') return connection
  const { user = '', password, host = '', port, database } = connection
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : ''
  const place = `host=${encodeURIComponent(host)}&port=${port}`
  return `postgres://${user}${secret}@localhost/${database}?${place}`
}
