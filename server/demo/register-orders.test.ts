import { type ObligationFilter, ObligationState } from '@frontdesk/contract/obligations'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../src/db/connect.ts'
import { ITEMS } from '../src/features/obligations/found.queries.ts'
import { readRegister } from '../src/features/obligations/obligations.queries.ts'
import { inTransaction } from '../src/db/transaction.ts'
import { startTestServer, type TestServer } from '../src/testing/test-server.ts'
import { fillAcknowledgments } from './acknowledgments.ts'
import { fillAttempts } from './fill-attempts.ts'
import { fillObligations, fillTeams } from './fill-obligations.ts'
import { fillPeople } from './fill-people.ts'
import { fillPolicies } from './fill-policies.ts'
import { fillTrainings } from './fill-trainings.ts'

/**
 * Few rows are found and then sorted; many are read in their order from indexes, person by person, or item by
 * item. Of the same rows both must show the same pages.
 */
const SORTS = ['due_at', 'user_name', 'item_title', 'opens_at', 'closed_at'] as const
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const PAST = [daysAgo(2), daysAgo(60)]

let server: TestServer
let db: Db
beforeAll(async () => {
  server = await startTestServer()
  db = server.db
  await inTransaction(db, async (tx) => {
    const people = await fillPeople(tx, 'x')
    const policies = await fillPolicies(tx, people, server.config)
    await fillAcknowledgments(tx, people, policies)
    await fillAttempts(
      tx,
      people,
      await fillTrainings(tx, people, {
        policies: [],
        processes: [],
        linkPolicies: (text) => text,
      }),
    )
    await fillTeams(tx, people)
    // Every third item of each kind: the others would add pages, and no other rows.
    await sql`delete from requirements where item_id in (
      select id from (
        select item.id, row_number() over (partition by kind, training_id is null order by title) as place
        from ${ITEMS}
      ) as items where place % 3 <> 0
    )`.execute(tx)
    await sql`update requirements set every_days = 60, window_days = 20, recurs_since = created_at
    where policy_id is not null`.execute(tx)
    await fillObligations(tx)
    await sql`select move_obligations(array(
    select id from obligations where closed_at is null and opens_at <= now() and hashtext(id::text) % 3 = 0
  ), now() + interval '3 days')`.execute(tx)
  })
})
afterAll(async () => server.stop())

async function filters(): Promise<ObligationFilter[]> {
  const { rows } = await sql<{ user_id: string; item_id: string; team_id: string }>`
    select obligations.user_id, item_id, team_id from obligations
    join team_members using (user_id) where closed_at is null order by obligations.id limit 1
  `.execute(db)
  const [{ user_id, item_id, team_id }] = rows as [(typeof rows)[number]]
  const titles = await sql<{ title: string }>`
    select title from ${ITEMS} where id = ${item_id}
  `.execute(db)
  const states = ObligationState.options
  return [
    {},
    ...states.map((state) => ({ state })),
    { kind: 'training' },
    { kind: 'policy', state: 'overdue' },
    { role: 'manager' },
    { team_id },
    { user_id },
    { item_id },
    { search: 'e' },
    { search: titles.rows[0]!.title },
    { search: 'e', role: 'manager' },
    { due_from: daysAgo(30), due_to: daysAgo(-30) },
  ]
}

/** Few are counted and named; of many there are more than that from the first one on. */
const FEW = { counted: 10_000, named: 2000 }
const MANY = { counted: -1, named: -1 }
/** Of people who are few. */
const MANY_OF_FEW = { counted: -1, named: 2000 }

async function walk(filter: ObligationFilter, order: object, bounds: typeof FEW) {
  const shown: string[] = []
  let cursor: string | undefined
  do {
    const options = { ...filter, ...order, limit: 47, cursor }
    const { page } = await readRegister(db, options, 'all', bounds)
    shown.push(...page.rows.map((row) => `${row.id} ${row.state} ${row.due_at}`))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return shown
}

test.each([undefined, ...PAST])(
  'many are shown in the same order as few (as of %s)',
  async (asOf) => {
    let most = 0
    for (const filter of await filters()) {
      const asked = { ...filter, ...(asOf && { as_of: asOf }) }
      const all = new Set(await walk(asked, {}, FEW))
      const ofPeople = 'role' in asked || 'team_id' in asked
      for (const sort of SORTS) {
        for (const order of ['asc', 'desc'] as const) {
          const what = JSON.stringify({ asked, sort, order })
          const few = await walk(asked, { sort, order }, FEW)
          expect(new Set(few), what).toEqual(all)
          expect(few.length, what).toBe(all.size)
          for (const bounds of ofPeople ? [MANY, MANY_OF_FEW] : [MANY]) {
            expect(await walk(asked, { sort, order }, bounds), what).toEqual(few)
          }
        }
      }
      most = Math.max(most, all.size)
    }
    expect(most).toBeGreaterThan(100)
  },
)
