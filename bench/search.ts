/**
 * `npm run bench:search`: what a keystroke costs the server over 10,000 and 100,000 items whose texts
 * have 2 KB, beside MiniSearch over the same fields; what a server makes of it; and how soon a saved
 * change is found.
 */
import { execFile } from 'node:child_process'
import process, { argv, execArgv, execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { EngineReport } from './search-engine.ts'
import { measureServer, POLICIES } from './search-server.ts'
import { exitCodeOf, sized } from './size.ts'

const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
const percent = (share: number) => `${Math.round(share * 100)} %`

/** MiniSearch takes half a second for a keystroke over 100,000 items: there both get fewer. */
const SIZES = sized(
  [
    { items: 10_000, phrases: 40, mostMs: 5 },
    { items: 100_000, phrases: 16, mostMs: 25 },
  ],
  [{ items: 500, phrases: 4, mostMs: 5 }],
)
const LEAST_RATIO = 2
const MOST_SECONDS_TO_FIND = 1

const wanted = argv
  .slice(2)
  .filter((word) => !word.startsWith('-'))
  .map(Number)
let good = true
for (const size of SIZES) {
  if (wanted.length > 0 && !wanted.includes(size.items)) continue
  good = (await compare(size)) && good
}
if (wanted.length === 0) {
  const { p50, p95, worst } = await measureServer()
  console.log(
    `A server with ${POLICIES.toLocaleString('en')} policies answers a keystroke in: p50 ${ms(p50)}, p95 ${ms(p95)}`,
  )
  console.log(
    `Saved changes, with 50 searches a second: the slowest is found after ${ms(worst * 1000)}`,
  )
  good = worst <= MOST_SECONDS_TO_FIND && good
}
console.log(good ? 'Holds.' : 'Does not hold.')
process.exitCode = exitCodeOf(good)

/** One after the other, each in a process of its own: neither's memory is in the other's way. */
async function compare({ items, phrases, mostMs }: (typeof SIZES)[number]): Promise<boolean> {
  const ours = await run('ours', items, phrases)
  const other = await run('minisearch', items, phrases)
  console.log(`${items.toLocaleString('en')} items, ${ours.keystrokes} keystrokes`)
  for (const [name, report] of [
    ['Front Desk', ours],
    ['MiniSearch', other],
  ] as const) {
    const { p50, p95, max, cpuP95, heapMb, rssMb, buildSeconds, longestSpoonful } = report
    console.log(
      `  ${name}: p50 ${ms(p50)}, p95 ${ms(p95)} (${ms(cpuP95)} of CPU), slowest ${ms(max)}; ` +
        `heap and buffers ${heapMb} MB, resident ${rssMb} MB; ` +
        `built in ${buildSeconds.toFixed(1)} s, at most ${ms(longestSpoonful)} at a time`,
    )
  }
  const ratio = other.p95 / ours.p95
  console.log(
    `  ${ratio.toFixed(1)} times as fast at p95, ${percent(ours.heapMb / other.heapMb)} of the memory`,
  )
  const slimmer = ours.heapMb <= other.heapMb && ours.rssMb <= other.rssMb
  return ours.p95 <= mostMs && ratio >= LEAST_RATIO && slimmer
}

async function run(engine: string, items: number, phrases: number): Promise<EngineReport> {
  const script = fileURLToPath(new URL('search-engine.ts', import.meta.url))
  const flags = [...execArgv, '--expose-gc', '--max-old-space-size=8192']
  const args = [...flags, script, engine, String(items), String(phrases)]
  const { stdout } = await promisify(execFile)(execPath, args)
  return JSON.parse(stdout) as EngineReport
}
