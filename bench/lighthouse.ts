/**
 * `npm run bench:lighthouse`: what Lighthouse says of the built web app on a desktop, signed out and
 * in, on the demo's content; and whether the signed-in dashboard is as light as it has to be.
 *
 * Lighthouse is not a dependency of the project: it needs a newer Node.js than Front Desk does. npx
 * gets both for the run, from the npm registry or its cache.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { findChromium } from '../scripts/chromium.mjs'
import { DEMO_PASSWORD } from '../server/demo/fill.ts'
import { demoPeople } from '../server/demo/people.ts'
import { startBrowser } from './browser.ts'
import { type Look, lookAt, type Score, SCORES } from './lighthouse-look.ts'
import { startBuilt } from './started-server.ts'

/** Each page's numbers are the medians of so many looks. */
const LOOKS = 3
const LEAST_SCORE = 98
/** The signed-in dashboard's; its LCP is the one seen here, not on Lighthouse's slower network. */
const DASHBOARD = { scriptKilobytes: 140, requests: 12, seenLcp: 0.8 }

await buildIfNeeded()
const folder = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
const ends: (() => Promise<void>)[] = []
const failures: string[] = []
try {
  const chromium = await findChromium()
  if (chromium.path === null) throw new Error(chromium.problem)
  const server = await startBuilt('demo', { DATA_DIR: join(folder, 'data') })
  ends.push(() => server.end('SIGTERM'))
  const browser = await startBrowser(chromium.path, join(folder, 'profile'))
  ends.push(() => browser.close())
  const look = (path: string) =>
    lookAt(`${server.url}${path}`, { port: browser.port, reportPath: join(folder, 'report.json') })

  console.log(row('', [...SCORES, 'LCP', 'LCP here', 'JavaScript', 'requests']))
  await judge('/', look)
  await judge('/login', look)
  const { email } = demoPeople.find(({ role }) => role === 'admin')!
  await browser.signIn(server.url, { email, password: DEMO_PASSWORD })
  expectLight(await judge('/dashboard', look))
  await judge('/policies', look)
  console.log(failures.length === 0 ? 'Holds.' : `Does not hold:\n${failures.join('\n')}`)
  process.exitCode = failures.length === 0 ? 0 : 1
} finally {
  for (const end of ends.toReversed()) await end()
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

/** Looks at a page and tells of it. Returns the medians. */
async function judge(path: string, look: (path: string) => Promise<Look>): Promise<Look> {
  const looks: Look[] = []
  while (looks.length < LOOKS) looks.push(await look(path))
  const seen = medianOf(looks)
  console.log(
    row(path, [
      ...SCORES.map((score) => String(seen.scores[score])),
      `${seen.lcp.toFixed(2)} s`,
      `${seen.seenLcp.toFixed(2)} s`,
      `${seen.scriptKilobytes.toFixed(1)} KB`,
      String(seen.requests),
    ]),
  )
  for (const complaint of seen.complaints) console.log(`  ${complaint}`)
  for (const score of SCORES) {
    if (seen.scores[score] < LEAST_SCORE) {
      failures.push(`${path}: ${score} ${seen.scores[score]}, at least ${LEAST_SCORE}`)
    }
  }
  return seen
}

function medianOf(looks: Look[]): Look {
  const median = (value: (look: Look) => number) =>
    looks.map(value).toSorted((a, b) => a - b)[Math.floor(looks.length / 2)]!
  const scores = Object.fromEntries(
    SCORES.map((score) => [score, median((look) => look.scores[score])]),
  ) as Record<Score, number>
  return {
    scores,
    lcp: median((look) => look.lcp),
    seenLcp: median((look) => look.seenLcp),
    scriptKilobytes: median((look) => look.scriptKilobytes),
    requests: median((look) => look.requests),
    complaints: [...new Set(looks.flatMap((look) => look.complaints))],
  }
}

function expectLight(seen: Look): void {
  for (const [name, most] of Object.entries(DASHBOARD)) {
    const value = seen[name as keyof typeof DASHBOARD]
    if (value > most) failures.push(`/dashboard: ${name} ${value}, at most ${most}`)
  }
}

function row(path: string, cells: string[]): string {
  return path.padEnd(12) + cells.map((cell) => cell.padStart(16)).join('')
}
