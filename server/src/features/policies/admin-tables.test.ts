import type { Policy } from '@frontdesk/contract/policies'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CallOptions } from '../../testing/api-client.ts'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { EVER } from '../../testing/patience.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const ACKNOWLEDGMENTS = 'GET /admin/policies/acknowledgments'
const OUTSTANDING = 'GET /admin/policies/outstanding'
type Table = typeof ACKNOWLEDGMENTS | typeof OUTSTANDING

let server: TestServer
let admin: Member
/** By first name; the letters are in another order than the accounts. */
let people: Record<'Zoe' | 'adam' | 'Éva' | 'Bo', Member>
let policies: Record<'fraud' | 'Safety' | 'Retired' | 'optional', Policy>

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Root', lastName: 'Admin' })
  const member = (firstName: string) => createMember(server, { firstName, lastName: 'Same' })
  people = {
    Zoe: await member('Zoe'),
    adam: await member('adam'),
    Éva: await member('Éva'),
    Bo: await member('Bo'),
  }
  const api = server.api.as(admin)
  policies = {
    fraud: await createPolicy(api, { title: 'wire fraud' }),
    Safety: await createPolicy(api, { title: 'Showing Safety' }),
    Retired: await createPolicy(api, { title: '100% Retired_policy' }),
    optional: await createPolicy(api, { title: 'Optional' }),
  }
  const soon = Date.now() + 500
  await assign(policies.fraud, { everyone: true, due_at: new Date(soon).toISOString() })
  await assign(policies.Safety, { roles: ['agent'], due_at: '2040-01-01T00:00:00Z' })
  await assign(policies.Safety, { user_ids: [people.Bo.id] })
  for (const person of [people.Zoe, people.adam, people.Éva]) {
    await acknowledge(person, policies.fraud)
    await acknowledge(person, policies.Retired)
  }
  await acknowledge(people.Zoe, policies.Safety)
  // Safety asks again, and fraud got a typo mended.
  await save(policies.Safety, 'Asked again.', true)
  await save(policies.fraud, 'A typo mended.', false)
  await acknowledge(people.adam, policies.Safety)
  await api('DELETE /policies/:id', { params: { id: policies.Retired.id } })
  await vi.waitUntil(() => Date.now() > soon, EVER)
})
afterAll(async () => server.stop())

const assign = ({ id }: Policy, body: object) =>
  server.api.as(admin)('POST /policies/:id/assign', { params: { id }, body })
const acknowledge = (person: Member, { id }: Policy) =>
  server.api.as(person)('POST /policies/:id/acknowledge', { params: { id } })
const save = ({ id, title }: Policy, content: string, material: boolean) =>
  server.api.as(admin)('PUT /policies/:id', { params: { id }, body: { title, content, material } })

type Row = Record<string, string | number | null>

async function ask(table: Table, query: CallOptions['query'] = {}) {
  const answer = await server.api.as(admin).raw(table, { query })
  expect(answer.status).toBe(200)
  return {
    rows: answer.body as unknown as Row[],
    total: Number(answer.headers.get('x-total-count')),
    link: answer.headers.get('link'),
  }
}

/** Rows as `person: policy`. */
const pairs = (rows: Row[]) =>
  rows.map((row) => `${String(row.person_name).split(' ')[0]}: ${String(row.policy_title)}`)

describe('acknowledgments', () => {
  test('stand newest first, each with the state that it is in now', async () => {
    const { rows, total } = await ask(ACKNOWLEDGMENTS)
    expect(total).toBe(8)
    expect(rows.map((row) => row.sequence)).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
    const states = rows.map(
      (row, index) =>
        `${pairs(rows)[index]} ${String(row.version_acknowledged)} ${String(row.state)}`,
    )
    expect(states).toEqual([
      'adam: Showing Safety 2 current',
      'Zoe: Showing Safety 1 superseded',
      'Éva: 100% Retired_policy 1 deleted',
      'Éva: wire fraud 1 current',
      'adam: 100% Retired_policy 1 deleted',
      'adam: wire fraud 1 current',
      'Zoe: 100% Retired_policy 1 deleted',
      'Zoe: wire fraud 1 current',
    ])
  })

  test.each([
    [{ state: 'superseded' }, ['Zoe: Showing Safety']],
    [{ search: 'SAFETY' }, ['adam: Showing Safety', 'Zoe: Showing Safety']],
    [{ search: '100% r' }, ['Éva', 'adam', 'Zoe'].map((name) => `${name}: 100% Retired_policy`)],
    // What LIKE would take for patterns is only text.
    [{ search: 'wire%' }, []],
    [{ search: 'wir_ fraud' }, []],
    [{ search: '\\' }, []],
  ])('%j finds what it says', async (query, expected) => {
    const { rows, total } = await ask(ACKNOWLEDGMENTS, query)
    expect(pairs(rows)).toEqual(expected)
    expect(total).toBe(expected.length)
  })

  test('of one person, of one policy, and of both at once', async () => {
    const { id: user_id } = people.Zoe
    const { id: policy_id } = policies.fraud
    expect((await ask(ACKNOWLEDGMENTS, { user_id })).total).toBe(3)
    expect((await ask(ACKNOWLEDGMENTS, { policy_id })).total).toBe(3)
    expect(pairs((await ask(ACKNOWLEDGMENTS, { user_id, policy_id })).rows)).toEqual([
      'Zoe: wire fraud',
    ])
    expect((await ask(ACKNOWLEDGMENTS, { user_id: policy_id })).rows).toEqual([])
  })
})

describe('outstanding', () => {
  test('names who still has to do what: the most urgent first', async () => {
    const { rows, total } = await ask(OUTSTANDING)
    expect(total).toBe(rows.length)
    const urgent = rows.filter((row) => row.state === 'overdue')
    expect(pairs(rows.slice(0, urgent.length)).sort()).toEqual([
      'Bo: wire fraud',
      'Root: wire fraud',
    ])
    expect(pairs(rows.slice(urgent.length)).sort()).toEqual(
      ['Bo', 'Zoe', 'Éva'].map((name) => `${name}: Showing Safety`),
    )
    const zoe = rows.find((row) => row.user_id === people.Zoe.id)
    expect(zoe).toMatchObject({ version: 2, acknowledged_version: 1, state: 'pending' })
    expect(
      rows.find((row) => row.user_id === people.Bo.id && row.state === 'pending'),
    ).toMatchObject({
      acknowledged_version: null,
      // Required of agents by then, and of Bo without a date.
      due_at: '2040-01-01T00:00:00.000Z',
    })
  })

  test('can be cut to a person, a policy, a state or a word', async () => {
    expect((await ask(OUTSTANDING, { user_id: people.adam.id })).rows).toEqual([])
    expect((await ask(OUTSTANDING, { policy_id: policies.Safety.id })).total).toBe(3)
    expect((await ask(OUTSTANDING, { state: 'overdue' })).total).toBe(2)
    expect((await ask(OUTSTANDING, { search: 'zoe' })).total).toBe(1)
    expect((await ask(OUTSTANDING, { search: people.Bo.email })).total).toBe(2)
    expect((await ask(OUTSTANDING, { policy_id: policies.Retired.id })).rows).toEqual([])
  })

  test('leaves out whoever is not active', async () => {
    const setStatus = (status: 'active' | 'inactive') =>
      server.db.updateTable('users').set({ status }).where('id', '=', people.Bo.id).execute()
    await setStatus('inactive')
    const { rows } = await ask(OUTSTANDING)
    await setStatus('active')
    expect(pairs(rows).filter((pair) => pair.startsWith('Bo'))).toEqual([])
  })
})

const orders: [Table, string, string][] = [
  ...['acknowledged_at', 'person_name', 'policy_title', 'version'].map(
    (sort): [Table, string, string] => [
      ACKNOWLEDGMENTS,
      sort,
      sort === 'version' ? 'version_acknowledged' : sort,
    ],
  ),
  ...['due_at', 'person_name', 'policy_title', 'version'].map((sort): [Table, string, string] => [
    OUTSTANDING,
    sort,
    sort,
  ]),
]

describe.each(orders)('%s by %s', (table, sort, field) => {
  test.each(['asc', 'desc'] as const)(
    '%s is in order, and its pages follow each other without gap or repetition',
    async (order) => {
      const whole = await ask(table, { sort, order })
      const values = whole.rows.map((row) =>
        // No date is later than any, and letter case does not matter.
        String(row[field] ?? '9999').toLowerCase(),
      )
      const sorted = values.toSorted((a, b) => Number(a > b) - Number(a < b))
      expect(values).toEqual(order === 'asc' ? sorted : sorted.toReversed())

      const paged: Row[] = []
      let query: Record<string, string> = { sort, order, limit: '2' }
      for (;;) {
        const page = await ask(table, query)
        expect(page.rows.length).toBeLessThanOrEqual(2)
        expect(page.total).toBe(whole.total)
        paged.push(...page.rows)
        const next = /<([^>]+)>; rel="next"/.exec(page.link ?? '')?.[1]
        if (!next) break
        query = Object.fromEntries(new URL(next, server.url).searchParams)
      }
      expect(paged).toEqual(whole.rows)
    },
  )
})

test('a page goes on where it ended when rows come in between', async () => {
  const first = await ask(ACKNOWLEDGMENTS, { limit: 3 })
  const later = await createPolicy(server.api.as(admin), { title: 'In between' })
  await acknowledge(people.Bo, later)
  const next = /<([^>]+)>/.exec(first.link!)![1]!
  const second = await ask(
    ACKNOWLEDGMENTS,
    Object.fromEntries(new URL(next, server.url).searchParams),
  )
  expect(second.rows.map((row) => row.sequence)).toEqual([5, 4, 3])
})

test('an order or a state that there is not is refused', async () => {
  const api = server.api.as(admin)
  const wrong: Record<string, string>[] = [
    { sort: 'password_hash' },
    { sort: 'hash; drop table users' },
    { order: 'sideways' },
    { state: 'anything' },
    { policy_id: '1' },
    { user_id: "x' or '1'='1" },
  ]
  for (const query of wrong) {
    for (const table of [ACKNOWLEDGMENTS, OUTSTANDING] as const) {
      const answer = await api.raw(table, { query })
      expect(answer.status).toBe(400)
    }
  }
})
