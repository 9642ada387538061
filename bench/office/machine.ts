import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import process from 'node:process'
import { processesIn } from '../folder-processes.ts'
import type { StartedServer } from '../started-server.ts'

const LOOK_EVERY_MS = 2000

/** What held whom up, of one run. */
export interface Machine {
  /** Of one processor, in percent. */
  processor: { server: number; database: number; generator: number; all: number }
  /** The worst of its looks, each at what 99 % of a few seconds' turns of the server's loop stayed within. */
  loopMs: number
  /** Looks at which somebody waited for a connection to the database, of how many, and the most at once. */
  pool: { awaited: number; looks: number; most: number }
  load: number
}

/** Watches the server, its database and this process until what it returns is called. */
export async function watchMachine(server: StartedServer, folder: string) {
  const began = performance.now()
  const before = ticksOf(server.pid, folder)
  const own = process.cpuUsage()
  const seen = { loopMs: 0, awaited: 0, looks: 0, most: 0 }
  // The first tells of the time before.
  await look(server.url)
  const lookAgain = async () => {
    const { loopMs, awaited } = await look(server.url)
    seen.loopMs = Math.max(seen.loopMs, loopMs)
    seen.looks += 1
    seen.awaited += awaited > 0 ? 1 : 0
    seen.most = Math.max(seen.most, awaited)
  }
  const timer = setInterval(() => void lookAgain(), LOOK_EVERY_MS)
  return (): Machine => {
    clearInterval(timer)
    const ms = performance.now() - began
    const after = ticksOf(server.pid, folder)
    const { user, system } = process.cpuUsage(own)
    // Linux counts in hundredths of a second.
    const share = (of: keyof typeof before) => Math.round(((after[of] - before[of]) * 1000) / ms)
    const generator = Math.round((user + system) / 10 / ms)
    return {
      processor: {
        server: share('server'),
        database: share('database'),
        generator,
        all: share('all'),
      },
      loopMs: seen.loopMs,
      pool: { awaited: seen.awaited, looks: seen.looks, most: seen.most },
      load: loadavg()[0]!,
    }
  }
}

async function look(url: string): Promise<{ loopMs: number; awaited: number }> {
  const text = await fetch(`${url}/metrics`).then(
    async (answer) => answer.text(),
    () => '',
  )
  const figure = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0)
  return {
    loopMs: figure(/^nodejs_eventloop_lag_p99_seconds (\S+)/m) * 1000,
    awaited: figure(/^front_desk_database_connections\{state="awaited"\} (\S+)/m),
  }
}

function ticksOf(pid: number, folder: string) {
  const others = processesIn(folder).filter((one) => one !== pid)
  const [, ...all] = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/\s+/)
  // User, nice and system time, and that of interrupts.
  const busy = [0, 1, 2, 5, 6].reduce((sum, place) => sum + Number(all[place]), 0)
  const database = others.reduce((sum, one) => sum + processTicks(one), 0)
  return { server: processTicks(pid), database, all: busy }
}

/** Of a process and of those that it started and that have ended. */
function processTicks(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return [11, 12, 13, 14].reduce((sum, place) => sum + Number(fields[place]), 0)
  } catch {
    return 0
  }
}
