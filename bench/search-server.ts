import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { connect } from '../server/src/db/connect.ts'
import { findEmbeddedPostgres } from '../server/src/db/embedded/start.ts'
import { type ApiClient, apiClient } from '../server/src/testing/api-client.ts'
import { makeItems, makeKeystrokes } from './search-items.ts'
import { createFirstAdmin } from './sign-in.ts'
import { sized } from './size.ts'
import { startBuilt } from './started-server.ts'

export const POLICIES = sized(10_000, 500)
const SAVES = sized(40, 2)
const SEARCHES_A_SECOND = 50

export interface ServerReport {
  /** Milliseconds from a keystroke to its answer as the client sees it, one after the other. */
  p50: number
  p95: number
  /** The longest time, in seconds, from the answer to a save until a search finds it. */
  worst: number
}

/** Asks a server with 10,000 policies; then saves further ones while 50 searches a second run. */
export async function measureServer(): Promise<ServerReport> {
  await buildIfNeeded()
  const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
  const server = await startBuilt('main', { DATA_DIR: dataDir })
  try {
    const { token } = await createFirstAdmin(server.url)
    const api = apiClient(server.url).as({ token })
    await fill(dataDir)
    await api('POST /search/refresh')
    const answers = await measureAnswers(api)
    const stopSearching = searchAllTheTime(api)
    let worst = 0
    for (let number = 0; number < SAVES; number += 1)
      worst = Math.max(worst, await saveAndFind(api))
    await stopSearching()
    return { ...answers, worst }
  } finally {
    await server.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function fill(dataDir: string): Promise<void> {
  const connection = await findEmbeddedPostgres(dataDir)
  if (!connection) throw new Error('The server is not running')
  const db = connect(connection, 1, () => undefined)
  for (let from = 0; from < POLICIES; from += 500) {
    await db.transaction().execute(async (tx) => {
      const items = makeItems(from, from + 500).map((item) => ({ ...item, id: randomUUID() }))
      const version = { version: 1, content_sha256: Buffer.alloc(32), material: true }
      await tx
        .insertInto('policies')
        .values(
          items.map(({ id, description, category }) => ({
            id,
            description,
            category,
            current_version: 1,
            material_version: 1,
          })),
        )
        .execute()
      await tx
        .insertInto('policy_versions')
        .values(
          items.map(({ id, title, body }) => ({ ...version, policy_id: id, title, content: body })),
        )
        .execute()
    })
  }
  await sql`analyze`.execute(db)
  await db.destroy()
}

async function measureAnswers(api: ApiClient): Promise<{ p50: number; p95: number }> {
  const keystrokes = makeKeystrokes(POLICIES, sized(undefined, 2))
  const times: number[] = []
  for (const query of keystrokes) {
    const asked = performance.now()
    await api('GET /search', { query: { query } })
    times.push(performance.now() - asked)
  }
  // The first ones wait for the compiler.
  const counted = times.slice(times.length / 4).toSorted((a, b) => a - b)
  const at = (share: number) => counted[Math.floor(counted.length * share)]!
  return { p50: at(0.5), p95: at(0.95) }
}

/** Returns what ends it, and throws where a search has failed. */
function searchAllTheTime(api: ApiClient): () => Promise<void> {
  const keystrokes = makeKeystrokes(POLICIES)
  const running: Promise<unknown>[] = []
  const timer = setInterval(() => {
    const query = keystrokes[running.length % keystrokes.length]!
    running.push(api('GET /search', { query: { query } }))
  }, 1000 / SEARCHES_A_SECOND)
  return async () => {
    clearInterval(timer)
    await Promise.all(running)
  }
}

async function saveAndFind(api: ApiClient): Promise<number> {
  const word = `q${randomUUID().replaceAll('-', '')}`
  await api('POST /policies', { body: { title: `Bench ${word}`, content: 'Found at once.' } })
  const saved = performance.now()
  for (;;) {
    const { body } = await api('GET /search', { query: { query: word } })
    if (body.policies.length > 0) return (performance.now() - saved) / 1000
    await setTimeout(5)
  }
}
