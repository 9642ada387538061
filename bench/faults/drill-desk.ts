import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildIfNeeded } from '../../scripts/build-if-needed.mjs'
import { connect } from '../../server/src/db/connect.ts'
import { startEmbeddedPostgres } from '../../server/src/db/embedded/start.ts'
import { seeded } from '../chat-desk.ts'
import type { OpenDatabase } from '../crash-desk.ts'
import { withDatabase } from '../running-database.ts'
import { type Settings, type StartedServer, startBuilt } from '../started-server.ts'
import { type FilledDesk, fillWholeDesk } from './fill-desk.ts'
import { type Line, startLine } from './line.ts'
import { MixedLoad } from './mixed-load.ts'

/** A server with people at work, which something is about to happen to. */
export interface DrillDesk {
  folder: string
  dataDir: string
  /** The one that runs now. */
  server: StartedServer
  readonly url: string
  desk: FilledDesk
  load: MixedLoad
  settings: Settings
  open: OpenDatabase
  /** Between the server and its database, where that stands apart. */
  line: Line | null
  /** Where the files of the database are. */
  databaseFolder: string
  /** Starts it again, at the same address; returns after how many seconds it listened. */
  startAgain(): Promise<number>
  end(): Promise<void>
}

interface DeskOptions {
  seed: number
  /** The database stands apart, behind a line; else it is the embedded one. */
  apart?: boolean
  settings?: Record<string, string>
  /** In place of a new folder. */
  folder?: string
}

export async function openDesk({
  seed,
  apart = false,
  settings: more,
  folder: given,
}: DeskOptions): Promise<DrillDesk> {
  await buildIfNeeded()
  const folder = given ?? (await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-drill-'))))
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'data')
  const database = apart ? await startApart(join(folder, 'database')) : null
  const settings: Settings = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    ...database?.settings,
    ...more,
  }
  const server = await startBuilt('main', settings)
  const { port } = new URL(server.url)
  const open: OpenDatabase = database?.open ?? (async (work) => withDatabase(dataDir, work))
  const desk = await fillWholeDesk(server.url, open)
  const self: DrillDesk = {
    folder,
    dataDir,
    server,
    url: server.url,
    desk,
    load: new MixedLoad(desk, () => [self.url], seeded(seed)),
    settings: database ? { ...settings, DATABASE_URL: database.direct } : settings,
    open,
    line: database?.line ?? null,
    databaseFolder: join(apart ? join(folder, 'database') : dataDir, 'postgres'),
    startAgain: async () => {
      const started = performance.now()
      self.server = await startBuilt('main', { ...settings, PORT: port })
      return (performance.now() - started) / 1000
    },
    end: async () => {
      self.load.abandon()
      await self.server.end('SIGKILL')
      await database?.end()
      if (!given)
        await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
    },
  }
  return self
}

/** A PostgreSQL of its own, behind a line. */
async function startApart(dataDir: string) {
  const postgres = await startEmbeddedPostgres({ dataDir })
  const { host, port, user, database } = postgres.connection
  const line = await startLine({ path: join(host, `.s.PGSQL.${port}`) })
  const open: OpenDatabase = async (work) => {
    const db = connect(postgres.connection, 2, () => undefined)
    try {
      return await work(db)
    } finally {
      await db.destroy()
    }
  }
  return {
    line,
    open,
    direct: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    settings: { DATABASE_URL: `postgres://${user}@127.0.0.1:${line.port}/${database}` },
    end: async () => {
      line.end()
      await postgres.stop()
    },
  }
}

/** @throws where it does not hold within that time, naming what */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 60_000,
): Promise<void> {
  for (const deadline = performance.now() + withinMs; !(await holds()); await delay(50)) {
    if (performance.now() > deadline)
      throw new Error(`After ${withinMs / 1000} s, not yet: ${what}`)
  }
}

/** What the server says of itself; null where it says nothing. */
export async function readiness(url: string) {
  const started = performance.now()
  const answer = await fetch(`${url}/api/v1/health/ready`, {
    signal: AbortSignal.timeout(40_000),
  }).catch(() => null)
  if (!answer) return null
  await answer.arrayBuffer()
  const ms = Math.round(performance.now() - started)
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ms }
}
