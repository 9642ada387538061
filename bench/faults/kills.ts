/**
 * `npm run drill -- kills`: `kill -9` of the server and of PostgreSQL, in turn, fifty times each, while many people
 * acknowledge, write, add and read. The server is started again with the same command; nothing else is done.
 */
import { randomInt } from 'node:crypto'
import { kill } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { seeded } from '../chat-desk.ts'
import { postmasterOf, strangersIn } from '../folder-processes.ts'
import { sized } from '../size.ts'
import { type DrillDesk, openDesk, until } from './drill-desk.ts'
import { option, report, tellWords } from './report.ts'

const KILLS = option('kills', 50, 1)
const IN_FLIGHT = 12
const [LEAST_MS, MOST_MS] = sized([100, 1200] as const, [100, 300] as const)
const START_WITHIN_S = 5

const seed = option('seed', randomInt(1, 2 ** 31), 18)
console.log(`kills: ${KILLS} of each, seed ${seed}`)
const random = seeded(seed)
const drill = await openDesk({ seed })
const longest = { server: 0, database: 0 }
let slowestStart = 0
try {
  for (let round = 0; round < KILLS * 2; round += 1) {
    const victim = round % 2 === 0 ? 'server' : 'database'
    longest[victim] = Math.max(longest[victim], await playRound(drill, victim))
  }
  const { load, open, settings, dataDir, server } = drill
  await until(
    'only the server holds the folder',
    () => strangersIn(dataDir, server.pid).length === 0,
  )
  const lost = await load.countLost(open, settings)
  tellWords(load.told)
  for (const victim of ['server', 'database'] as const) {
    report({
      what: `kill -9 of the ${victim}`,
      often: `${KILLS} times`,
      acknowledged: load.stored,
      lost,
      silence: longest[victim],
      ...(victim === 'server' && {
        more: `slowest start ${slowestStart.toFixed(1)} s`,
        holds: slowestStart < sized(START_WITHIN_S, 60),
      }),
    })
  }
} finally {
  await drill.end()
}

/** Returns for how many seconds nobody got an answer. */
async function playRound(desk: DrillDesk, victim: 'server' | 'database'): Promise<number> {
  const { load, dataDir } = desk
  load.start(IN_FLIGHT)
  await delay(LEAST_MS + random() * (MOST_MS - LEAST_MS))
  const killed = performance.now()
  const postmaster = postmasterOf(dataDir)!
  if (victim === 'server') {
    await desk.server.end('SIGKILL')
    slowestStart = Math.max(slowestStart, await desk.startAgain())
  } else {
    kill(postmaster, 'SIGKILL')
    await until(
      'the database runs again',
      () => ![null, postmaster].includes(postmasterOf(dataDir)),
    )
  }
  await until(
    'people get answers again',
    () => load.answeredSince(killed) > IN_FLIGHT * 2 || load.fault !== undefined,
  )
  await load.finish()
  return load.longestPause(killed)
}
