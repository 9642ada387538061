/**
 * `npm run bench:lighthouse`: what Lighthouse says of the built web app on a desktop and on a phone, signed out, as an
 * admin and as an agent, on the demo's content; and whether the signed-in dashboard is as light as it has to be.
 * `-- phone admin /dashboard` looks at that page alone, on that device, as that person; `-- once` looks once at each.
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
import { type Browser, startBrowser } from './browser.ts'
import { type Device, DEVICES, type Look, lookAt, type Score, SCORES } from './lighthouse-look.ts'
import { signIn } from './sign-in.ts'
import { type StartedServer, startBuilt } from './started-server.ts'

/** Each page's numbers are the medians of so many looks. */
const LOOKS = process.argv.includes('once') ? 1 : 3
const LEAST: Record<Device, Record<Score, number>> = {
  desktop: { performance: 100, accessibility: 100, 'best-practices': 100 },
  phone: { performance: 95, accessibility: 100, 'best-practices': 100 },
}
/** Who is signed in, and the pages that are looked at then. */
const PAGES = {
  visitor: ['/', '/login'],
  admin: [
    '/dashboard',
    '/policies',
    '/policies/:policy',
    '/processes',
    '/training',
    '/training/:training',
    '/documents',
    '/people',
    '/admin/people',
    '/admin/overview',
    '/admin/outstanding',
  ],
  agent: [
    '/dashboard',
    '/policies',
    '/policies/:policy',
    '/processes',
    '/training',
    '/training/:training',
    '/documents',
    '/people',
  ],
}
type Person = keyof typeof PAGES
const PERSONS = Object.keys(PAGES) as Person[]
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

  console.log(row('', [...SCORES, 'LCP', 'LCP here', 'JavaScript', 'requests']))
  for (const person of PERSONS.filter((one) => isWanted(one, PERSONS))) {
    const ids = person === 'visitor' ? {} : await signInAs(person, { server, browser })
    for (const path of PAGES[person].filter((one) => isWanted(one, PAGES[person]))) {
      const url = server.url + path.replace(/:(\w+)/, (_, item: string) => ids[item]!)
      for (const device of DEVICES.filter((one) => isWanted(one, DEVICES))) {
        await judge(path, { person, device }, async () =>
          lookAt(url, { device, port: browser.port, reportPath: join(folder, 'report.json') }),
        )
      }
    }
  }
  console.log(failures.length === 0 ? 'Holds.' : `Does not hold:\n${failures.join('\n')}`)
  process.exitCode = failures.length === 0 ? 0 : 1
} finally {
  for (const end of ends.toReversed()) await end()
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

/** Signs the browser in. Returns which policy and which training are looked at. */
async function signInAs(
  role: Exclude<Person, 'visitor'>,
  { server, browser }: { server: StartedServer; browser: Browser },
): Promise<Record<string, string>> {
  const { email } = demoPeople.find((one) => one.role === role)!
  const person = { email, password: DEMO_PASSWORD }
  await browser.signIn(server.url, person)
  const api = apiClient(server.url, await signIn(server.url, person))
  const { body: policies } = await api('GET /policies')
  const { body: trainings } = await api('GET /trainings')
  return { policy: policies[0]!.id, training: trainings[0]!.id }
}

/** Looks at a page and tells of it. */
async function judge(
  path: string,
  { person, device }: { person: Person; device: Device },
  look: () => Promise<Look>,
): Promise<void> {
  const looks: Look[] = []
  while (looks.length < LOOKS) looks.push(await look())
  const seen = medianOf(looks)
  const what = `${path} (${person}, ${device})`
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
  if (path === '/dashboard' && device === 'desktop') expectLight(seen, what)
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

function expectLight(seen: Look, what: string): void {
  for (const [name, most] of Object.entries(DASHBOARD)) {
    const value = seen[name as keyof typeof DASHBOARD]
    if (value > most) failures.push(`${what}: ${name} ${value}, at most ${most}`)
  }
}

function row(what: string, cells: string[]): string {
  return what.padEnd(40) + cells.map((cell) => cell.padStart(16)).join('')
}
