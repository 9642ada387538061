import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { sql } from 'kysely'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connect } from '../db/connect.ts'
import { startEmbeddedPostgres } from '../db/embedded/start.ts'
import { migrate } from '../db/migrate.ts'
import { migrateJobs } from '../platform/jobs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server where tests may create databases. */
    postgres: pg.ClientConfig
    /** A migrated database to clone. */
    template: string
  }
}

/** It does not outlive the tests: nothing of it has to reach a disk. Those of crashes start their own. */
const SETTINGS = {
  max_connections: '200',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
}

/**
 * One PostgreSQL for all tests, with a migrated template that each test file clones. It is the
 * embedded one, or the one that TEST_DATABASE_URL names (`npm run test:external`).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-test-'))
  const external = env.TEST_DATABASE_URL
  const embedded = external ? null : await startEmbeddedPostgres({ dataDir, settings: SETTINGS })
  const postgres = external ? parse(external) : embedded!.connection
  const template = `frontdesk_template_${Date.now()}`
  const admin = connect(postgres, 1, () => undefined)
  await sql`create database ${sql.id(template)}`.execute(admin)
  const db = connect({ ...postgres, database: template }, 2, () => undefined)
  await migrate(db)
  await db.destroy()
  await migrateJobs({ ...postgres, database: template })
  project.provide('postgres', postgres)
  project.provide('template', template)

  return async () => {
    // The embedded one goes as a whole.
    if (external) await sql`drop database ${sql.id(template)}`.execute(admin)
    await admin.destroy()
    await embedded?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** What tests can copy and change the database of. */
function parse(address: string): pg.ClientConfig {
  const { host, port, user, password, database } = new pg.Client(address)
  return { host, port, user, password: password ?? undefined, database }
}
