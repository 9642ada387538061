/**
 * `npm run bench:slow-line`: what somebody who is signed in sees on a slow line (400 ms, 400 kbit/s) whose
 * browser has kept nothing: when the frame of the page is there, and when the program and its content are.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { type Browser, chromium } from '@playwright/test'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs'
import { createFirstAdmin, keepSession, type Session } from './sign-in.ts'
import { exitCodeOf, sized } from './size.ts'
import { startBuilt } from './started-server.ts'

const LATENCY_MS = 400
const BYTES_PER_SECOND = 400_000 / 8
const LOOKS = sized(5, 1)
/** From the navigation to the first paint with text. */
const FRAME_WITHIN_MS = 1500

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
  const looks: Look[] = []
  for (let look = 0; look < LOOKS; look += 1) looks.push(await lookAt(browser, server.url, session))
  const median = (of: keyof Look) =>
    Math.round(looks.map((look) => look[of]).toSorted((a, b) => a - b)[Math.floor(LOOKS / 2)]!)
  console.log(
    `The dashboard on a line of ${LATENCY_MS} ms and 400 kbit/s, nothing kept: first paint ${median('paint')} ms, the program ${median('program')} ms, its content ${median('content')} ms`,
  )
  const holds = median('paint') <= FRAME_WITHIN_MS
  console.log(holds ? 'Holds.' : `Does not hold: the frame within ${FRAME_WITHIN_MS} ms.`)
  process.exitCode = exitCodeOf(holds)
} finally {
  for (const end of ends.toReversed()) await end()
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

/** Milliseconds from the navigation. */
interface Look {
  /** The first text or picture. */
  paint: number
  /** The sidebar of the program itself. */
  program: number
  /** The dashboard's own heading. */
  content: number
}

async function lookAt(browser: Browser, url: string, session: Session): Promise<Look> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await keepSession(page, url, session)
    const line = await context.newCDPSession(page)
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND,
    })
    await page.goto(`${url}/dashboard`, { waitUntil: 'commit' })
    await page.waitForSelector('#sidebar')
    const program = await page.evaluate(() => performance.now())
    await page.waitForSelector('main h1')
    const content = await page.evaluate(() => performance.now())
    const paint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    )
    return { paint, program, content }
  } finally {
    await context.close()
  }
}
