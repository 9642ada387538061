/**
 * `npm run bench:policies`: GET /policies (25 rows of 500, signed in) beside a bare node:http + pg server
 * that looks up the same session, runs the same query and returns the same bytes, in one run.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { isDeepStrictEqual } from 'node:util'
import autocannon from 'autocannon'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { listPolicies } from '../server/src/features/policies/policies.queries.ts'
import { apiClient } from '../server/src/testing/api-client.ts'
import { captureQueries } from './captured-queries.ts'
import { createFirstAdmin } from './sign-in.ts'
import { exitCodeOf, sized } from './size.ts'
import { type StartedServer, startBuilt, startScript } from './started-server.ts'

const POLICIES = sized(500, 30)
const PAGE = 25
const ROUNDS = sized(7, 1)
const SECONDS = sized(2, 1)
/** By how many ask at once. */
const LEAST_RATIO = { 1: 0.8, 32: 0.9 }
const MOST_IDLE_MB = 180

await buildIfNeeded()
const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
const servers: StartedServer[] = []
try {
  const ours = await startBuilt('main', { DATA_DIR: dataDir })
  servers.push(ours)
  const token = await fill(ours.url)
  await fetch(`${ours.url}/api/v1/policies?limit=${PAGE}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  await new Promise((resolve) => setTimeout(resolve, sized(3000, 0)))
  const idle = await residentMegabytes(ours.pid)

  const queries = await captureQueries(dataDir, token, async (db, userId) =>
    listPolicies(db, userId, { limit: PAGE }),
  )
  const bare = await startScript('bare-server.ts', {
    BARE_SETUP: JSON.stringify({ ...queries, limit: PAGE }),
  })
  servers.push(bare)
  await expectSameAnswer(
    `${ours.url}/api/v1/policies?limit=${PAGE}`,
    `${bare.url}/api/v1/policies?limit=${PAGE}`,
    token,
  )

  console.log(`Idle memory of the server process: ${idle} MB (at most ${MOST_IDLE_MB})`)
  const alone = await compare(1)
  const together = await compare(32)
  const good = alone >= LEAST_RATIO[1] && together >= LEAST_RATIO[32] && idle <= MOST_IDLE_MB
  console.log(
    good
      ? 'Holds.'
      : `Does not hold: the ratios must be at least ${LEAST_RATIO[1]} and ${LEAST_RATIO[32]}.`,
  )
  process.exitCode = exitCodeOf(good)

  async function compare(connections: number): Promise<number> {
    const runs = { ours: [] as Run[], bare: [] as Run[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      // The two take turns, and turns at being first.
      const first = round % 2 === 0 ? 'bare' : 'ours'
      for (const which of [first, first === 'bare' ? 'ours' : 'bare'] as const) {
        runs[which].push(await load(which === 'ours' ? ours : bare, token, connections))
      }
    }
    // Of neighbours in time, so that other work on the machine hits both.
    const ratio = median(runs.ours.map(({ rate }, round) => rate / runs.bare[round]!.rate))
    const told = Object.entries(runs).map(([name, all]) => {
      const rate = Math.round(median(all.map((one) => one.rate)))
      return `${name} ${rate} requests/s (${median(all.map((one) => one.cpu)).toFixed(2)} ms of CPU each)`
    })
    console.log(`Concurrency ${connections}: ${told.join(', ')}: ratio ${ratio.toFixed(2)}`)
    return ratio
  }
} finally {
  // The bare server first: the other takes the database with it.
  for (const server of servers.toReversed()) await server.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}

async function fill(url: string): Promise<string> {
  const { token } = await createFirstAdmin(url)
  const api = apiClient(url, { token })
  for (let number = 1; number <= POLICIES; number += 1) {
    const { body: policy } = await api('POST /policies', {
      body: {
        title: `Policy ${number}`,
        description: 'What everybody here has to know before the first showing of the day.',
        content: 'A paragraph of an ordinary policy, as long as they usually are. '.repeat(40),
      },
    })
    const params = { id: policy.id }
    if (number % 3 === 0)
      await api('POST /policies/:id/assign', { params, body: { everyone: true } })
    if (number % 2 === 0) await api('POST /policies/:id/acknowledge', { params, body: {} })
  }
  return token
}

async function expectSameAnswer(mine: string, theirs: string, token: string): Promise<void> {
  const [a, b] = await Promise.all(
    [mine, theirs].map(async (url) => {
      const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
      return response.text()
    }),
  )
  // The order of keys is the schema's in one and the query's in the other.
  if (isDeepStrictEqual(JSON.parse(a!), JSON.parse(b!))) return
  const at = [...a!].findIndex((character, index) => character !== b![index])
  throw new Error(
    `The answers differ: …${a!.slice(at - 80, at + 80)}… and …${b!.slice(at - 80, at + 80)}…`,
  )
}

interface Run {
  /** Requests per second. */
  rate: number
  /** Milliseconds of CPU that the server's process spent on a request; the database's are not in it. */
  cpu: number
}

async function load(server: StartedServer, token: string, connections: number): Promise<Run> {
  const before = await cpuMilliseconds(server.pid)
  const result = await autocannon({
    url: `${server.url}/api/v1/policies?limit=${PAGE}`,
    headers: { Authorization: `Bearer ${token}` },
    connections,
    duration: SECONDS,
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error('Some requests failed')
  const spent = (await cpuMilliseconds(server.pid)) - before
  return { rate: result.requests.average, cpu: spent / result.requests.total }
}

/** Linux counts it in hundredths of a second: user and system time, the 14th and 15th field. */
async function cpuMilliseconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
