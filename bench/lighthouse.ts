/**
 * `npm run bench:lighthouse`: what Lighthouse says of the built web app on a desktop and on a phone, signed out, as an
 * admin and as an agent, on the demo's content.
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
/** So many different pages are as quick as that on each device; accessible and in order are all. */
const QUICK_PAGES = 10
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
    '/tests',
    '/notifications',
    '/profile',
    '/recent',
  ],
}
type Person = keyof typeof PAGES
const PERSONS = Object.keys(PAGES) as Person[]

await buildIfNeeded()
const folder = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
const ends: (() => Promise<void>)[] = []
const failures: string[] = []
/** By device, the paths of pages with all that is asked of one. */
const quick: Record<Device, Set<string>> = { desktop: new Set(), phone: new Set() }
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
  const isWhole = wanted.every((one) => ['once', ...DEVICES].includes(one))
  for (const device of DEVICES.filter((one) => isWanted(one, DEVICES))) {
    const { size } = quick[device]
    if (isWhole && size < QUICK_PAGES) {
      failures.push(`${device}: ${size} pages are quick, at least ${QUICK_PAGES}`)
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
  const short = SCORES.filter((score) => seen.scores[score] < LEAST[device][score])
  if (short.length === 0) quick[device].add(path)
  for (const score of short.filter((one) => one !== 'performance')) {
    failures.push(`${what}: ${score} ${seen.scores[score]}, at least ${LEAST[device][score]}`)
  }
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

function row(what: string, cells: string[]): string {
  return what.padEnd(40) + cells.map((cell) => cell.padStart(16)).join('')
}
