import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { kill, platform } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf } from '../error-code.ts'
import { EmbeddedPostgresError } from './error.ts'

/** What `postmaster.pid` says. */
interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

/** Reads `postmaster.pid`; undefined where there is none, or an empty one (a power cut). */
export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 1) return undefined
    return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * The ids of PostgreSQL's processes that work in a folder (Linux): all of them, backends too, stand
 * in it, so that no id from an old file has to be believed.
 */
function processesIn(folder: string): number[] {
  // Whole numbers: on some file systems neighbours would be the same as doubles.
  const { dev, ino } = statSync(folder, { bigint: true })
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // A program that was replaced on the disk has ` (deleted)` behind its name.
        if (!/^(postgres|initdb)\b/.test(basename(readlinkSync(`/proc/${pid}/exe`)))) return false
        const stands = statSync(`/proc/${pid}/cwd`, { bigint: true })
        return stands.dev === dev && stands.ino === ino
      } catch {
        // Ended meanwhile, or another user's.
        return false
      }
    })
}

/** Ends all of PostgreSQL's processes in a folder at once (Linux; elsewhere nothing). */
export async function killProcessesIn(folder: string): Promise<void> {
  if (platform !== 'linux') return
  const deadline = Date.now() + 5000
  for (;;) {
    // Looked for each time: initdb may just have started another one.
    const pids = processesIn(folder)
    if (pids.length === 0) return
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `Processes ${pids.join(', ')} still use ${folder} and cannot be ended.`,
      )
    }
    for (const pid of pids) signal(pid, 'SIGKILL')
    await delay(10)
  }
}

/**
 * Stops what an interrupted run left on a cluster, first cleanly, and removes its traces. The
 * caller owns the data folder, so nothing that works here is another Front Desk's.
 * @throws EmbeddedPostgresError if something cannot be ended
 */
export async function clearCluster(cluster: string, log: (line: string) => void): Promise<void> {
  const left = readPostmaster(cluster)
  if (left && isPostmaster(left.pid, cluster)) {
    log(`Stopping PostgreSQL (process ${left.pid}), which an interrupted run left behind.`)
    await stopProcess(left.pid, () => isPostmaster(left.pid, cluster))
  }
  // Backends of a postmaster that was killed; the data is safe without them, by crash recovery.
  await killProcessesIn(cluster)
  // Elsewhere than on Linux the search is not certain: PostgreSQL's own check decides there.
  if (left && (platform !== 'linux' || isHiddenPostgres(left.pid))) return
  // A stale file names an id that may be somebody else's by now (in a container it often is our
  // own); PostgreSQL would take it for a running server and refuse for ever.
  for (const name of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock']) {
    rmSync(join(cluster, name), { force: true })
  }
}

/** Sends a signal; a process that has ended is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    kill(pid, name)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

/** Fast shutdown, then immediate, then by force, until `lives` says no. */
export async function stopProcess(pid: number, lives: () => boolean): Promise<void> {
  for (const [name, patience] of [
    ['SIGINT', 8000],
    ['SIGQUIT', 3000],
    ['SIGKILL', 3000],
  ] as const) {
    if (!lives()) return
    signal(pid, name)
    for (const deadline = Date.now() + patience; Date.now() < deadline; await delay(10)) {
      if (!lives()) return
    }
  }
}

function isPostmaster(pid: number, cluster: string): boolean {
  if (platform === 'linux') return processesIn(cluster).includes(pid)
  if (platform === 'win32') return false
  try {
    // There the server gets the cluster's own path.
    const command = execFileSync('/bin/ps', ['-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
    })
    return command.includes('postgres') && command.includes(` -D ${cluster} `)
  } catch {
    return false
  }
}

/** A server whose folder the system does not let us see: it may be this one. */
function isHiddenPostgres(pid: number): boolean {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return false
    statSync(`/proc/${pid}/cwd`)
    return false
  } catch (error) {
    return codeOf(error) === 'EACCES'
  }
}
