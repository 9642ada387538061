/**
 * `npm run bench:evidence`: a pack about 200 people and their 50,000 acknowledgments is made, beside people who
 * read policies; the server's memory hardly notices, and the pack's own verifier accepts it.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { execPath } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { EvidencePack } from '@frontdesk/contract/evidence-packs'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { type ApiClient, apiClient } from '../server/src/testing/api-client.ts'
import { fillRecords } from './evidence-records.ts'
import { MemoryWatch } from './memory-watch.ts'
import { idOf } from './obligations-load.ts'
import { didHold, tell } from './promises.ts'
import { withDatabase } from './running-database.ts'
import { createFirstAdmin } from './sign-in.ts'
import { exitCodeOf, sized } from './size.ts'
import { type StartedServer, startBuilt } from './started-server.ts'

const PEOPLE = sized(200, 10)
const POLICIES = sized(250, 4)
/** Of the smaller pack that is made first. */
const FEW_POLICIES = sized(50, 2)
const MOST_SECONDS = 60
/** As large as the server needs it: in a larger one V8 leaves what nobody holds any more, which looks like growth. */
const SMALL_HEAP = '--max-old-space-size=96 --max-semi-space-size=2'
const MOST_GROWTH_MEGABYTES = 48
/** Five times the records may take so much more memory. */
const MOST_MEGABYTES_MORE = 24
/** Nobody waits longer than this while it is made; where other work holds the machine, than twice as long as right before. */
const MOST_MILLISECONDS = 250
const MOST_TIMES_AS_LONG = 2
const CALLS_BEFORE = sized(150, 5)

await buildIfNeeded()
const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
let server: StartedServer | undefined
try {
  server = await startBuilt('main', { DATA_DIR: dataDir, NODE_OPTIONS: SMALL_HEAP })
  process.exitCode = exitCodeOf(await measure(server))
} finally {
  await server?.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}

async function measure({ url, pid }: StartedServer): Promise<boolean> {
  const { token } = await createFirstAdmin(url)
  const api = apiClient(url).as({ token })
  await withDatabase(dataDir, async (db) => fillRecords(db, PEOPLE, POLICIES))
  // What the first pack loads is no growth.
  await make(api, { user_ids: [(await api('GET /users/me')).body.id] })
  const fewMemory = new MemoryWatch(pid)
  await fewMemory.start()
  const { before } = fewMemory
  const few = await make(api, {
    item_ids: Array.from({ length: FEW_POLICIES }, (_, n) => idOf.item(n + 1)),
  })
  const fewGrowth = fewMemory.stop()
  const memory = new MemoryWatch(pid)
  await memory.start()
  const ask = async () => {
    const asked = performance.now()
    await api('GET /policies', { query: { limit: 20 } })
    return performance.now() - asked
  }
  const alone: number[] = []
  while (alone.length < CALLS_BEFORE) {
    alone.push(await ask())
    await delay(100)
  }
  const waits: number[] = []
  const load = loadavg()[0]!
  const started = performance.now()
  const pack = await make(api, {}, async () => void waits.push(await ask()))
  const seconds = (performance.now() - started) / 1000
  const growth = memory.stop() + memory.before - before
  refuseUnless(few, FEW_POLICIES)
  refuseUnless(pack, POLICIES)
  const megabytes = ((pack.file_size ?? 0) / 2 ** 20).toFixed(1)
  console.log(
    `pack: ${pack.records} records, ${megabytes} MB; from ${before.toFixed(0)} MB of memory; load ${load.toFixed(1)}`,
  )
  tell('made', seconds, MOST_SECONDS, 's')
  tell('memory grew by', growth, MOST_GROWTH_MEGABYTES, 'MB')
  tell(`of that beyond ${few.records} records`, growth - fewGrowth, MOST_MEGABYTES_MORE, 'MB')
  console.log(
    `  others before: half within ${half(alone).toFixed(0)} ms, the slowest of ${alone.length} ${Math.max(...alone).toFixed(0)} ms`,
  )
  tell(
    `others meanwhile: half within ${half(waits).toFixed(0)} ms, the slowest of ${waits.length} calls`,
    Math.max(...waits),
    Math.max(MOST_MILLISECONDS, Math.round(MOST_TIMES_AS_LONG * Math.max(...alone))),
  )
  await verify(url, token, pack)
  console.log(didHold() ? 'Holds.' : 'Does not hold.')
  return didHold()
}

function half(times: number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1]!
}

function refuseUnless(pack: EvidencePack, policies: number): void {
  if (pack.state !== 'ready') throw new Error(`It failed: ${pack.reason}`)
  if (pack.records !== PEOPLE * policies)
    throw new Error(`It should have ${PEOPLE * policies} records`)
}

/** @param meanwhile is done over and over until it is made */
async function make(
  api: ApiClient,
  body: { user_ids?: string[]; item_ids?: string[] },
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<EvidencePack> {
  const { id } = (await api('POST /admin/evidence', { body })).body
  for (;;) {
    await meanwhile()
    await delay(100)
    const { body: pack } = await api('GET /admin/evidence/:id', { params: { id } })
    if (!['waiting', 'working'].includes(pack.state)) return pack
  }
}

/** @throws where the verifier that the build has does not accept it */
async function verify(url: string, token: string, { id }: EvidencePack): Promise<void> {
  const answer = await fetch(`${url}/api/v1/admin/evidence/${id}/file`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const path = join(dataDir, 'pack.zip')
  await writeFile(path, Buffer.from(await answer.arrayBuffer()))
  const program = fileURLToPath(new URL('../server/dist/verify.mjs', import.meta.url))
  const started = performance.now()
  const { stdout } = await promisify(execFile)(execPath, [program, path])
  const seconds = (performance.now() - started) / 1000
  console.log(`verify.mjs: ${stdout.trim().split('\n').at(-1)} (${seconds.toFixed(1)} s)`)
}
