/**
 * `npm run bench:obligations`: who must do what, of many people: what each person's page costs, the register
 * in its orders and filters, the overview, asking everybody while people work, files, reminders, and the
 * chain's check. `-- --people=100000` chooses sizes, without the chain; each is an installation of its own,
 * which `--keep=<folder>` keeps, to be measured again without being filled. `--only=team,register` measures these
 * parts alone. See docs/scaling.md.
 */
import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import process, { pid } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { tellPeople } from '../server/src/features/reminders/tell-people.actions.ts'
import { sendReminders } from '../server/src/features/reminders/send-reminders.actions.ts'
import { apiClient } from '../server/src/testing/api-client.ts'
import {
  type LargeDesk,
  onFreshFolder,
  onLargeDesk,
  option,
  signInPeople,
  SIZES,
  sizesAskedFor,
} from './large-desk.ts'
import { measureMatrix } from './matrix-looks.ts'
import { MemoryWatch } from './memory-watch.ts'
import { FILTERS } from './obligation-filters.ts'
import { measureChain } from './obligation-chain.ts'
import { fillObligations, idOf } from './obligations-load.ts'
import { didHold, lines, p95, tell, tellTimes } from './promises.ts'
import { ask, timesOf as timesOfLooks } from './server-times.ts'
import { exitCodeOf, isSmoke, sized } from './size.ts'

const only = option('only')?.split(',')
const isAsked = (part: string) => only?.includes(part) ?? true
const LOOKS = sized(200, 5)
const WORKERS = sized(50, 4)
const CSV_GROWTH_MEGABYTES = 64

/** As often as is usual here. */
const timesOf = async (desk: LargeDesk, tokens: string[], path: string, looks = LOOKS) =>
  timesOfLooks(desk, { tokens, path, looks })

async function measureReading(desk: LargeDesk): Promise<void> {
  const tokens = await signInPeople(desk.db, 100)
  for (const path of ['/auth/me', '/users/me/obligations'])
    tellTimes(`GET ${path}`, await timesOf(desk, tokens, path), 5)
  const few = sized(40, 2)
  const admin = [desk.token]
  tellTimes('GET /admin/overview', await timesOf(desk, admin, '/admin/overview', few), 200)
  for (const days of [1, 100, 400]) {
    const asOf = new Date(Math.floor(Date.now() / 864e5) * 864e5 - days * 864e5 + 5 * 36e5 - 1)
    const path = `/admin/overview?as_of=${asOf.toISOString()}`
    tellTimes(`as of ${days} days ago`, await timesOf(desk, admin, path, few), 200)
  }
  const standing = `/admin/obligations/standing/${idOf.item(7)}`
  tellTimes('an item’s line', await timesOf(desk, admin, standing, few), 50)
}

/** People in the order of how much is overdue of them, and another, from each end. */
async function measureTeam(desk: LargeDesk): Promise<void> {
  for (const sort of ['name', 'behind']) {
    const times: number[] = []
    for (const order of ['asc', 'desc']) {
      for (const filter of [
        '',
        '&behind=true',
        '&role=manager',
        `&team_id=${idOf.team(7)}`,
        '&search=marsh',
      ]) {
        const path = `/admin/users?view=list&limit=25&sort=${sort}&order=${order}${filter}`
        times.push(...(await pagesOf(desk, path)).map(({ ms }) => ms))
      }
    }
    tellTimes(`pages of People, by ${sort}`, times, 50)
  }
}

/** Each filter in each order, a page and the next; the slowest of them, and how many are slower than promised. */
async function measureRegister(desk: LargeDesk): Promise<void> {
  const times: { ms: number; what: string }[] = []
  for (const filter of isSmoke ? FILTERS.slice(0, 3) : FILTERS) {
    for (const sort of ['due_at', 'user_name', 'item_title', 'opens_at', 'closed_at']) {
      for (const order of ['asc', 'desc']) {
        const what = new URLSearchParams({ ...filter, sort, order, limit: '50' }).toString()
        const pages = await pagesOf(desk, `/admin/obligations?${what}`)
        times.push(...pages.map(({ ms, page }) => ({ ms, what: `${what}${page}` })))
      }
    }
  }
  const sorted = times.toSorted((a, b) => a.ms - b.ms)
  const median50 = sorted[Math.floor(sorted.length / 2)]!.ms
  const slow = sorted.filter(({ ms }) => ms > 50)
  lines.push(
    `register: ${times.length} pages, the one in the middle ${median50.toFixed(1)} ms, ${times.length - slow.length} within 50 ms`,
  )
  for (const { ms, what } of slow.slice(-12)) console.log(`    ${ms.toFixed(0)} ms: ${what}`)
  tellTimes(
    'register, all orders and filters',
    times.map(({ ms }) => ms),
    50,
  )
  tell(`register, the slowest (${sorted.at(-1)!.what.slice(0, 60)})`, sorted.at(-1)!.ms, 50)
}

/** The first page of a list and, where there is one, the second. */
async function pagesOf(desk: LargeDesk, path: string): Promise<{ ms: number; page: string }[]> {
  const first = await median(async () => ask(desk, desk.token, path))
  const pages = [{ ms: first.ms, page: '' }]
  const next = /<[^>]*\/api\/v1([^>]+)>; rel="next"/.exec(first.answer.headers.get('Link') ?? '')
  if (next) {
    const later = await median(async () => ask(desk, desk.token, next[1]!))
    pages.push({ ms: later.ms, page: ', the next page' })
  }
  return pages
}

async function median<T extends { ms: number }>(work: () => Promise<T>): Promise<T> {
  const all = [await work(), await work(), await work()]
  return all.toSorted((a, b) => a.ms - b.ms)[1]!
}

async function measureCsv({ server, token }: LargeDesk): Promise<void> {
  const memory = new MemoryWatch(server.pid)
  await memory.start()
  const started = performance.now()
  const answer = await fetch(`${server.url}/api/v1/admin/obligations.csv`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  if (!answer.ok)
    throw new Error(`The file was answered with ${answer.status}: ${await answer.text()}`)
  let rows = -1
  for await (const chunk of answer.body!)
    rows += Buffer.from(chunk).filter((byte) => byte === 10).length
  const seconds = (performance.now() - started) / 1000
  lines.push(`CSV of everything: ${rows.toLocaleString('en')} rows in ${seconds.toFixed(0)} s`)
  tell('CSV of everything, growth of memory', memory.stop(), CSV_GROWTH_MEGABYTES, 'MB')
}

/** Somebody joins; a new policy is required of everybody, and edited, while others work. */
async function measureAsking(desk: LargeDesk): Promise<void> {
  const { server, db, token } = desk
  const joining: number[] = []
  // The first on a connection make their plans.
  for (let n = -5; n < sized(60, 2); n += 1) {
    const started = performance.now()
    const id = randomUUID()
    await sql`insert into users (id, first_name, last_name, email)
      values (${id}, 'New', 'Person', ${`new-${id}@example.com`})`.execute(db)
    if (n >= 0) joining.push(performance.now() - started)
  }
  tellTimes('a new person', joining, 20)
  const admin = apiClient(server.url, { token })
  const { body: policy } = await admin('POST /policies', {
    body: { title: 'New', content: 'One.' },
  })
  // The first looks make plans of their connections, and have Node compile.
  await workFor(desk, async () => wait(sized(5000, 300)))
  const usual = await workFor(desk, async () => wait(sized(15_000, 300)))
  const asking = async (name: string, call: () => Promise<{ status: number }>) => {
    const busy = await workFor(desk, async () => {
      const started = performance.now()
      const { status } = await call()
      if (status >= 300) throw new Error(`${name} was answered with ${status}`)
      tell(`${name}, answered`, performance.now() - started, 2000)
      const left = async () => (await sql`select from obligation_backlog`.execute(db)).rows.length
      while ((await left()) > 0) await wait(50)
      tell(`${name}, whole`, (performance.now() - started) / 1000, 30, 's')
    })
    tell(`${name}, what ${WORKERS} others wait, 95 %`, busy.inServer, 2 * usual.inServer)
    lines.push(
      `${name}, what they see of it: ${busy.seen.toFixed(1)} ms (else ${usual.seen.toFixed(1)} ms)`,
    )
  }
  const params = { id: policy.id }
  await asking('asking everybody', async () =>
    admin('POST /policies/:id/assign', { params, body: { everyone: true } }),
  )
  const body = { title: 'New', content: 'Two.', material: true }
  await asking('a material edit', async () => admin('PUT /policies/:id', { params, body }))
}

/** Everybody of whom something is due is told, at ten in the morning, and has their digest; a second time nobody. */
async function measureReminders({ db, people }: LargeDesk): Promise<void> {
  const now = new Date(new Date().setUTCHours(10, 0, 0, 0))
  const memory = new MemoryWatch(pid)
  await memory.start()
  const started = performance.now()
  const told = await sendReminders(db, { now })
  await tellPeople(db, { now })
  const seconds = (performance.now() - started) / 1000
  const growth = memory.stop()
  lines.push(`reminders: ${told.toLocaleString('en')} people told in ${seconds.toFixed(0)} s`)
  tell('reminders, for each 50,000 people', (seconds * 50_000) / people, 900, 's')
  tell('reminders, growth of memory', growth, CSV_GROWTH_MEGABYTES * 2, 'MB')
  const mails = async () =>
    (
      await sql<{ many: number }>`
        select count(*)::int as many from mails where kind = 'reminder'
      `.execute(db)
    ).rows[0]!.many
  const queued = await mails()
  const again = performance.now()
  const later = { now: new Date(now.getTime() + 60_000) }
  const twice = await sendReminders(db, later)
  await tellPeople(db, later)
  lines.push(
    `reminders: ${queued.toLocaleString('en')} mails; the second run took ${((performance.now() - again) / 1000).toFixed(0)} s`,
  )
  if (twice > 0 || (await mails()) !== queued) throw new Error(`${twice} people were told twice`)
}

/** A line of the server's log about a look at one's own list. */
const LOOK = /"route":"[^"]*\/users\/me\/obligations","status":200,"ms":([\d.]+)/g

/**
 * Lets others look at their lists meanwhile. Returns within what 95 % were answered: in the server, as elsewhere here,
 * and as they saw it, who share the processors with it.
 */
async function workFor(
  desk: LargeDesk,
  work: () => Promise<void>,
): Promise<{ inServer: number; seen: number }> {
  const tokens = await signInPeople(desk.db, WORKERS)
  const seen: number[] = []
  const log = desk.server.keepLog()
  const over = new AbortController()
  const people = tokens.map(async (token, n) => {
    const api = apiClient(desk.server.url, { token })
    await wait(n * 20)
    while (!over.signal.aborted) {
      const started = performance.now()
      await api('GET /users/me/obligations')
      seen.push(performance.now() - started)
      await wait(900 + Math.random() * 200)
    }
  })
  await work()
  over.abort()
  await Promise.all(people)
  const inServer = [...log.read().matchAll(LOOK)].map(([, ms]) => Number(ms))
  log.stop()
  return { inServer: p95(inServer), seen: p95(seen) }
}

const PARTS: Record<string, (desk: LargeDesk) => Promise<void>> = {
  reading: measureReading,
  matrix: async (desk) =>
    measureMatrix(desk.people, async (path, looks) => timesOf(desk, [desk.token], path, looks)),
  team: measureTeam,
  register: measureRegister,
  csv: measureCsv,
  asking: measureAsking,
  reminders: measureReminders,
}

await buildIfNeeded()
for (const people of only?.join() === 'chain' ? [] : SIZES) {
  await onLargeDesk(people, fillObligations, async (desk) => {
    for (const [name, measure] of Object.entries(PARTS)) if (isAsked(name)) await measure(desk)
  })
}
if (sizesAskedFor === undefined && isAsked('chain')) await onFreshFolder(measureChain)
const load = loadavg().map((one) => one.toFixed(1))
console.log(`\n${lines.join('\n')}\nload of the machine: ${load.join(', ')}`)
console.log(didHold() ? 'Holds.' : 'Does not hold where a line says so.')
process.exitCode = exitCodeOf(didHold())
