import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, giveTo } from './account.ts'
import { type Binaries, findOldBinaries } from './binaries.ts'
import { adoptCluster, createCluster, syncFolder } from './cluster.ts'
import { EmbeddedPostgresError } from './error.ts'
import { killProcessesIn } from './processes.ts'
import { EmbeddedServer } from './server.ts'
import { authentication, type EmbeddedConnection, openTransport } from './transport.ts'

export interface Move {
  dataDir: string
  cluster: string
  account: Account
  /** Of the version to move to. */
  binaries: Binaries
  major: string
  settings: Record<string, string>
  log: (line: string) => void
  /** Where a client of the server at an address connects. */
  connectionTo: (
    address: Pick<EmbeddedConnection, 'host' | 'port' | 'password'>,
  ) => EmbeddedConnection
  createDatabase: (connection: EmbeddedConnection) => Promise<void>
  copyDatabase: CopyDatabase
  /** Bytes that can be written to a folder's disk. */
  freeBytes?: (folder: string) => Promise<number>
}

/** Copies everything from one database to another, empty one. */
export type CopyDatabase = (
  from: EmbeddedConnection,
  to: EmbeddedConnection,
  log: (line: string) => void,
) => Promise<void>

/** Stands in a new cluster that has everything, until it has its place. */
const COMPLETE = 'front-desk-moved.txt'
const newCluster = (cluster: string) => `${cluster}.moving`
const keptCluster = (cluster: string, major: string) => `${cluster}.before-${major}`

/**
 * What an interrupted move left: a new cluster that is complete gets its place, any other goes. The caller owns the
 * data folder. The old one is where it was, or beside it under its other name.
 */
export async function finishMove(cluster: string): Promise<void> {
  const moving = newCluster(cluster)
  if (!existsSync(moving)) return
  if (existsSync(join(moving, COMPLETE))) return takePlace(cluster)
  await killProcessesIn(moving)
  rmSync(moving, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

/**
 * Moves a cluster to the next major version: it is read by its own version's server, and copied to a new one, which
 * takes its place once everything has been compared. The old folder stays beside it as it was.
 * @throws EmbeddedPostgresError in one line; the old folder is then in its place
 */
export async function moveCluster(move: Move): Promise<void> {
  const { cluster, account, dataDir, log } = move
  const old = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (Number(old) > Number(move.major)) throw newer(cluster, old, move.major)
  const binaries = await findOldBinaries(old, account, dataDir)
  if (!binaries) throw withoutPrograms(cluster, old, move.major)
  await refuseFullDisk(move)
  log(`Moving the database from PostgreSQL ${old} to ${move.major}; it is kept as it was, too.`)
  const moving = newCluster(cluster)
  try {
    adoptCluster(cluster, account)
    await createCluster(moving, { ...move, authentication: authentication(dataDir) })
    await running(move, { cluster, binaries, settings: { timezone: 'UTC' } }, async (from) =>
      running(move, { ...move, cluster: moving }, async (to) => {
        await move.createDatabase(to)
        await move.copyDatabase(from, to, log)
      }),
    )
  } catch (error) {
    await killProcessesIn(moving)
    rmSync(moving, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    throw error
  }
  const note = join(moving, COMPLETE)
  writeFileSync(note, `Moved from PostgreSQL ${old} to ${move.major}.\n`, { flush: true })
  giveTo(account, note)
  takePlace(cluster)
  log(
    `The database is PostgreSQL ${move.major}'s now. The folder of before is ${keptCluster(cluster, old)}: remove it when all is well.`,
  )
}

/** Two renames; `finishMove` makes the second where the first was the last thing to happen. */
function takePlace(cluster: string): void {
  if (existsSync(cluster)) {
    const old = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
    renameSync(cluster, keptCluster(cluster, old))
  }
  renameSync(newCluster(cluster), cluster)
  rmSync(join(cluster, COMPLETE))
  syncFolder(join(cluster, '..'))
}

async function running(
  { account, log, connectionTo, dataDir }: Move,
  { cluster, binaries, settings }: Pick<Move, 'cluster' | 'binaries' | 'settings'>,
  work: (connection: EmbeddedConnection) => Promise<void>,
): Promise<void> {
  const transport = await openTransport(dataDir, cluster)
  const server = new EmbeddedServer({
    binaries,
    cluster,
    account,
    settings: { ...settings, ...transport.settings },
    log,
  })
  try {
    await server.start()
    await work(connectionTo(transport.address))
  } finally {
    await server.stop()
    transport.close()
  }
}

/** Before anything is written: a copy is about as large, and its log of writing comes on top. */
async function refuseFullDisk({
  cluster,
  dataDir,
  major,
  freeBytes = freeOn,
}: Move): Promise<void> {
  const [needed, free] = await Promise.all([sizeOf(cluster), freeBytes(dataDir)])
  const wanted = Math.ceil(needed * 1.2)
  if (free >= wanted) return
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`
  throw new EmbeddedPostgresError(
    `Moving the database to PostgreSQL ${major} takes ${megabytes(wanted)} on the disk of ${dataDir}, and ${megabytes(free)} are free; nothing was changed. Make room, and start again.`,
  )
}

async function freeOn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

const newer = (cluster: string, found: string, major: string) =>
  new EmbeddedPostgresError(
    `The database in ${cluster} was made by PostgreSQL ${found}, and this Front Desk needs PostgreSQL ${major}: start the Front Desk that made it.`,
  )

const withoutPrograms = (cluster: string, found: string, major: string) =>
  new EmbeddedPostgresError(
    `The database in ${cluster} was made by PostgreSQL ${found}, and this Front Desk needs PostgreSQL ${major}: to move it, install PostgreSQL ${found} too (on Debian postgresql-${found}), or restore a backup into an empty DATA_DIR. Nothing was changed.`,
  )
