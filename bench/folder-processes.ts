import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** The process id of the database's first process, as its own file says; null where there is none. */
export function postmasterOf(dataDir: string): number | null {
  try {
    const file = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    return Number(file.split('\n')[0]) || null
  } catch {
    return null
  }
}

/** Ids of the processes that stand in or below a folder or have a file there open, as Linux tells. */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pathsOf(pid).some((path) => `${path}/`.startsWith(`${folder}/`)))
}

/** The same without a process and all that it started: whom a crash left behind. */
export function strangersIn(folder: string, owner: number): number[] {
  return processesIn(folder).filter((pid) => !descends(pid, owner))
}

function pathsOf(pid: number): string[] {
  try {
    const open = readdirSync(`/proc/${pid}/fd`).map((fd) => `/proc/${pid}/fd/${fd}`)
    return [`/proc/${pid}/cwd`, ...open].flatMap((link) => targetOf(link) ?? [])
  } catch {
    // Ended meanwhile, or another user's.
    return []
  }
}

function targetOf(link: string): string | null {
  try {
    return readlinkSync(link)
  } catch {
    return null
  }
}

function descends(pid: number, ancestor: number): boolean {
  for (let current = pid; current > 1; current = parentOf(current)) {
    if (current === ancestor) return true
  }
  return false
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}
