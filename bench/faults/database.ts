/**
 * `npm run drill -- database`: the database is away for a minute (or `--seconds=`), its lines go half open, and its
 * processes stand still. The server says so with 503 and `Retry-After`, is not ready, and heals by itself.
 */
import { randomInt } from 'node:crypto'
import { kill } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { processesIn } from '../folder-processes.ts'
import { isSmoke } from '../size.ts'
import { type DrillDesk, openDesk, readiness, until } from './drill-desk.ts'
import { option, report, tellWords } from './report.ts'

const SECONDS = option('seconds', 60, 1)
const IN_FLIGHT = 12
/** A request to a database that says nothing is answered within this; one that is away, at once. */
const SAID_WITHIN_MS = 25_000
const HEALED_WITHIN_MS = 45_000

interface Fault {
  what: string
  begin(desk: DrillDesk): void
  end(desk: DrillDesk): void
}

const FAULTS: Fault[] = [
  {
    what: 'The database is gone',
    begin: ({ line }) => line!.cut(),
    end: ({ line }) => line!.heal(),
  },
  {
    what: 'The lines to the database go half open, new ones are good',
    begin: ({ line }) => {
      line!.hang()
      line!.heal()
    },
    end: () => undefined,
  },
  {
    what: 'The lines to the database go half open, new ones too',
    begin: ({ line }) => line!.hang(),
    end: ({ line }) => line!.heal(),
  },
  {
    what: 'The database stands still (SIGSTOP)',
    begin: ({ databaseFolder }) => signalAll(databaseFolder, 'SIGSTOP'),
    end: ({ databaseFolder }) => signalAll(databaseFolder, 'SIGCONT'),
  },
]

const seed = option('seed', randomInt(1, 2 ** 31), 18)
console.log(`database: ${SECONDS} s each, seed ${seed}`)
// What takes as long as it takes to be noticed is left to the real run.
for (const fault of isSmoke ? FAULTS.slice(0, 1) : FAULTS) {
  const desk = await openDesk({ seed, apart: true })
  try {
    await play(desk, fault)
  } finally {
    await desk.end()
  }
}

async function play(desk: DrillDesk, fault: Fault): Promise<void> {
  const { load, url } = desk
  load.start(IN_FLIGHT)
  await delay(1000)
  const began = performance.now()
  fault.begin(desk)
  const looks: NonNullable<Awaited<ReturnType<typeof readiness>>>[] = []
  try {
    for (const end = began + SECONDS * 1000; performance.now() < end; await delay(250)) {
      const look = await readiness(url)
      if (look) looks.push(look)
    }
  } finally {
    fault.end(desk)
  }
  const healing = performance.now()
  await until('it is ready', async () => (await readiness(url))?.status === 200, HEALED_WITHIN_MS)
  const healed = (performance.now() - healing) / 1000
  await until('people get answers', () => load.answeredSince(healing) > IN_FLIGHT, HEALED_WITHIN_MS)
  await load.finish()
  const away = looks.filter(({ status }) => status !== 200)
  const isSaid = away.every(
    ({ status, retryAfter, ms }) => status === 503 && retryAfter !== null && ms < SAID_WITHIN_MS,
  )
  tellWords(load.told)
  const slowest = Math.max(0, ...looks.map(({ ms }) => ms)) / 1000
  report({
    what: fault.what,
    often: `for ${SECONDS} s`,
    acknowledged: load.stored,
    lost: await load.countLost(desk.open, desk.settings),
    silence: load.longestPause(began),
    more: `${away.length} of ${looks.length} looks say 503 with Retry-After, the slowest after ${slowest.toFixed(1)} s; ready ${healed.toFixed(1)} s after its end`,
    holds: isSaid,
  })
}

function signalAll(folder: string, signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of processesIn(folder)) kill(pid, signal)
}
