import pg from 'pg'
import { clientConfig, type ConnectionSource, type Db, onClient } from '../db/connect.ts'
import { migrate, type Migrations, readMigrations } from '../db/migrate.ts'
import { BackupError, type Manifest } from './backup-manifest.ts'
import { loadTables } from './backup-load.ts'
import { dropSchema, listObjects } from './backup-reset.ts'
import { COPY_SETTINGS, listTables } from './backup-tables.ts'

export interface RestoreOptions {
  /** What `verifyBackup` said of the file. */
  manifest: Manifest
  /** Looks at the restored data, before anything is kept; throws where it is not sound. */
  check: (db: Db) => Promise<void>
  /** This program's own where left out. */
  migrations?: Migrations
  onProgress?: (progress: { table: string; rows: number }) => void
}

/**
 * Loads a verified backup into an installation without people, and brings it up to date. It is one
 * transaction: a failure, or a kill, leaves the database as it was.
 * @throws BackupError, MigrationError
 */
export async function restoreBackup(
  source: ConnectionSource,
  file: string,
  options: RestoreOptions,
): Promise<void> {
  const migrations = options.migrations ?? (await readMigrations())
  refuseUnknownSchema(options.manifest, Object.keys(migrations))
  const client = new pg.Client(clientConfig(source))
  // A lost connection also fails the query that runs.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await refuseRunningServer(client)
    await client.query('begin')
    await client.query(COPY_SETTINGS)
    await restoreWithin(client, file, { ...options, migrations })
    await client.query('commit')
    // Else the first queries are planned without knowing how much there is.
    await client.query('analyze')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    throw new BackupError(`The backup could not be restored: ${error.message}`)
  } finally {
    // Without a commit this rolls back.
    await client.end()
  }
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
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and application_name = 'front-desk'
       and pid <> pg_backend_pid()`,
  )
  if (rows[0]!.others > 0) {
    throw new BackupError('Front Desk is running on this database; please stop it first')
  }
}

async function restoreWithin(
  client: pg.Client,
  file: string,
  options: RestoreOptions & { migrations: Migrations },
): Promise<void> {
  const { manifest, migrations, check } = options
  const db = onClient(client)
  await migrate(db, { migrations, inTransaction: true })
  await refusePeople(client)
  const older = manifest.migrations.length < Object.keys(migrations).length
  const before = await listObjects(client)
  if (older) {
    await dropSchema(client)
    await migrate(db, { migrations, upTo: manifest.migrations.at(-1)!, inTransaction: true })
  }
  await refuseOtherTables(client, manifest)
  await loadTables(client, file, options)
  if (older) await migrate(db, { migrations, inTransaction: true })
  await refuseLoss(client, before)
  await check(db)
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

/** The schema that the backup names must be the one that it was made of, to the last column. */
async function refuseOtherTables(client: pg.Client, { tables }: Manifest): Promise<void> {
  const inOrder = (list: { name: string; columns: string[] }[]) =>
    list.map(({ name, columns }) => `${name} (${columns.toSorted().join(', ')})`).toSorted()
  const here = inOrder(await listTables(client))
  const there = inOrder(tables)
  const odd =
    here.find((table) => !there.includes(table)) ?? there.find((table) => !here.includes(table))
  if (odd !== undefined) {
    throw new BackupError(`The tables of the backup are not those of its schema: ${odd}`)
  }
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
