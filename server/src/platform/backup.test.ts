import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { VERSION } from '@frontdesk/contract/constants'
import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../db/connect.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { verifyChainWithin } from '../features/policies/verify-chain.actions.ts'
import {
  contentOf,
  createDatabase,
  filesIn,
  readEntries,
  restoreInto,
  testFolder,
  withDatabase,
} from '../testing/backups.ts'
import { createMember, createPolicy, type Member, signIn } from '../testing/factories.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { writeBackup } from './backup.ts'
import { ArchiveWriter } from './backup-archive.ts'
import { verifyBackup } from './backup-verify.ts'

let server: TestServer
let admin: Member
let people: Member[]

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
  people = [admin, await createMember(server), await createMember(server)]
})
afterAll(() => server.stop())

const acknowledge = (person: Member, id: string) =>
  server.api.as(person)('POST /policies/:id/acknowledge', { params: { id }, body: { version: 1 } })

/** An acknowledgment and its line in the audit trail are one transaction. */
async function countTraces(db: Db) {
  const { rows } = await sql<{ chain: number; records: number; audit: number }>`
    select (select length from acknowledgment_chain) as chain,
      (select count(*) from policy_acknowledgments) as records,
      (select count(*) from audit_events where action = 'policy.acknowledged') as audit`.execute(db)
  return rows[0]!
}

test('Every table of the database is in a backup but those that are left out on purpose', async () => {
  const path = join(await testFolder(), 'tables.tar.gz')
  const { manifest } = await writeBackup(server.connection, path)
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(server.db)
  const leftOut = [
    'api_keys',
    'kysely_migration',
    'kysely_migration_lock',
    'passkey_challenges',
    'push_subscriptions',
    'rate_limits',
    'sessions',
    'sign_in_challenges',
    'trusted_browsers',
  ]
  const kept = new Set(manifest.tables.map(({ name }) => name))
  const missing = rows.map(({ name }) => name).filter((name) => !kept.has(name))
  expect(missing.toSorted()).toEqual(leftOut)
})

test('A backup made while people work is one moment, and restores to equal content', async () => {
  const folder = await testFolder()
  const policies = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      createPolicy(server.api.as(admin), { title: `Policy ${n}` }),
    ),
  )
  await acknowledge(admin, policies[0]!.id)
  const before = await contentOf(server.db)

  const work = async () => {
    await Promise.all(policies.flatMap(({ id }) => people.map((person) => acknowledge(person, id))))
    await server.api.as(admin)('PUT /policies/:id', {
      params: { id: policies[0]!.id },
      body: { title: 'Edited', content: 'Meanwhile.' },
    })
  }
  const file = join(folder, 'desk.fdb')
  // Between the chain's end and its records.
  const { manifest } = await writeBackup(server.connection, file, ({ table }) =>
    table === 'audit_events' ? work() : undefined,
  )
  expect(await contentOf(server.db)).not.toEqual(before)

  const target = await createDatabase()
  const leftOut = await restoreInto(target, file)
  expect(leftOut).toEqual([])
  expect(await contentOf(target)).toEqual(before)
  expect(manifest.tables.map(({ name }) => name)).not.toContain('sessions')

  const restored = await startTestServer({ connection: target })
  try {
    expect(await verifyChainWithin(restored.db)).toMatchObject({ intact: true, records: 1 })
    // Nobody stays signed in; everybody can sign in, and the chain goes on.
    expect((await restored.api.as(admin)('GET /auth/me')).status).toBe(401)
    const again = await signIn(restored.api, admin.email)
    const answer = await restored.api.as(again)('POST /policies/:id/acknowledge', {
      params: { id: policies[1]!.id },
      body: { version: 1 },
    })
    expect(answer.status).toBe(200)
    expect(await verifyChainWithin(restored.db)).toMatchObject({ intact: true, records: 2 })
  } finally {
    await restored.stop()
  }
})

/** Waits until a statement waits for a table. */
async function waitForLock(db: Db, table: string): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_locks join pg_database on pg_database.oid = database
      where not granted and datname = current_database() and relation = ${table}::regclass`.execute(
      db,
    )
    return rows.length
  }
  await expect.poll(waiting).toBe(1)
}

test('An update of the schema waits for the backup', async () => {
  const source = await createDatabase()
  const before = await contentOf(source)
  const migrations = {
    ...(await readMigrations()),
    '29990101T0000_plain_json': {
      // Writes the table anew, and so empty for whoever looks at an earlier moment.
      up: (tx: Kysely<unknown>) =>
        sql`alter table settings alter help_cards type json`.execute(tx).then(() => undefined),
    },
  }
  const file = join(await testFolder(), 'desk.fdb')
  await withDatabase(source, async (db) => {
    let updating: Promise<void> | undefined
    await writeBackup(source, file, async ({ table }) => {
      if (table !== 'installation') return
      updating = migrate(db, { migrations })
      await waitForLock(db, 'settings')
    })
    await updating
  })
  const target = await createDatabase()
  await restoreInto(target, file)
  expect(await contentOf(target)).toEqual(before)
})

test('A backup waits for an update of the schema that is under way', async () => {
  const source = await createDatabase()
  const file = join(await testFolder(), 'desk.fdb')
  const manifest = await withDatabase(source, async (db) => {
    const { making } = await db.transaction().execute(async (tx) => {
      await sql`alter table settings add motto text`.execute(tx)
      const backup = writeBackup(source, file)
      await setTimeout(500)
      // A backup that waited with a lock on this one would be in the way for ever.
      await sql`alter table audit_events add remark text`.execute(tx)
      await sql`update settings set motto = 'Doors open'`.execute(tx)
      return { making: backup }
    })
    return (await making).manifest
  })
  const columns = manifest.tables.flatMap((table) => table.columns)
  expect(columns).toEqual(expect.arrayContaining(['motto', 'remark']))
  const settings = (await readEntries(file)).find(({ name }) => name === 'tables/settings/000001')
  expect(settings!.content.toString('utf8')).toContain('Doors open')
})

test('Backups made at any time hold whole transactions', async () => {
  const folder = await testFolder()
  const { id } = await createPolicy(server.api.as(admin), { title: 'Busy' })
  const done = new AbortController()
  const work = people.map(async (person) => {
    for (let n = 0; !done.signal.aborted; n += 1) {
      const policy = await createPolicy(server.api.as(admin), { title: `Busy ${n}` })
      await acknowledge(person, policy.id)
    }
  })
  const files = ['one', 'two', 'three'].map((name) => join(folder, name))
  for (const file of files) await writeBackup(server.connection, file)
  done.abort()
  await Promise.all(work)
  await acknowledge(admin, id)

  for (const file of files) {
    const target = await createDatabase()
    await restoreInto(target, file)
    await withDatabase(target, async (db) => {
      const { chain, records, audit } = await countTraces(db)
      expect([records, audit]).toEqual([chain, chain])
      expect(await verifyChainWithin(db)).toMatchObject({ intact: true, records: chain })
    })
  }
})

const AWKWARD = [
  'a\tb',
  'a\nb\r\nc\rd',
  String.raw`\N`,
  '\\',
  String.raw`\\N \. \t \x41 \101`,
  '\\.\n\\.',
  `'"\`; drop table users; --`,
  'Zoë 😀 e\u0301 \u202Eright to left \u0007\u007F\u2028',
  ' ends with spaces   ',
  '{"a,b",\\"c\\",NULL,null,{}}',
]

test('Every awkward character survives', async () => {
  const folder = await testFolder()
  const source = await createDatabase()
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, n) => n))
  await withDatabase(source, async (db) => {
    for (const [n, text] of AWKWARD.entries()) {
      await sql`
        insert into users (id, first_name, last_name, email, bio, title, phone_number, created_at)
        values (${uuidv7()}, ${text}, ${text}, ${`p${n}@example.com`}, ${text}, '', null,
          '2026-11-21T10:00:00.123456Z')`.execute(db)
      await sql`
        insert into audit_events (id, happened_at, action, details, ip, user_agent, request_id)
        values (${uuidv7()}, ${n === 0 ? 'infinity' : '0044-03-15 BC'}, ${text}, ${JSON.stringify({ [text]: [text, null, 1e300, 0.1] })},
          '', ${text.repeat(20_000)}, '')`.execute(db)
    }
    await sql`update installation set csrf_key = ${bytes}`.execute(db)
    await sql`
      update settings set signup_domains = ${[...AWKWARD, '']}, help_cards = 'null',
        brokerage_name = ''`.execute(db)
  })
  const file = join(folder, 'awkward')
  await writeBackup(source, file)
  const target = await createDatabase()
  await restoreInto(target, file)
  expect(await contentOf(target)).toEqual(await contentOf(source))
  await withDatabase(target, async (db) => {
    const users = await db.selectFrom('users').selectAll().orderBy('email').execute()
    expect(users.map(({ bio }) => bio)).toEqual(AWKWARD)
    expect(users[0]).toMatchObject({ title: '', phone_number: null })
    const { csrf_key } = await db
      .selectFrom('installation')
      .select('csrf_key')
      .executeTakeFirstOrThrow()
    expect(csrf_key.equals(bytes)).toBe(true)
    const settings = await db.selectFrom('settings').selectAll().executeTakeFirstOrThrow()
    expect(settings.signup_domains).toEqual([...AWKWARD, ''])
    // The rules of the schema hold as before.
    await expect(sql`delete from audit_events`.execute(db)).rejects.toThrow('append-only')
  })
})

test('The file says what it is, is for its owner only, and overwrites nothing', async () => {
  const folder = await testFolder()
  const file = join(folder, 'desk.fdb')
  // What an interrupted backup leaves.
  await writeFile(`${file}.part`, 'half a backup')
  const { manifest, fileBytes } = await writeBackup(server.connection, file)
  expect(await filesIn(folder)).toEqual(['desk.fdb'])
  const { mode, size } = await stat(file)
  expect([mode & 0o777, size]).toEqual([0o600, fileBytes])
  expect(await verifyBackup(file)).toEqual(manifest)
  expect(manifest).toMatchObject({ format: 2, program: VERSION })
  expect(Date.now() - Date.parse(manifest.made_at)).toBeLessThan(60_000)
  const users = manifest.tables.find(({ name }) => name === 'users')!
  expect(users.rows).toBe(people.length)
  expect(users.columns).not.toContain('name')

  const bytes = await readFile(file)
  await expect(writeBackup(server.connection, file)).rejects.toThrow('exists already')
  expect(await readFile(file)).toEqual(bytes)
})

test('A backup that fails leaves no file', async () => {
  const folder = await testFolder()
  const file = join(folder, 'desk.fdb')
  await sql`
    insert into audit_events (id, action, ip, user_agent, request_id)
    select gen_random_uuid(), 'x', '', repeat('x', 1000), ''
    from generate_series(1, 20000)`.execute(server.db)
  const endConnection = () =>
    sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'copy %'`.execute(server.db)
  await expect(writeBackup(server.connection, file, endConnection)).rejects.toThrow('was lost')
  expect(await filesIn(folder)).toEqual([])

  const blank = await createDatabase({ blank: true })
  await expect(writeBackup(blank, file)).rejects.toThrow('has no data')
  await expect(writeBackup(server.connection, join(folder, 'no/desk.fdb'))).rejects.toThrow(
    'ENOENT',
  )
  expect(await filesIn(folder)).toEqual([])
})

test.runIf(existsSync('/dev/full'))('A full disk is named', async () => {
  const full = await open('/dev/full', 'w')
  const archive = new ArchiveWriter(full)
  const write = async () => {
    for (let n = 0; n < 8; n += 1) {
      await archive.add(`${n}`, randomBytes(1024 * 1024), new Date())
    }
    await archive.end()
  }
  await expect(write()).rejects.toThrow('ENOSPC')
  await archive.abort()
  await full.close()
})
