/**
 * `npm run drill -- storage`: the disk is full, then gives errors (EIO), then is slow; the server and PostgreSQL run
 * out of descriptors, and PostgreSQL out of memory. Each while people work. Nobody starts anything again: it heals
 * when the fault is gone. Needs root (to mount a small tmpfs), `strace` and `prlimit`.
 */
import { randomInt } from 'node:crypto'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, open, realpath, rm } from 'node:fs/promises'
import { readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv, getuid, kill } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { postmasterOf, processesIn } from '../folder-processes.ts'
import { isSmoke } from '../size.ts'
import { type DrillDesk, openDesk, until } from './drill-desk.ts'
import { isUndisturbed, probe, told } from './probe.ts'
import { option, report, tellWords } from './report.ts'

const SECONDS = option('seconds', 8, 2)
const IN_FLIGHT = 12
const DISK_MB = 700
/** Without `write`: the same threads wake the first one by it. */
const FILE_CALLS = 'openat,pwrite64,fsync,fdatasync,rename'

interface Fault {
  what: string
  /** Resolves to what ends it. */
  begin(desk: DrillDesk): Promise<() => Promise<unknown>>
  /** Whether others must not notice. */
  judgesOthers?: true
}

const FAULTS: Record<string, Fault> = {
  full: {
    what: 'The disk of database and files is full',
    begin: async ({ folder }) => {
      const ballast = join(folder, 'ballast')
      const file = await open(ballast, 'w')
      // To the last byte, while others write.
      await (async () => {
        for (;;) await file.write(Buffer.alloc(1 << 20))
      })().catch(() => undefined)
      await file.close()
      return async () => rm(ballast)
    },
  },
  'eio-files': {
    what: 'Writing files fails (EIO in the server)',
    begin: async ({ server }) => inject('-q', fileThreadsOf(server.pid), FILE_CALLS, 'error=EIO'),
  },
  'eio-database': {
    what: 'Reading fails in PostgreSQL (EIO)',
    begin: async ({ databaseFolder }) =>
      inject('-f', backendsOf(databaseFolder), 'openat,pread64,preadv', 'error=EIO:when=1+20'),
  },
  'eio-fsync': {
    what: 'fsync fails in PostgreSQL (EIO), which starts itself again',
    begin: async ({ databaseFolder }) =>
      inject('-f', backendsOf(databaseFolder), 'fdatasync,fsync', 'error=EIO:when=1+40'),
  },
  'slow-files': {
    what: 'Opening, syncing and naming a file take 300 ms each',
    begin: async ({ server }) =>
      inject('-q', fileThreadsOf(server.pid), FILE_CALLS, 'delay_exit=300000'),
    judgesOthers: true,
  },
  descriptors: {
    what: 'The server has no descriptor left (EMFILE)',
    begin: async ({ server }) =>
      limit(server.pid, 'nofile', readdirSync(`/proc/${server.pid}/fd`).length),
  },
  'database-descriptors': {
    what: 'PostgreSQL has no descriptor left (EMFILE)',
    begin: async ({ databaseFolder }) => limitAll(backendsOf(databaseFolder), 'nofile', 8),
  },
  memory: {
    what: 'PostgreSQL gets no memory',
    begin: async ({ databaseFolder }) => limitAll(backendsOf(databaseFolder), 'as', 160 << 20),
  },
}

if (getuid?.() !== 0) throw new Error('This drill mounts a small disk: it needs root.')
const seed = option('seed', randomInt(1, 2 ** 31), 18)
console.log(`storage: ${SECONDS} s each, seed ${seed}`)
const wanted = argv.slice(2).filter((word) => word in FAULTS)
for (const [name, fault] of Object.entries(FAULTS)) {
  // Of a smoke run one is enough: they share all that could break.
  if (isSmoke ? name !== 'full' : wanted.length > 0 && !wanted.includes(name)) continue
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-drill-')))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder])
  try {
    await play(name, fault, folder)
  } finally {
    spawnSync('umount', ['-l', folder])
    await rm(folder, { recursive: true, force: true })
  }
}

async function play(name: string, fault: Fault, folder: string): Promise<void> {
  const desk = await openDesk({ seed, folder })
  try {
    const { load, url, server } = desk
    const { token } = desk.desk.admin
    load.start(IN_FLIGHT)
    await delay(1000)
    const usual = await probe(url, token, 2000)
    const before = load.stored
    const began = performance.now()
    const end = await fault.begin(desk)
    let meanwhile: number[]
    try {
      meanwhile = await probe(url, token, SECONDS * 1000)
    } finally {
      await end()
    }
    const during = load.stored - before
    const ended = performance.now()
    await until(
      'people get answers',
      () => load.answeredSince(ended) > IN_FLIGHT * 3 || load.fault !== undefined,
    ).finally(() => tellWords(load.told))
    await load.finish()
    report({
      what: `${fault.what} (${name})`,
      often: `for ${SECONDS} s`,
      acknowledged: load.stored,
      lost: await load.countLost(desk.open, desk.settings),
      silence: load.longestPause(ended),
      more: `${during} acknowledged meanwhile, ${told(usual, meanwhile)}, pause counted from its end (${load.longestPause(began).toFixed(1)} s from its begin), same process`,
      holds: isAlive(server.pid) && (!fault.judgesOthers || isUndisturbed(usual, meanwhile)),
    })
  } finally {
    await desk.end()
  }
}

function isAlive(pid: number): boolean {
  try {
    return kill(pid, 0)
  } catch {
    return false
  }
}

/** PostgreSQL's first process and those that it started. */
function backendsOf(folder: string): number[] {
  return [...new Set([postmasterOf(join(folder, '..'))!, ...processesIn(folder)])]
}

/** All threads of a program of Node but the first, which has its sockets: where it works on files. */
function fileThreadsOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`)
    .map(Number)
    .filter((thread) => thread !== pid)
}

/** Has system calls fail or wait, in these threads or (with `-f`) processes with what they start, until it is ended. */
async function inject(
  follows: '-f' | '-q',
  pids: number[],
  calls: string,
  rule: string,
): Promise<() => Promise<void>> {
  const how = [
    follows,
    '-qq',
    '-o',
    '/dev/null',
    '-e',
    `trace=${calls}`,
    '-e',
    `inject=${calls}:${rule}`,
  ]
  const child = spawn('strace', [...how, ...pids.flatMap((pid) => ['-p', String(pid)])], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await delay(300)
  return async () => {
    child.kill('SIGINT')
    await ended
  }
}

async function limit(
  pid: number,
  what: 'nofile' | 'as',
  most: number,
): Promise<() => Promise<void>> {
  return limitAll([pid], what, most)
}

/** Their soft limit, until it is ended; set as whoever they run as. */
async function limitAll(
  pids: number[],
  what: 'nofile' | 'as',
  most: number,
): Promise<() => Promise<void>> {
  const ask = (pid: number, ...args: string[]) => {
    const owner = statSync(`/proc/${pid}`, { throwIfNoEntry: false })
    // It has ended meanwhile.
    if (!owner) return ''
    const { uid, gid } = owner
    return spawnSync('prlimit', ['--pid', String(pid), ...args], { uid, gid }).stdout.toString()
  }
  const was = pids.map((pid) => ask(pid, `--${what}`, '-o', 'SOFT', '--noheadings').trim())
  for (const pid of pids) ask(pid, `--${what}=${most}:`)
  return async () => {
    for (const [index, pid] of pids.entries()) ask(pid, `--${what}=${was[index]}:`)
  }
}
