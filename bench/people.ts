/**
 * `npm run bench:people`: the directory of 5,000 people, its first page and what a search finds, with
 * 8 asking at once, beside a bare node:http + pg server that runs the same statements in the same run.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import autocannon from 'autocannon'
import { sql } from 'kysely'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { connect } from '../server/src/db/connect.ts'
import { findEmbeddedPostgres } from '../server/src/db/embedded.ts'
import { listPeople } from '../server/src/features/users/users.queries.ts'
import { captureQueries } from './captured-queries.ts'
import { createFirstAdmin } from './sign-in.ts'
import { type StartedServer, startBuilt, startScript } from './started-server.ts'

const PEOPLE = 5000
const LIMIT = 50
const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = 8
const LEAST_RATIO = 0.6
const MOST_MS = 30

await buildIfNeeded()
const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
const servers: StartedServer[] = []
try {
  const ours = await startBuilt('main', { DATA_DIR: dataDir })
  servers.push(ours)
  const { token } = await createFirstAdmin(ours.url)
  await fill()
  const good = [await compare(ours, token, {}), await compare(ours, token, { search: 'marsh' })]
  process.exitCode = good.every(Boolean) ? 0 : 1
  console.log(
    good.every(Boolean)
      ? 'Holds.'
      : `Does not hold: at most ${MOST_MS} ms and a ratio of at least ${LEAST_RATIO}.`,
  )
} finally {
  // The bare servers first: ours takes the database with it.
  for (const server of servers.toReversed()) await server.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}

async function fill(): Promise<void> {
  const connection = await findEmbeddedPostgres(dataDir)
  if (!connection) throw new Error('The server is not running')
  const db = connect(connection, 2, () => undefined)
  const lastNames = ['Marsh', 'Okafor', 'Lindqvist', 'Reyes', 'Hathaway', 'Diallo', 'Pham', 'Price']
  const people = Array.from({ length: PEOPLE }, (_, number) => ({
    id: randomUUID(),
    first_name: `Person${number}`,
    last_name: lastNames[number % lastNames.length]!,
    email: `person-${number}@example.com`,
    phone_number: '(207) 555-0100',
    title: 'Sales Agent',
    bio: 'Two years in, forty doors a week, and the cleanest files in the Harbor office.',
  }))
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
  await sql`analyze`.execute(db)
  await db.destroy()
}

async function compare(
  ours: StartedServer,
  token: string,
  filter: { search?: string },
): Promise<boolean> {
  const queries = await captureQueries(dataDir, token, async (db) =>
    listPeople(db, { ...filter, limit: LIMIT }),
  )
  const bare = await startScript('bare-server.ts', {
    BARE_SETUP: JSON.stringify({ ...queries, limit: LIMIT }),
  })
  servers.push(bare)
  const path = `/api/v1/users?${new URLSearchParams({ ...filter, limit: String(LIMIT) })}`
  await expectSameBytes([ours.url + path, bare.url + path], token)

  const runs = { ours: [] as Run[], bare: [] as Run[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = round % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)
    for (const which of order) {
      runs[which].push(await load((which === 'ours' ? ours : bare).url + path, token))
    }
  }
  // Of neighbours in time, so that other work on the machine hits both.
  const ratio = median(runs.ours.map(({ rate }, round) => rate / runs.bare[round]!.rate))
  const slowest = median(runs.ours.map(({ ms }) => ms))
  const rates = [runs.ours, runs.bare].map((all) => Math.round(median(all.map(({ rate }) => rate))))
  const name = filter.search ? `a search for “${filter.search}”` : 'the first page'
  console.log(
    `${name}: ours ${rates[0]} requests/s, bare ${rates[1]}: ratio ${ratio.toFixed(2)}; 97.5 % within ${slowest} ms`,
  )
  return ratio >= LEAST_RATIO && slowest <= MOST_MS
}

async function expectSameBytes(urls: string[], token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` }
  const bodies = await Promise.all(urls.map(async (url) => (await fetch(url, { headers })).text()))
  if (new Set(bodies).size !== 1) throw new Error('The answers differ')
  if ((JSON.parse(bodies[0]!) as unknown[]).length !== LIMIT) throw new Error('Not a whole page')
}

interface Run {
  /** Requests per second. */
  rate: number
  /** Within which 97.5 % were answered, as the client saw it. */
  ms: number
}

async function load(url: string, token: string): Promise<Run> {
  const headers = { Authorization: `Bearer ${token}` }
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS })
  if (result.non2xx > 0 || result.errors > 0) throw new Error('Some requests failed')
  return { rate: result.requests.average, ms: result.latency.p97_5 }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
