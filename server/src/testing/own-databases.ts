import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, inject } from 'vitest'
import { connect, type ConnectionSource } from '../db/connect.ts'

/** What the tests of this file have made so far. */
const made: string[] = []

/** A clone of the migrated database, for as long as the tests of one file run. */
export async function cloneDatabase(): Promise<ConnectionSource> {
  const postgres = inject('postgres')
  const database = `test_${uuidv7().replaceAll('-', '')}`
  const admin = connect(postgres, 1, () => undefined)
  await sql`create database ${sql.id(database)} template ${sql.id(inject('template'))}`.execute(
    admin,
  )
  await admin.destroy()
  made.push(database)
  return { ...postgres, database }
}

/** Hundreds of them would fill the memory that they are in. What somebody still holds goes with the rest. */
afterAll(async () => {
  if (made.length === 0) return
  const admin = connect(inject('postgres'), 1, () => undefined)
  const { rows } = await sql<{ datname: string }>`
    select datname from pg_database where datname = any(${made.splice(0)})
      and not exists (
        select from pg_stat_activity where pg_stat_activity.datname = pg_database.datname
          and backend_type = 'client backend'
      )
  `.execute(admin)
  for (const { datname } of rows) {
    // Without force: that needs more than an owner's rights where autovacuum is at work, and this makes it stop.
    await sql`drop database ${sql.id(datname)}`.execute(admin)
  }
  await admin.destroy()
})
