import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { passDays } from '../../testing/pass-days.ts'
import { pictureForm, pictureOf } from '../../testing/pictures.ts'
import { createQuiz, createTestAlone, rightAnswers, wrongAnswers } from '../../testing/quizzes.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
let people: Record<'mira' | 'otto' | 'ines' | 'pending' | 'inactive' | 'deleted', Member>

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
  const member = (firstName: string, lastName: string, role?: 'manager') =>
    createMember(server, { firstName, lastName, role })
  people = {
    mira: await member('Mira', 'Zeller'),
    otto: await member('otto', 'Ähre', 'manager'),
    ines: await member('Inês', 'O%Neil_'),
    pending: await member('Pia', 'Waiting'),
    inactive: await member('Ian', 'Gone'),
    deleted: await member('Dora', 'Deleted'),
  }
  const policy = await createPolicy(server.api.as(admin))
  const params = { id: policy.id }
  await server.api.as(admin)('POST /policies/:id/assign', {
    params,
    body: { user_ids: [people.mira.id] },
  })
  await server.api.as(people.deleted)('POST /policies/:id/acknowledge', { params })
  await server.api.as(people.inactive)('POST /users/me/profile-picture', {
    body: pictureForm(await pictureOf(40, 40)),
  })
  for (const status of ['pending', 'inactive'] as const) {
    await server.api.as(admin)('PUT /admin/users/:id', {
      params: { id: people[status].id },
      body: { status: 'inactive' },
    })
  }
  const back = server.db.updateTable('users').set({ status: 'pending' })
  await back.where('id', '=', people.pending.id).execute()
  await server.api.as(admin)('DELETE /admin/users/:id', { params: { id: people.deleted.id } })
  await server.api.as(admin)('POST /auth/invite', { body: { email: 'guest@example.com' } })
  const seen = server.db.updateTable('users').set({ last_login_at: '2026-01-02T03:04:05.678901Z' })
  await seen.where('id', 'in', [people.mira.id, people.ines.id]).execute()
})
afterAll(async () => server.stop())

type Query = Record<string, string | number>
const list = (query: Query = {}) => server.api.as(admin)('GET /admin/users', { query })
const names = async (query: Query) => (await list(query)).body.map(({ name }) => name)

const BY_NAME = [
  'Ada Broker',
  'guest@example.com',
  'Ian Gone',
  'Inês O%Neil_',
  'Mira Zeller',
  'otto Ähre',
  'Pia Waiting',
]

test('the team is everyone but the deleted, by name, with what awaits them', async () => {
  const { body, headers } = await list()
  expect(body.map(({ name }) => name)).toEqual(BY_NAME)
  expect(headers.get('x-total-count')).toBe('7')
  expect(body.find(({ id }) => id === people.mira.id)!.pending_policies).toHaveLength(1)
  const waiting = body.filter(({ status }) => status === 'pending')
  expect(waiting.map(({ invitation }) => invitation)).toEqual(['open', null])
})

test('each row tells how far its person is with trainings and tests, as their own page does', async () => {
  const [quiz, alone] = [await createQuiz(server.db), await createTestAlone(server.db)]
  for (const [test_id, body] of [
    [quiz.testId, { user_ids: [people.mira.id, people.otto.id] }],
    [alone.testId, { user_ids: [people.otto.id] }],
  ] as const) {
    await server.api.as(admin)('POST /tests/:id/assign', { params: { id: test_id }, body })
  }
  const params = { id: quiz.trainingId }
  for (const [person, answers] of [
    [people.mira, wrongAnswers(quiz)],
    [people.ines, wrongAnswers(quiz)],
    [people.ines, rightAnswers(quiz)],
    [people.otto, rightAnswers(quiz)],
  ] as const) {
    await server.api.as(person)('POST /trainings/:id/submit', { params, body: { answers } })
  }
  const { body } = await list()
  const row = (id: string) => body.find((person) => person.id === id)!
  const [mira, otto, ines] = [people.mira.id, people.otto.id, people.ines.id].map(row)
  expect(mira).toMatchObject({
    pending_trainings: [quiz.trainingId],
    tests: [{ id: quiz.testId, status: 'Failed', score: 0, completedDate: null }],
    test_attempts: 1,
    completed_tests: 0,
    total_assigned_tests: 1,
  })
  expect(ines).toMatchObject({ test_attempts: 2, total_assigned_tests: 0, pending_trainings: [] })
  expect(otto).toMatchObject({
    tests: [{ id: alone.testId }, { id: quiz.testId, status: 'Passed' }],
    completed_tests: 1,
    total_assigned_tests: 2,
  })
  for (const person of body) {
    const one = await server.api.as(admin)('GET /admin/users/:id', { params: { id: person.id } })
    expect(one.body).toMatchObject(person)
  }
  const short = await list({ view: 'list' })
  expect(short.body).toEqual(body.map((person) => ({ ...person, tests: undefined })))
})

test.each<[Query, string[]]>([
  [{ status: 'active', role: 'agent' }, ['Inês O%Neil_', 'Mira Zeller']],
  [{ status: 'inactive' }, ['Ian Gone']],
  [{ status: 'pending' }, ['guest@example.com', 'Pia Waiting']],
  [{ awaiting: 'approval' }, ['Pia Waiting']],
  [{ awaiting: 'invitation' }, ['guest@example.com']],
  [{ awaiting: 'invitation', status: 'active' }, []],
  [{ role: 'manager' }, ['otto Ähre']],
  [{ search: 'ZELL' }, ['Mira Zeller']],
  [{ search: 'ÄHR' }, ['otto Ähre']],
  [{ search: 'guest@' }, ['guest@example.com']],
  [{ search: ' admin ' }, ['Ada Broker']],
  [{ search: '%' }, ['Inês O%Neil_']],
  [{ search: 'l_' }, ['Inês O%Neil_']],
  [{ search: '\\' }, []],
  [{ search: 'mira zeller\n' }, ['Mira Zeller']],
])('%j finds its people, and counts them', async (query, expected) => {
  const { body, headers } = await list(query)
  expect(body.map(({ name }) => name)).toEqual(expected)
  expect(headers.get('x-total-count')).toBe(String(expected.length))
})

test('the CSV holds everyone who matches, with how far behind they are, and runs nothing', async () => {
  const api = server.api.as(admin)
  const late = await createPolicy(api)
  await api('POST /policies/:id/assign', {
    params: { id: late.id },
    body: { user_ids: [people.ines.id], due_at: new Date(Date.now() + 1000).toISOString() },
  })
  await passDays(server.db, 1)
  await server.db
    .updateTable('users')
    .set({ title: '=HYPERLINK("x")' })
    .where('id', '=', people.ines.id)
    .execute()
  const file = async (query: Query) => {
    const { headers, body } = await api('GET /admin/users.csv', { query })
    expect(headers.get('content-disposition')).toMatch(/filename="people-[\d-]+\.csv"/)
    return Papa.parse<Record<string, string>>(String(body).replace('\uFEFF', ''), {
      header: true,
      skipEmptyLines: true,
    }).data
  }
  const team = await list()
  const rows = await file({ sort: 'behind', order: 'desc' })
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(team.body.map(({ id }) => id)))
  expect(rows).toHaveLength(team.body.length)
  expect(rows[0]).toMatchObject({ name: 'Inês O%Neil_', behind: '1', title: `'=HYPERLINK("x")` })
  for (const { id, behind, to_do } of rows) {
    const person = team.body.find((one) => one.id === id)
    expect([behind, to_do]).toEqual(
      [person?.overdue_obligations, person?.open_obligations].map(String),
    )
  }
  expect((await file({ behind: 'true' })).map(({ name }) => name)).toEqual(['Inês O%Neil_'])
})

const SORTS = ['name', 'role', 'status', 'last_login_at', 'created_at']

test.each(SORTS.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
  'sorted by %s, %s, the pages neither repeat nor skip anybody',
  async (sort, order) => {
    const all = (await list({ sort, order })).body.map(({ id }) => id)
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = await list({ sort, order, limit: 2, ...(cursor && { cursor }) })
      paged.push(...page.body.map(({ id }) => id))
      cursor = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1]
    } while (cursor)
    expect(paged).toEqual(all)
    expect(new Set(all).size).toBe(7)
    const reversed = (await list({ sort, order: order === 'asc' ? 'desc' : 'asc' })).body
    expect(reversed.map(({ id }) => id).toReversed()).toEqual(all)
  },
)

test('who has never signed in comes first, who did so last comes last', async () => {
  expect((await names({ sort: 'last_login_at' })).slice(-2).toSorted()).toEqual([
    'Inês O%Neil_',
    'Mira Zeller',
  ])
  expect(await names({ sort: 'role' })).toEqual([
    'Ada Broker',
    ...BY_NAME.filter((name) => !['Ada Broker', 'otto Ähre'].includes(name)),
    'otto Ähre',
  ])
})

test.each<Query>([
  { sort: 'password_hash' },
  { order: 'up' },
  { status: 'deleted' },
  { awaiting: 'x' },
  { cursor: Buffer.from('["a"]').toString('base64url') },
  { cursor: Buffer.from('["a","b","c","d"]').toString('base64url') },
])('%j is refused', async (query) => {
  const { status } = await server.api.as(admin).raw('GET /admin/users', { query })
  expect(status).toBe(400)
})

test('the directory shows agents active colleagues, and of them what colleagues may know', async () => {
  const agent = server.api.as(people.mira)
  const { body } = await agent('GET /users')
  expect(body.map(({ name }) => name)).toEqual([
    'Ada Broker',
    'Inês O%Neil_',
    'Mira Zeller',
    'otto Ähre',
  ])
  for (const person of [
    ...body,
    (await agent('GET /users/:id', { params: { id: admin.id } })).body,
  ])
    expect(Object.keys(person).sort()).toEqual([
      'bio',
      'email',
      'first_name',
      'id',
      'last_name',
      'name',
      'phone_number',
      'profile_picture_img_location',
      'role',
      'status',
      'title',
    ])
  for (const word of ['Waiting', 'Gone', 'guest', 'Former', 'deleted']) {
    expect((await agent('GET /users', { query: { search: word } })).body).toEqual([])
  }
  for (const { id } of [people.pending, people.inactive, people.deleted]) {
    for (const call of ['GET /users/:id', 'GET /users/:id/profile-picture'] as const) {
      expect((await agent.raw(call, { params: { id } })).status).toBe(404)
    }
  }
  const picture = { params: { id: people.inactive.id } }
  expect((await server.api.as(admin).raw('GET /users/:id/profile-picture', picture)).status).toBe(
    200,
  )
})
