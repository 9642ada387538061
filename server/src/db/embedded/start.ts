import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { chooseAccount } from './account.ts'
import { findPackage, prepareBinaries } from './binaries.ts'
import {
  adoptCluster,
  clusterFolder,
  createCluster,
  removeUnfinished,
  versionOf,
} from './cluster.ts'
import { codeOf } from '../error-code.ts'
import { EmbeddedPostgresError, reasonOf } from './error.ts'
import { type CopyDatabase, finishMove, type Move, moveCluster } from './move.ts'
import { claimOwnership, isOwned } from './owner.ts'
import { EmbeddedServer } from './server.ts'
import { authentication, type EmbeddedConnection, openTransport } from './transport.ts'

export interface EmbeddedPostgres {
  connection: EmbeddedConnection
  /** Stops the server (fast shutdown) and its keeper; resolves when the process has ended. Idempotent. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** The cluster lives in its `postgres`. Made if missing. */
  dataDir: string
  /** `frontdesk`; made if missing. */
  database?: string
  /** Server settings (postgresql.conf), over our own. */
  settings?: Record<string, string>
  /** How what an earlier version of PostgreSQL has written is moved; left out, it is refused. */
  copyDatabase?: CopyDatabase
  /** For tests: what there is on the data folder's disk. */
  freeBytes?: Move['freeBytes']
  /** Gets what an operator should know, a line each. */
  log?: (line: string) => void
}

const DEFAULT_DATABASE = 'frontdesk'
/** Not a superuser, as on a hosted PostgreSQL: it owns its databases, and may create some. */
const ROLE = 'frontdesk'

/** A brokerage's server, which shares its machine with Node: modest, and durable first. */
const SETTINGS: Record<string, string> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '60',
  shared_buffers: '64MB',
  huge_pages: 'off',
  max_wal_size: '256MB',
  jit: 'off',
  // Disks of today read anywhere at nearly the same price.
  random_page_cost: '1.1',
  // Each worker is a process; these have no use here.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Who reads the log has the time and the program from the line around it.
  log_line_prefix: '',
  log_checkpoints: 'off',
  logging_collector: 'off',
  log_destination: 'stderr',
  // Statements hold people's data.
  log_min_error_statement: 'panic',
}

/**
 * Starts PostgreSQL on a data folder that this process then owns, and keeps it running until
 * `stop()` or the end of this process, however that comes.
 * @throws EmbeddedPostgresError with one line for the operator; nothing is left running then
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { database = DEFAULT_DATABASE, settings = {}, log = () => {} } = options
  const dataDir = resolve(options.dataDir)
  const undo: (() => Promise<void> | void)[] = []
  const stop = async () => {
    // Emptied as it is worked off: a second call waits in `stopping` below.
    for (let step = undo.pop(); step; step = undo.pop()) await step()
  }
  try {
    const source = findPackage()
    const cluster = clusterFolder(dataDir)
    makeFolder(dataDir)
    const account = chooseAccount(dataDir, cluster)
    const ownership = await claimOwnership(dataDir, account)
    undo.push(ownership.release)
    await removeUnfinished(cluster)
    await finishMove(cluster)
    const found = versionOf(cluster)
    const exists = found !== null
    const binaries = await prepareBinaries(source, account, dataDir)
    const connectionTo = (address: Pick<EmbeddedConnection, 'host' | 'port' | 'password'>) =>
      ({ ...address, user: ROLE, database, ssl: false }) as const
    if (exists && found !== source.major) {
      const { copyDatabase, freeBytes } = options
      if (!copyDatabase) throw otherVersion(cluster, found, source.major)
      await moveCluster({
        dataDir,
        cluster,
        account,
        binaries,
        major: source.major,
        settings: SETTINGS,
        log,
        connectionTo,
        createDatabase,
        copyDatabase,
        ...(freeBytes && { freeBytes }),
      })
    } else if (exists) {
      adoptCluster(cluster, account)
    } else {
      log(`Creating the database in ${cluster}.`)
      await createCluster(cluster, { binaries, account, authentication: authentication(dataDir) })
    }
    const transport = await openTransport(dataDir, cluster)
    undo.push(() => transport.close())
    const server = new EmbeddedServer({
      binaries,
      cluster,
      account,
      settings: { ...SETTINGS, ...settings, ...transport.settings },
      log,
    })
    undo.push(() => server.stop())
    await server.start()
    const connection: EmbeddedConnection = connectionTo(transport.address)
    if (!exists || !(await hasDatabase(connection))) await createDatabase(connection)
    let stopping: Promise<void> | undefined
    return { connection, stop: () => (stopping ??= stop()) }
  } catch (error) {
    await stop()
    if (error instanceof EmbeddedPostgresError) throw error
    throw new EmbeddedPostgresError(`The embedded database did not start: ${reasonOf(error)}`)
  }
}

/**
 * The connection to the server that another Front Desk runs on a data folder now, for commands
 * beside it; null where none does. The connection is good while that one runs.
 */
export async function findEmbeddedPostgres(
  dataDir: string,
  database: string = DEFAULT_DATABASE,
): Promise<EmbeddedConnection | null> {
  const folder = resolve(dataDir)
  if (!(await isOwned(folder))) return null
  const transport = await openTransport(folder, clusterFolder(folder), { running: true })
  return { ...transport.address, user: ROLE, database, ssl: false }
}

const otherVersion = (cluster: string, found: string, major: string) =>
  new EmbeddedPostgresError(
    `The database in ${cluster} was made by PostgreSQL ${found}, and this Front Desk needs PostgreSQL ${major}: start the server, which moves it.`,
  )

function makeFolder(dataDir: string): void {
  try {
    // For nobody else: it holds what people uploaded, too.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new EmbeddedPostgresError(`Cannot make the data folder ${dataDir}: ${reasonOf(error)}`)
  }
}

async function hasDatabase(connection: EmbeddedConnection): Promise<boolean> {
  try {
    await query(connection, 'select 1')
    return true
  } catch (error) {
    // No such database, no such role (with and without a password).
    if (['3D000', '28000', '28P01'].includes(codeOf(error))) return false
    throw error
  }
}

/** Makes the role and the database, as far as an interrupted start has not. */
async function createDatabase(connection: EmbeddedConnection): Promise<void> {
  const superuser = { ...connection, user: 'postgres', database: 'postgres' }
  const role = escapeIdentifier(ROLE)
  const name = escapeIdentifier(connection.database)
  await query(superuser, `create role ${role} login createdb`, '42710')
  if (connection.password) {
    await query(superuser, `alter role ${role} password ${escapeLiteral(connection.password)}`)
  }
  // Its failed statements are the program's to report; the server's line would hold people's data.
  await query(superuser, `alter role ${role} set log_min_messages = 'fatal'`)
  await query(superuser, `create database ${name} owner ${role}`, '42P04')
}

/** Runs one statement on a connection of its own; an error with the `accepted` code is none. */
async function query(
  connection: EmbeddedConnection,
  statement: string,
  accepted?: string,
): Promise<void> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(statement)
  } catch (error) {
    if (accepted === undefined || codeOf(error) !== accepted) throw error
  } finally {
    await client.end()
  }
}
