/**
 * Installations of many people that benches fill once and measure: `--people=1000,10000` chooses the sizes,
 * `--keep=<folder>` keeps each in a folder of its own there, to be measured again without being filled.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv } from 'node:process'
import { connect, type Db } from '../server/src/db/connect.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../server/src/db/embedded/start.ts'
import type { EmbeddedConnection } from '../server/src/db/embedded/transport.ts'
import { insertSession } from '../server/src/http/session.ts'
import { idOf, type Report } from './obligations-load.ts'
import { onDatabase } from './on-database.ts'
import { lines } from './promises.ts'
import { createFirstAdmin } from './sign-in.ts'
import { isSmoke } from './size.ts'
import { startBuilt, type StartedServer } from './started-server.ts'

export interface LargeDesk {
  server: StartedServer
  db: Db
  /** Of an admin. */
  token: string
  people: number
}

export const option = (name: string) =>
  argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)

/** As the command asks for, or none. */
export const sizesAskedFor = option('people')?.split(',').map(Number)
export const SIZES = isSmoke ? [200] : (sizesAskedFor ?? [1000, 10_000])

const kept = option('keep')
/** In the folder of what is filled. */
const FILLED = 'bench-filled'
/** From so many people on PostgreSQL has the settings that docs/scaling.md asks for. */
const OF_ONES_OWN = 50_000
const SETTINGS = {
  shared_buffers: '6GB',
  effective_cache_size: '17GB',
  work_mem: '32MB',
  max_wal_size: '4GB',
}

export async function onFreshFolder(work: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
  try {
    await work(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

/** Works with a server on the installation of a size, which is filled first where it isn't yet. */
export async function onLargeDesk(
  people: number,
  fill: (db: Db, people: number, report: Report) => Promise<void>,
  work: (desk: LargeDesk) => Promise<void>,
): Promise<void> {
  const title = `${people.toLocaleString('en')} people`
  console.log(title)
  lines.push(title)
  const onFolder = async (dataDir: string) => {
    if (!existsSync(join(dataDir, FILLED))) {
      const started = performance.now()
      await onServer(dataDir, 0, async (server) => createFirstAdmin(server.url))
      await onDatabase(dataDir, async (db) => fill(db, people, (line) => console.log(line)))
      await writeFile(join(dataDir, FILLED), '')
      lines.push(`filled in ${((performance.now() - started) / 60_000).toFixed(1)} minutes`)
    }
    await onServer(dataDir, people, async (server, db) =>
      // What was filled long ago is asked for what wants a sign-in of now.
      work({ server, db, token: await signInAdmin(db), people }),
    )
  }
  await (kept === undefined ? onFreshFolder(onFolder) : onFolder(join(kept, String(people))))
}

/** Works with a server on a data folder: with its embedded PostgreSQL, or for many people one that has room. */
async function onServer(
  dataDir: string,
  people: number,
  work: (server: StartedServer, db: Db) => Promise<unknown>,
): Promise<void> {
  const own =
    people < OF_ONES_OWN ? undefined : await startEmbeddedPostgres({ dataDir, settings: SETTINGS })
  const server = await startBuilt('main', {
    DATA_DIR: own ? join(dataDir, 'of-the-server') : dataDir,
    ...(own && { DATABASE_URL: addressOf(own.connection) }),
  })
  const connection = own?.connection ?? (await findEmbeddedPostgres(dataDir))!
  const db = connect(connection, 4, () => undefined, { answerWithinMs: 0 })
  try {
    await work(server, db)
  } finally {
    await db.destroy()
    await server.end('SIGTERM')
    await own?.stop()
  }
}

/** A connection as `DATABASE_URL` takes it. */
export const addressOf = ({ host, port, user, database }: EmbeddedConnection) =>
  `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`

/** Sessions of the first so many people, by their tokens. */
export async function signInPeople(db: Db, many: number): Promise<string[]> {
  const tokens: string[] = []
  for (let n = 1; n <= many; n += 1) tokens.push(await signIn(db, idOf.person(n)))
  return tokens
}

async function signInAdmin(db: Db): Promise<string> {
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirstOrThrow()
  return signIn(db, id)
}

async function signIn(db: Db, userId: string): Promise<string> {
  const origin = { ip: '127.0.0.1', userAgent: 'bench', requestId: randomUUID() }
  return (await insertSession(db, { userId, rememberMe: true, origin })).token
}
