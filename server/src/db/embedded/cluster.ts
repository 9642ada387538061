import { execFile } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  lchownSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { platform } from 'node:process'
import { promisify } from 'node:util'
import { type Account, giveTo, runAs } from './account.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError, reasonOf } from './error.ts'
import { killProcessesIn } from './processes.ts'
import { clusterArgument, programEnvironment } from './server.ts'

const run = promisify(execFile)

/** Where the database's files are. */
export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres')
}

/**
 * The major version of the cluster that there is; null where one is to be made.
 * @throws EmbeddedPostgresError for a folder with something else in it
 */
export function versionOf(cluster: string): string | null {
  const names = statSync(cluster, { throwIfNoEntry: false }) ? readdirSync(cluster) : []
  if (names.length === 0) return null
  if (!names.includes('PG_VERSION')) {
    throw new EmbeddedPostgresError(
      `The folder ${cluster} holds no PostgreSQL database but is not empty: move it away, or set DATA_DIR to another folder.`,
    )
  }
  return readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
}

/** Removes what a first start left that did not come to its end. The caller owns the data folder. */
export async function removeUnfinished(cluster: string): Promise<void> {
  for (const name of readdirSync(dirname(cluster))) {
    if (!name.startsWith(`${basename(cluster)}.new-`)) continue
    const path = join(dirname(cluster), name)
    // initdb outlives Node by a second.
    await killProcessesIn(path)
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

/**
 * Makes an empty cluster. It gets its name when it is complete and on the disk, so that no
 * interruption leaves half of one.
 * @throws EmbeddedPostgresError with the reason that initdb gives
 */
export async function createCluster(
  cluster: string,
  {
    binaries,
    account,
    authentication,
  }: { binaries: Binaries; account: Account; authentication: string[] },
): Promise<void> {
  const building = mkdtempSync(`${cluster}.new-`)
  try {
    giveTo(account, building)
    await run(
      binaries.initdb,
      [
        ...authentication,
        // The same order of letters on every system and in every version, for ever.
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--data-checksums',
        '--username=postgres',
        '--no-instructions',
        `--pgdata=${clusterArgument(building)}`,
      ],
      { ...runAs(account), cwd: building, env: programEnvironment, windowsHide: true },
    )
    // initdb has brought the files themselves to the disk.
    renameSync(building, cluster)
    syncFolder(dirname(cluster))
  } catch (error) {
    rmSync(building, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    throw new EmbeddedPostgresError(
      `Cannot create the database in ${cluster}: ${initdbReason(error, account)}`,
    )
  }
}

/** Puts right what a copy or a restore does to a cluster: permissions, and root as its owner. */
export function adoptCluster(cluster: string, account: Account): void {
  if (platform === 'win32') return
  const { mode, uid } = statSync(cluster)
  if (account.switched && uid === 0) giveAll(cluster, account)
  // PostgreSQL refuses a folder that others may read.
  if ((mode & 0o777) !== 0o700) chmodSync(cluster, 0o700)
}

function giveAll(path: string, account: Account): void {
  lchownSync(path, account.uid, account.gid)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) giveAll(inner, account)
    else lchownSync(inner, account.uid, account.gid)
  }
}

/** Brings a folder's names to the disk; Windows can't be asked to. */
export function syncFolder(folder: string): void {
  if (platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

function initdbReason(error: unknown, account: Account): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  const telling = said.split('\n').findLast((line) => /FATAL|PANIC|error|could not/i.test(line))
  if (telling?.includes('user does not exist')) {
    return `user id ${account.uid} has no name on this system, and PostgreSQL needs one (a line in /etc/passwd).`
  }
  return (telling ?? reasonOf(error))
    .replace(/^(.*?(FATAL|PANIC|error): +|initdb: )/, '')
    .split('\n')[0]!
}
