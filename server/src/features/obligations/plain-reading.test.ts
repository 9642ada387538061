/**
 * Random lives of a small brokerage: after each change the rows are what a plain reading of everything says
 * (testing/plain-obligations.ts), and any moment of the past is shown as it then was.
 *
 * `OBLIGATION_RUNS=10000` makes more of them, `OBLIGATION_SEED=…` the same again.
 */
import { randomInt } from 'node:crypto'
import { env } from 'node:process'
import { assert, array, asyncProperty, integer, nat, record } from 'fast-check'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../db/connect.ts'
import { countPlainly, plainPart } from '../../testing/plain-overview.ts'
import { cellsOfMatrix, cellsOfRegister } from '../../testing/plain-matrix.ts'
import { type PlainWorld, readWorld } from '../../testing/plain-obligations.ts'
import { change, insertWorld, newWorld } from '../../testing/random-brokerage.ts'
import { type MovedClock, moveClock } from '../../testing/moved-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { findMatrix } from './matrix.queries.ts'
import { listObligations } from './obligations.queries.ts'
import { findOverview } from './overview.queries.ts'

const RUNS = Number(env.OBLIGATION_RUNS ?? 40)
const SEED = Number(env.OBLIGATION_SEED ?? randomInt(2 ** 31))
const HOUR = 3_600_000
const DAY = 24 * HOUR
const BEGINNING = Date.UTC(2019, 0, 15, 9)

let server: TestServer
let client: pg.PoolClient
let db: Db
let clock: MovedClock
beforeAll(async () => {
  server = await startTestServer()
  clock = await moveClock(server.db)
  ;({ client, db } = clock)
})
afterAll(async () => {
  client.release()
  await server.stop()
})

const STEP = {
  what: nat(99),
  who: nat(3),
  item: nat(3),
  audience: nat(5),
  detail: nat(999),
  wait: nat(7),
}
type Step = { [Key in keyof typeof STEP]: number }

test(`what is asked of whom is what a plain reading says, now and for any past moment (seed ${SEED})`, async () => {
  const life = asyncProperty(
    array(record(STEP), { minLength: 6, maxLength: 16 }),
    array(integer({ min: 0, max: 999 }), { minLength: 3, maxLength: 3 }),
    live,
  )
  await assert(life, { numRuns: RUNS, seed: SEED, endOnFailure: RUNS > 1000 })
}, 3_600_000)

/** The world after each change, and when that was. */
type Past = { at: number; world: PlainWorld }[]

/** Lives one life in a transaction that is taken back. */
async function live(steps: Step[], looks: number[]): Promise<void> {
  const world = newWorld(BEGINNING)
  const past: Past = []
  let now = BEGINNING
  const say = async (statements: string) => clock.at(now, statements)
  await clock.begin()
  try {
    await say(insertWorld(world, now))
    for (const step of steps) {
      now += [HOUR, DAY, 3 * DAY, 9 * DAY, 31 * DAY, 90 * DAY, 200 * DAY, 370 * DAY][step.wait]!
      await say(change(world, step, now))
      expect(await readRows()).toEqual(expectedRows(world, now))
      await expectBehind(step.wait)
      past.push({ at: now, world: structuredClone(world) })
    }
    now += DAY
    await say('')
    for (const look of looks) await lookBack(past, now, look)
    for (const look of looks) await lookAcross(past, now, look)
    await countBack(past, now, looks[0]!)
    // What is summed up and what is not yet must not differ.
    if (looks[1]! % 2 === 0) await client.query('select fold_obligation_changes()')
    for (const look of looks) await expectSums(past, now, look)
  } finally {
    await client.query('rollback')
  }
}

/** A moment between two changes, and the world as it was then. */
function someMoment(past: Past, now: number, look: number) {
  const index = look % past.length
  const { at, world } = past[index]!
  const until = past[index + 1]?.at ?? now
  const moment = at + Math.floor(((until - at) * (look % 97)) / 100)
  return { standings: eachPair(world, moment), asOf: new Date(moment).toISOString(), world }
}

/** Compares the register of a past moment with what a plain reading said then. */
async function lookBack(past: Past, now: number, look: number) {
  const { standings, asOf } = someMoment(past, now, look)
  const { rows } = await listObligations(db, { as_of: asOf, state: 'open', limit: 1000 }, 'all')
  const shown = rows.map((row) => [row.user_id, row.item_id, row.due_at && Date.parse(row.due_at)])
  const open = standings.filter(({ status }) => status === 'open')
  expect(new Set(shown.map((row) => row.join())), asOf).toEqual(
    new Set(open.map(({ person, item, dueAt }) => [person.id, item.id, dueAt].join())),
  )
}

/** The same of the matrix: each cell is what the register of that moment says of that person and item. */
async function lookAcross(past: Past, now: number, look: number) {
  const { asOf } = someMoment(past, now, look)
  const { rows } = await listObligations(db, { as_of: asOf, limit: 10_000 }, 'all')
  const matrix = await findMatrix(db, { as_of: asOf })
  const people = new Set(matrix.people.map((person) => person.user_id))
  const told = cellsOfRegister(rows)
  // Who had left by then has no line, whatever they did before.
  expect(cellsOfMatrix(matrix), asOf).toEqual(
    new Map([...told].filter(([pair]) => people.has(pair.split(' ')[0]!))),
  )
  for (const row of rows) {
    if (['open', 'due_soon', 'overdue'].includes(row.state)) expect(people).toContain(row.user_id)
  }
}

/** The same for the overview. */
async function countBack(past: Past, now: number, look: number) {
  const { standings, asOf, world } = someMoment(past, now, look)
  const overview = await findOverview(db, asOf)
  for (const item of world.items) {
    const those = standings.filter((one) => one.item === item)
    const met = those.filter(({ status }) => status === 'met').length
    const asked = met + those.filter(({ status }) => status === 'open').length
    const told = overview.items.find((row) => row.item_id === item.id)
    expect([told?.asked ?? 0, told?.met ?? 0], `${item.kind} on ${asOf}`).toEqual([asked, met])
  }
}

/** Compares the overview, which adds up sums, with a count of all rows, at a moment and on the hour. */
async function expectSums(past: Past, now: number, look: number) {
  const { asOf } = someMoment(past, now, look)
  const moment =
    look % 3 === 0
      ? `${asOf.slice(0, 13)}:00:00.000Z`
      : look % 3 === 1
        ? asOf
        : new Date(now).toISOString()
  expect(plainPart(await findOverview(db, moment)), moment).toEqual(await countPlainly(db, moment))
}

/** Compares how far behind each person is said to be with a count, and that with the job's in between. */
async function expectBehind(some: number) {
  if (some % 2 === 0) await client.query('select turn_people_behind()')
  const { rows } = await sql`
    select users.id, kept.overdue, kept.name, counted.overdue as counted
    from users left join people_behind as kept on kept.user_id = users.id
    cross join lateral (
      select count(*)::int as overdue from obligations
      where user_id = users.id and closed_at is null and due_at < now() and opens_at <= now()
    ) as counted
    where kept.user_id is null or kept.name <> lower(users.name)
      or (kept.until > now() and kept.overdue <> counted.overdue)
      or (${some % 2 === 0} and kept.until <= now())
  `.execute(db)
  expect(rows).toEqual([])
}

function eachPair(world: PlainWorld, now: number) {
  return world.people.flatMap((person) =>
    world.items.map((item) => ({ person, item, ...readWorld(world, person, item, now) })),
  )
}

/**
 * What stands, by person and item: `met`, or what is not closed with when it will open, is due, and of
 * which version.
 */
async function readRows() {
  const { rows } = await sql<{
    pair: string
    opens: number | null
    due: number | null
    version: number | null
  }>`
    select user_id || ' ' || item_id as pair, version,
      (extract(epoch from due_at) * 1000)::float8 as due,
      case when opens_at > now() then extract(epoch from opens_at) * 1000 end::float8 as opens
    from obligations where closed_at is null
    union all
    select 'met ' || user_id || ' ' || item_id, null, null, null
    from obligations where closed_as = 'met' and (stands_until is null or stands_until > now())
  `.execute(db)
  const standing = new Map(rows.map(({ pair, ...row }) => [pair, row]))
  // Two of one pair would hide each other.
  expect(standing.size).toBe(rows.length)
  return standing
}

function expectedRows(world: PlainWorld, now: number): Awaited<ReturnType<typeof readRows>> {
  const rows: Awaited<ReturnType<typeof readRows>> = new Map()
  for (const { person, item, status, dueAt, againAt } of eachPair(world, now)) {
    const pair = `${person.id} ${item.id}`
    if (status === 'met') rows.set(`met ${pair}`, { opens: null, due: null, version: null })
    if (status === 'open' || againAt !== null) {
      const version = item.kind === 'policy' ? item.material : null
      rows.set(pair, { opens: againAt, due: dueAt, version })
    }
  }
  return rows
}
