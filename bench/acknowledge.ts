/**
 * `npm run bench:acknowledge`: acknowledgments with 32 at once over HTTP, each sealed into the one chain,
 * beside 32 bare `pg` clients that insert the same rows without a chain, one transaction each. Receipts leave meanwhile.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import type { Db } from '../server/src/db/connect.ts'
import { findEmbeddedPostgres } from '../server/src/db/embedded/start.ts'
import { checkChain } from './acknowledgment-check.ts'
import { fillDesk, type OpenDatabase } from './crash-desk.ts'
import { withDatabase } from './running-database.ts'
import { exitCodeOf, sized } from './size.ts'
import { startBuilt } from './started-server.ts'

const CONCURRENCY = 32
/** Acknowledgments of one round. */
const AT_A_TIME = sized(2048, 64)
const ROUNDS = sized(5, 1)
/** Rounds before those: a program that has just started is not compiled yet. */
const WARM_UPS = sized(2, 0)
/** Where the machine is busy with other things, the share of what an unchained insert does then. */
const LEAST_PER_SECOND = 800
const LEAST_RATIO = 0.48
/** They are queued each minute. */
const RECEIPTS_WITHIN_MS = 90_000

await buildIfNeeded()
const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
const server = await startBuilt('main', { DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })
try {
  const open: OpenDatabase = async (work) => withDatabase(dataDir, work)
  const { tokens, policyIds } = await fillDesk(server.url, open)
  const pairs = policyIds.flatMap((policyId) => tokens.map((token) => ({ policyId, token })))
  await open(async (db) => {
    await sql`create table unchained (like policy_acknowledgments including defaults including indexes)`.execute(
      db,
    )
    await sql`alter table unchained drop column sequence`.execute(db)
  })
  const connection = await findEmbeddedPostgres(dataDir)
  const clients = await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      const client = new pg.Client(connection!)
      await client.connect()
      return client
    }),
  )
  const rates: { ours: number; bare: number }[] = []
  let made = 0
  let leftBefore = 0
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    if (round === 0 && WARM_UPS > 0) leftBefore = await open(untilReceiptsLeave)
    const some = pairs.slice(made, (made += AT_A_TIME))
    const ours = async () =>
      rateOf(some, async ({ policyId, token }) => acknowledge(policyId, token))
    const bare = async () => rateOf(some, async (_, worker) => insertUnchained(clients[worker]!))
    // The two take turns at being first.
    const [first, second] =
      round % 2 === 0 ? [await ours(), await bare()] : [await bare(), await ours()]
    const pair = round % 2 === 0 ? { ours: first, bare: second } : { ours: second, bare: first }
    if (round >= 0) rates.push(pair)
  }
  await Promise.all(clients.map(async (client) => client.end()))
  const receipts = (await open(countReceipts)) - leftBefore
  await checkChain({ DATA_DIR: dataDir }, made)
  const ours = Math.round(median(rates.map((pair) => pair.ours)))
  const bare = Math.round(median(rates.map((pair) => pair.bare)))
  const ratio = median(rates.map((pair) => pair.ours / pair.bare))
  console.log(
    `${CONCURRENCY} at once: ${ours} acknowledgments/s, ${bare} unchained inserts/s: ratio ${ratio.toFixed(2)}; chain of ${made} intact; ${receipts} receipts left meanwhile`,
  )
  const good = receipts > 0 && (ours >= LEAST_PER_SECOND || ratio >= LEAST_RATIO)
  console.log(
    good
      ? 'Holds.'
      : `Does not hold: ${LEAST_PER_SECOND}/s, or ${LEAST_RATIO} of an unchained insert, while receipts leave.`,
  )
  process.exitCode = exitCodeOf(good)
} finally {
  agent.destroy()
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

/** What counts is how fast it is while receipts of earlier acknowledgments are made and leave. */
async function untilReceiptsLeave(db: Db): Promise<number> {
  const until = performance.now() + RECEIPTS_WITHIN_MS
  for (;;) {
    const left = await countReceipts(db)
    if (left > 0) return left
    if (performance.now() > until) throw new Error('No receipt has left')
    await wait(200)
  }
}

async function countReceipts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('kind', '=', 'receipt')
    .where('sent_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/** How many a second, with so many at once. */
async function rateOf<T>(items: T[], work: (item: T, worker: number) => Promise<void>) {
  const started = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async (_, worker) => {
      while (next < items.length) await work(items[next++]!, worker)
    }),
  )
  return items.length / ((performance.now() - started) / 1000)
}

async function acknowledge(policyId: string, token: string): Promise<void> {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request(
      `${server.url}/api/v1/policies/${policyId}/acknowledge`,
      {
        method: 'POST',
        agent,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode))
      },
    )
    sent.once('error', reject)
    sent.end('{"version":1}')
  })
  if (status !== 200) throw new Error(`Answered with ${status}`)
}

/** The same row, but for its place in the chain, and the line of the audit trail. */
async function insertUnchained(client: pg.Client): Promise<void> {
  const hash = randomBytes(32)
  await client.query('begin')
  await client.query({
    name: 'record',
    text: `insert into unchained (id, policy_id, user_id, version, acknowledged_at, policy_title, person_name,
      person_email, person_role, content_sha256, consent, sign_in_method, session_id, ip, user_agent,
      previous_hash, hash)
      values ($1, $2, $3, 1, now(), 'Policy 1', 'Pat Doyle 1', 'person-1@example.com', 'agent', $4,
      'I have read and understood this policy, and I agree to follow it.', 'password', $5, '127.0.0.1',
      'bench', $6, $7)`,
    values: [randomUUID(), randomUUID(), randomUUID(), hash, randomUUID(), randomBytes(32), hash],
  })
  await client.query({
    name: 'audit',
    text: `insert into audit_events (id, actor_id, actor_name, action, item_type, item_id, item_title, details,
      ip, user_agent, request_id)
      values ($1, $2, 'Pat Doyle 1', 'sign_in', 'policy', $3, 'Policy 1', $4, '127.0.0.1', 'bench', $5)`,
    values: [
      randomUUID(),
      randomUUID(),
      randomUUID(),
      JSON.stringify({ version: 1, hash: hash.toString('hex') }),
      randomUUID(),
    ],
  })
  await client.query('commit')
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
