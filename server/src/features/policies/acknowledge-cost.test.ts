import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Db, poolOf } from '../../db/connect.ts'
import { findSignedIn } from '../../http/session.ts'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { acknowledgePolicy } from './acknowledge.actions.ts'
import { Sealer } from './seal.actions.ts'

let server: TestServer
let admin: Member
/** On which nobody else works, and what was sent on it. */
let db: Db
const sent: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
  db = connect(server.connection, 4, () => undefined)
  poolOf(db).on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      sent.push(String(given[0]).trim())
      return query(...given)
    }) as pg.PoolClient['query']
  })
})
afterAll(async () => {
  await db.destroy()
  await server.stop()
})

const newPolicy = async () => createPolicy(server.api.as(admin), { title: 'Wire fraud' })
const createPeople = async (count: number) =>
  Promise.all(Array.from({ length: count }, async () => createMember(server)))

/** Has all of these people acknowledge a policy at once. @returns what was sent for it */
async function acknowledge(people: Member[], { id }: { id: string }): Promise<string[]> {
  const sealer = new Sealer(db, () => undefined)
  const actors = await Promise.all(people.map(async ({ token }) => findSignedIn(db, token)))
  sent.length = 0
  await Promise.all(
    actors.map(async (actor) => {
      const origin = { ip: '192.0.2.7', userAgent: 'Firefox', requestId: actor!.id }
      return acknowledgePolicy({ db, sealer }, { actor: actor!, origin }, id, {})
    }),
  )
  return [...sent]
}

/** How many rows each table has, be it one of the jobs. */
async function countRows(): Promise<Map<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')
  `.execute(server.db)
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.raw(name)}
    `.execute(server.db)
    counts.set(name, rows[0]!.count)
  }
  return counts
}

/** Its limits, whose session, which text, the chain's end, what was signed before; record, end, audit trail; the end of it. */
const STATEMENTS_OF_A_TRANSACTION = 10

test('who acknowledges sends one statement, and ten with all who wait beside them', async () => {
  expect(await acknowledge(await createPeople(1), await newPolicy())).toHaveLength(
    1 + STATEMENTS_OF_A_TRANSACTION,
  )
  const people = await createPeople(30)
  const texts = await acknowledge(people, await newPolicy())
  const transactions = texts.filter((text) => text.startsWith('begin ')).length
  expect(transactions).toBeLessThan(people.length / 2)
  expect(texts).toHaveLength(people.length + transactions * STATEMENTS_OF_A_TRANSACTION)
})

test('an acknowledgment leaves a record and a line of the audit trail: its receipt is a job’s', async () => {
  const [people, policy] = [await createPeople(20), await newPolicy()]
  const before = await countRows()
  await acknowledge(people, policy)
  const grown = [...(await countRows())].filter(([name, count]) => count !== before.get(name))
  expect(new Map(grown.map(([name, count]) => [name, count - before.get(name)!]))).toEqual(
    new Map([
      ['public.audit_events', people.length],
      ['public.policy_acknowledgments', people.length],
    ]),
  )
})
