/**
 * `npm run bench:matrix`: everybody by everything, of 1,000 people and 100 items, as of a past day: what it costs the
 * server, and how the browser keeps up while somebody scrolls through all of it.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Matrix } from '@frontdesk/contract/matrix'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs'
import { connect } from '../server/src/db/connect.ts'
import { findEmbeddedPostgres } from '../server/src/db/embedded/start.ts'
import { processesIn } from './folder-processes.ts'
import { fillObligations, idOf } from './obligations-load.ts'
import { didHold, p95, tell, tellTimes } from './promises.ts'
import { ask, timesOf } from './server-times.ts'
import { createFirstAdmin, keepSession, type Session } from './sign-in.ts'
import { exitCodeOf, sized } from './size.ts'
import { type StartedServer, startBuilt } from './started-server.ts'

const PEOPLE = sized(1000, 20)
const ITEMS = 100
const DAYS_AGO = 30
const LOOKS = sized(30, 2)
const MOST_MS = 300
/** Frames in which the table is scrolled down, and then across. */
const FRAMES = { down: sized(300, 10), across: sized(100, 10) }
const SLOW_FRAME_MS = 50
/** A screen is drawn sixty times a second. */
const FRAME_MS = 16.7

await buildIfNeeded()
const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
const ends: (() => Promise<unknown>)[] = []
try {
  const server = await startBuilt('main', { DATA_DIR: dataDir })
  ends.push(() => server.end('SIGTERM'))
  const session = await createFirstAdmin(server.url)
  await fill()
  console.log(
    `filled in ${(performance.now() / 1000).toFixed(0)} s; load ${loadavg()[0]!.toFixed(1)}`,
  )
  await measureServer(server, session)
  await measureScrolling(server, session)
  console.log(`load ${loadavg()[0]!.toFixed(1)}`)
  process.exitCode = exitCodeOf(didHold())
} finally {
  for (const end of ends.toReversed()) await end()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

async function fill(): Promise<void> {
  const db = connect((await findEmbeddedPostgres(dataDir))!, 2, () => undefined, {
    answerWithinMs: 0,
  })
  try {
    await fillObligations(db, PEOPLE, () => undefined)
    // What was asked and moved is kept from being deleted by triggers.
    for (const table of ['obligations', 'obligation_moves']) {
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
    }
    const more = sql`select id from obligations where item_id > ${idOf.item(ITEMS)}::uuid`
    await sql`delete from obligation_moves where obligation_id in (${more})`.execute(db)
    await sql`delete from obligations where id in (${more})`.execute(db)
    await sql`vacuum analyze obligations`.execute(db)
  } finally {
    await db.destroy()
  }
}

async function measureServer(server: StartedServer, { token }: Session): Promise<void> {
  const asOf = new Date(Date.now() - DAYS_AGO * 86_400_000).toISOString()
  const path = `/admin/matrix?as_of=${asOf}`
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const matrix = (await answer.json()) as Matrix
  if (matrix.people.length !== PEOPLE || matrix.items.length !== ITEMS) {
    throw new Error(`It is of ${matrix.people.length} people and ${matrix.items.length} items`)
  }
  await ask({ server }, token, path)
  const before = processorTimeOf(dataDir)
  const times = await timesOf({ server }, { tokens: [token], path, looks: LOOKS })
  // Twice as many looks came before those.
  const spent = (processorTimeOf(dataDir) - before) / (3 * LOOKS)
  const name = `${PEOPLE} people by ${ITEMS} items as of ${DAYS_AGO} days ago`
  // What takes longer because others have the processor tells of them.
  if (loadavg()[0]! < availableParallelism()) tellTimes(name, times, MOST_MS)
  else console.log(`  ${name}: 95 % within ${p95(times).toFixed(0)} ms, on a machine that is busy`)
  tell(`${name}: processor time of server and database a look`, spent, MOST_MS)
}

/** Milliseconds that the processes of a folder have had the processor; Linux counts them in hundredths of a second. */
function processorTimeOf(folder: string): number {
  const ticks = processesIn(folder).map((pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      return Number(fields[11]) + Number(fields[12])
    } catch {
      // Ended since it was listed, as the database's workers do.
      return 0
    }
  })
  return 10 * ticks.reduce((sum, some) => sum + some, 0)
}

async function measureScrolling(server: StartedServer, session: Session): Promise<void> {
  const found = await findChromium()
  if (found.path === null) throw new Error(found.problem)
  const browser = await chromium.launch({ executablePath: found.path, args: CHROMIUM_FLAGS })
  ends.push(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await keepSession(page, server.url, session)
  const day = new Date(Date.now() - DAYS_AGO * 86_400_000).toISOString().slice(0, 10)
  await page.goto(`${server.url}/admin/matrix?as_of=${day}`)
  await page.getByRole('grid').waitFor()
  // The first way compiles what the second measures.
  await scroll(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await toTheTop(page)
  const before = await processorTime(devtools)
  const endTrace = await traceTasks(devtools)
  const { frames, tasks } = await scroll(page)
  const longest = Math.max(...(await endTrace()))
  const milliseconds = (await processorTime(devtools)) - before
  const slow = frames.filter((ms) => ms > SLOW_FRAME_MS)
  const sorted = frames.toSorted((a, b) => a - b)
  console.log(
    `  scrolling: ${frames.length} frames, half within ${sorted[frames.length >> 1]!.toFixed(1)} ms, the longest ${sorted.at(-1)!.toFixed(0)} ms; ${slow.length} over ${SLOW_FRAME_MS} ms, ${tasks} tasks of more than 50 ms`,
  )
  tell(
    'scrolling: processor time of the page’s main thread a frame',
    milliseconds / frames.length,
    FRAME_MS,
  )
  tell('scrolling: processor time of the longest task of that thread', longest, SLOW_FRAME_MS)
}

/** Milliseconds that the main thread of a page has had the processor, which other work on the machine doesn't change much. */
async function processorTime(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value
}

interface TraceEvent {
  name: string
  ts: number
  /** Microseconds of the processor. */
  tdur?: number
  pid: number
  tid: number
  args: { name?: string }
}

/** Hears how long each task of a page's main thread has the processor. @returns ends it: milliseconds of each */
async function traceTasks(devtools: CDPSession): Promise<() => Promise<number[]>> {
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]))
  })
  await devtools.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', '__metadata'] },
  })
  return async () => {
    const ended = new Promise((resolve) => void devtools.once('Tracing.tracingComplete', resolve))
    await devtools.send('Tracing.end')
    await ended
    const threads = new Set(
      events
        .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid} ${tid}`),
    )
    const times = events
      .filter(({ pid, tid, tdur }) => tdur !== undefined && threads.has(`${pid} ${tid}`))
      .map(({ tdur = 0 }) => tdur / 1000)
    if (times.length < FRAMES.down) throw new Error(`The trace has ${times.length} tasks only`)
    return times
  }
}

/** From the far corner that draws all of it anew, which nobody calls scrolling. */
async function toTheTop(page: Page): Promise<void> {
  await page.evaluate(async () => {
    document.querySelector('[role=grid]')!.parentElement!.scrollTo(0, 0)
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame)
  })
}

/** Through the whole table, a step a frame. Tells how long frames took, and of how many long tasks. */
async function scroll(page: Page): Promise<{ frames: number[]; tasks: number }> {
  return page.evaluate(async ({ down, across }) => {
    const frame = document.querySelector('[role=grid]')!.parentElement!
    let tasks = 0
    const observer = new PerformanceObserver((list) => (tasks += list.getEntries().length))
    observer.observe({ type: 'longtask' })
    const [rows, columns] = [
      (frame.scrollHeight - frame.clientHeight) / down,
      (frame.scrollWidth - frame.clientWidth) / across,
    ]
    const frames: number[] = []
    let before = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
    for (let step = 1; step <= down + across; step += 1) {
      frame.scrollTo(Math.max(0, step - down) * columns, Math.min(step, down) * rows)
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      frames.push(now - before)
      before = now
    }
    observer.disconnect()
    return { frames, tasks }
  }, FRAMES)
}
