import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { migrationsDir } from '../paths.ts'
import { describeSchema } from '../testing/described-schema.ts'
import { untilWaiting } from '../testing/locks.ts'
import { connect, type Db } from './connect.ts'
import { migrate, MigrationError, readMigrations } from './migrate.ts'

let admin: Db
let database: string
let nodes: Db[]

beforeEach(async () => {
  database = `migrate_${uuidv7().replaceAll('-', '')}`
  admin = connect(inject('postgres'), 1, () => undefined)
  await sql`create database ${sql.id(database)}`.execute(admin)
  nodes = []
})
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.destroy()))
  // Without force: that needs more than an owner's rights where autovacuum is at work, and this makes it stop.
  await sql`drop database ${sql.id(database)}`.execute(admin)
  await admin.destroy()
})

/** A program's own pool on the database. */
function openNode(size = 2): Db {
  const node = connect({ ...inject('postgres'), database }, size, () => undefined)
  nodes.push(node)
  return node
}

const appliedSteps = async (db: Db) => {
  const { rows } = await sql<{
    name: string
  }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

const files = async () =>
  (await readdir(migrationsDir)).sort().map((file) => file.replace(/\.sql$/, ''))

test('twelve programs that start at once on an empty database make one schema', async () => {
  const starting = Array.from({ length: 12 }, () => openNode())
  await Promise.all(starting.map((node) => migrate(node)))
  const [first] = starting as [Db]
  expect(await appliedSteps(first)).toEqual(await files())
  const { rows } = await sql`select from installation`.execute(first)
  expect(rows).toHaveLength(1)

  const alone = connect({ ...inject('postgres'), database: inject('template') }, 1, () => undefined)
  nodes.push(alone)
  expect(await describeSchema(first)).toEqual(await describeSchema(alone))
})

test('a second start changes nothing', async () => {
  const db = openNode()
  await migrate(db)
  const before = await describeSchema(db)
  const key = () => db.selectFrom('installation').select('csrf_key').executeTakeFirstOrThrow()
  const keyBefore = await key()
  await Promise.all([migrate(db), migrate(openNode())])
  expect(await describeSchema(db)).toEqual(before)
  expect(await key()).toEqual(keyBefore)
})

test('each installation has a key of its own', async () => {
  const db = openNode()
  await migrate(db)
  const template = connect(
    { ...inject('postgres'), database: inject('template') },
    1,
    () => undefined,
  )
  nodes.push(template)
  const keyOf = async (one: Db) =>
    (await one.selectFrom('installation').select('csrf_key').executeTakeFirstOrThrow()).csrf_key
  expect(await keyOf(db)).toHaveLength(32)
  expect(await keyOf(db)).not.toEqual(await keyOf(template))
})

test('a database of a newer program is refused by name and left as it is', async () => {
  const db = openNode()
  await migrate(db)
  const newer = '20991231T0000_create_holograms'
  await sql`insert into kysely_migration (name, timestamp) values (${newer}, 'now')`.execute(db)
  // The newer program has taken something away that ours would make again.
  await sql`drop view pending_policies cascade`.execute(db)
  const before = await describeSchema(db)
  await expect(migrate(db)).rejects.toThrow(MigrationError)
  await expect(migrate(db)).rejects.toThrow(
    /^The database was made by a newer Front Desk \(it has 20991231T0000_create_holograms\); nothing was changed\.[^\n]*$/,
  )
  expect(await describeSchema(db)).toEqual(before)
})

test.each([
  ['of payments', (number: number) => number <= 401 || number === 700],
  ['of conversations', (number: number) => number <= 805 || number === 900],
])('the release %s is brought to this one, whatever came in between', async (_, had) => {
  const node = openNode()
  const all = await readMigrations()
  const released = Object.entries(all).filter(
    ([name]) => name < '20261122T' || (name < '20261123T' && had(Number(name.slice(9, 13)))),
  )
  expect(released.length).toBeLessThan(Object.keys(all).length)
  await migrate(node, { migrations: Object.fromEntries(released) })
  await migrate(node)
  expect(await appliedSteps(node)).toEqual(await files())
  const anew = connect({ ...inject('postgres'), database: inject('template') }, 1, () => undefined)
  nodes.push(anew)
  expect(await describeSchema(node)).toEqual(await describeSchema(anew))
})

test('a step that fails leaves nothing behind, names itself, and can be tried again', async () => {
  const db = openNode()
  await sql`create table settings (in_the_way text)`.execute(db)
  await expect(migrate(db)).rejects.toThrow(
    /^The database could not be brought up to date \(step 20261121T1001_create_settings\): [^\n]*settings[^\n]*$/,
  )
  const { rows } = await sql`
    select from information_schema.tables where table_schema = 'public' and table_name = 'users'
  `.execute(db)
  expect(rows).toEqual([])
  await sql`drop table settings`.execute(db)
  await migrate(db)
  expect(await appliedSteps(db)).toEqual(await files())
})

test('an interrupted upgrade is taken up by the next start', async () => {
  const dying = openNode(1)
  const blocker = openNode(1)
  const beside = openNode(1)
  // The upgrade waits for this name, and dies waiting.
  let upgrade: Promise<unknown> | undefined
  await blocker.transaction().execute(async (tx) => {
    await sql`create table requirements (in_the_way text)`.execute(tx)
    upgrade = migrate(dying).catch((error: unknown) => error)
    await untilWaiting(beside, 1)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(tx)
    expect(await upgrade).toBeInstanceOf(Error)
    await sql`drop table requirements`.execute(tx)
  })
  const next = openNode()
  await migrate(next)
  expect(await appliedSteps(next)).toEqual(await files())
})

test('nobody can change or empty what is append-only, whatever the program does', async () => {
  const db = openNode()
  await migrate(db)
  for (const table of ['audit_events', 'policy_versions', 'policy_acknowledgments'])
    await expect(sql`truncate ${sql.table(table)} cascade`.execute(db)).rejects.toThrow(
      'append-only',
    )
})

test('an update that meets others at each other’s tables lets them pass, and goes on', async () => {
  const step = (text: string) => ({ up: async (db: Db) => void (await sql.raw(text).execute(db)) })
  const first = { '1': step('create table one (); create table two ()') }
  const db = openNode()
  await migrate(db, { migrations: first })
  const other = openNode(1)
  const beside = openNode(1)
  let update: Promise<unknown> | undefined
  // Whoever waited first is the one that PostgreSQL gives up: as a rule the update.
  await other
    .transaction()
    .execute(async (tx) => {
      await sql`lock table two`.execute(tx)
      update = migrate(db, {
        migrations: { ...first, '2': step('lock table one; alter table two add told text') },
      }).catch((error: unknown) => error)
      await untilWaiting(beside, 1)
      await sql`lock table one`.execute(tx)
    })
    .catch(() => undefined)
  expect(await update).toBeUndefined()
  expect(await appliedSteps(db)).toEqual(['1', '2'])
})

test('an update that others hold up says for whom it waits, and gives up with one line', async () => {
  const db = openNode(3)
  const other = openNode(1)
  const lines: string[] = []
  await other.transaction().execute(async (tx) => {
    // As another program's update that hangs.
    await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(tx)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const who = `process ${rows[0]!.pid} \\(front-desk, since \\d{4}-\\d\\d-\\d\\dT[^)]+\\)`
    const failed = migrate(db, { onWait: (line) => lines.push(line), waitMs: 2500 })
    await expect(failed).rejects.toThrow(
      new RegExp(
        `^The database could not be brought up to date: ${who} has held it for 3 s\\.[^\\n]*$`,
      ),
    )
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^the start waits for ${who}`))])
  })
  await migrate(db)
  expect(await appliedSteps(db)).toEqual(await files())
})

test('a start with nothing to update waits for nobody', async () => {
  const db = openNode()
  await migrate(db)
  await openNode(1)
    .transaction()
    .execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(tx)
      await expect(migrate(db, { waitMs: 1 })).resolves.toBeUndefined()
    })
})

test('a program that dies in its update leaves no lock behind, though its connection lives on', async () => {
  const pooled = openNode(1)
  // As a pooler does: the program is gone, and its connection to PostgreSQL serves the next one.
  const failing = { '1': { up: async () => Promise.reject(new Error('killed')) } }
  await expect(migrate(pooled, { migrations: failing })).rejects.toThrow('killed')
  const locks = async () =>
    (
      await sql`select from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`.execute(
        pooled,
      )
    ).rows
  // A connection of its own may still be about to end.
  await expect.poll(locks).toEqual([])
  await migrate(openNode(), { waitMs: 1000 })
})
