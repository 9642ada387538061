import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, execPath } from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { CurrentUser } from '@frontdesk/contract/users'
import { sql } from 'kysely'
import { connect, type Db } from '../server/src/db/connect.ts'
import { findEmbeddedPostgres } from '../server/src/db/embedded/start.ts'
import { type ApiClient, apiClient } from '../server/src/testing/api-client.ts'
import { passDays } from '../server/src/testing/pass-days.ts'

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const LISTENING = /^Front Desk is listening on (\S+)$/
const PASSWORD = 'a brass bell on the desk'

/** Somebody with an account; `api` calls as them. */
export interface Account {
  email: string
  password: string
  token: string
  user: CurrentUser
  api: ApiClient
}

/** A built server with a data folder of its own. */
export interface Desk {
  /** Such as `http://127.0.0.1:41234`; stays the same over a restart. */
  url: string
  /** Calls as nobody. */
  api: ApiClient
  /** Signs somebody up and in, over the API. The first of all becomes the admin. */
  createAccount(person?: {
    first_name?: string
    last_name?: string
    email?: string
  }): Promise<Account>
  /** Ends it by a signal, such as SIGKILL, and resolves when it is gone. */
  kill(signal: NodeJS.Signals): Promise<void>
  /** Starts it again on the same address and data. */
  restart(): Promise<void>
  /** As if so many days had passed since all that happened. */
  passDays(days: number): Promise<void>
  /** As if everybody had signed in so many minutes earlier. */
  ageSessions(minutes: number): Promise<void>
  /** As if a job of this kind had been tried to the end, in vain. */
  giveUpJob(name: string, error: string): Promise<void>
  /** Ends it and removes its data. */
  remove(): Promise<void>
}

const newDataDir = async () => mkdtemp(join(tmpdir(), 'front-desk-e2e-'))

/**
 * Starts a server on an empty data folder and stops it: what it leaves, desks begin with. A database that is
 * made and migrated for each costs as much as all else of a start.
 */
export async function prepareDesks(): Promise<() => Promise<void>> {
  const dataDir = await newDataDir()
  const server = await startServer(dataDir, '0', {})
  await server.kill('SIGTERM')
  env.STARTED_ONCE = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}

/** Starts a server where nobody has signed up, on a free port; `settings` are further variables. */
export async function startDesk(settings: Record<string, string> = {}): Promise<Desk> {
  const dataDir = await newDataDir()
  if (env.STARTED_ONCE) await cp(env.STARTED_ONCE, dataDir, { recursive: true })
  let running = await startServer(dataDir, '0', settings)
  const { url } = running
  const api = apiClient(url)
  let people = 0
  return {
    url,
    api,
    createAccount: (person = {}) => {
      people += 1
      return createAccount(api, { email: `person-${people}@example.com`, ...person })
    },
    kill: (signal) => running.kill(signal),
    restart: async () => {
      running = await startServer(dataDir, new URL(url).port, settings)
    },
    passDays: async (days) => withDatabase(dataDir, (db) => passDays(db, days)),
    ageSessions: async (minutes) =>
      withDatabase(dataDir, async (db) => {
        const passed = sql`${minutes} * interval '1 minute'`
        await sql`
          update sessions set created_at = created_at - ${passed}, confirmed_at = confirmed_at - ${passed}
        `.execute(db)
      }),
    giveUpJob: async (name, error) =>
      withDatabase(dataDir, async (db) => {
        await sql`
          insert into graphile_worker._private_tasks (identifier) values (${name})
          on conflict do nothing
        `.execute(db)
        await sql`
          insert into graphile_worker._private_jobs (task_id, attempts, max_attempts, last_error)
          select id, 25, 25, ${error}::text from graphile_worker._private_tasks
          where identifier = ${name}
        `.execute(db)
      }),
    remove: async () => {
      await running.kill('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function withDatabase(dataDir: string, work: (db: Db) => Promise<void>): Promise<void> {
  const source = await findEmbeddedPostgres(join(dataDir, 'data'))
  if (!source) throw new Error('The desk has no database of its own')
  const db = connect(source, 1, () => undefined)
  await work(db)
  await db.destroy()
}

async function startServer(dataDir: string, port: string, settings: Record<string, string>) {
  const preload = ['--import', fromRoot('scripts/end-with-parent.mjs')]
  const child = spawn(execPath, [...preload, fromRoot('server/dist/main.js')], {
    // Neither the developer's settings nor their .env reach it.
    cwd: dataDir,
    env: {
      PATH: env.PATH,
      HOME: env.HOME,
      HOST: '127.0.0.1',
      PORT: port,
      DATA_DIR: join(dataDir, 'data'),
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    const lines: string[] = []
    createInterface(child.stdout).on('line', (line) => {
      const match = LISTENING.exec(line)
      if (match?.[1]) resolve(match[1])
      else lines.push(line)
    })
    child.once('exit', (code) =>
      reject(new Error(`The server ended with ${code} before it listened.\n${lines.join('\n')}`)),
    )
  })
  return {
    url,
    kill: async (signal: NodeJS.Signals) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}

async function createAccount(
  api: ApiClient,
  person: { first_name?: string; last_name?: string; email: string },
): Promise<Account> {
  const { email } = person
  const names = { first_name: 'Pat', last_name: 'Doyle' }
  const signup = await api('POST /auth/signup', {
    body: { ...names, ...person, password: PASSWORD },
  })
  if (signup.status !== 201) throw new Error(`Sign-up failed: ${JSON.stringify(signup.body)}`)
  const login = await api('POST /auth/login', { body: { email, password: PASSWORD } })
  if (login.status !== 200) throw new Error(`Sign-in failed: ${JSON.stringify(login.body)}`)
  const { token, user } = login.body
  return { email, password: PASSWORD, token, user, api: api.as({ token }) }
}
