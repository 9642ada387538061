/**
 * `npm run drill -- clock`: the clock of the database jumps while people work, forwards and backwards, by a minute, an
 * hour and three days, as after a battery or a wrong time server. Nothing is lost, everything is sealed and numbered in
 * the order in which it came, and nobody is kept out or let in by it. Needs `faketime`.
 */
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { buildIfNeeded } from '../../scripts/build-if-needed.mjs'
import type { Db } from '../../server/src/db/connect.ts'
import { apiClient } from '../../server/src/testing/api-client.ts'
import { seeded } from '../chat-desk.ts'
import { isSmoke } from '../size.ts'
import { startBuilt } from '../started-server.ts'
import { until } from './drill-desk.ts'
import { fillWholeDesk } from './fill-desk.ts'
import { MixedLoad } from './mixed-load.ts'
import { startOwnPostgres } from './own-postgres.ts'
import { option, report, tellWords } from './report.ts'

const SECONDS = option('seconds', 8, 2)
const IN_FLIGHT = 8
const LONGEST_WINDOW_S = 3600
const JOBS_WITHIN_MS = 100_000
const LIBRARY = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']
  .map((folder) => `${folder}/faketime/libfaketime.so.1`)
  .find((path) => existsSync(path))
/** By how much the clock is wrong, one after the other. */
const JUMPS = isSmoke ? ['+60', '+0'] : ['+60', '+0', '+3600', '+0', '-3600', '+0', '+259200', '+0']
const WORDS: Record<string, string> = {
  '+60': 'a minute ahead',
  '+3600': 'an hour ahead',
  '-3600': 'an hour behind',
  '+259200': 'three days ahead',
  '+0': 'right again',
}

if (!LIBRARY) throw new Error('It needs libfaketime, on Debian by `apt-get install faketime`.')
const seed = option('seed', randomInt(1, 2 ** 31), 18)
console.log(`clock: ${SECONDS} s each, seed ${seed}`)
await buildIfNeeded()
const folder = await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-drill-')))
await chmod(folder, 0o755)
const clock = join(folder, 'clock')
await writeFile(clock, '+0')
const postgres = await startOwnPostgres(join(folder, 'database'), {
  LD_PRELOAD: LIBRARY,
  FAKETIME_TIMESTAMP_FILE: clock,
  // Read at every look at the clock it would be in a signal handler, too, in the middle of a malloc: a process aborts.
  FAKETIME_CACHE_DURATION: '1',
  // A clock that is set leaves the time since the start alone.
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  DONT_FAKE_MONOTONIC: '1',
  FAKETIME_DISABLE_SHM: '1',
})
const { open } = postgres
const settings = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'fatal', DATABASE_URL: postgres.url }
const server = await startBuilt('main', settings)
const desk = await fillWholeDesk(server.url, open)
const load = new MixedLoad(desk, () => [server.url], seeded(seed))
try {
  const found: { what: string; silence: number; more: string; holds: boolean }[] = []
  load.start(IN_FLIGHT)
  await delay(1000)
  for (const jump of JUMPS) found.push(await play(jump))
  await load.finish()
  const lost = await load.countLost(open, settings)
  const isInOrder = await open(inOrder)
  tellWords(load.told)
  for (const { holds, ...one } of found) {
    report({
      ...one,
      often: `for ${SECONDS} s`,
      acknowledged: load.stored,
      lost,
      holds: holds && isInOrder,
    })
  }
} finally {
  load.abandon()
  await server.end('SIGKILL')
  await postgres.end()
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
}

async function play(jump: string) {
  await writeFile(clock, jump)
  const began = performance.now()
  // Who was kept out for a moment is not kept out until the clock has come round.
  const { at, keptOut } = await guessUntilRefused()
  await delay(SECONDS * 1000)
  const silence = load.longestPause(began, performance.now())
  const { off } = await open(lookAt)
  // The server looks after them each minute.
  const isDue = async () => (await open(lookAt)).waiting <= 60
  const isSoonDue = await until('no job waits for the clock', isDue, JOBS_WITHIN_MS).then(
    () => true,
    () => false,
  )
  const api = apiClient(server.url, desk.admin)
  const me = await api.raw('GET /auth/me')
  const fault = [
    Math.abs(off - Number(jump)) > 5 && `the database is ${off.toFixed(0)} s off`,
    me.status !== 200 && `an admin is told ${me.status}`,
    (at === null || keptOut > LONGEST_WINDOW_S) &&
      `a guesser is stopped at ${at}, for ${keptOut} s`,
    !isSoonDue && 'a job waits for the clock',
  ].filter(Boolean)
  return {
    what: `The clock is ${WORDS[jump]}`,
    silence,
    more:
      fault.length > 0
        ? fault.join(', ')
        : `a guesser is stopped at ${at}, for ${keptOut} s; no job waits for the clock`,
    holds: fault.length === 0,
  }
}

/** Somebody who guesses passwords: at which guess they are stopped, and for how many seconds. */
async function guessUntilRefused(): Promise<{ at: number | null; keptOut: number }> {
  for (let guess = 1; guess <= 40; guess += 1) {
    const { status, headers } = await apiClient(server.url).raw('POST /auth/login', {
      body: { email: 'nobody@example.com', password: `guess ${guess}` },
    })
    if (status === 429) return { at: guess, keptOut: Number(headers.get('retry-after')) }
  }
  return { at: null, keptOut: 0 }
}

/** How wrong the database's clock is, and the longest that a job has to wait which was queued in its future. */
async function lookAt(db: Db) {
  const { rows } = await sql<{ now: string; waiting: number }>`
    select now()::text as now,
      coalesce((select extract(epoch from max(run_at - now())) from graphile_worker._private_jobs
        where created_at > now() + interval '1 minute'), 0)::float8 as waiting
  `.execute(db)
  const { now, waiting } = rows[0]!
  return { off: (new Date(now).getTime() - Date.now()) / 1000, waiting }
}

/** Conversations and the chain are numbered without a gap, and each record names the one before it. */
async function inOrder(db: Db): Promise<boolean> {
  const { rows } = await sql<{ gaps: string }>`
    select count(*) as gaps from (
      select number, row_number() over (partition by chat_id order by number) as place from chat_messages
    ) as message where number <> place`.execute(db)
  return Number(rows[0]!.gaps) === 0
}
