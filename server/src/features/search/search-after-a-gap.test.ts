import type { SearchType } from '@frontdesk/contract/search'
import { type RawBuilder, sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../db/connect.ts'
import { listen } from '../../platform/listen.ts'
import { startDatabaseProxy } from '../../testing/database-proxy.ts'
import { createDocument } from '../../testing/documents.ts'
import {
  createMember,
  createPolicy,
  createProcess,
  createTest,
  createTraining,
  type Member,
} from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { SearchFeed } from './search-feed.ts'
import { SearchIndex } from './search-index.ts'
import { searchSources } from './sources/all.ts'
import type { SearchSource, Wanted } from './sources/source.ts'

const log = pino({ level: 'silent' })
let server: TestServer
let admin: Member
let agent: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
  agent = await createMember(server, { firstName: 'Ben', lastName: 'Marsh' })
})
afterAll(async () => server.stop())

/** A node of its own over the same database, by a line that can be cut; it says what it read. */
async function startNode(rows?: RawBuilder<unknown>) {
  const proxy = await startDatabaseProxy(server.connection)
  const listener = await listen(proxy.connection, log, { checkEveryMs: 30 })
  const reads: { type: SearchType; wanted: Wanted }[] = []
  const sources = searchSources.map((source): SearchSource => {
    const read = async (db: Db, wanted: Wanted) => {
      reads.push({ type: source.type, wanted })
      return source.read(db, wanted)
    }
    return { ...source, read, rows: rows ?? source.rows }
  })
  const index = new SearchIndex()
  const feed = new SearchFeed(index, { db: server.db, log, listener, sources })
  expect(await feed.isReady(30_000)).toBe(true)
  const titles = (type: SearchType, query: string) =>
    index.search(query, { limit: 50, admin: true })[type].map(({ title }) => title)
  const end = async () => {
    await feed.stop()
    await listener.close()
    await proxy.cut()
  }
  return { proxy, reads, titles, end }
}

/** Waits until the line has been looked at some times more. */
async function someChecks(): Promise<void> {
  const seen = new Set<string>()
  const look = async () => {
    const { rows } = await sql<{ at: string }>`
      select query_start::text as at from pg_stat_activity
      where query like '%pg_snapshot_xmin%' and pid <> pg_backend_pid() and datname = current_database()
      order by query_start desc limit 1`.execute(server.db)
    for (const { at } of rows) seen.add(at)
    return seen.size
  }
  await expect.poll(look, { interval: 10 }).toBeGreaterThan(4)
}

/** Waits until no transaction runs, of any database on this PostgreSQL, that is older than what an item was written by. */
async function itIsPast(id: string): Promise<void> {
  const look = async () => {
    const { rows } = await sql<{ past: boolean }>`
      select age(xmin) > age(pg_snapshot_xmin(pg_current_snapshot())::xid) as past
      from policies where id = ${id}`.execute(server.db)
    return rows[0]?.past
  }
  await expect.poll(look, { interval: 50 }).toBe(true)
}

/** Waits until the text of a document's file has been taken: that would come over one that is written here. */
async function itIsRead(id: string): Promise<void> {
  const look = async () =>
    server.db
      .selectFrom('document_texts')
      .select('state')
      .where('document_id', '=', id)
      .executeTakeFirst()
  await expect.poll(look).not.toEqual({ state: 'waiting' })
}

async function fill() {
  const api = server.api.as(admin)
  const process = await createProcess(api, { steps: [{ title: 'Hang signs' }, { title: 'Oil' }] })
  const training = await createTraining(api)
  const testAlone = await createTest(api)
  const document = await createDocument(api)
  await itIsRead(document.id)
  const untouched = await createPolicy(api, { title: 'Untouched' })
  const guest = await createMember(server, { firstName: 'Gone', lastName: 'Guest' })
  return { api, process, training, testAlone, document, untouched, guest }
}

test('after a gap a node reads what changed meanwhile, and nothing else', async () => {
  const { api, process, training, testAlone, document, untouched, guest } = await fill()
  const node = await startNode()
  try {
    expect(node.titles('processes', 'oil')).toEqual(['Open house'])
    expect(node.titles('users', 'gone guest')).toEqual(['Gone Guest'])
    await itIsPast(untouched.id)
    await someChecks()
    await node.proxy.cut()
    node.reads.length = 0
    const policy = await createPolicy(api, { title: 'Glockenspiel hours' })
    const { id, revision, ...draft } = process
    await api('PUT /processes/:id', {
      params: { id },
      body: { ...draft, steps: process.steps.slice(0, 1) },
      headers: { 'If-Match': `"${revision}"` },
    })
    const { db } = server
    const change = async (statement: RawBuilder<unknown>) => statement.execute(db)
    await change(sql`update users set last_name = 'Marshmallow' where id = ${agent.id}`)
    await change(sql`delete from users where id = ${guest.id}`)
    await change(sql`update training_sections set content = 'Say ahoy', type = 'text'
      where training_id = ${training.id}`)
    await change(sql`update tests set title = 'Licence check' where id = ${testAlone.id}`)
    await change(sql`update document_texts set text = 'No ferrets', state = 'done'
      where document_id = ${document.id}`)
    expect(node.titles('policies', 'glockenspiel')).toEqual([])
    await node.proxy.heal()
    // Each kind comes by itself.
    const found = () => ({
      guest: node.titles('users', 'gone guest'),
      policies: node.titles('policies', 'glockenspiel'),
      tests: node.titles('tests', 'licence'),
      steps: node.titles('processes', 'oil'),
      users: node.titles('users', 'marshmallow'),
      trainings: node.titles('trainings', 'ahoy'),
      documents: node.titles('documents', 'ferrets'),
    })
    await expect.poll(found).toEqual({
      guest: [],
      policies: ['Glockenspiel hours'],
      tests: ['Licence check'],
      steps: [],
      users: ['Ben Marshmallow'],
      trainings: [training.title],
      documents: [document.title],
    })
    expect(node.titles('policies', 'untouched')).toEqual(['Untouched'])
    // Not all of anything, and not what stayed as it was.
    const read = node.reads.flatMap(({ wanted }) => ('ids' in wanted ? wanted.ids : ['everything']))
    expect(read).toEqual(expect.arrayContaining([policy.id, process.id, agent.id, guest.id]))
    expect(read).not.toContain('everything')
    expect(read).not.toContain(untouched.id)
  } finally {
    await node.end()
  }
})

test('where that can not be found out everything is read', async () => {
  const node = await startNode(sql`select id, xmin as written_by from no_such_table`)
  try {
    await someChecks()
    await node.proxy.cut()
    await createPolicy(server.api.as(admin), { title: 'Triangle hours' })
    await node.proxy.heal()
    await expect.poll(() => node.titles('policies', 'triangle')).toEqual(['Triangle hours'])
  } finally {
    await node.end()
  }
})

test('what a trigger names as searchable is what is looked at after a gap', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct tgrelid::regclass::text as name from pg_trigger
    where tgname like '%\\_searchable' and not tgisinternal order by name`.execute(server.db)
  const looked = searchSources.flatMap(({ rows: part }) => {
    const { sql: text } = part.compile(server.db)
    return [...text.matchAll(/(?:from|join) "?(\w+)/g)].map(([, table]) => table!)
  })
  expect([...new Set(looked)].toSorted()).toEqual(rows.map(({ name }) => name))
})
