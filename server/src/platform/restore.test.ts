import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { connect, type ConnectionSource, type Db } from '../db/connect.ts'
import { migrate, type Migrations, readMigrations } from '../db/migrate.ts'
import { verifyChainWithin } from '../features/policies/verify-chain.actions.ts'
import {
  changeManifest,
  contentOf,
  createDatabase,
  databaseOf,
  type Entries,
  restoreInto,
  rewriteBackup,
  testFolder,
  withDatabase,
} from '../testing/backups.ts'
import { createMember, createPolicy, type Member, signIn } from '../testing/factories.ts'
import { startTestServer } from '../testing/test-server.ts'
import { writeBackup } from './backup.ts'
import { Fingerprint, type ManifestTable } from './backup-manifest.ts'
import { verifyBackup } from './backup-verify.ts'
import type { RestoreOptions } from './restore.ts'

/** A step that a later program might have. */
const LATER = '29990101T0000_add_nickname'
const laterMigrations = async (): Promise<Migrations> => ({
  ...(await readMigrations()),
  [LATER]: {
    up: async (tx: Kysely<unknown>) => {
      await sql`alter table users add nickname text`.execute(tx)
      await sql`update users set nickname = lower(first_name)`.execute(tx)
      await sql`alter table users alter nickname set not null`.execute(tx)
    },
  },
})

let source: ConnectionSource
let admin: Member
let made: string
/** A copy of the backup for each test. */
let file: string

beforeAll(async () => {
  made = join(await mkdtemp(join(tmpdir(), 'frontdesk-restore-')), 'desk.fdb')
  const server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
  const { id } = await createPolicy(server.api.as(admin))
  await server.api.as(admin)('POST /policies/:id/acknowledge', {
    params: { id },
    body: { version: 1 },
  })
  source = server.connection
  await server.stop()
  await writeBackup(source, made)
})
afterAll(() => rm(dirname(made), { recursive: true, force: true }))
beforeEach(async () => {
  file = join(await testFolder(), 'desk.fdb')
  await copyFile(made, file)
})

/** Makes a table's bytes those of `change`, and the manifest agree. */
async function rewriteTable(name: string, change: (text: string) => string): Promise<void> {
  const update = (entries: Entries) => {
    const entry = entries.find((part) => part.name === `tables/${name}/000001`)!
    entry.content = Buffer.from(change(entry.content.toString('utf8')))
    const fingerprint = new Fingerprint()
    fingerprint.add(entry.content)
    changeManifest(entries, ({ tables }) =>
      Object.assign(
        tables.find((table) => table.name === name)!,
        fingerprint.end(),
      ),
    )
  }
  await rewriteBackup(file, `${file}.new`, update)
  await rename(`${file}.new`, file)
}

/** Why the file is refused; the database is as it was then, and good for a restore. */
async function refusalOf(options: Partial<RestoreOptions> = {}): Promise<string> {
  const target = await createDatabase()
  const before = await contentOf(target)
  const refusal = await restoreInto(target, file, options).then(
    () => 'It was restored',
    (error: Error) => error.message,
  )
  expect(await contentOf(target)).toEqual(before)
  await restoreInto(target, made)
  expect(await contentOf(target)).toEqual(await contentOf(source))
  return refusal
}

test('An installation with people is refused and stays as it is', async () => {
  const before = await contentOf(source)
  await expect(restoreInto(source, file)).rejects.toThrow('There are people in this installation')
  expect(await contentOf(source)).toEqual(before)
})

test('A database on which a server runs is refused', async () => {
  const server = await startTestServer()
  try {
    await expect(restoreInto(server.connection, file)).rejects.toThrow('Front Desk is running')
  } finally {
    await server.stop()
  }
  await restoreInto(server.connection, file)
})

test('Somebody who signs up at that moment is not lost', async () => {
  const target = await createDatabase()
  const signUp = new pg.Client(target)
  await signUp.connect()
  await signUp.query('begin')
  await signUp.query(
    "insert into users (id, first_name, last_name, email) values (gen_random_uuid(), 'Eve', 'First', 'eve@example.com')",
  )
  const restoring = restoreInto(target, file)
  restoring.catch(() => undefined)
  const waiting = async () =>
    (await signUp.query("select from pg_locks where not granted and relation = 'users'::regclass"))
      .rowCount
  await expect.poll(waiting).toBe(1)
  await signUp.query('commit')
  await signUp.end()
  await expect(restoring).rejects.toThrow('There are people in this installation')
  await withDatabase(target, async (db) => {
    const users = await db.selectFrom('users').select('email').execute()
    expect(users).toEqual([{ email: 'eve@example.com' }])
  })
})

test('A backup of a newer program is refused', async () => {
  const target = await createDatabase()
  const later = await createDatabase({ copyOf: source })
  await withDatabase(later, async (db) => migrate(db, { migrations: await laterMigrations() }))
  const newer = `${file}.newer`
  await writeBackup(later, newer)
  const before = await contentOf(target)
  await expect(restoreInto(target, newer)).rejects.toThrow(
    new RegExp(`newer Front Desk.*${LATER}.*update`),
  )
  expect(await contentOf(target)).toEqual(before)
})

test('A database of a newer program is refused', async () => {
  const target = await createDatabase()
  await withDatabase(target, async (db) => migrate(db, { migrations: await laterMigrations() }))
  const before = await contentOf(target)
  await expect(restoreInto(target, file)).rejects.toThrow('made by a newer Front Desk')
  expect(await contentOf(target)).toEqual(before)
})

test('A backup of an older program is restored and brought up to date', async () => {
  const migrations = await laterMigrations()
  const started = await createDatabase()
  const upToDate = await createDatabase()
  await withDatabase(upToDate, (db) => migrate(db, { migrations }))
  const blank = await createDatabase({ blank: true })
  for (const target of [started, upToDate, blank]) {
    await restoreInto(target, file, {
      migrations,
      finish: async (db) => {
        expect(await verifyChainWithin(db)).toMatchObject({ intact: true, records: 1 })
      },
    })
    await withDatabase(target, async (db) => {
      const { rows } = await sql`select name, nickname from users`.execute(db)
      expect(rows).toEqual([{ name: 'Ada Broker', nickname: 'ada' }])
      const { rows: steps } = await sql`select name from kysely_migration order by 1`.execute(db)
      expect(steps.map((step) => (step as { name: string }).name)).toEqual(Object.keys(migrations))
      await expect(sql`delete from audit_events`.execute(db)).rejects.toThrow('append-only')
    })
    const { users: _, ...others } = await contentOf(target)
    expect(await contentOf(source)).toMatchObject(others)
  }
})

test('Into a blank database', async () => {
  const blank = await createDatabase({ blank: true })
  await restoreInto(blank, file)
  expect(await contentOf(blank)).toEqual(await contentOf(source))
  const server = await startTestServer({ connection: blank })
  await signIn(server.api, admin.email)
  await server.stop()
})

test('What somebody else keeps in the database is neither lost nor needed', async () => {
  const mixed = await createDatabase({ copyOf: source })
  await withDatabase(mixed, (db) => sql`create table notes as select 1 as n`.execute(db))
  const second = `${file}.second`
  await writeBackup(mixed, second)
  const target = await createDatabase()
  expect(await restoreInto(target, second)).toEqual(['notes'])
  expect(await contentOf(target)).toEqual(await contentOf(source))

  const shared = await createDatabase()
  await withDatabase(shared, (db) => sql`create table notes as select 2 as n`.execute(db))
  const before = await contentOf(shared)
  const migrations = await laterMigrations()
  await expect(restoreInto(shared, file, { migrations })).rejects.toThrow('table notes')
  expect(await contentOf(shared)).toEqual(before)
})

test('Counters go on where they were', async () => {
  const target = await createDatabase()
  const counting = await createDatabase({ copyOf: source })
  for (const place of [counting, target]) {
    await withDatabase(place, (db) => sql`create sequence "Tickets"`.execute(db))
  }
  await withDatabase(counting, (db) =>
    sql`select nextval('"Tickets"') from generate_series(1, 41)`.execute(db),
  )
  const second = `${file}.second`
  await writeBackup(counting, second)
  await restoreInto(target, second)
  await withDatabase(target, async (db) => {
    const { rows } = await sql`select nextval('"Tickets"') as next`.execute(db)
    expect(rows).toEqual([{ next: 42 }])
  })
})

test('Tables that point at each other are loaded where their keys can wait', async () => {
  const tables = async (db: Db, keys: string) => {
    await sql`create table hens (id int primary key, egg int not null)`.execute(db)
    await sql`create table eggs (id int primary key, hen int not null references hens)`.execute(db)
    await sql`insert into hens values (1, 1)`.execute(db)
    await sql`insert into eggs values (1, 1)`.execute(db)
    await sql.raw(`alter table hens add foreign key (egg) references eggs ${keys}`).execute(db)
  }
  const circle = await createDatabase({ copyOf: source })
  const target = await createDatabase()
  for (const place of [circle, target]) {
    await withDatabase(place, (db) => tables(db, 'deferrable initially immediate'))
  }
  const second = `${file}.second`
  await writeBackup(circle, second)
  await restoreInto(target, second)
  expect(await contentOf(target)).toEqual(await contentOf(circle))

  const stiff = await createDatabase({ copyOf: source })
  await withDatabase(stiff, (db) => tables(db, ''))
  await expect(writeBackup(stiff, `${file}.stiff`)).rejects.toThrow('each other: eggs, hens')
})

test('Data that breaks the rules of the schema is refused as a whole', async () => {
  await rewriteTable('policies', (text) => text + text)
  expect(await refusalOf()).toMatch('The table policies could not be loaded: duplicate key')
})

test('A reference to nothing is refused, also where it is checked late', async () => {
  // The last table of its circle; the key that points at it is deferred.
  await rewriteTable('policies', (text) => text.replace(/\t1\t1\t1\t/, '\t2\t1\t1\t'))
  expect(await refusalOf()).toMatch(
    'violates foreign key constraint "policies_current_version_fkey"',
  )
})

test('What the last look finds is refused as a whole', async () => {
  const finish = async () => {
    throw new Error('not sound')
  }
  expect(await refusalOf({ finish })).toMatch('not sound')
})

test('A table with other columns is refused', async () => {
  await rewriteBackup(file, `${file}.new`, (entries) =>
    changeManifest(entries, ({ tables }) => {
      const { columns } = tables.find(({ name }) => name === 'settings') as ManifestTable
      columns[columns.indexOf('testimonial_author')] = 'testimonial_writer'
    }),
  )
  await rename(`${file}.new`, file)
  expect(await refusalOf()).toMatch('The table settings has other columns')
})

test('A load that is interrupted leaves the database empty', async () => {
  const target = await createDatabase()
  const before = await contentOf(target)
  const other = connect(inject('postgres'), 1, () => undefined)
  const database = databaseOf(target)
  const endConnection = async ({ table }: { table: string }) => {
    if (table !== 'policy_versions') return
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${database} and backend_type = 'client backend'`.execute(other)
  }
  await expect(restoreInto(target, file, { onProgress: endConnection })).rejects.toThrow('was lost')
  await other.destroy()
  expect(await contentOf(target)).toEqual(before)
  await restoreInto(target, file)
  expect(await contentOf(target)).toEqual(await contentOf(source))
})

test('A file that is exchanged after it was checked is refused', async () => {
  const manifest = await verifyBackup(file)
  await writeBackup(await createDatabase(), `${file}.other`)
  await rename(`${file}.other`, file)
  expect(await refusalOf({ manifest })).toMatch('changed while it was read')
})
