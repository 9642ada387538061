/**
 * `npm run bench:crash`: twenty rounds of `kill -9` while many people acknowledge policies at once.
 * What was answered with 200 must be there afterwards, with the same hash, in an unbroken chain.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { kill } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { checkChain, countLost } from './acknowledgment-check.ts'
import { AcknowledgmentLoad } from './acknowledgment-load.ts'
import { fillCrashDesk } from './crash-desk.ts'
import { postmasterOf, processesIn, strangersIn } from './folder-processes.ts'
import { withDatabase } from './running-database.ts'
import { sized } from './size.ts'
import { type StartedServer, startBuilt } from './started-server.ts'

const ROUNDS = sized(20, 2)
const IN_FLIGHT = 16
/** The kill comes at a random moment within these. */
const [LEAST_MS, MOST_MS] = sized([100, 1300] as const, [100, 300] as const)
const VICTIMS = ['server', 'database', 'both'] as const
const HEALED_WITHIN_MS = 30_000

await buildIfNeeded()
const folder = await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-bench-')))
const dataDir = join(folder, 'data')
let server = await start('0')
const { port } = new URL(server.url)
let load: AcknowledgmentLoad | undefined
let lost = 0
try {
  load = new AcknowledgmentLoad(await fillCrashDesk(server.url, dataDir))
  for (let round = 1; round <= ROUNDS; round += 1) {
    console.log(`Round ${String(round).padStart(2)}: ${await playRound(round, load)}`)
  }
  await server.end('SIGTERM')
  await until('nothing holds the folder', () => processesIn(dataDir).length === 0)
  const verdict = lost === 0 ? 'chain intact' : 'which does not hold'
  console.log(`${load.answered.length} acknowledged, ${lost} lost, ${verdict}`)
  process.exitCode = lost === 0 ? 0 : 1
} catch (error) {
  console.log(error instanceof Error ? error.message : error)
  console.log(`${load?.answered.length ?? 0} acknowledged, ${lost} lost, which does not hold`)
  process.exitCode = 1
} finally {
  load?.abandon()
  await server.end('SIGTERM')
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

function start(onPort: string): Promise<StartedServer> {
  return startBuilt('main', { DATA_DIR: dataDir, LOG_LEVEL: 'warn', PORT: onPort })
}

/** Loads, kills, heals, checks. Returns what is to be told of it. */
async function playRound(round: number, running: AcknowledgmentLoad): Promise<string> {
  const victim = VICTIMS[round % VICTIMS.length]!
  // Every other time the folder must become free by itself; else the next server finds it as it is.
  const alone = victim !== 'database' && round % 2 === 0
  const moment = LEAST_MS + Math.random() * (MOST_MS - LEAST_MS)
  running.start(IN_FLIGHT)
  await delay(moment)
  const before = running.answered.length
  const killed = performance.now()
  const postmaster = postmasterOf(dataDir)!
  await killNow(victim, postmaster)
  if (alone) await until('nothing holds the folder', () => processesIn(dataDir).length === 0)
  if (victim !== 'database') server = await start(port)
  await until('the database runs again', () => ![null, postmaster].includes(postmasterOf(dataDir)))
  await until(
    'somebody gets an answer again',
    () => running.answered.length > before + IN_FLIGHT || running.fault !== undefined,
  )
  const troubles = await running.finish()

  await until(
    'only the server holds the folder',
    () => strangersIn(dataDir, server.pid).length === 0,
  )
  const newlyLost = await countLost(
    async (work) => withDatabase(dataDir, work),
    running.answered,
    before,
  )
  await checkChain({ DATA_DIR: dataDir }, running.answered.length)
  lost += newlyLost
  return [
    `kill -9 of ${victim}`.padEnd(19),
    `after ${(moment / 1000).toFixed(2)} s`,
    `no answer for ${running.longestPause(killed).toFixed(1)} s`,
    troubles.padEnd(38),
    `${String(running.answered.length).padStart(5)} acknowledged so far`,
    `${newlyLost} lost`,
    'chain intact',
  ].join('  ')
}

/** Whom it hits is gone when this resolves; the database's other processes notice by themselves. */
async function killNow(victim: (typeof VICTIMS)[number], postmaster: number): Promise<void> {
  const ended = victim === 'database' ? undefined : server.end('SIGKILL')
  if (victim !== 'server') kill(postmaster, 'SIGKILL')
  await ended
}

async function until(what: string, holds: () => boolean): Promise<void> {
  for (const deadline = performance.now() + HEALED_WITHIN_MS; !holds(); await delay(50)) {
    if (performance.now() > deadline)
      throw new Error(`After ${HEALED_WITHIN_MS / 1000} s, not yet: ${what}`)
  }
}
