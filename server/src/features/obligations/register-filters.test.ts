/** Each filter of the register alone, over rows of which some fit it and some don't: few, and as of very many. */
import type { ObligationFilter } from '@frontdesk/contract/obligations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createPolicy, createTest, type Member } from '../../testing/factories.ts'
import { passDays } from '../../testing/pass-days.ts'
import { createQuiz } from '../../testing/quizzes.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { readRegister } from './obligations.queries.ts'

let server: TestServer
let admin: Member
let ana: Member
let ben: Member
/** Ids of items and of a team, by their names. */
const ids: Record<string, string> = {}

const asAdmin = () => server.api.as(admin)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada' })
  ana = await createMember(server, { firstName: 'Ana' })
  ben = await createMember(server, { firstName: 'Ben', role: 'manager' })
  await askOfOld()
  await passDays(server.db, 20)
  await askNow()
  const { body } = await asAdmin()('POST /teams', {
    body: { name: 'Harbor', member_ids: [ana.id], manager_ids: [ben.id] },
  })
  ids.Harbor = body.id
})
afterAll(async () => server.stop())

async function ask(title: string, body: Record<string, unknown>): Promise<string> {
  const { id } = await createPolicy(asAdmin(), { title })
  await asAdmin()('POST /policies/:id/assign', { params: { id }, body })
  ids[title] = id
  return id
}

const sign = async (who: Member, id: string) =>
  server.api.as(who)('POST /policies/:id/acknowledge', { params: { id } })

async function askOfOld(): Promise<void> {
  await ask('Licences', { user_ids: [ana.id, ben.id], due_at: inDays(10) })
}

async function askNow(): Promise<void> {
  const api = asAdmin()
  const filter = { item_id: ids.Licences!, user_id: ana.id }
  await api('POST /admin/obligations/waive', { body: { filter, reason: 'On leave' } })
  await sign(ana, await ask('Escrow', { everyone: true, due_at: inDays(30) }))
  const recurrence = { type: 'rolling', months: 12 }
  await sign(ana, await ask('Yearly', { user_ids: [ana.id], recurrence }))
  const id = await ask('Old form', { user_ids: [admin.id] })
  await server.db.deleteFrom('requirements').where('policy_id', '=', id).execute()
  const law = await createTest(api, { title: 'State law' })
  await api('POST /tests/:id/assign', {
    params: { id: law.id },
    body: { roles: ['manager'], due_at: inDays(2) },
  })
  const quiz = await createQuiz(server.db, { title: 'Wire fraud', due_days: 30 })
  await api('POST /tests/:id/assign', {
    params: { id: quiz.testId },
    body: { user_ids: [ana.id] },
  })
  ids['State law'] = law.id
  ids['Wire fraud'] = quiz.trainingId
}

const ROWS = [
  'Ada Escrow open',
  'Ada Old form ended',
  'Ana Escrow met',
  'Ana Licences waived',
  'Ana Wire fraud open',
  'Ana Yearly met',
  'Ana Yearly upcoming',
  'Ben Escrow open',
  'Ben Licences overdue',
  'Ben State law due_soon',
]
const of = (...words: string[]) => ROWS.filter((row) => words.some((word) => row.includes(word)))

/** Asked when all of it is there. */
const FILTERS: [string, () => ObligationFilter, string[]][] = [
  ['nothing', () => ({}), ROWS],
  ['open', () => ({ state: 'open' }), of('open', 'overdue', 'due_soon')],
  ['due soon', () => ({ state: 'due_soon' }), of('due_soon')],
  ['overdue', () => ({ state: 'overdue' }), of('overdue')],
  ['met', () => ({ state: 'met' }), of('met')],
  ['waived', () => ({ state: 'waived' }), of('waived')],
  ['upcoming', () => ({ state: 'upcoming' }), of('upcoming')],
  ['ended', () => ({ state: 'ended' }), of('ended')],
  ['policies', () => ({ kind: 'policy' }), of('Escrow', 'Old', 'Licences', 'Yearly')],
  ['tests', () => ({ kind: 'test' }), of('Wire', 'State')],
  ['trainings', () => ({ kind: 'training' }), of('Wire')],
  ['tests by themselves', () => ({ kind: 'standalone' }), of('State')],
  ['a policy', () => ({ item_id: ids.Escrow }), of('Escrow')],
  ['a test', () => ({ item_id: ids['State law'] }), of('State')],
  ['a training', () => ({ item_id: ids['Wire fraud'] }), of('Wire')],
  ['a person', () => ({ user_id: ben.id }), of('Ben')],
  ['a role', () => ({ role: 'manager' }), of('Ben')],
  ['a role and a state', () => ({ role: 'agent', state: 'open' }), of('Ana Wire')],
  ['a team', () => ({ team_id: ids.Harbor }), of('Ana')],
  ['a team and a state', () => ({ team_id: ids.Harbor, state: 'met' }), of('met')],
  ['a team and another role', () => ({ team_id: ids.Harbor, role: 'manager' }), []],
  ['due from', () => ({ due_from: inDays(60) }), of('upcoming')],
  ['due until', () => ({ due_to: inDays(1) }), of('Licences')],
  ['due between', () => ({ due_from: inDays(1), due_to: inDays(10) }), of('State')],
  ['asked from', () => ({ opens_from: inDays(10) }), of('upcoming')],
  ['asked until', () => ({ opens_to: inDays(-10) }), of('Licences')],
  ['a title', () => ({ search: 'LICEN' }), of('Licences')],
  ['a name', () => ({ search: 'bEn' }), of('Ben')],
  ['a name and a state', () => ({ search: 'ana', state: 'met' }), of('met')],
  [
    'a past day',
    () => ({ as_of: inDays(-15) }),
    ['Ana Licences due_soon', 'Ben Licences due_soon'],
  ],
]

/** Rows of very many, whose people are few enough to be named, or are very many as well. */
const MANY = [
  { counted: -1, named: 2000 },
  { counted: -1, named: -1 },
]

test.each(FILTERS)('is narrowed by %s', async (_name, filter, expected) => {
  const query = filter()
  const shown = (rows: { user_name: string; item_title: string; state: string }[]) =>
    rows.map((row) => `${row.user_name.split(' ')[0]} ${row.item_title} ${row.state}`).toSorted()
  for (const sort of ['due_at', 'user_name', 'item_title', 'opens_at', 'closed_at'] as const) {
    const answer = await asAdmin()('GET /admin/obligations', { query: { ...query, sort } })
    expect(shown(answer.body), sort).toEqual(expected)
    expect(answer.headers.get('x-total-count'), sort).toBe(String(expected.length))
    for (const bounds of MANY) {
      const { page } = await readRegister(server.db, { ...query, sort, limit: 100 }, 'all', bounds)
      expect(shown(page.rows), `${sort}, ${JSON.stringify(bounds)}`).toEqual(expected)
    }
  }
})
