import { randomUUID } from 'node:crypto'
import { argv } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import { sql } from 'kysely'
import type { Db } from '../server/src/db/connect.ts'
import { captureQueries } from './captured-queries.ts'
import { withDatabase } from './running-database.ts'
import { exitCodeOf, isSmoke, sized } from './size.ts'
import { type StartedServer, startScript } from './started-server.ts'

const PEOPLE = sized(5000, 600)
/** `-- --short` is for trying it out: one round a load, of less weight. */
const [ROUNDS, SECONDS, WARM_UP] = isSmoke
  ? [1, 1, 20]
  : argv.includes('--short')
    ? [1, 1, 300]
    : [5, 1, 1500]
const CONNECTIONS = 8
const LEAST_RATIO = 0.6
const MOST_MS = 30
const LOG_WITHIN_MS = 30_000

/** Five thousand people, half of them with a picture, each with a policy to acknowledge where asked. */
export async function fillPeople(dataDir: string): Promise<void> {
  const lastNames = ['Marsh', 'Okafor', 'Lindqvist', 'Reyes', 'Hathaway', 'Diallo', 'Pham', 'Price']
  const people = Array.from({ length: PEOPLE }, (_, number) => ({
    id: randomUUID(),
    first_name: `Person${number}`,
    last_name: lastNames[number % lastNames.length]!,
    email: `person-${number}@example.com`,
    phone_number: '(207) 555-0100',
    title: 'Sales Agent',
    bio: 'Two years in, forty doors a week, and the cleanest files in the Harbor office.',
    last_login_at: new Date(Date.UTC(2026, 0, 1, 0, 0, number * 7)).toISOString(),
  }))
  await withDatabase(dataDir, async (db) => {
    for (let from = 0; from < PEOPLE; from += 1000) {
      const some = people.slice(from, from + 1000)
      await db.insertInto('users').values(some).execute()
      const pictured = some.filter((_, number) => number % 2 === 0)
      const key = () => randomUUID().replaceAll('-', '')
      await db
        .insertInto('profile_pictures')
        .values(pictured.map(({ id }) => ({ user_id: id, large_key: key(), small_key: key() })))
        .execute()
    }
    await sql`vacuum analyze`.execute(db)
  })
}

export interface ListLoad {
  /** What the line of the report begins with. */
  name: string
  /** Below `/api/v1`, with its query. */
  path: string
  limit: number
  /** Runs the server's statement for it. */
  run: (db: Db) => Promise<unknown>
}

/** Loads ours and a bare server that runs the same statements; whether what is promised holds. */
export async function compareList(
  { dataDir, ours, token }: { dataDir: string; ours: StartedServer; token: string },
  { name, path, limit, run }: ListLoad,
): Promise<boolean> {
  const queries = await captureQueries(dataDir, token, run)
  const bare = await startScript('bare-server.ts', {
    BARE_SETUP: JSON.stringify({ ...queries, limit }),
  })
  try {
    const [ourUrl, bareUrl] = [`${ours.url}/api/v1${path}`, `${bare.url}/api/v1${path}`] as const
    await expectSameBytes([ourUrl, bareUrl], { token, limit })
    // Just started, the larger program still runs uncompiled: what is promised is the days after.
    for (const url of [ourUrl, bareUrl]) await warm(url, token)
    const runs = { ours: [] as Run[], bare: [] as Run[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = round % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)
      for (const which of order) {
        runs[which].push(
          which === 'ours'
            ? await load(ourUrl, token, () => timesInLog(ours))
            : await load(bareUrl, token, () => timesOfBare(bare)),
        )
      }
    }
    return report(name, runs)
  } finally {
    await bare.end('SIGTERM')
  }
}

/** Prints how both did; whether what is promised holds. */
function report(name: string, runs: { ours: Run[]; bare: Run[] }): boolean {
  // Of neighbours in time, so that other work on the machine hits both.
  const ratio = median(runs.ours.map(({ rate }, round) => rate / runs.bare[round]!.rate))
  const slowest = median(runs.ours.map(({ serverMs }) => serverMs))
  const told = (all: Run[]) => {
    const of = (figure: keyof Run) => Math.round(median(all.map((run) => run[figure])) * 10) / 10
    return `${Math.round(of('rate'))} requests/s, 95 % within ${of('serverMs')} ms in the server, 97.5 % within ${of('clientMs')} ms at the client`
  }
  console.log(
    `${name}: ratio ${ratio.toFixed(2)}\n  ours ${told(runs.ours)}\n  bare ${told(runs.bare)}`,
  )
  return ratio >= LEAST_RATIO && slowest <= MOST_MS
}

/** Says whether all held, and ends with 1 where not. */
export function settle(good: boolean[]): number {
  const holds = good.every(Boolean)
  console.log(
    holds
      ? 'Holds.'
      : `Does not hold: 95 % within ${MOST_MS} ms in the server, and a ratio of at least ${LEAST_RATIO}.`,
  )
  return exitCodeOf(holds)
}

async function expectSameBytes(
  urls: readonly string[],
  { token, limit }: { token: string; limit: number },
): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` }
  const bodies = await Promise.all(urls.map(async (url) => (await fetch(url, { headers })).text()))
  if (new Set(bodies).size !== 1) throw new Error('The answers differ')
  if ((JSON.parse(bodies[0]!) as unknown[]).length !== limit) throw new Error('Not a whole page')
}

interface Run {
  /** Requests per second. */
  rate: number
  /** From the request received to its answer sent: within which 95 % were, as the server says. */
  serverMs: number
  /** Within which 97.5 % were answered, as the client on the same cores saw it. */
  clientMs: number
}

/** Begins to note a server's times; what it returns ends that and says those of so many requests. */
type NoteTimes = () => (requests: number) => Promise<number[]>

/** Our server writes the time of each request into its log; the last lines come after the answers. */
export const timesInLog = (ours: StartedServer): ReturnType<NoteTimes> => {
  const log = ours.keepLog()
  return async (requests) => {
    const until = performance.now() + LOG_WITHIN_MS
    const read = () => [...log.read().matchAll(/"ms":([\d.]+)/g)].map(([, ms]) => Number(ms))
    let times = read()
    while (times.length < requests && performance.now() < until) {
      await wait(100)
      times = read()
    }
    log.stop()
    return times
  }
}

const timesOfBare = (bare: StartedServer): ReturnType<NoteTimes> => {
  const take = async () => (await (await fetch(`${bare.url}/times`)).json()) as number[]
  const before = take()
  return async () => {
    await before
    return take()
  }
}

async function warm(url: string, token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` }
  await autocannon({ url, headers, connections: CONNECTIONS, amount: WARM_UP })
}

async function load(url: string, token: string, noteTimes: NoteTimes): Promise<Run> {
  const headers = { Authorization: `Bearer ${token}` }
  const times = noteTimes()
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS })
  if (result.non2xx > 0 || result.errors > 0) throw new Error('Some requests failed')
  const sorted = (await times(result.requests.total)).toSorted((a, b) => a - b)
  if (sorted.length < result.requests.total) throw new Error('Some times are missing')
  return {
    rate: result.requests.average,
    serverMs: sorted[Math.floor(sorted.length * 0.95)]!,
    clientMs: result.latency.p97_5,
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
