/**
 * `npm run bench:lighthouse`: what Lighthouse says of ten pages of the built web app on a desktop and on a phone, signed
 * out and in, on the demo's content; and whether the signed-in dashboard is as light as it has to be.
 * `-- phone /dashboard` looks at that page, on that device, alone.
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
import { apiClient } from '../server/src/testing/api-client.ts'
import { startBrowser } from './browser.ts'
import { type Device, DEVICES, type Look, lookAt, type Score, SCORES } from './lighthouse-look.ts'
import { signIn } from './sign-in.ts'
import { startBuilt } from './started-server.ts'

/** Each page's numbers are the medians of so many looks. */
const LOOKS = 3
const LEAST: Record<Device, Record<Score, number>> = {
  desktop: { performance: 100, accessibility: 100, 'best-practices': 100 },
  phone: { performance: 95, accessibility: 100, 'best-practices': 100 },
}
const OPEN_TO_ALL = ['/', '/login']
const SIGNED_IN = [
  '/dashboard',
  '/policies',
  '/policies/:id',
  '/training',
  '/people',
  '/documents',
  '/admin/overview',
  '/admin/outstanding',
]
/** The signed-in dashboard's; its LCP is the one seen here, not on Lighthouse's slower network. */
const DASHBOARD = { scriptKilobytes: 128, requests: 12, seenLcp: 0.8 }

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
  const wanted = process.argv.slice(2)
  const isWanted = (what: string, of: readonly string[]) =>
    wanted.includes(what) || !wanted.some((one) => of.includes(one))
  const lookAtAll = async (paths: string[], policyId = '') => {
    for (const path of paths.filter((one) => isWanted(one, [...OPEN_TO_ALL, ...SIGNED_IN]))) {
      const url = `${server.url}${path.replace(':id', policyId)}`
      for (const device of DEVICES.filter((one) => isWanted(one, DEVICES))) {
        await judge(path, device, async () =>
          lookAt(url, { device, port: browser.port, reportPath: join(folder, 'report.json') }),
        )
      }
    }
  }

  console.log(row('', [...SCORES, 'LCP', 'LCP here', 'JavaScript', 'requests']))
  await lookAtAll(OPEN_TO_ALL)
  const { email } = demoPeople.find(({ role }) => role === 'admin')!
  const admin = { email, password: DEMO_PASSWORD }
  await browser.signIn(server.url, admin)
  const api = apiClient(server.url, await signIn(server.url, admin))
  const { body: policies } = await api('GET /policies')
  await lookAtAll(SIGNED_IN, policies[0]?.id)
  console.log(failures.length === 0 ? 'Holds.' : `Does not hold:\n${failures.join('\n')}`)
  process.exitCode = failures.length === 0 ? 0 : 1
} finally {
  for (const end of ends.toReversed()) await end()
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

/** Looks at a page and tells of it. */
async function judge(path: string, device: Device, look: () => Promise<Look>): Promise<void> {
  const looks: Look[] = []
  while (looks.length < LOOKS) looks.push(await look())
  const seen = medianOf(looks)
  const what = `${path} (${device})`
  console.log(
    row(what, [
      ...SCORES.map((score) => String(seen.scores[score])),
      `${seen.lcp.toFixed(2)} s`,
      `${seen.seenLcp.toFixed(2)} s`,
      `${seen.scriptKilobytes.toFixed(1)} KB`,
      String(seen.requests),
    ]),
  )
  for (const complaint of seen.complaints) console.log(`  ${complaint}`)
  for (const score of SCORES) {
    const least = LEAST[device][score]
    if (seen.scores[score] < least)
      failures.push(`${what}: ${score} ${seen.scores[score]}, at least ${least}`)
  }
  if (path === '/dashboard' && device === 'desktop') expectLight(seen)
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

function row(what: string, cells: string[]): string {
  return what.padEnd(28) + cells.map((cell) => cell.padStart(16)).join('')
}
