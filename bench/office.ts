/**
 * `npm run drill -- office`: two hundred people click as people do, for ten minutes, on one server; then more and more of
 * them, until something gives. Each click is due at a time that was drawn before it, and is as late as its last answer.
 * `--people=200 --minutes=10 --most=3200 --seed=7`.
 */
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { DEMO_PASSWORD } from '../server/demo/fill.ts'
import { demoPeople } from '../server/demo/people.ts'
import { apiClient } from '../server/src/testing/api-client.ts'
import { addGroup, addPeople, seeded } from './chat-desk.ts'
import { option } from './faults/report.ts'
import { KINDS, type Member, type Office, OfficePerson } from './office-people.ts'
import { p95 } from './promises.ts'
import { withDatabase } from './running-database.ts'
import { signIn } from './sign-in.ts'
import { exitCodeOf, isSmoke } from './size.ts'
import { startBuilt } from './started-server.ts'

const PEOPLE = option('people', 200, 20)
const MINUTES = option('minutes', 10, 0.1)
/** So many are tried at most, each step for a minute. */
const MOST = option('most', 3200, 20)
const STEP_MINUTES = 1
const GROUP = 10
const SERVER_MS = 50
/** The generator is part of the load: where it is this late itself, nothing is said of the server. */
const GENERATOR_MS = 100
const TICKS_PER_SECOND = 100

const seed = option('seed', randomInt(1, 2 ** 31), 18)
await buildIfNeeded()
const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-office-'))
const server = await startBuilt('demo', { DATA_DIR: dataDir, LOG_LEVEL: 'info' })
try {
  const office = await lookAround(server.url)
  console.log(`office: ${PEOPLE} people for ${MINUTES} min, seed ${seed}`)
  const asPromised = await day(office, PEOPLE, MINUTES)
  const holds = tell(asPromised)
  console.log(holds ? 'Holds.' : 'DOES NOT HOLD.')
  process.exitCode = asPromised.faults.length > 0 ? 1 : exitCodeOf(holds)
  if (holds && !isSmoke) await findBreakingPoint(office)
} finally {
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

/** Doubles them until it no longer holds. */
async function findBreakingPoint(office: Office): Promise<void> {
  for (let people = PEOPLE * 2; people <= MOST; people *= 2) {
    if (tell(await day(office, people, STEP_MINUTES))) continue
    console.log(`Gives at ${people} people.`)
    return
  }
  console.log(`Still holds with ${MOST} people.`)
}

interface Day {
  people: number
  clicks: ReturnType<typeof timesByKind>
  inServer: number[]
  faults: string[]
  /** How late the generator's own event loop was, in 99 % of cases. */
  generatorMs: number
  /** Processors taken, of one each. */
  taken: Record<'server' | 'PostgreSQL' | 'generator', number>
}

async function day(office: Office, people: number, minutes: number): Promise<Day> {
  const random = seeded(seed + people)
  const members = await hire(people)
  const everybody = members.map(
    (member) => new OfficePerson(office, member, seeded(Math.floor(random() * 2 ** 31))),
  )
  for (const person of everybody) await person.arrive()
  const lag = monitorEventLoopDelay({ resolution: 10 })
  const before = processorSeconds()
  const began = performance.now()
  const log = server.keepLog()
  lag.enable()
  await Promise.all(everybody.map(async (person) => person.work(began + minutes * 60_000)))
  lag.disable()
  log.stop()
  const seconds = (performance.now() - began) / 1000
  const after = processorSeconds()
  for (const person of everybody) person.leave()
  return {
    people,
    clicks: timesByKind(everybody),
    inServer: [...log.read().matchAll(/"ms":([\d.]+)/g)].map(([, ms]) => Number(ms)),
    faults: everybody.flatMap(({ faults }) => faults),
    generatorMs: lag.percentile(99) / 1e6 - 10,
    taken: {
      server: (after.server - before.server) / seconds,
      PostgreSQL: (after.PostgreSQL - before.PostgreSQL) / seconds,
      generator: (after.generator - before.generator) / seconds,
    },
  }
}

/** Returns whether nobody met an error and the server was quick enough. */
function tell({ people, clicks, inServer, faults, generatorMs, taken }: Day): boolean {
  for (const [kind, times] of Object.entries(clicks)) console.log(`  ${row(kind, times)}`)
  console.log(`  ${row('in the server', inServer)}`)
  for (const fault of new Set(faults)) {
    console.log(`  ${faults.filter((one) => one === fault).length} times ${fault}`)
  }
  const parts = Object.entries(taken).map(([part, share]) => `${part} ${share.toFixed(2)}`)
  console.log(
    `  ${people} people; processors: ${parts.join(', ')}; the generator itself was late by ${generatorMs.toFixed(0)} ms (99 %); load ${loadavg()[0]!.toFixed(1)}`,
  )
  if (generatorMs > GENERATOR_MS)
    console.log('  The generator gave first: it had no processor left.')
  return faults.length === 0 && p95(inServer) <= SERVER_MS && generatorMs <= GENERATOR_MS
}

function row(what: string, times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
  return `${what.padEnd(14)} ${String(times.length).padStart(7)}: half ${at(0.5)} ms, 95 % ${at(0.95)}, 99 % ${at(0.99)}, most ${at(1)}`
}

function timesByKind(everybody: OfficePerson[]): Record<string, number[]> {
  const clicks = everybody.flatMap((person) => person.clicks)
  return Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      clicks.filter((click) => click.kind === kind).map(({ late }) => late),
    ]),
  )
}

/** New people, each in a conversation of ten. */
async function hire(count: number): Promise<Member[]> {
  return withDatabase(dataDir, async (db) => {
    const people = await addPeople(db, count)
    const members: Member[] = []
    for (let from = 0; from < people.length; from += GROUP) {
      const group = people.slice(from, from + GROUP)
      const chatId = await addGroup(db, `Office ${count}, table ${from / GROUP + 1}`, group)
      members.push(...group.map(({ token }) => ({ token, chatId })))
    }
    return members
  })
}

/** What is there for an agent; of the policies those that one press signs. */
async function lookAround(url: string): Promise<Office> {
  const { email } = demoPeople.find(({ role }) => role === 'agent')!
  const api = apiClient(url, await signIn(url, { email, password: DEMO_PASSWORD }))
  const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)
  const query = { limit: 50 }
  const policies: string[] = []
  for (const id of idsOf((await api('GET /policies', { query })).body)) {
    const { body } = await api('GET /policies/:id', { params: { id } })
    if (!body.signing) policies.push(id)
  }
  return {
    url,
    policies,
    trainings: idsOf((await api('GET /trainings')).body),
    processes: idsOf((await api('GET /processes', { query })).body),
    documents: idsOf((await api('GET /documents', { query })).body),
    people: idsOf((await api('GET /users', { query })).body),
  }
}

/** What each part has taken of the processors since it began. */
function processorSeconds() {
  const folders = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const stats = folders.flatMap((pid) => {
    try {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
      return { pid: Number(pid), name, ticks: Number(fields[11]) + Number(fields[12]) }
    } catch {
      return []
    }
  })
  const sum = (isPart: (one: (typeof stats)[number]) => boolean) =>
    stats.filter(isPart).reduce((total, { ticks }) => total + ticks, 0) / TICKS_PER_SECOND
  return {
    server: sum(({ pid }) => pid === server.pid),
    PostgreSQL: sum(({ name }) => name.startsWith('postgres')),
    generator: sum(({ pid }) => pid === process.pid),
  }
}
