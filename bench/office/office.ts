/**
 * `npm run drill -- office`: 200 people click as people do for ten minutes, on one node and two processors that also send
 * the load; no error, and 95 % within 50 ms in the server. Then twice as many, and twice as many again, a minute each,
 * until something gives. `--people=200 --minutes=10 --steps=4 --seed=7`.
 */
import { randomInt } from 'node:crypto'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { buildIfNeeded } from '../../scripts/build-if-needed.mjs'
import { seeded } from '../chat-desk.ts'
import type { OpenDatabase } from '../crash-desk.ts'
import { option } from '../faults/report.ts'
import { withDatabase } from '../running-database.ts'
import { isSmoke } from '../size.ts'
import { startBuilt } from '../started-server.ts'
import { Browser } from './browser.ts'
import { drawClicks } from './clicks.ts'
import { employ, fillOffice } from './fill-office.ts'
import { Answers, makeClicks, play, type Played } from './play.ts'
import { isKept, MOST_MS, print, whatGave } from './tell.ts'

const PEOPLE = option('people', 200, 10)
const MINUTES = option('minutes', 10, 0.05)
const STEPS = option('steps', 4, 1)
const STEP_MS = isSmoke ? 1000 : 60_000
/** A program that has just started is not compiled yet, and browsers that have just opened know nothing. */
const WARM_UP_MS = isSmoke ? 500 : 30_000
const AT_ONCE = 25
const seed = option('seed', randomInt(1, 2 ** 31), 18)

console.log(
  `office: ${PEOPLE} people for ${MINUTES} minutes, seed ${seed}, ${availableParallelism()} processors, load ${loadavg()[0]!.toFixed(1)} before`,
)
await buildIfNeeded()
const folder = await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-drill-')))
const server = await startBuilt('main', { DATA_DIR: folder, LOG_LEVEL: 'info' })
const agent = new Agent({ keepAlive: true })
const browsers: Browser[] = []
const random = seeded(seed)
let answers = new Answers()
try {
  const things = await fillOffice(server.url, async (work) => withDatabase(folder, work))
  const first = await run(PEOPLE, MINUTES * 60_000)
  const holds = isKept(first)
  console.log(
    `${holds ? 'Holds' : 'DOES NOT HOLD'}: ${PEOPLE} people, no error, 95 % within ${MOST_MS} ms in the server (load ${loadavg()[0]!.toFixed(1)})`,
  )
  if (first.errors.size > 0 || (!holds && !isSmoke)) process.exitCode = 1
  let people = PEOPLE
  let last = first
  for (let step = 0; step < STEPS && isKept(last); step += 1) {
    people *= 2
    last = await run(people, STEP_MS)
  }
  console.log(
    isKept(last)
      ? `Nothing gave at ${people} people.`
      : `At ${people} people gave first: ${whatGave(last)}`,
  )

  async function run(count: number, ms: number): Promise<Played> {
    const open: OpenDatabase = async (work) => withDatabase(folder, work)
    const newcomers = (await employ(open, things, count - browsers.length)).map(
      (person) =>
        new Browser(person, {
          url: server.url,
          agent,
          note: (...answer) => answers.note(...answer),
        }),
    )
    browsers.push(...newcomers)
    for (let from = 0; from < newcomers.length; from += AT_ONCE)
      await Promise.all(newcomers.slice(from, from + AT_ONCE).map(async (one) => one.open()))
    const clicksFor = (lasting: number) =>
      drawClicks(things, { people: count, ms: lasting, random })
    answers = new Answers()
    await makeClicks(clicksFor(WARM_UP_MS), browsers)
    answers = new Answers()
    const played = await play(clicksFor(ms), { browsers, answers, server, folder })
    print(played)
    return played
  }
} finally {
  for (const browser of browsers) browser.close()
  agent.destroy()
  await server.end('SIGTERM')
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
}
