import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../server/src/db/connect.ts'
import { FORM, hashOfRecord } from '../server/src/features/policies/acknowledgment-chain.ts'
import { insertAcknowledgments } from '../server/src/features/policies/acknowledgments.queries.ts'

/** Policies asked of everybody, of which each person has signed twenty in twenty-one. */
export const OF_EVERYBODY = 105
/** Policies asked of one office in ten, which nobody has signed. */
const OF_OFFICES = 50
/** Tests, every other one a training's quiz, asked of two offices in nine and passed by nobody. */
const TESTS = 45
const OFFICES = 100
/** Of more people there are, if not asked for, the obligations that they met and no acknowledgments: `obligations.ts` reads none. */
const SIGNING = 50_000
/** These are asked for again each year. */
const YEARLY = 3

const TABLES = [
  'users',
  'policies',
  'tests',
  'trainings',
  'team_members',
  'requirements',
  'policy_acknowledgments',
  'obligations',
  'obligation_moves',
]

const id = (table: string, number: string, second = '0') =>
  `('00000000-${table}-7000-8000-' || lpad(to_hex(${second} * 100000000::bigint + ${number}), 12, '0'))::uuid`
const PERSON = id('0001', 'n')
const ITEM = id('0002', 'p')

export type Report = (line: string) => void

/** Ids of what `fillObligations` makes. */
export const idOf = {
  person: (n: number) => `00000000-0001-7000-8000-${n.toString(16).padStart(12, '0')}`,
  item: (p: number) => `00000000-0002-7000-8000-${p.toString(16).padStart(12, '0')}`,
  team: (t: number) => `00000000-0004-7000-8000-${t.toString(16).padStart(12, '0')}`,
}

/** A policy that was asked of everybody and this person has not signed; one in seven people has such. */
export const unsignedBy = (n: number) =>
  Array.from({ length: OF_EVERYBODY }, (_, index) => index + 1).find((p) => (n + p * 7) % 21 === 0)

/** When something was first asked: four days after what was asked before it, up to a week ago. */
const ASKED = `date_trunc('day', now()) - make_interval(days => case when p <= ${YEARLY} then 300 - p else 720 - p * 4 end) + interval '9 hours'`
/** Whether this person has signed this one, and when: half of them within five days. */
const SIGNED = `(n + p * 7) % 21 <> 0`
const SIGNED_AT = `asked + interval '1 second' * (60 + 6912000 * power(((n::bigint * 7919 + p * 104729) % 1000003)::float8 / 1000003, 3))`

/** For the filling alone, of which nothing is lost that can't be filled again. */
export const FILLING = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_wal_size: '32GB',
  checkpoint_timeout: '1h',
  shared_buffers: '512MB',
  autovacuum: 'off',
  // Two tables at once, whose new indexes are written to no log.
  wal_level: 'minimal',
  max_wal_senders: '0',
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
  max_parallel_maintenance_workers: '1',
  vacuum_buffer_usage_limit: '0',
}

/**
 * Fills an empty server's tables as years of use would have: for each person some hundred signed policies
 * and twenty open obligations, of 200 items. Triggers are off meanwhile and indexes and keys come last: what
 * triggers would write is written here, in bulk, and `plain-reading.test.ts` is what holds them against the rules.
 */
export async function fillObligations(
  db: Db,
  people: number,
  report: Report,
  { acknowledgments = people <= SIGNING } = {},
): Promise<void> {
  const run = async (name: string, ...lines: string[][]) => {
    const started = performance.now()
    await Promise.all(
      lines.map(async (line) => {
        for (const statement of line) await sql.raw(statement).execute(db)
      }),
    )
    report(`  ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  await run('people and items', [
    ...TABLES.map((table) => `alter table ${table} disable trigger user`),
    peopleSql(people),
    ...itemsSql(people),
  ])
  if (acknowledgments) {
    const { constraints, indexes } = await dropIndexes(db, 'policy_acknowledgments')
    await run('acknowledgments', acknowledgmentsSql(people))
    await run('their indexes', [...constraints, ...indexes])
  }
  const { constraints, indexes } = await dropIndexes(db, 'obligations')
  const half = Math.ceil(OF_EVERYBODY / 2)
  await run(
    'obligations',
    [askedOfEverybodySql(people, 1, half), renewalsSql(people)],
    [askedOfEverybodySql(people, half + 1, OF_EVERYBODY), askedOfOfficesSql(people)],
  )
  await run('their keys', constraints)
  const odd = indexes.filter((_, index) => index % 2 === 1)
  await run(
    'their indexes',
    indexes.filter((index) => !odd.includes(index)),
    odd,
  )
  await run('sums', [
    MOVED,
    ...TABLES.map((table) => `alter table ${table} enable trigger user`),
    `select rebuild_obligation_sums()`,
  ])
  await run('vacuum', [`vacuum analyze`])
}

const peopleSql = (people: number) => `
  insert into users (id, first_name, last_name, email, role, status, created_at, active_since, role_since)
  select ${PERSON}, 'Person' || n,
    (array['Marsh', 'Okafor', 'Lindqvist', 'Reyes', 'Hathaway', 'Diallo', 'Pham', 'Price'])[1 + n % 8],
    'person-' || n || '@example.com', case when n % 50 = 0 then 'manager' else 'agent' end, 'active',
    now() - interval '730 days', now() - interval '730 days', now() - interval '730 days'
  from generate_series(1, ${people}) as n`

function itemsSql(people: number): string[] {
  const policies = `generate_series(1, ${OF_EVERYBODY + OF_OFFICES}) as p`
  const tests = `generate_series(${OF_EVERYBODY + OF_OFFICES + 1}, ${OF_EVERYBODY + OF_OFFICES + TESTS}) as p`
  const team = id('0004', 't')
  return [
    `with made as (
        insert into policies (id, current_version, material_version, created_at)
        select ${ITEM}, 1, 1, ${ASKED} from ${policies}
      )
      insert into policy_versions (policy_id, version, title, content, content_sha256, material, created_at)
      select ${ITEM}, 1, 'Policy ' || p, text, sha256(convert_to('Policy ' || p || E'\\n' || text, 'UTF8')), true, ${ASKED}
      from ${policies} cross join repeat('A paragraph of an ordinary policy. ', 100) as text`,
    `insert into trainings (id, title, duration, due_days, created_at)
      select ${id('0003', 'p')}, 'Training ' || p, 20, 30, ${ASKED} from ${tests} where p % 2 = 0`,
    `insert into tests (id, title, training_id, created_at)
      select ${ITEM}, case when p % 2 = 0 then 'Training ' else 'Test ' end || p,
        case when p % 2 = 0 then ${id('0003', 'p')} end, ${ASKED} from ${tests}`,
    `insert into teams (id, name) select ${team}, 'Office ' || t from generate_series(0, ${OFFICES - 1}) as t`,
    `insert into team_members (team_id, user_id, member, manager, since)
      select ${id('0004', `n % ${OFFICES}`)}, ${PERSON}, true, n % 50 = 0, now() - interval '730 days'
      from generate_series(1, ${people}) as n`,
    `insert into requirements (id, policy_id, everyone, created_at, due_set_at, every_months, window_days, recurs_since)
      select gen_random_uuid(), ${ITEM}, true, ${ASKED}, ${ASKED},
        case when p <= ${YEARLY} then 12 end, case when p <= ${YEARLY} then 30 end,
        case when p <= ${YEARLY} then ${ASKED} end
      from generate_series(1, ${OF_EVERYBODY}) as p`,
    `insert into requirements (id, policy_id, test_id, team_id, created_at, due_at, due_set_at)
      select gen_random_uuid(), case when p <= ${OF_EVERYBODY + OF_OFFICES} then ${ITEM} end,
        case when p > ${OF_EVERYBODY + OF_OFFICES} then ${ITEM} end, ${team}, asked, due, asked
      from generate_series(${OF_EVERYBODY + 1}, ${OF_EVERYBODY + OF_OFFICES + TESTS}) as p
      cross join generate_series(0, ${OFFICES - 1}) as t
      cross join lateral (select ${ASKED_LATE} as asked, ${DUE_LATE} as due) as times
      where ${IS_ASKED}`,
  ]
}

/** Of which offices (t) something is asked, since when and until when. */
const IS_ASKED = `case when p <= ${OF_EVERYBODY + OF_OFFICES} then t % 10 = p % 10 else (t + p) % 9 < 2 end`
const ASKED_LATE = `date_trunc('day', now()) - make_interval(days => 20 + p % 200) + interval '9 hours'`
const DUE_LATE = `case when p % 7 > 0 then date_trunc('day', now()) + make_interval(days => p % 60 - 20) + interval '23:59:59' end`

const acknowledgmentsSql = (people: number) => [
  `insert into policy_acknowledgments (sequence, id, policy_id, user_id, version, acknowledged_at, policy_title,
    person_name, person_email, person_role, content_sha256, consent, sign_in_method, session_id, ip, user_agent,
    form, session_origin, previous_hash, hash)
  select sequence, ${id('0005', 'n', 'p')}, ${ITEM}, ${PERSON}, 1, ${SIGNED_AT}, 'Policy ' || p,
    'Person' || n || ' Marsh', 'person-' || n || '@example.com', 'agent', sha256('x'),
    'I have read and understood this policy, and I agree to follow it.', 'password', ${PERSON}, '192.0.2.7',
    'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0', 'frontdesk-acknowledgment-2', 'password',
    sha256(int8send(sequence - 1)), sha256(int8send(sequence))
  from (
    select p, n, row_number() over () as sequence, ${ASKED} as asked
    from generate_series(1, ${OF_EVERYBODY}) as p cross join generate_series(1, ${people}) as n
    where ${SIGNED}
  ) as signed`,
]

const askedOfEverybodySql = (people: number, from: number, to: number) => `
  insert into obligations (id, user_id, kind, item_id, cycle, version, opens_at, due_at, due_set_at,
    closed_at, closed_as, evidence, stands_until)
  select ${id('0006', 'n', 'p')}, ${PERSON}, 'policy', ${ITEM}, 1, 1, asked, asked + interval '30 days', asked,
    done_at, case when done_at is not null then 'met' end,
    case when done_at is not null then ${id('0005', 'n', 'p')} end,
    case when p <= ${YEARLY} and done_at is not null then done_at + interval '12 months' - interval '30 days' end
  from (
    select p, n, asked, case when ${SIGNED} then ${SIGNED_AT} end as done_at
    from generate_series(${from}, ${to}) as p cross join generate_series(1, ${people}) as n
    cross join lateral (select ${ASKED} as asked) as times
  ) as each`

const renewalsSql = (people: number) => `
  insert into obligations (id, user_id, kind, item_id, cycle, version, opens_at, due_at, due_set_at)
  select ${id('0007', 'n', 'p')}, ${PERSON}, 'policy', ${ITEM}, 2, 1,
    signed_at + interval '12 months' - interval '30 days', signed_at + interval '12 months', signed_at
  from generate_series(1, ${YEARLY}) as p cross join generate_series(1, ${people}) as n
  cross join lateral (select ${ASKED} as asked) as times
  cross join lateral (select ${SIGNED_AT} as signed_at) as signing
  where ${SIGNED}`

const askedOfOfficesSql = (people: number) => `
  insert into obligations (id, user_id, kind, item_id, cycle, version, opens_at, due_at, due_set_at)
  select ${id('0006', 'n', 'p')}, ${PERSON}, case when p <= ${OF_EVERYBODY + OF_OFFICES} then 'policy' else 'test' end,
    ${ITEM}, 1, case when p <= ${OF_EVERYBODY + OF_OFFICES} then 1 end, asked, due, asked
  from generate_series(${OF_EVERYBODY + 1}, ${OF_EVERYBODY + OF_OFFICES + TESTS}) as p
  cross join generate_series(1, ${people}) as n
  cross join lateral (select n % ${OFFICES} as t) as office
  cross join lateral (select ${ASKED_LATE} as asked, ${DUE_LATE} as due) as times
  where ${IS_ASKED}`

const MOVED = `
  insert into obligation_moves (obligation_id, user_id, item_id, moved_at, due_at_before)
  select id, user_id, item_id, now() - interval '3 days', due_at - interval '2 days' from obligations
  where closed_at is null and opens_at <= now() and due_at is not null and hashtext(id::text) % 100 = 0`

/** Drops those of a table with the constraints that rest on them; returns what makes them anew. */
export async function dropIndexes(
  db: Db,
  table: string,
): Promise<{ constraints: string[]; indexes: string[] }> {
  const { rows } = await sql<{ drop: string; make: string; own: boolean }>`
    select true as own, format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint
    where conrelid = ${table}::regclass and contype in ('p', 'u', 'f')
      and not exists (select from pg_constraint as other where other.conindid = pg_constraint.conindid and other.contype = 'f')
    union all
    select false, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index
    where indrelid = ${table}::regclass
      and not exists (select from pg_constraint where conindid = indexrelid)
  `.execute(db)
  for (const { drop } of rows) await sql.raw(drop).execute(db)
  const made = (own: boolean) => rows.filter((row) => row.own === own).map(({ make }) => make)
  return { constraints: made(true), indexes: made(false) }
}

/** So many real records in the chain, of a thousand people and their policies, and nothing worked out of them yet. */
export async function fillChain(db: Db, records: number): Promise<void> {
  const policies = Math.ceil(records / 1000)
  for (const table of TABLES) await sql.raw(`alter table ${table} disable trigger user`).execute(db)
  await sql.raw(peopleSql(1000)).execute(db)
  await sql
    .raw(
      `with made as (
        insert into policies (id, current_version, material_version, created_at)
        select ${ITEM}, 1, 1, now() - interval '400 days' from generate_series(1, ${policies}) as p
      ), asked as (
        insert into requirements (id, policy_id, everyone, created_at, due_set_at)
        select gen_random_uuid(), ${ITEM}, true, now() - interval '400 days', now() - interval '400 days'
        from generate_series(1, ${policies}) as p
      )
      insert into policy_versions (policy_id, version, title, content, content_sha256, material, created_at)
      select ${ITEM}, 1, 'Policy ' || p, text, sha256(convert_to('Policy ' || p || E'\\n' || text, 'UTF8')), true,
        now() - interval '400 days'
      from generate_series(1, ${policies}) as p
      cross join repeat('A paragraph of an ordinary policy. ', 100) as text`,
    )
    .execute(db)
  const { rows: texts } = await sql<{ hash: string }>`
    select encode(content_sha256, 'hex') as hash from policy_versions order by policy_id
  `.execute(db)
  let previous = '0'.repeat(64)
  const from = Date.now() - 300 * 864e5
  for (let done = 0; done < records; done += 2000) {
    const some = Array.from({ length: Math.min(2000, records - done) }, (_, index) => {
      const number = done + index
      const n = 1 + (number % 1000)
      const p = 1 + Math.floor(number / 1000)
      const record = {
        form: FORM,
        sequence: number + 1,
        id: randomUUID(),
        policy_id: idOf.item(p),
        user_id: idOf.person(n),
        version: 1,
        acknowledged_at: new Date(from + number * 60).toISOString(),
        policy_title: `Policy ${p}`,
        person_name: `Person${n} Marsh`,
        person_email: `person-${n}@example.com`,
        person_role: 'agent',
        content_sha256: texts[p - 1]!.hash,
        consent: 'I have read and understood this policy, and I agree to follow it.',
        sign_in_method: 'password',
        session_origin: 'password',
        session_id: idOf.person(n),
        ip: '192.0.2.7',
        user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
        ceremony: null,
        previous_hash: previous,
      }
      previous = hashOfRecord(record)
      return { ...record, hash: previous }
    })
    await db.transaction().execute(async (tx) => insertAcknowledgments(tx, some))
  }
  await sql`
    insert into audit_events
      (id, actor_id, actor_name, action, item_type, item_id, item_title, details, ip, user_agent, request_id)
    select new_uuid(), user_id, person_name, 'policy.acknowledged', 'policy', policy_id, policy_title,
      jsonb_build_object('version', version, 'sequence', sequence, 'hash', encode(hash, 'hex')), ip, user_agent, id::text
    from policy_acknowledgments
  `.execute(db)
  for (const table of TABLES) await sql.raw(`alter table ${table} enable trigger user`).execute(db)
  await sql`analyze`.execute(db)
  await sql`select put_off_items(array(select distinct item_id from requirements), true)`.execute(
    db,
  )
}
