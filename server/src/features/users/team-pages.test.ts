/** The team table's queries, made to be quick, beside plain ones over a hundred generated people. */
import { type RawBuilder, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { createQuiz } from '../../testing/quizzes.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const PEOPLE = 120

let server: TestServer
let admin: Member
/** How far each person is with their tests, as their own page tells. */
const testsOf = new Map<string, object>()

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
  await server.db
    .insertInto('users')
    .values(Array.from({ length: PEOPLE }, person))
    .execute()
  await sql`
    insert into profile_pictures (user_id, large_key, small_key)
    select id, md5(email), md5('small' || email) from users where email like '%0@%'
  `.execute(server.db)
  await sql`
    insert into account_links (id, user_id, purpose, email, expires_at)
    select gen_random_uuid(), id, 'invite', email, now() + (length(email) % 2 - 0.5) * interval '1 day'
    from users where status = 'pending' and password_hash is null
  `.execute(server.db)
  await requireAndAcknowledge()
  await requireTests()
})
afterAll(async () => server.stop())

const some = <T>(values: T[], number: number) => values[number % values.length]!

/** Names and times repeat, so that ties have to be broken. */
function person(_: unknown, number: number) {
  const status = some(['active', 'active', 'pending', 'active', 'inactive'] as const, number)
  return {
    id: uuidv7(),
    first_name: some(['Mira', 'otto', 'Ínes', 'Pat', 'pat', 'Ähre', 'O%'], number),
    last_name: some(['Marsh', 'marsh', 'Okafor', 'de la Cruz', ''], number * 7),
    email: `person-${number}@example.com`,
    role: some(['agent', 'manager', 'agent', 'admin'] as const, number * 3 + 1),
    title: some(['Agent', null, 'Marshal of Files'], number),
    status,
    password_hash: number % 3 === 0 ? null : 'x',
    last_login_at: number % 4 === 0 ? null : new Date(Date.UTC(2026, 0, number % 9)).toISOString(),
    created_at: new Date(Date.UTC(2026, 1, number % 11)).toISOString(),
    deleted_at: number % 13 === 0 ? '2026-03-01T00:00:00Z' : null,
  }
}

/** Policies of everyone, a role or one person, twice over, due or not; some of it acknowledged. */
async function requireAndAcknowledge(): Promise<void> {
  const api = server.api.as(admin)
  const { rows } = await sql<{ id: string }>`select id from users order by email`.execute(server.db)
  const ids = rows.map(({ id }) => id)
  for (const number of Array.from({ length: 9 }).keys()) {
    const { id } = await createPolicy(api, { title: `Policy ${number}` })
    const due =
      number % 2 === 0 ? { due_at: `20${number === 2 ? 24 : 30}-01-${20 - number}T00:00:00Z` } : {}
    const audience = some(
      [{ everyone: true }, { roles: ['agent'] }, { user_ids: ids.slice(number, number + 40) }],
      number,
    )
    await api('POST /policies/:id/assign', { params: { id }, body: { ...audience, ...due } })
    if (number % 4 === 0) {
      await api('POST /policies/:id/assign', { params: { id }, body: { roles: ['manager'] } })
    }
    await acknowledge(id, number)
  }
  const { id } = await createPolicy(api, { title: 'Gone' })
  await api('POST /policies/:id/assign', { params: { id }, body: { everyone: true } })
  await api('DELETE /policies/:id', { params: { id } })
}

async function requireTests(): Promise<void> {
  const api = server.api.as(admin)
  for (const audience of [{ everyone: true }, { roles: ['agent'] }]) {
    const { testId } = await createQuiz(server.db)
    await api('POST /tests/:id/assign', { params: { id: testId }, body: audience })
  }
  const people = server.db.selectFrom('users').select('id').where('deleted_at', 'is', null)
  for (const { id } of await people.execute()) {
    const { body } = await api('GET /admin/users/:id', { params: { id } })
    const { pending_trainings, tests, test_attempts, completed_tests, total_assigned_tests } = body
    testsOf.set(id, {
      pending_trainings,
      tests,
      test_attempts,
      completed_tests,
      total_assigned_tests,
    })
  }
}

/** Beneath the API: it would take a session of each. */
async function acknowledge(policyId: string, number: number): Promise<void> {
  await sql`
    insert into policy_acknowledgments (
      sequence, id, policy_id, user_id, version, acknowledged_at, policy_title, person_name,
      person_email, person_role, content_sha256, consent, sign_in_method, session_id, ip, user_agent,
      previous_hash, hash
    )
    select
      ${number} * 1000 + row_number() over (), gen_random_uuid(), ${policyId}, id, 1, now(), 'Policy',
      name, email, role, sha256('x'), 'Yes', 'password', gen_random_uuid(), '127.0.0.1', 'tests',
      sha256(('before' || id || ${policyId})::bytea), sha256(('after' || id || ${policyId})::bytea)
    from users where ascii(right(id::text, 1)) % 4 = ${number % 4}
  `.execute(server.db)
}

type Query = Record<string, string | number>

/** What a walk through all pages shows, page by page, and the total that each page gives. */
async function walk(query: Query) {
  const rows: Record<string, unknown>[] = []
  const totals = new Set<string | null>()
  let cursor: string | undefined
  do {
    const page = await server.api.as(admin)('GET /admin/users', {
      query: { ...query, ...(cursor && { cursor }) },
    })
    rows.push(...page.body)
    totals.add(page.headers.get('x-total-count'))
    cursor = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1]
  } while (cursor)
  return { rows, totals: [...totals] }
}

/** Everyone who matches, in order, with what `walk` shows of them: nothing here is quick. */
async function everyone(where: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  const { rows } = await sql<Record<string, unknown>>`
    with pending as (
      select user_id, due_at from pending_policies union all select user_id, due_at from pending_tests
    )
    select
      id, first_name, last_name, name, email, email_verified, phone_number, bio, title, role, status,
      last_login_at, created_at, revision,
      case when password_hash is null and status <> 'inactive' then
        case when id in (select user_id from account_links where expires_at > now())
        then 'open' else 'expired' end
      end as invitation,
      null as invitation_delivery, false as has_second_factor,
      (select '/api/v1/users/' || id || '/profile-picture?v=' || left(large_key, 12)
        from profile_pictures where user_id = users.id) as profile_picture_img_location,
      (select count(*)::int from pending where user_id = users.id) as open_obligations,
      (select count(*)::int from pending where user_id = users.id and due_at < now())
        as overdue_obligations
    from users where deleted_at is null and ${where} order by ${order}
  `.execute(server.db)
  const pending = await sql<{ user_id: string; policy_id: string }>`
    select user_id, policy_id from pending_policies order by due_at nulls last, policy_id
  `.execute(server.db)
  return rows.map((row) => ({
    ...row,
    ...testsOf.get(row.id as string),
    pending_policies: pending.rows
      .filter(({ user_id: id }) => id === row.id)
      .map(({ policy_id: id }) => id),
  }))
}

const ORDERS: [query: Query, order: RawBuilder<unknown>][] = [
  [{}, sql`lower(name), id`],
  [{ sort: 'name', order: 'desc' }, sql`lower(name) desc, id desc`],
  [{ sort: 'role' }, sql`role, lower(name), id`],
  [{ sort: 'role', order: 'desc' }, sql`role desc, lower(name) desc, id desc`],
  [{ sort: 'status' }, sql`status, lower(name), id`],
  [{ sort: 'status', order: 'desc' }, sql`status desc, lower(name) desc, id desc`],
  [{ sort: 'last_login_at' }, sql`last_login_at nulls first, id`],
  [{ sort: 'last_login_at', order: 'desc' }, sql`last_login_at desc nulls last, id desc`],
  [{ sort: 'created_at' }, sql`created_at, id`],
  [{ sort: 'created_at', order: 'desc' }, sql`created_at desc, id desc`],
  [{ sort: 'behind' }, sql`overdue_obligations, lower(name), id`],
  [{ sort: 'behind', order: 'desc' }, sql`overdue_obligations desc, lower(name) desc, id desc`],
]

const has = (text: string) =>
  sql`(name ilike ${text} or email ilike ${text} or title ilike ${text})`

const FILTERS: [query: Query, where: RawBuilder<unknown>][] = [
  [{}, sql`true`],
  [{ status: 'active' }, sql`status = 'active'`],
  [{ role: 'manager' }, sql`role = 'manager'`],
  [
    { behind: 'true' },
    sql`exists (select from pending_policies where user_id = users.id and due_at < now())`,
  ],
  [{ role: 'agent', status: 'inactive' }, sql`role = 'agent' and status = 'inactive'`],
  [{ awaiting: 'approval' }, sql`status = 'pending' and password_hash is not null`],
  [{ awaiting: 'invitation' }, sql`status = 'pending' and password_hash is null`],
  [{ search: 'MARSH' }, has('%marsh%')],
  [{ search: 'O%', role: 'agent' }, sql`role = 'agent' and ${has('%o\\%%')}`],
  [{ search: 'person-77@' }, has('%person-77@%')],
  [{ search: 'nobody' }, sql`false`],
]

test.each(FILTERS)('%j shows and counts the same people in every order', async (filter, where) => {
  for (const [sorted, order] of ORDERS) {
    const expected = await everyone(where, order)
    for (const limit of [12, 1000]) {
      const { rows, totals } = await walk({ ...filter, ...sorted, limit })
      expect(rows).toEqual(expected)
      expect(totals).toEqual([String(expected.length)])
    }
  }
})

test('there is something to compare', async () => {
  const all = await everyone(sql`true`, sql`id`)
  const lengths = new Set(all.map(({ pending_policies: pending }) => pending.length))
  expect(all.length).toBeGreaterThan(100)
  expect(lengths.size).toBeGreaterThan(3)
})

test('a page after the last person still says how many there are', async () => {
  const cursor = Buffer.from(JSON.stringify(['\u{10ffff}', uuidv7()])).toString('base64url')
  const answer = await server.api.as(admin)('GET /admin/users', { query: { cursor } })
  expect(answer.body).toEqual([])
  const { rows } = await walk({})
  expect(answer.headers.get('x-total-count')).toBe(String(rows.length))
})
