/**
 * `npm run keep-release`: keeps this program's schema, and a brokerage in it, for the tests of upgrades. They bring
 * every release that is kept to whatever schema comes later (docs/decisions/0100-upgrades-step-by-step.md).
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { readDemoConfig } from '../src/config.ts'
import { connect } from '../src/db/connect.ts'
import { startEmbeddedPostgres } from '../src/db/embedded/start.ts'
import { migrate } from '../src/db/migrate.ts'
import { migrationsDir } from '../src/paths.ts'
import { keepRelease, type Release, releasesDir } from '../src/testing/releases.ts'
import { fillIfEmpty } from './fill.ts'

const [name = new Date().toISOString().slice(0, 10)] = process.argv.slice(2)
if (!/^[\w.-]+$/.test(name)) throw new Error('Usage: npm run keep-release -- [name, else the day]')

const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-release-'))
const postgres = await startEmbeddedPostgres({ dataDir })
const db = connect(postgres.connection, 2, () => undefined)
const client = new Client(postgres.connection)
try {
  await migrate(db)
  await fillIfEmpty(db, { ...readDemoConfig(), dataDir })
  await client.connect()
  const release: Release = { name, steps: await readSteps(), ...(await keepRelease(client)) }
  const file = join(releasesDir, `${name}.json.gz`)
  await writeFile(file, gzipSync(JSON.stringify(release), { level: 9 }))
  process.stdout.write(`Kept the schema and ${release.tables.length} tables in ${file}\n`)
} finally {
  await client.end()
  await db.destroy()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** The steps as they are now: whoever changes one later changes no installation that has taken it. */
async function readSteps(): Promise<Release['steps']> {
  const files = (await readdir(migrationsDir)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => ({
      name: file.replace(/\.sql$/, ''),
      text: await readFile(join(migrationsDir, file), 'utf8'),
    })),
  )
}
