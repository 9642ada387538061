import { availableParallelism } from 'node:os'
import type { Played, Times } from './play.ts'

export const MOST_MS = 50
/** Whoever clicks later than this is no load that was meant. */
const MOST_LATE_MS = 50
const BUSY_PERCENT = 85

const share = (times: number[], part: number): number => {
  const sorted = Float64Array.from(times).toSorted()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

const all = (times: Times): number[] => Object.values(times).flat()

const keepsSchedule = ({ late }: Played) => share(late, 0.95) <= MOST_LATE_MS

/** No error, fast enough, and the load was what it says. */
export const isKept = (played: Played): boolean =>
  played.errors.size === 0 && share(all(played.inServer), 0.95) <= MOST_MS && keepsSchedule(played)

const four = (times: number[]) =>
  [0.5, 0.95, 0.99, 1].map((part) => share(times, part).toFixed(1).padStart(8)).join('')

/** A table by what people did, and what server, database and machine did meanwhile. */
export function print(played: Played): void {
  const { people, clicks, inServer, atClient, late, errors, machine } = played
  console.log(`${people} people, ${clicks} clicks, ${all(inServer).length} requests`)
  const head = '     p50     p95     p99     max'
  console.log(`  ms        requests  in the server:${' '.repeat(15)}  from when it was due:`)
  console.log(`                    ${head}  ${head}`)
  const rows = { ...inServer, all: all(inServer) }
  const seen: Record<string, number[]> = { ...atClient, all: all(atClient) }
  for (const [kind, times] of Object.entries(rows)) {
    const count = String(times.length).padStart(8)
    console.log(`  ${kind.padEnd(10)}${count}${four(times)}  ${four(seen[kind]!)}`)
  }
  const { processor, loopMs, pool, load } = machine
  console.log(
    `  clicks were late by ${share(late, 0.5).toFixed(1)} ms (95 %: ${share(late, 0.95).toFixed(1)}, at most ${share(late, 1).toFixed(0)})`,
  )
  console.log(
    `  processors: server ${processor.server} %, database ${processor.database} %, load ${processor.generator} %, all ${processor.all} of ${availableParallelism() * 100} %; load ${load.toFixed(1)}`,
  )
  console.log(
    `  the server's loop: 99 % of its turns at most ${loopMs.toFixed(0)} ms late, of which 10 are the clock's; somebody waited for a connection at ${pool.awaited} of ${pool.looks} looks, ${pool.most} at most`,
  )
  for (const [what, count] of errors) console.log(`  ${count} times: ${what}`)
}

/** What gave first, from what was measured. */
export function whatGave(played: Played): string {
  const { errors, inServer, late, machine } = played
  const [error] = errors
  const p95 = share(all(inServer), 0.95)
  const what = [
    ...(error ? [`answers (${error[0]})`] : []),
    ...(p95 > MOST_MS ? [`95 % within ${p95.toFixed(0)} ms in the server`] : []),
    ...(keepsSchedule(played)
      ? []
      : [`the load itself, which is ${share(late, 0.95).toFixed(0)} ms late (95 %)`]),
  ].join(', and ')
  return `${what}; because of ${reason(machine)}.`
}

function reason({ processor, pool }: Played['machine']): string {
  const { server, database, generator, all: busy } = processor
  const others = Math.max(0, busy - server - database - generator)
  if (server >= BUSY_PERCENT) return `the server's one processor (${server} %)`
  if (busy >= availableParallelism() * BUSY_PERCENT)
    return `the machine's processors (server ${server} %, database ${database} %, load ${generator} %, other work ${others} %)`
  if (pool.awaited * 2 > pool.looks) return 'the connections to the database'
  return 'what none of these figures names'
}
