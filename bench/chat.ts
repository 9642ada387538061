/**
 * `npm run bench:chat`: what is promised of conversations. Parts by name: `-- checker speed floods`; the checker
 * prints its seed, and takes one: `-- checker --seed=7 --messages=2000`.
 */
import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { argv } from 'node:process'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { connect, type Db } from '../server/src/db/connect.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded/start.ts'
import { checkConversations } from './chat-checker.ts'
import { measureFloods } from './chat-floods.ts'
import { measureIdle, measurePages, measureRoom, measureThroughput } from './chat-speed.ts'
import { requirePgBouncer } from './pgbouncer.ts'
import { sized } from './size.ts'
import { startBuilt, type StartedServer } from './started-server.ts'

const numberOf = (name: string) =>
  Number(argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1]) || undefined
const named = argv.slice(2).filter((word) => !word.startsWith('--'))
const wants = (part: string) => named.length === 0 || named.includes(part)

if (wants('checker')) requirePgBouncer()
await buildIfNeeded()
const folder = await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-bench-')))
await chmod(folder, 0o755)
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database') })
// PgBouncer is another user, and needs to get to the socket.
await chmod(join(folder, 'database'), 0o711)
let holds = true
try {
  if (wants('checker')) {
    const seed = numberOf('seed') ?? randomInt(1, 2 ** 31)
    const messages = numberOf('messages') ?? sized(20_000, 200)
    holds = await checkConversations(folder, postgres.connection, { seed, messages })
  }
  if (wants('speed')) holds = (await measureSpeed()) && holds
  if (wants('floods')) holds = (await withServer(measureFloods)) && holds
  console.log(holds ? 'Holds.' : 'Does not hold.')
} catch (error) {
  console.log(error instanceof Error ? error.message : error)
  holds = false
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
process.exitCode = holds ? 0 : 1

function databaseAddress(): string {
  const { host, port, user, database } = postgres.connection
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

/** With a server of its own, which has done nothing else before. */
async function withServer(
  measure: (db: Db, server: StartedServer) => Promise<boolean>,
): Promise<boolean> {
  const settings = {
    DATA_DIR: join(folder, 'six'),
    LOG_LEVEL: 'fatal',
    DATABASE_URL: databaseAddress(),
  }
  const server = await startBuilt('main', settings)
  const db = connect(postgres.connection, 4, () => undefined)
  try {
    return await measure(db, server)
  } finally {
    await db.destroy()
    await server.end('SIGTERM')
  }
}

async function measureSpeed(): Promise<boolean> {
  const address = databaseAddress()
  const start = (name: string, level: 'fatal' | 'info') =>
    startBuilt('main', { DATA_DIR: join(folder, name), LOG_LEVEL: level, DATABASE_URL: address })
  const servers = [await start('three', 'fatal'), await start('four', 'fatal')]
  // Its log says how long it took.
  const telling = await start('five', 'info')
  const db = connect(postgres.connection, 4, () => undefined)
  try {
    const results = [
      await measureIdle(db, servers[1]!),
      await measureRoom(db, servers),
      await measureThroughput(db, servers[0]!, postgres.connection),
      await measurePages(db, telling),
    ]
    return results.every(Boolean)
  } finally {
    await db.destroy()
    for (const server of [...servers, telling]) await server.end('SIGTERM')
  }
}
