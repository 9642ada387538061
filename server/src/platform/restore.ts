import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { type ConnectionSource, type Db, onClient } from '../db/connect.ts'
import { migrate, type Migrations, readMigrations } from '../db/migrate.ts'
import { withClient } from './backup-connection.ts'
import { BackupError, type Manifest, type OnProgress } from './backup-manifest.ts'
import { loadTables } from './backup-load.ts'
import { dropSchema, listObjects } from './backup-reset.ts'
import { COPY_SETTINGS, listTables } from './backup-tables.ts'

/** PostgreSQL may show the connections of a server that was just stopped a little longer. */
const LINGER_MS = 2000

export interface RestoreOptions {
  /** What `verifyBackup` said of the file. */
  manifest: Manifest
  /** Looks at the restored data before anything is kept, and may add to it; throws where it is not sound. */
  finish: (db: Db) => Promise<void>
  /** This program's own where left out. */
  migrations?: Migrations
  onProgress?: OnProgress
}

/**
 * Loads a verified backup into an installation without people, and brings it up to date. It is one
 * transaction: a failure, or a kill, leaves the database as it was.
 * @returns tables of the backup that are none of Front Desk's, which it left out
 * @throws BackupError, MigrationError
 */
export async function restoreBackup(
  source: ConnectionSource,
  file: string,
  options: RestoreOptions,
): Promise<string[]> {
  const migrations = options.migrations ?? (await readMigrations())
  refuseUnknownSchema(options.manifest, Object.keys(migrations))
  return withClient(source, async (client) => {
    await refuseRunningServer(client)
    await client.query('begin')
    await client.query(COPY_SETTINGS)
    const leftOut = await restoreWithin(client, file, { ...options, migrations })
    await client.query('commit')
    return leftOut
  })
}

function refuseUnknownSchema({ migrations, program }: Manifest, known: string[]): void {
  const unknown = migrations.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new BackupError(
      `The backup was made by a newer Front Desk (${program}; it has ${unknown}); please update this one`,
    )
  }
  if (migrations.some((name, index) => name !== known[index])) {
    throw new BackupError('The schema of the backup is not one that this Front Desk has ever had')
  }
}

/** The lock on `users` is what protects; this tells the operator why, and at once. */
async function refuseRunningServer(client: pg.Client): Promise<void> {
  const until = performance.now() + LINGER_MS
  while (await hasOthers(client)) {
    if (performance.now() > until) {
      throw new BackupError('Front Desk is running on this database; please stop it first')
    }
    await setTimeout(100)
  }
}

async function hasOthers(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ others: boolean }>(
    `select exists (
       select from pg_stat_activity
       where datname = current_database() and application_name = 'front-desk'
         and pid <> pg_backend_pid()
     ) as others`,
  )
  return rows[0]!.others
}

async function restoreWithin(
  client: pg.Client,
  file: string,
  { migrations, finish, ...options }: RestoreOptions & { migrations: Migrations },
): Promise<string[]> {
  const { manifest } = options
  const db = onClient(client)
  await migrate(db, { migrations, inTransaction: true })
  await refusePeople(client)
  const older = manifest.migrations.length < Object.keys(migrations).length
  const before = await listObjects(client)
  if (older) {
    await dropSchema(client)
    await migrate(db, { migrations, upTo: manifest.migrations.at(-1)!, inTransaction: true })
  }
  const wanted = await matchTables(client, manifest)
  await loadTables(client, file, { ...options, wanted })
  if (older) await migrate(db, { migrations, inTransaction: true })
  await refuseLoss(client, before)
  // Else queries are planned without knowing how much there is.
  await client.query('analyze')
  await finish(db)
  return manifest.tables.map(({ name }) => name).filter((name) => !wanted.has(name))
}

async function refusePeople(client: pg.Client): Promise<void> {
  await client.query('lock table users in access exclusive mode')
  const { rows } = await client.query<{ found: boolean }>(
    'select exists (select from users) as found',
  )
  if (rows[0]!.found) {
    throw new BackupError(
      'There are people in this installation already; a backup is restored into an empty one only',
    )
  }
}

/**
 * The tables to load: all of the schema, which must be as they were to the last column. The backup
 * may have more, which somebody else keeps in the same database.
 */
async function matchTables(client: pg.Client, { tables }: Manifest): Promise<Set<string>> {
  const here = await listTables(client)
  const there = new Map(tables.map(({ name, columns }) => [name, columns]))
  for (const { name, columns } of here) {
    const saved = there.get(name)
    if (!saved) throw new BackupError(`The backup does not have the table ${name}`)
    if (columns.toSorted().join() !== saved.toSorted().join()) {
      throw new BackupError(`The table ${name} has other columns in the backup than in its schema`)
    }
  }
  return new Set(here.map(({ name }) => name))
}

/** What was dropped for an older schema has to have come back: it was this program's own. */
async function refuseLoss(client: pg.Client, before: string[]): Promise<void> {
  const after = new Set(await listObjects(client))
  const lost = before.find((name) => !after.has(name))
  if (lost !== undefined) {
    throw new BackupError(
      `This database also holds something that is not Front Desk's (${lost}); an older backup needs an empty database`,
    )
  }
}
