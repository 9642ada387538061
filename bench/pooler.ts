/**
 * `npm run bench:pooler`: two servers behind PgBouncer in transaction mode, one of them killed twenty times
 * while many people acknowledge policies on both. Every start is quick, nothing that was answered is lost, and
 * the chain is one. Then the database falls silent, and the servers say so and heal by themselves.
 */
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { kill } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { connect } from '../server/src/db/connect.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded/start.ts'
import { checkChain, countLost } from './acknowledgment-check.ts'
import { AcknowledgmentLoad, type Pair } from './acknowledgment-load.ts'
import { fillDesk, type OpenDatabase, pairsOf } from './crash-desk.ts'
import { processesIn } from './folder-processes.ts'
import { requirePgBouncer, startPgBouncer } from './pgbouncer.ts'
import { isSmoke, sized } from './size.ts'
import { type Settings, type StartedServer, startBuilt } from './started-server.ts'

const ROUNDS = sized(20, 1)
const IN_FLIGHT = 16
/** The kill comes at a random moment within these. */
const [LEAST_MS, MOST_MS] = sized([100, 1300] as const, [100, 300] as const)
const START_WITHIN_MS = 10_000
const HEALED_WITHIN_MS = 40_000
/** A request to a silent database is answered within this. */
const SAID_WITHIN_MS = 25_000

requirePgBouncer()
await buildIfNeeded()
const folder = await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-bench-')))
await chmod(folder, 0o755)
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database') })
const { host, port, user, database } = postgres.connection
// PgBouncer is another user, and needs to get to the socket.
await chmod(join(folder, 'database'), 0o711)
const pooler = await startPgBouncer(join(folder, 'pooler'), postgres.connection)
const direct = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
const settingsOf = (name: string): Settings => ({
  DATA_DIR: join(folder, name),
  LOG_LEVEL: 'fatal',
  DATABASE_URL: `postgres://${user}@127.0.0.1:${pooler.port}/${database}`,
  DATABASE_LISTEN_URL: direct,
})
const open: OpenDatabase = async (work) => {
  const db = connect(postgres.connection, 2, () => undefined)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
const servers: StartedServer[] = []
let load: AcknowledgmentLoad | undefined
try {
  // Both at once on an empty database: one takes the steps, the other waits for it.
  servers.push(
    ...(await Promise.all(
      ['one', 'two'].map(async (name) => startBuilt('main', settingsOf(name))),
    )),
  )
  const desk = await fillDesk(servers[0]!.url, open)
  const half = desk.policyIds.length / 2
  load = new AcknowledgmentLoad(
    inTurn(
      pairsOf({ ...desk, policyIds: desk.policyIds.slice(0, half) }, servers[0]!.url),
      pairsOf({ ...desk, policyIds: desk.policyIds.slice(half) }, servers[1]!.url),
    ),
  )
  let slowest = 0
  for (let round = 1; round <= ROUNDS; round += 1) {
    const started = await playRound(load)
    slowest = Math.max(slowest, started)
    console.log(
      `Round ${String(round).padStart(2)}: started again in ${(started / 1000).toFixed(1)} s, ${load.answered.length} acknowledged so far`,
    )
  }
  const lost = await countLost(open, load.answered, load.answered.length)
  await checkChain(settingsOf('one'), load.answered.length)
  console.log(
    `${load.answered.length} acknowledged, ${lost} lost, chain intact, slowest start ${(slowest / 1000).toFixed(1)} s`,
  )
  // A silence takes as long as it takes to be noticed.
  const keepsTime = isSmoke || (slowest <= START_WITHIN_MS && (await playSilence(servers[0]!.url)))
  const good = lost === 0 && keepsTime
  console.log(good ? 'Holds.' : 'Does not hold.')
  process.exitCode = good ? 0 : 1
} catch (error) {
  console.log(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  load?.abandon()
  for (const server of servers) await server.end('SIGKILL')
  pooler.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

/** One of each, as long as there is one of both. */
function* inTurn(one: Generator<Pair>, other: Generator<Pair>): Generator<Pair> {
  for (const first of one) {
    yield first
    const { value, done } = other.next()
    if (done) return
    yield value
  }
}

/** Kills the second server under load and starts it again; returns how many milliseconds that took. */
async function playRound(running: AcknowledgmentLoad): Promise<number> {
  running.start(IN_FLIGHT)
  await delay(LEAST_MS + Math.random() * (MOST_MS - LEAST_MS))
  const victim = servers[1]!
  await victim.end('SIGKILL')
  const killed = performance.now()
  servers[1] = await startBuilt('main', { ...settingsOf('two'), PORT: new URL(victim.url).port })
  const started = performance.now() - killed
  await running.finish()
  return started
}

/** The database's processes stand still for some seconds, as a machine that hangs. */
async function playSilence(url: string): Promise<boolean> {
  const isReady = async () => (await ask(url)).status === 200
  const processes = processesIn(join(folder, 'database', 'postgres'))
  for (const pid of processes) kill(pid, 'SIGSTOP')
  const answers: Awaited<ReturnType<typeof ask>>[] = []
  try {
    // The second look meets connections that PgBouncer can no longer make.
    for (let look = 0; look < 2; look += 1) answers.push(await ask(url))
  } finally {
    for (const pid of processes) kill(pid, 'SIGCONT')
  }
  const healing = performance.now()
  while (!(await isReady()) && performance.now() - healing < HEALED_WITHIN_MS) await delay(100)
  const healed = (performance.now() - healing) / 1000
  const told = answers.map(
    ({ status, retryAfter, ms }) => `${status} (${retryAfter}) after ${ms} ms`,
  )
  console.log(`Silent database: ${told.join(', ')}; ready again after ${healed.toFixed(1)} s`)
  const said = answers.every(
    ({ status, retryAfter, ms }) => status === 503 && retryAfter !== null && ms < SAID_WITHIN_MS,
  )
  return said && healed * 1000 < HEALED_WITHIN_MS
}

async function ask(url: string) {
  const started = performance.now()
  const answer = await fetch(`${url}/api/v1/health/ready`)
  const ms = Math.round(performance.now() - started)
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ms }
}
