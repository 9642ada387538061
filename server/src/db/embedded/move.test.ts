import { execFile, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { verifyChain } from '../../features/policies/verify-chain.actions.ts'
import { copyDatabase } from '../../platform/copy-database.ts'
import { migrateJobs } from '../../platform/jobs.ts'
import { contentOf } from '../../testing/backups.ts'
import { programPath } from '../../testing/programs.ts'
import { bringBack, listReleases, readRelease } from '../../testing/releases.ts'
import { chooseAccount, giveTo, runAs } from './account.ts'
import { type Binaries, findOldBinaries, findPackage } from './binaries.ts'
import { EmbeddedServer, programEnvironment } from './server.ts'
import { openTransport } from './transport.ts'
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from './start.ts'
import { connect } from '../connect.ts'
import { migrate } from '../migrate.ts'

const FIXTURE = programPath('start.fixture')
const ONE_LINE = /^[^\n]+$/

/** PostgreSQL 15 goes back to the folder that it was started in by its whole path, so its user must get there. */
function newFolder(): string {
  const folder = mkdtempSync(
    join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'front-desk-move-'),
  )
  chmodSync(folder, 0o711)
  return folder
}

const account = chooseAccount(tmpdir(), '/nonexistent')
const present = findPackage().major
/** The newest version before ours that this machine has: npm's of an earlier start, or the system's. */
async function findOld(): Promise<{ major: string; binaries: Binaries } | null> {
  for (let major = Number(present) - 1; major >= 15; major--) {
    const binaries = await findOldBinaries(String(major), account, tmpdir())
    if (binaries) return { major: String(major), binaries }
  }
  return null
}
const old = process.platform === 'linux' ? await findOld() : null
/** Those that need it are skipped where no earlier PostgreSQL is installed (Debian: `apt-get install postgresql-15`). */
const HAS_OLD = old !== null

let original: string
let before: Record<string, string>
beforeAll(async () => {
  if (!old) return
  original = newFolder()
  await makeOldCluster(original)
})
afterAll(() => original && rmSync(original, { recursive: true, force: true }))

/** A release of before, with a brokerage in it and a job that waits, on a PostgreSQL of before. */
async function makeOldCluster(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres')
  mkdirSync(cluster, { mode: 0o700 })
  giveTo(account, cluster)
  const made = ['--auth-local=trust', '--auth-host=reject', '--encoding=UTF8', '--locale=C']
  await promisify(execFile)(
    old!.binaries.initdb,
    [...made, '--username=postgres', '--pgdata=/proc/self/cwd'],
    { ...runAs(account), cwd: cluster, env: programEnvironment },
  )
  before = await onOldServer(dataDir, async (source) => {
    const superuser = new pg.Client({ ...source, user: 'postgres', database: 'postgres' })
    await superuser.connect()
    await superuser.query('create role frontdesk login createdb')
    await superuser.query('create database frontdesk owner frontdesk')
    await superuser.end()
    const client = new pg.Client(source)
    await client.connect()
    await bringBack(client, readRelease(listReleases().at(-1)!))
    await migrateJobs(source)
    await client.query(`select graphile_worker.add_job('tell_people', '{"kept": true}')`)
    await client.query(`insert into rate_limits values ('kept', 3, now() + interval '1 day')`)
    await client.end()
    return contentOf(source)
  })
}

async function onOldServer<T>(
  dataDir: string,
  work: (source: pg.ClientConfig) => Promise<T>,
  folder = 'postgres',
): Promise<T> {
  const cluster = join(dataDir, folder)
  const transport = await openTransport(dataDir, cluster)
  const server = new EmbeddedServer({
    binaries: old!.binaries,
    cluster,
    account,
    settings: transport.settings,
    log: () => undefined,
  })
  try {
    await server.start()
    return await work({ ...transport.address, user: 'frontdesk', database: 'frontdesk' })
  } finally {
    await server.stop()
    transport.close()
  }
}

/** A data folder with the old database in it. */
async function dataFolder(): Promise<string> {
  const folder = newFolder()
  onTestFinished(() =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }),
  )
  if (old) await promisify(execFile)('cp', ['-a', join(original, 'postgres'), folder])
  return folder
}

const version = (dataDir: string, folder = 'postgres') =>
  readFileSync(join(dataDir, folder, 'PG_VERSION'), 'utf8').trim()

/** Starts the present version on the folder, holds what is in it against what was, and stops it. */
async function startAndCompare(dataDir: string): Promise<string[]> {
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const started = await startEmbeddedPostgres({ dataDir, copyDatabase, log })
  try {
    expect(version(dataDir)).toBe(present)
    expect(await contentOf(started.connection)).toEqual(before)
    const db = connect(started.connection, 3, () => undefined)
    const { rows } = await new pg.Pool({ ...started.connection, max: 1, idleTimeoutMillis: 1 })
      .query<{
      jobs: string[]
      limits: number
    }>(`select (select array_agg(task_identifier) from graphile_worker.jobs) as jobs,
      (select count(*)::int from rate_limits) as limits`)
    expect(rows).toEqual([{ jobs: ['tell_people'], limits: 1 }])
    await migrate(db)
    expect((await verifyChain(db)).verdict).toMatchObject({ intact: true, records: 446 })
    await db.destroy()
  } finally {
    await started.stop()
  }
  return lines
}

const refusalOf = (options: EmbeddedPostgresOptions) =>
  startEmbeddedPostgres(options).then(
    () => 'it started',
    (error: Error) => error.message,
  )

test.runIf(HAS_OLD)(
  'a database of the major version before is moved by the start, and kept as it was',
  async () => {
    const dataDir = await dataFolder()
    const lines = await startAndCompare(dataDir)
    expect(lines[0]).toMatch(
      new RegExp(`^Moving the database from PostgreSQL ${old!.major} to ${present}`),
    )
    // What PostgreSQL says about itself may come behind it.
    const ours = lines.filter((line) => !line.startsWith('PostgreSQL:'))
    expect(ours.at(-1)).toContain(`postgres.before-${old!.major}`)

    const kept = `postgres.before-${old!.major}`
    expect(version(dataDir, kept)).toBe(old!.major)
    expect(await onOldServer(dataDir, contentOf, kept)).toEqual(before)
    // Nothing is left to do for the next start.
    const again = await startEmbeddedPostgres({ dataDir })
    await again.stop()
    expect(
      readdirSync(dataDir)
        .filter((name) => name.startsWith('postgres'))
        .toSorted(),
    ).toEqual(['postgres', kept, 'postgres.owner'].toSorted())
  },
)

test.runIf(HAS_OLD).each(['copying', 'copied'])(
  'a start that is killed while %s loses nothing, and the next one moves it',
  async (when) => {
    const dataDir = await dataFolder()
    const program = spawn(process.execPath, [FIXTURE, dataDir, 'move'], {
      cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((resolve) => program.once('exit', resolve))
    const lines = createInterface({ input: program.stdout })
    for await (const line of lines) if (line.startsWith(`${when} `)) break
    await delay(when === 'copying' ? 300 : 0)
    program.kill('SIGKILL')
    await ended
    expect(version(dataDir)).toBe(old!.major)
    expect(existsSync(join(dataDir, 'postgres.moving'))).toBe(true)
    await startAndCompare(dataDir)
  },
)

test.runIf(HAS_OLD)(
  'a start that is killed while the folders change their names is finished by the next one',
  async () => {
    const dataDir = await dataFolder()
    const path = (name: string) => join(dataDir, name)
    await startAndMove(dataDir)
    const kept = path(`postgres.before-${old!.major}`)
    const leave = () => {
      renameSync(path('postgres'), path('postgres.moving'))
      writeFileSync(path('postgres.moving/front-desk-moved.txt'), '')
    }
    // After the first name.
    leave()
    await startAndMove(dataDir)
    expect(version(dataDir)).toBe(present)
    // Before the first name.
    leave()
    renameSync(kept, path('postgres'))
    await startAndCompare(dataDir)
    expect(version(dataDir, `postgres.before-${old!.major}`)).toBe(old!.major)
  },
)

async function startAndMove(dataDir: string): Promise<void> {
  const started = await startEmbeddedPostgres({ dataDir, copyDatabase })
  await started.stop()
}

test.runIf(HAS_OLD)(
  'where the copy fails, or the disk has no room for it, the old one stands as it did',
  async () => {
    const dataDir = await dataFolder()
    const full = await refusalOf({ dataDir, copyDatabase, freeBytes: async () => 1_000_000 })
    expect(full).toMatch(ONE_LINE)
    expect(full).toMatch(
      /^Moving the database to PostgreSQL \d+ takes \d+ MB .* and 1 MB are free; nothing was changed/,
    )
    expect(readdirSync(dataDir)).not.toContain('postgres.moving')

    const failing = async () =>
      Promise.reject(new Error('The table users does not hold what it held'))
    expect(await refusalOf({ dataDir, copyDatabase: failing })).toContain(
      'The table users does not',
    )
    expect(readdirSync(dataDir)).not.toContain('postgres.moving')
    expect(version(dataDir)).toBe(old!.major)
    await startAndCompare(dataDir)
  },
)

test.runIf(HAS_OLD)('a table of somebody else is not left behind without a word', async () => {
  const dataDir = await dataFolder()
  await onOldServer(dataDir, async (source) => {
    const client = new pg.Client(source)
    await client.connect()
    await client.query('create table commissions (agent text)')
    await client.end()
  })
  expect(await refusalOf({ dataDir, copyDatabase })).toMatch(
    /also holds the table commissions, which is not Front Desk's/,
  )
  expect(version(dataDir)).toBe(old!.major)
})

test.each([
  ['9', /install PostgreSQL 9 too .*Nothing was changed/],
  [
    '99',
    /was made by PostgreSQL 99, and this Front Desk needs .*start the Front Desk that made it/,
  ],
])('a database of PostgreSQL %s is refused in one line', async (major, says) => {
  const dataDir = newFolder()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), `${major}\n`)
  const refusal = await refusalOf({ dataDir, copyDatabase })
  expect(refusal).toMatch(ONE_LINE)
  expect(refusal).toMatch(says)
  expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['PG_VERSION'])
})
