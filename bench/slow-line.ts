/**
 * `npm run bench:slow-line`: what somebody who is signed in sees of the dashboard in a browser that has kept nothing,
 * on a slow line (400 ms, 400 kbit/s) and on this machine: the first paint, the largest, when the program has drawn its own, and
 * what moves. The largest are the brokerage's words, which stand in the frame before the program has come.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { type Browser, chromium, type Page } from '@playwright/test'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs'
import { createFirstAdmin, keepSession, type Session } from './sign-in.ts'
import { exitCodeOf, sized } from './size.ts'
import { startBuilt } from './started-server.ts'

const SLOW_LINE = { latency: 400, throughput: 400_000 / 8 }
const LOOKS = sized(5, 1)
const WHAT = ['paint', 'largest', 'program', 'moved'] as const
type Look = Record<(typeof WHAT)[number], number>

/** What is 0 by the thousandth, as Lighthouse has it: letters that turn to the font move by a hair. */
const NOTHING = 0.0005
/** Medians from the navigation, in milliseconds; and how much may move (CLS). */
const PROMISES = {
  'on a line of 400 ms and 400 kbit/s': {
    paint: 1200,
    largest: 3600,
    program: 4200,
    moved: NOTHING,
  },
  'on this machine': { paint: 300, largest: 400, program: 700, moved: NOTHING },
}

await buildIfNeeded()
const folder = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
const ends: (() => Promise<unknown>)[] = []
try {
  const found = await findChromium()
  if (found.path === null) throw new Error(found.problem)
  const server = await startBuilt('main', { DATA_DIR: join(folder, 'data') })
  ends.push(() => server.end('SIGTERM'))
  const session = await createFirstAdmin(server.url)
  const browser = await chromium.launch({
    executablePath: found.path,
    args: CHROMIUM_FLAGS,
  })
  ends.push(() => browser.close())
  const failures: string[] = []
  for (const [where, promise] of Object.entries(PROMISES)) {
    const line = where === 'on this machine' ? null : SLOW_LINE
    const looks: Look[] = []
    while (looks.length < LOOKS) looks.push(await lookAt(browser, server.url, session, line))
    const seen = { paint: 0, largest: 0, program: 0, moved: 0 }
    for (const what of WHAT) {
      const values = looks.map((look) => look[what]).toSorted((one, other) => one - other)
      // Nothing may move in any look.
      seen[what] = what === 'moved' ? values.at(-1)! : Math.round(values[LOOKS >> 1]!)
      if (seen[what] > promise[what])
        failures.push(`${where}: ${what} ${seen[what]}, at most ${promise[what]}`)
    }
    console.log(
      `The dashboard ${where}, nothing kept: first paint ${seen.paint} ms, the largest ${seen.largest} ms, the program's ${seen.program} ms, moved ${seen.moved.toFixed(3)}`,
    )
  }
  console.log(failures.length === 0 ? 'Holds.' : `Does not hold:\n${failures.join('\n')}`)
  process.exitCode = exitCodeOf(failures.length === 0)
} finally {
  for (const end of ends.toReversed()) await end()
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

type Line = { latency: number; throughput: number }

async function lookAt(
  browser: Browser,
  url: string,
  session: Session,
  line: Line | null,
): Promise<Look> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await keepSession(page, url, session)
    if (line) await slowDown(page, line)
    await page.addInitScript(() => {
      const look = { paint: Infinity, largest: Infinity, program: Infinity, moved: 0 }
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (entry.name === 'first-contentful-paint') look.paint = entry.startTime
          if (entry.entryType === 'largest-contentful-paint') look.largest = entry.startTime
          if (entry.entryType === 'layout-shift')
            look.moved += (entry as unknown as { value: number }).value
        }
      })
      for (const type of ['paint', 'largest-contentful-paint', 'layout-shift'])
        observer.observe({ type, buffered: true })
      const looked = new MutationObserver(() => {
        if (!document.querySelector('main h1')) return
        looked.disconnect()
        requestAnimationFrame(() => (look.program = performance.now()))
      })
      looked.observe(document, { childList: true, subtree: true })
      Object.assign(globalThis, { look })
    })
    await page.goto(`${url}/dashboard`)
    await page.waitForSelector('main h1')
    await page.waitForLoadState('networkidle')
    return await page.evaluate(() => (globalThis as unknown as { look: Look }).look)
  } finally {
    await context.close()
  }
}

async function slowDown(page: Page, { latency, throughput }: Line): Promise<void> {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}
