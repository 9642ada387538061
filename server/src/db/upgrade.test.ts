import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { verifyObligations } from '../features/obligations/verify-obligations.actions.ts'
import { verifyChain } from '../features/policies/verify-chain.actions.ts'
import { migrationsDir } from '../paths.ts'
import { describeSchema } from '../testing/described-schema.ts'
import { LARGE_TABLES } from '../testing/large-tables.ts'
import { untilWaiting } from '../testing/locks.ts'
import { scaled } from '../testing/patience.ts'
import { bringBack, listReleases, readRelease } from '../testing/releases.ts'
import { clientConfig, connect, type Db } from './connect.ts'
import { migrate, type Migrations, readMigrations } from './migrate.ts'
import { AGAIN, OUTSIDE, readStep, statementsOf, type Step } from './migration-step.ts'

let admin: Db
let database: string
let nodes: Db[]

beforeEach(async () => {
  database = `upgrade_${uuidv7().replaceAll('-', '')}`
  admin = connect(inject('postgres'), 1, () => undefined)
  await sql`create database ${sql.id(database)}`.execute(admin)
  nodes = []
})
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.destroy()))
  await sql`drop database ${sql.id(database)}`.execute(admin)
  await admin.destroy()
})

/** A program's own pool on the database. */
function openNode(size = 3): Db {
  const node = connect({ ...inject('postgres'), database }, size, () => undefined)
  nodes.push(node)
  return node
}

async function bringBackRelease(name: string): Promise<void> {
  const client = new pg.Client(clientConfig({ ...inject('postgres'), database }))
  await client.connect()
  await bringBack(client, readRelease(name))
  await client.end()
}

const appliedSteps = async (db: Db) =>
  (
    await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  ).rows.map(({ name }) => name)

/** Ends the connection that a step has just been taken on, before it is noted. */
const dying = ({ up, outside }: Step): Step => {
  const die = async (db: Db) =>
    void (await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db))
  return {
    up: async (tx) => {
      await up(tx)
      await die(tx)
    },
    ...(outside && {
      outside: async (db: Db) => {
        await outside(db)
        await die(db)
      },
    }),
  }
}

const KEPT = ['users', 'policies', 'policy_versions', 'policy_acknowledgments', 'audit_events']
const COUNTED = [...KEPT, 'tests', 'questions', 'test_attempts', 'certificates', 'documents']

async function countRows(db: Db) {
  const counts: Record<string, number> = {}
  for (const table of COUNTED) {
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from ${sql.table(table)}`.execute(db)
    counts[table] = rows[0]!.n
  }
  return counts
}

test.each(listReleases())(
  'the release %s is brought to this one, though every start on the way is killed in its first step',
  async (name) => {
    await bringBackRelease(name)
    const watch = openNode()
    const before = await countRows(watch)
    expect(before.policy_acknowledgments).toBeGreaterThan(400)

    const all = await readMigrations()
    const had = await appliedSteps(watch)
    const coming = Object.keys(all).filter((step) => !had.includes(step))
    for (const [index, step] of coming.entries()) {
      const node = openNode()
      // As far as the step before it, which the last start was killed in; then into this one.
      await expect(
        migrate(node, { migrations: { ...all, [step]: dying(all[step]!) } }),
      ).rejects.toThrow(step)
      await node.destroy()
      nodes.splice(nodes.indexOf(node), 1)
      const taken = new Set(coming.slice(0, index))
      const expected = [...had, ...taken].toSorted()
      expect(await appliedSteps(watch), `killed in ${step}`).toEqual(expected)
    }
    await migrate(openNode())

    expect(await appliedSteps(watch)).toEqual(Object.keys(all))
    const template = { ...inject('postgres'), database: inject('template') }
    const anew = connect(template, 1, () => undefined)
    nodes.push(anew)
    expect(await describeSchema(watch)).toEqual(await describeSchema(anew))
    expect(await countRows(watch)).toEqual(before)
    expect((await verifyChain(watch)).verdict).toMatchObject({
      intact: true,
      records: before.policy_acknowledgments,
    })
    const misfits: unknown[] = []
    await verifyObligations(watch, (misfit) => misfits.push(misfit))
    expect(misfits).toEqual([])
  },
)

/** The first that is held to what stands below. */
const WATCHED_FROM = '20261125'

interface Footprint {
  table: string
  /** The strongest locks that the step holds on it. */
  modes: string[]
  file: string
  read: number
  written: number
}

/** What the transaction has done to the large tables so far. */
async function footprintsOf(tx: Db): Promise<Footprint[]> {
  const { rows } = await sql<Footprint>`
    select relname as "table", pg_relation_filenode(oid)::text as file,
      coalesce(pg_stat_get_xact_tuples_returned(oid), 0)::int as read,
      coalesce(pg_stat_get_xact_tuples_updated(oid) + pg_stat_get_xact_tuples_deleted(oid), 0)::int
        as written,
      array(select mode from pg_locks where pid = pg_backend_pid() and relation = pg_class.oid) as modes
    from pg_class where relname = any(${LARGE_TABLES}) and relnamespace = 'public'::regnamespace
    order by relname`.execute(tx)
  return rows
}

/** What is wrong with a step that did this within its transaction. */
function faultsOf(before: Footprint[], after: Footprint[]): string[] {
  return after.flatMap(({ table, modes, file, read, written }) => {
    const was = before.find((one) => one.table === table)
    if (!was) return []
    const exclusive = modes.includes('AccessExclusiveLock')
    return [
      ...(file === was.file ? [] : [`writes ${table} anew`]),
      ...(modes.includes('ShareLock') ? [`keeps writers from ${table}`] : []),
      ...(exclusive && read > was.read ? [`reads all of ${table} while nobody else can`] : []),
      ...(written > was.written + 20 ? [`changes ${written} rows of ${table} at once`] : []),
    ]
  })
}

/** Says what each of the steps does to large tables while people work. */
async function watchSteps(migrations: Migrations): Promise<Record<string, string[]>> {
  const node = openNode()
  const faults: Record<string, string[]> = {}
  const watched = Object.entries(migrations).map(([name, step]): [string, Step] => [
    name,
    {
      ...step,
      up: async (tx) => {
        const before = await footprintsOf(tx)
        await step.up(tx)
        const found = name < WATCHED_FROM ? [] : faultsOf(before, await footprintsOf(tx))
        if (found.length > 0) faults[name] = found
      },
    },
  ])
  await migrate(node, { migrations: Object.fromEntries(watched) })
  return faults
}

test('no step keeps people from a large table: it is neither rewritten, nor indexed, read or changed as a whole', async () => {
  await bringBackRelease(listReleases().at(-1)!)
  expect(await watchSteps(await readMigrations())).toEqual({})
})

test('a step that keeps people from a large table is found', async () => {
  await bringBackRelease(listReleases().at(-1)!)
  const wrong = Object.entries({
    a: 'create index on audit_events (action)',
    b: 'alter table audit_events add noted_at timestamptz default clock_timestamp()',
    c: 'update obligations set reminded_at = now() where closed_at is null',
    d: 'alter table chat_messages add constraint short check (length(body) < 100000)',
    e: 'alter table chat_messages add note text',
  }).map(([name, text]) => [`29990101T0000_${name}`, readStep(text)])
  const faults = await watchSteps({ ...(await readMigrations()), ...Object.fromEntries(wrong) })
  expect(faults).toEqual({
    '29990101T0000_a': ['keeps writers from audit_events'],
    '29990101T0000_b': expect.arrayContaining(['writes audit_events anew']),
    '29990101T0000_c': [expect.stringMatching(/^changes \d+ rows of obligations at once$/)],
    '29990101T0000_d': ['reads all of chat_messages while nobody else can'],
  })
})

/** What a step's text must not have, whatever it does to rows. */
function faultsOfText(text: string): string[] {
  const forbidden = /\b(alter type|vacuum full|cluster)\b/i.exec(text)?.[0]
  if (!text.startsWith(OUTSIDE)) {
    return [forbidden, /\bconcurrently\b/i.exec(text)?.[0]].filter((one) => one !== undefined)
  }
  // The lines of a function's body would be taken for statements.
  const body = /\$\w*\$/.exec(text)?.[0]
  const unbounded = statementsOf(text).filter((statement) => {
    const bare = statement.replaceAll(/^--.*$/gm, '').trim()
    return !(statement.includes(AGAIN) ? /\blimit \d+/i : REPEATABLE).test(bare)
  })
  return [forbidden, body, ...unbounded].filter((one) => one !== undefined)
}

const REPEATABLE =
  /^(create (unique )?index concurrently if not exists |drop index concurrently if exists |alter table \w+ validate constraint |analyze \w+$)/i

test('what stands outside a transaction can be taken again at any statement, and nothing else is concurrent', () => {
  const files = readdirSync(migrationsDir).filter((one) => one.endsWith('.sql'))
  const faults = files.flatMap((file) =>
    faultsOfText(readFileSync(join(migrationsDir, file), 'utf8')).map((fault) => [file, fault]),
  )
  expect(faults).toEqual([])
  expect(faultsOfText('create index concurrently a on b (c);')).toEqual(['concurrently'])
  expect(faultsOfText(`${OUTSIDE}\nupdate mails set subject = ''; drop table mails`)).toHaveLength(
    1,
  )
})

const MARKED = `${OUTSIDE}
create index concurrently if not exists by_detail on audit_events (action, id);

${AGAIN}
with batch as (select id from mails where subject <> 'seen' limit 7)
update mails set subject = 'seen' from batch where mails.id = batch.id;
`

test('a step outside a transaction makes anew what an interruption left unfinished, and works in batches to the end', async () => {
  await bringBackRelease(listReleases().at(-1)!)
  const node = openNode()
  await migrate(node)
  // As a kill leaves it: it stands there, and is not valid.
  await sql`create unique index concurrently by_detail on audit_events (action)`
    .execute(node)
    .catch(() => undefined)
  const valid = async () =>
    (
      await sql<{ valid: boolean }>`
        select indisvalid as valid from pg_index where indexrelid = to_regclass('by_detail')
      `.execute(node)
    ).rows
  expect(await valid()).toEqual([{ valid: false }])

  const migrations = { ...(await readMigrations()), '29990101T0000_marked': readStep(MARKED) }
  await migrate(openNode(), { migrations })
  expect(await valid()).toEqual([{ valid: true }])
  const { rows } = await sql<{ subject: string; n: number }>`
    select subject, count(*)::int as n from mails group by subject`.execute(node)
  expect(rows).toEqual([{ subject: 'seen', n: 47 }])
})

test('in an empty database a marked step is one of the others', async () => {
  const migrations = { ...(await readMigrations()), '29990101T0000_marked': readStep(MARKED) }
  const node = openNode()
  await migrate(node, { migrations })
  expect((await appliedSteps(node)).at(-1)).toBe('29990101T0000_marked')
})

test('an update that waits for a table lets those who read it pass', async () => {
  await bringBackRelease(listReleases().at(-1)!)
  await migrate(openNode())
  const migrations = {
    ...(await readMigrations()),
    '29990101T0000_alter': readStep('alter table policies add note text'),
  }
  const reader = openNode(1)
  let longest = 0
  await openNode(1)
    .transaction()
    .execute(async (tx) => {
      await sql`select from policies limit 1`.execute(tx)
      const updating = migrate(openNode(), { migrations, waitMs: 6000 }).catch(
        (error: unknown) => error,
      )
      await untilWaiting(reader, 1)
      for (const until = Date.now() + 5000; Date.now() < until;) {
        const asked = performance.now()
        await sql`select from policies limit 1`.execute(reader)
        longest = Math.max(longest, performance.now() - asked)
      }
      expect(String(await updating)).toMatch(/has held it for 6 s/)
    })
  expect(longest).toBeLessThan(scaled(4000))
  await migrate(openNode(), { migrations })
})
