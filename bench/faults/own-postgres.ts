import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import process, { getuid } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { connect } from '../../server/src/db/connect.ts'
import type { EmbeddedConnection } from '../../server/src/db/embedded/transport.ts'
import type { OpenDatabase } from '../crash-desk.ts'

const ROOT = '/usr/lib/postgresql'
const START_WITHIN_MS = 60_000

/** The newest PostgreSQL of Debian's; undefined where there is none. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(ROOT) ? readdirSync(ROOT) : []
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0]
  return newest && join(ROOT, newest, 'bin')
}

/** A PostgreSQL as operators have it: nobody starts it again but who started it. */
export interface OwnPostgres {
  connection: EmbeddedConnection
  version: string
  open: OpenDatabase
  /** As `DATABASE_URL`, past every pooler. */
  url: string
  kill(): Promise<void>
  start(): Promise<void>
  end(): Promise<void>
}

/** @param env what its processes get of an environment */
export async function startOwnPostgres(
  folder: string,
  env: Record<string, string> = {},
): Promise<OwnPostgres> {
  const programs = postgresPrograms()!
  const [uid, gid] = ['-u', '-g'].map((what) =>
    Number(execFileSync('id', getuid?.() === 0 ? [what, 'postgres'] : [what]).toString()),
  ) as [number, number]
  const [cluster, socket] = [join(folder, 'cluster'), join(folder, 'socket')]
  for (const made of [folder, cluster, socket]) {
    mkdirSync(made, { recursive: true })
    chownSync(made, uid, gid)
  }
  const options = { uid, gid, cwd: folder, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } }
  const words = ['-D', cluster, '-U', 'frontdesk', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(join(programs, 'initdb'), words, { ...options, stdio: 'ignore' })
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const connection = {
    host: socket,
    port,
    user: 'frontdesk',
    database: 'frontdesk',
    ssl: false as const,
  }
  let child: ChildProcess | undefined
  let ended = Promise.resolve()
  const self: OwnPostgres = {
    connection,
    version: execFileSync(join(programs, 'postgres'), ['--version'], options).toString().trim(),
    url: `postgres://frontdesk@localhost/frontdesk?host=${encodeURIComponent(socket)}&port=${port}`,
    open: async (work) => {
      const db = connect(connection, 2, () => undefined)
      try {
        return await work(db)
      } finally {
        await db.destroy()
      }
    },
    start: async () => {
      const settings = ['-k', socket, '-c', 'listen_addresses=127.0.0.1', '-p', String(port)]
      for (const deadline = performance.now() + START_WITHIN_MS; ; await delay(100)) {
        const own = spawn(join(programs, 'postgres'), ['-D', cluster, ...settings], {
          ...options,
          env: { ...options.env, ...env },
          stdio: 'ignore',
        })
        child = own
        ended = new Promise((resolve) => own.once('exit', () => resolve()))
        if (await answers({ ...connection, database: 'postgres' }, own)) return
        // Those that a killed one left behind hold its memory for a moment.
        if (performance.now() > deadline) throw new Error('PostgreSQL does not start')
      }
    },
    kill: async () => {
      child?.kill('SIGKILL')
      await ended
    },
    end: async () => {
      // Its immediate shutdown: nobody needs the folder any more.
      child?.kill('SIGQUIT')
      await ended
    },
  }
  process.once('exit', () => child?.kill('SIGQUIT'))
  await self.start()
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  await client.query('create database frontdesk')
  await client.end()
  return self
}

/** Whether it takes connections, before it ends. */
async function answers(connection: EmbeddedConnection, own: ChildProcess): Promise<boolean> {
  while (own.exitCode === null && own.signalCode === null) {
    const client = new pg.Client(connection)
    client.on('error', () => undefined)
    try {
      await client.connect()
      return true
    } catch {
      await delay(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return false
}
