import { sql } from 'kysely'
import type pg from 'pg'
import { randomInt } from 'node:crypto'
import { env } from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../src/db/connect.ts'
import { listObligations } from '../src/features/obligations/obligations.queries.ts'
import { findOverview } from '../src/features/obligations/overview.queries.ts'
import { type MovedClock, moveClock } from '../src/testing/moved-clock.ts'
import { startTestServer, type TestServer } from '../src/testing/test-server.ts'
import { fillAcknowledgments } from './acknowledgments.ts'
import { chance } from './chance.ts'
import { fillAttempts } from './fill-attempts.ts'
import { fillTeams } from './fill-obligations.ts'
import { fillPeople } from './fill-people.ts'
import { fillPolicies } from './fill-policies.ts'
import { fillTrainings } from './fill-trainings.ts'

const YEAR = 365
const LOOKS = 200
/** The overview has the trend of a year in it: looked at on so many of these days. */
const OVERVIEWS = 40
const SEED = Number(env.OBLIGATION_SEED ?? randomInt(2 ** 31))
const DAY = 86_400_000
const END = new Date().setUTCHours(0, 0, 0, 0)
const BEGINNING = END - YEAR * DAY

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

/** Something that happened to the brokerage of the demo. */
interface Happening {
  at: number
  statement: string
}

test(`any past day is shown as it was on that day: ${LOOKS} days of a year of the demo (seed ${SEED})`, async () => {
  const happenings = await readDemo()
  const looks = new Set(
    Array.from({ length: YEAR }, (_, day) => day)
      .toSorted((one, other) => chance(`${SEED} ${one}`) - chance(`${SEED} ${other}`))
      .slice(0, LOOKS),
  )
  await clock.begin()
  try {
    for (const happening of happenings.filter(({ at }) => at < BEGINNING)) await happen(happening)
    const shown = new Map<number, Awaited<ReturnType<typeof show>>>()
    let next = happenings.findIndex(({ at }) => at >= BEGINNING)
    for (let day = 0; day < YEAR; day += 1) {
      const over = BEGINNING + (day + 1) * DAY
      for (; next < happenings.length && happenings[next]!.at < over; next += 1) {
        await happen(happenings[next]!)
      }
      for (const happening of whatElse(day)) await happen(happening)
      await clock.at(over - 1000)
      if (looks.has(day)) shown.set(day, await show(day, over - 1000, null))
    }
    expect(shown.size).toBe(LOOKS)
    // A year that shows nothing would prove nothing.
    const states = new Set(
      [...shown.values()].flatMap(({ rows }) => rows.map(({ state }) => state)),
    )
    expect([...states].toSorted()).toEqual([
      'due_soon',
      'ended',
      'met',
      'open',
      'overdue',
      'waived',
    ])
    await clock.at(END + DAY)
    for (const [day, before] of shown) {
      const at = BEGINNING + (day + 1) * DAY - 1000
      expect(await show(day, at, new Date(at).toISOString()), `day ${day}`).toEqual(before)
    }
  } finally {
    await client.query('rollback')
  }
})

const happen = async ({ at, statement }: Happening) => clock.at(at, statement)

/** What the register and the overview say, without the names and roles that are always those of today. */
async function show(day: number, at: number, asOf: string | null) {
  const { rows } = await listObligations(
    db,
    { ...(asOf && { as_of: asOf }), sort: 'opens_at', limit: 100_000 },
    'all',
  )
  const { items, totals, trend } =
    day % Math.round(LOOKS / OVERVIEWS) === 0
      ? await findOverview(db, new Date(at).toISOString())
      : { items: [], totals: null, trend: [] }
  return {
    rows: rows
      .filter(({ state }) => state !== 'upcoming')
      .map((row) => ({
        id: row.id,
        pair: `${row.user_id} ${row.item_id}`,
        cycle: row.cycle,
        version: row.version,
        state: row.state,
        opens_at: row.opens_at,
        due_at: row.due_at,
        closed_at: row.closed_at,
        closed_as: row.closed_as,
        evidence: row.evidence,
      }))
      // What was asked of many at once is in the order of the due dates of now.
      .toSorted((one, other) => one.id.localeCompare(other.id)),
    // Renewals ahead are known of now alone.
    totals: totals && { ...totals, upcoming: 0 },
    items: items
      .map((item) => ({ ...item, title: '' }))
      .toSorted((one, other) => one.item_id.localeCompare(other.item_id)),
    trend,
  }
}

/** All that the demo tells of who had to do what, in its order; the database is as empty afterwards. */
async function readDemo(): Promise<Happening[]> {
  await client.query('begin')
  try {
    const people = await fillPeople(db, 'x')
    const policies = await fillPolicies(db, people, server.config)
    await fillAcknowledgments(db, people, policies)
    const trainings = await fillTrainings(db, people, {
      policies: [],
      processes: [],
      linkPolicies: (text) => text,
    })
    await fillAttempts(db, people, trainings)
    await fillTeams(db, people)
    const happenings = await Promise.all(TOLD.map(readTold))
    return happenings.flat().toSorted((one, other) => one.at - other.at)
  } finally {
    await client.query('rollback')
  }
}

const since = (column: string) =>
  `greatest(${column}, (select users.created_at from users where users.id = told.user_id))`
const JOINED = since('since')
const ASKED = since('told.created_at')

/** Tables in the order in which one needs the other, when a row came, and what it was like then. */
const TOLD: { table: string; at: string; as?: string }[] = [
  {
    table: 'users',
    at: 'created_at',
    as: `'status', 'active', 'active_since', created_at, 'role_since', created_at`,
  },
  { table: 'policies', at: 'created_at', as: `'current_version', 1, 'material_version', 1` },
  { table: 'pictures', at: '(select min(created_at) from policy_versions)' },
  { table: 'policy_versions', at: 'created_at' },
  { table: 'trainings', at: 'created_at' },
  { table: 'tests', at: 'created_at' },
  { table: 'teams', at: 'created_at' },
  // The demo's teams and requirements are older than some of their people.
  { table: 'team_members', at: JOINED, as: `'since', ${JOINED}` },
  { table: 'requirements', at: ASKED, as: `'created_at', ${ASKED}` },
  { table: 'policy_acknowledgments', at: 'acknowledged_at' },
  { table: 'certificates', at: 'completed_at', as: `'attempt_id', null` },
]

async function readTold({ table, at, as = '' }: (typeof TOLD)[number]): Promise<Happening[]> {
  const { rows } = await sql<{ at: number; row: Record<string, unknown> }>`
    select (extract(epoch from ${sql.raw(at)}) * 1000)::float8 as at,
      to_jsonb(told) || jsonb_build_object(${sql.raw(as)}) as row
    from ${sql.table(table)} as told order by ${sql.raw(at)}
  `.execute(db)
  const columns = await db
    .selectFrom(
      sql<{ name: string }>`(
      select attname::text as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    )`.as('columns'),
    )
    .select('name')
    .execute()
  const names = columns.map(({ name }) => name).join(', ')
  return rows.flatMap(({ at: moment, row }) => [
    insertion(table, names, moment, row),
    ...(table === 'policy_versions' && row.version !== 1 ? [turnTo(moment, row)] : []),
  ])
}

function insertion(
  table: string,
  columns: string,
  at: number,
  row: Record<string, unknown>,
): Happening {
  return {
    at,
    statement: `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, ${client.escapeLiteral(
      JSON.stringify({ ...row, created_by: null, last_updated_by: null }),
    )})`,
  }
}

const turnTo = (at: number, row: Record<string, unknown>): Happening => ({
  at,
  statement: `update policies set current_version = ${Number(row.version)},
    material_version = ${row.material === true ? Number(row.version) : 'material_version'}
    where id = '${String(row.policy_id)}'`,
})

const some = (what: string, where: string, day: number, most: number) => `(
  select ${what} from obligations where ${where}
  order by md5(user_id::text || item_id::text || ${day}) limit ${most}
)`
const OPEN = 'closed_at is null and opens_at <= now()'

/** What an office does besides: dates move, people are let off, leave, come back, change, sign again. */
function whatElse(day: number): Happening[] {
  const at = BEGINNING + day * DAY + DAY / 2
  const each = (days: number, statement: string) =>
    day % days === days - 1 ? [{ at, statement }] : []
  const acknowledge = `
    insert into policy_acknowledgments (sequence, id, policy_id, user_id, version, acknowledged_at,
      policy_title, person_name, person_email, person_role, content_sha256, consent, sign_in_method,
      session_id, ip, user_agent, previous_hash, hash)
    select 1000000 + ${day * 10} + row_number() over (), new_uuid(), item_id, user_id, version, now(), 'Policy',
      'Person', 'p@example.com', 'agent', sha256('x'), 'I agree', 'password', new_uuid(), '::1', 'None',
      sha256(new_uuid()::text::bytea), sha256(new_uuid()::text::bytea)
    from (select * from ${some('*', `${OPEN} and kind = 'policy'`, day, 2)} as one) as open`
  const complete = `
    insert into certificates (id, code, user_id, test_id, person_name, title, completed_at, facts_sha256)
    select new_uuid(), upper(left(md5(new_uuid()::text), 16)), user_id, item_id, 'Person', 'Test', now(), sha256('x')
    from (select * from ${some('*', `${OPEN} and kind = 'test'`, day, 1)} as one) as open`
  return [
    ...each(2, acknowledge),
    ...each(5, complete),
    ...each(
      7,
      `select move_obligations(array${some('id', OPEN, day, 3)}, now() + interval '12 days')`,
    ),
    ...each(
      11,
      `insert into waivers (id, policy_id, test_id, user_id, reason, waived_by, created_at)
      select new_uuid(), case kind when 'policy' then item_id end, case kind when 'test' then item_id end,
        user_id, 'On leave', user_id, now()
      from (select * from ${some('*', OPEN, day, 2)} as one) as open`,
    ),
    ...each(
      19,
      `update waivers set ended_at = now(), ended_by = user_id
      where id = (select id from waivers where ended_at is null order by created_at limit 1)`,
    ),
    ...each(
      13,
      `update users set status = case status when 'active' then 'inactive' else 'active' end
      where id = (select id from users where role = 'agent' order by md5(id::text || ${day}) limit 1)`,
    ),
    ...each(
      23,
      `update users set role = case role when 'agent' then 'manager' else 'agent' end
      where id = (select id from users where role <> 'admin' order by md5(id::text || ${day}) limit 1)`,
    ),
    ...each(
      29,
      `update requirements set every_days = 60, window_days = 20, recurs_since = now()
      where id = (select id from requirements order by md5(id::text || ${day}) limit 1)`,
    ),
    ...each(
      47,
      `delete from requirements
      where id = (select id from requirements order by md5(id::text || ${day}) limit 1)`,
    ),
  ]
}
