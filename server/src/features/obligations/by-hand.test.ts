import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { EVER } from '../../testing/patience.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const DAY = 86_400_000

let server: TestServer
let admin: Member
let ana: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada' })
  ana = await createMember(server, { firstName: 'Ana' })
})
afterAll(async () => server.stop())

const asAdmin = () => server.api.as(admin)
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

const act = async (what: 'remind' | 'move' | 'waive', body: Record<string, unknown>) =>
  asAdmin().raw(`POST /admin/obligations/${what}`, { body })

const register = async (itemId: string, state?: 'open' | 'upcoming' | 'waived') =>
  (
    await asAdmin()('GET /admin/obligations', {
      query: { item_id: itemId, ...(state && { state }) },
    })
  ).body

async function requirePolicy(body: Record<string, unknown> = {}) {
  const policy = await createPolicy(asAdmin())
  const params = { id: policy.id }
  const { status } = await asAdmin().raw(`POST /policies/${policy.id}/assign`, {
    body: { user_ids: [ana.id], ...body },
  })
  expect(status).toBe(200)
  const sign = async () => server.api.as(ana)('POST /policies/:id/acknowledge', { params })
  return { id: policy.id, sign }
}

test.each([
  ['another moment', { as_of: '2025-11-01T00:00:00Z' }],
  ['a misspelt name', { userid: 'b7c4a1de-2c52-4f38-9d5c-1b8f0a4f7b11' }],
])('a filter with %s is refused, and nobody is let off', async (_, more) => {
  const { id } = await requirePolicy()
  for (const filter of [more, { item_id: id, ...more }]) {
    const { status } = await act('waive', { filter, reason: 'By mistake' })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  }
  expect(await register(id, 'open')).toHaveLength(1)
})

test('of four who let somebody off at once, one does', async () => {
  const { id } = await requirePolicy()
  const [open] = await register(id)
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (reason) => act('waive', { ids: [open!.id], reason })),
  )
  const counts = answers.map(({ body }) => (body as { count: number }).count)
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1])
  const trail = await server.db
    .selectFrom('audit_events')
    .select('id')
    .where('item_id', '=', id)
    .where('action', '=', 'obligation.waived')
    .execute()
  expect(trail).toHaveLength(1)
})

test('nobody is made late, and what begins later keeps its date and cannot be waived away', async () => {
  const { id, sign } = await requirePolicy({ recurrence: { type: 'rolling', months: 12 } })
  const [open] = await register(id)
  const before = await act('move', { ids: [open!.id], due_at: '2020-01-01T00:00:00Z' })
  expect(before).toMatchObject({ status: 422, body: { fields: { due_at: expect.any(String) } } })
  const due_at = inDays(5)
  expect((await act('move', { ids: [open!.id], due_at })).body).toEqual({ count: 1 })
  expect((await act('move', { ids: [open!.id], due_at })).body).toEqual({ count: 0 })
  await sign()
  const [upcoming] = await register(id, 'upcoming')
  expect((await act('move', { ids: [upcoming!.id], due_at })).body).toEqual({ count: 0 })
  expect((await act('waive', { ids: [upcoming!.id], reason: 'On leave' })).body).toEqual({
    count: 0,
  })
  expect(await register(id, 'upcoming')).toEqual([upcoming])
})

test('who signs at once what is due on a day of the year has signed for that day', async () => {
  const day = new Date(Date.now() + 100 * DAY)
  const [month, date] = [day.getUTCMonth() + 1, day.getUTCDate()]
  const { id, sign } = await requirePolicy({ recurrence: { type: 'calendar', month, day: date } })
  const [open] = await register(id, 'open')
  await sign()
  const [upcoming] = await register(id, 'upcoming')
  const years =
    new Date(upcoming!.due_at!).getUTCFullYear() - new Date(open!.due_at!).getUTCFullYear()
  expect(years).toBe(1)
})

test('so long is months or days, and not both', async () => {
  const policy = await createPolicy(asAdmin())
  const { status } = await asAdmin().raw(`POST /policies/${policy.id}/assign`, {
    body: { everyone: true, recurrence: { type: 'rolling', months: 1, days: 1 } },
  })
  expect(status).toBe(400)
})

test('two of three are 66.7 percent', async () => {
  const cleo = await createMember(server, { firstName: 'Cleo' })
  const { id, sign } = await requirePolicy({ user_ids: [admin.id, ana.id, cleo.id] })
  const params = { id }
  await sign()
  await server.api.as(cleo)('POST /policies/:id/acknowledge', { params })
  const { body } = await asAdmin()('GET /admin/obligations/standing/:id', { params })
  expect(body).toMatchObject({ asked: 3, met: 2, percent: 66.7 })
})

test('teams come in pages, each once', async () => {
  for (const name of ['Pages A', 'pages b', 'Pages C']) {
    await asAdmin()('POST /teams', { body: { name } })
  }
  const found: string[] = []
  let cursor: string | undefined
  do {
    const query = { limit: 2, ...(cursor && { cursor }) }
    const { body, headers } = await asAdmin()('GET /teams', { query })
    found.push(...body.map(({ name }) => name))
    cursor = /cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1]
  } while (cursor)
  expect(found.filter((name) => /^pages/i.test(name))).toEqual(['Pages A', 'pages b', 'Pages C'])
  expect((await asAdmin().raw('GET /teams', { query: { limit: 0 } })).status).toBe(400)
})

test('a team that gets another name keeps its people', async () => {
  const { body: team } = await asAdmin()('POST /teams', {
    body: { name: 'North', member_ids: [ana.id], manager_ids: [admin.id] },
  })
  const params = { id: team.id }
  const { body: renamed } = await asAdmin()('PUT /teams/:id', { params, body: { name: 'South' } })
  expect(renamed).toMatchObject({
    name: 'South',
    member_ids: [ana.id],
    manager_ids: [admin.id],
  })
  const { body: empty } = await asAdmin()('PUT /teams/:id', {
    params,
    body: { name: 'South', member_ids: [] },
  })
  expect(empty).toMatchObject({ member_ids: [], manager_ids: [admin.id] })
})

test('a team keeps who left, and takes nobody who has', async () => {
  const gone = await createMember(server)
  const body = { name: 'East', member_ids: [gone.id] }
  const { body: team } = await asAdmin()('POST /teams', { body })
  const params = { id: team.id }
  await asAdmin()('PUT /admin/users/:id', { params: { id: gone.id }, body: { status: 'inactive' } })
  const renamed = { ...body, name: 'Far East' }
  expect((await asAdmin()('PUT /teams/:id', { params, body: renamed })).body).toMatchObject(renamed)
  await asAdmin()('PUT /teams/:id', { params, body: { ...body, member_ids: [] } })
  expect(await asAdmin().raw('PUT /teams/:id', { params, body })).toMatchObject({
    status: 422,
    body: { code: 'unknown_people' },
  })
})

test('what is over by the time that it is waived needs no waiver, and none is kept', async () => {
  const { id } = await requirePolicy()
  const [open] = await register(id)
  const waiving = await server.db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${ana.id} for no key update`.execute(tx)
    await tx.deleteFrom('requirements').where('policy_id', '=', id).execute()
    await sql`set constraints all immediate`.execute(tx)
    const call = act('waive', { ids: [open!.id], reason: 'On leave' })
    await vi.waitUntil(async () => {
      const { rows } = await sql`
          select from pg_stat_activity where datname = current_database()
            and wait_event_type = 'Lock' and query ~ '^\\s*(select from users|with chosen)'
        `.execute(server.db)
      return rows.length > 0
    }, EVER)
    return { call }
  })
  expect((await waiving.call).body).toEqual({ count: 0 })
  const kept = await server.db
    .selectFrom('waivers')
    .select('id')
    .where('policy_id', '=', id)
    .execute()
  expect(kept).toEqual([])
})

test('nobody is reminded of what begins later', async () => {
  const { id, sign } = await requirePolicy({ recurrence: { type: 'rolling', months: 12 } })
  await sign()
  const [upcoming] = await register(id, 'upcoming')
  expect((await act('remind', { ids: [upcoming!.id] })).body).toEqual({ count: 0 })
  const { rows } = await sql`
    select from mails where data->'obligation_ids' @> ${JSON.stringify([upcoming!.id])}::jsonb
  `.execute(server.db)
  expect(rows).toEqual([])
})

test('a reminder that is sent twice, or by two at once, is one mail', async () => {
  const { id } = await requirePolicy()
  const [open] = await register(id)
  const remind = async () => (await act('remind', { ids: [open!.id] })).body
  const answers = await Promise.all([remind(), remind(), remind()])
  answers.push(await remind())
  expect(answers).toEqual(answers.map(() => ({ count: 1 })))
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mails where data->'obligation_ids' @> ${JSON.stringify([open!.id])}::jsonb
  `.execute(server.db)
  expect(rows[0]!.count).toBe(1)
})
