import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createProcess, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
let tom: Member
let eve: Member
let mia: Member
let processId: string

const DAY = 86_400_000
const at = (days: number) => new Date(Date.now() + days * DAY).toISOString()

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada' })
  tom = await createMember(server, { firstName: 'Tom' })
  eve = await createMember(server, { firstName: 'Eve' })
  mia = await createMember(server, { firstName: 'Mia', role: 'manager' })
  const steps = [
    { title: 'Signs' },
    { title: 'Doors', responsible_role: 'manager' as const },
    { title: 'Keys' },
  ]
  processId = (await createProcess(server.api.as(admin), { title: 'Open house', steps })).id
  // The second step goes to Tom, and the third to Eve, who is in nobody's team.
  await start('Elm', { due: -1, startedDaysAgo: 3, done: 1, handed: [null, null, eve] })
  await start('Oak', { due: 3, startedDaysAgo: 20, done: 0, handed: [null, tom] })
  await start('Ash', { due: null, startedDaysAgo: 20, done: 1, lastDaysAgo: 2 })
  await start('Fir', { due: 40, startedDaysAgo: 60, done: 2, lastDaysAgo: 15 })
  await start('Yew', { due: -9, startedDaysAgo: 30, done: 3 })
  const gone = await start('Bay', { due: -9, startedDaysAgo: 30, done: 0, handed: [tom] })
  await server.api.as(admin)('POST /processes/runs/:id/cancel', { params: { id: gone } })
  await server.api.as(admin)('POST /teams', {
    body: { name: 'Harbor', member_ids: [tom.id], manager_ids: [mia.id] },
  })
})
afterAll(async () => server.stop())

interface Life {
  due: number | null
  startedDaysAgo: number
  done: number
  lastDaysAgo?: number
  handed?: (Member | null)[]
}

async function start(title: string, life: Life): Promise<string> {
  const api = server.api.as(admin)
  const { body: run } = await api('POST /processes/:id/runs', {
    params: { id: processId },
    body: { title, due_at: life.due === null ? null : at(life.due) },
  })
  const { body } = await api('GET /processes/runs/:id', { params: { id: run.id } })
  for (const [index, step] of body.steps.entries()) {
    const params = { id: run.id, step_id: step.id }
    const person = life.handed?.[index]
    if (person) {
      const to = { user_id: person.id }
      await api('PUT /processes/runs/:id/steps/:step_id/assignee', { params, body: to })
    }
    if (index < life.done) {
      await api('PUT /processes/runs/:id/steps/:step_id/done', { params, body: { done: true } })
    }
  }
  await server.db
    .updateTable('process_runs')
    .set({ started_at: at(-life.startedDaysAgo) })
    .where('id', '=', run.id)
    .execute()
  await server.db
    .updateTable('process_run_steps')
    .set({ done_at: at(-(life.lastDaysAgo ?? life.startedDaysAgo)) })
    .where('run_id', '=', run.id)
    .where('done_at', 'is not', null)
    .execute()
  return run.id
}

type Query = Record<string, string | number>

const list = (query: Query = {}, who = admin) =>
  server.api.as(who)('GET /admin/open-steps', { query })
const found = async (query: Query) =>
  (await list(query)).body.map(({ run_title: run, title }) => `${run}: ${title}`)

test('each step that is not done has a row, by due date, with who has to do it', async () => {
  const { body, headers } = await list()
  expect(body.map(({ run_title: run, title }) => `${run}: ${title}`)).toEqual([
    'Elm: Doors',
    'Elm: Keys',
    'Oak: Signs',
    'Oak: Doors',
    'Oak: Keys',
    'Fir: Keys',
    'Ash: Doors',
    'Ash: Keys',
  ])
  expect(headers.get('x-total-count')).toBe('8')
  expect(body[0]).toMatchObject({
    order_number: 2,
    steps_count: 3,
    is_next: true,
    process_id: processId,
    process_title: 'Open house',
    user_id: null,
    user_name: null,
    role: 'manager',
    state: 'overdue',
    is_stuck: true,
    path: `/processes/runs/${body[0]!.run_id}`,
  })
  expect(body[1]).toMatchObject({ user_id: eve.id, role: null, is_next: false, is_stuck: false })
  expect(body.map(({ state }) => state)).toEqual([
    'overdue',
    'overdue',
    'due_soon',
    'due_soon',
    'due_soon',
    'open',
    'open',
    'open',
  ])
})

test.each<[string, Query, string[]]>([
  [
    'what waits is the next step of a run, and what was handed to somebody',
    { state: 'waiting' },
    ['Elm: Doors', 'Elm: Keys', 'Oak: Signs', 'Oak: Doors', 'Fir: Keys', 'Ash: Doors'],
  ],
  [
    'stuck is the next step where the run is overdue, or nothing was ticked for 14 days',
    { state: 'stuck' },
    ['Elm: Doors', 'Oak: Signs', 'Fir: Keys'],
  ],
  ['overdue', { state: 'overdue' }, ['Elm: Doors', 'Elm: Keys']],
  ['due soon', { state: 'due_soon' }, ['Oak: Signs', 'Oak: Doors']],
  [
    'a role has what was handed to its people, and what is its own',
    { role: 'manager' },
    ['Elm: Doors', 'Ash: Doors'],
  ],
  ['an agent’s', { role: 'agent' }, ['Elm: Keys', 'Oak: Doors']],
  ['a search looks at the person, too', { search: 'EVE' }, ['Elm: Keys']],
  [
    'sorted by the run, backwards',
    { sort: 'run_title', order: 'desc', state: 'stuck' },
    ['Oak: Signs', 'Fir: Keys', 'Elm: Doors'],
  ],
  [
    'the longest wait first',
    { sort: 'waiting_since', state: 'stuck' },
    ['Oak: Signs', 'Fir: Keys', 'Elm: Doors'],
  ],
  ['no such process', { process_id: '01980000-0000-7000-8000-000000000000' }, []],
])('%s', async (_, query, expected) => {
  expect(await found(query)).toEqual(expected)
})

test('of one person, of a team, and due within days', async () => {
  expect(await found({ user_id: tom.id })).toEqual(['Oak: Doors'])
  const { body: teams } = await server.api.as(admin)('GET /teams')
  expect(await found({ team_id: teams[0]!.id })).toEqual(['Oak: Doors'])
  const soon = { due_from: at(0), due_to: at(7), state: 'waiting' }
  expect(await found(soon)).toEqual(['Oak: Signs', 'Oak: Doors'])
})

test('pages neither repeat nor skip a step', async () => {
  for (const sort of ['due_at', 'user_name', 'run_title', 'waiting_since']) {
    const all = (await list({ sort })).body.map(({ id }) => id)
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = await list({ sort, limit: 3, ...(cursor && { cursor }) })
      paged.push(...page.body.map(({ id }) => id))
      cursor = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1]
    } while (cursor)
    expect(paged, sort).toEqual(all)
  }
})

test('a manager sees what was handed to their people, and nothing else', async () => {
  const ofTeams = async (who: Member) =>
    (await server.api.as(who)('GET /teams/mine/open-steps', { query: {} })).body
  expect((await ofTeams(mia)).map(({ run_title: run }) => run)).toEqual(['Oak'])
  expect(await ofTeams(tom)).toEqual([])
  const refused = await server.api.as(mia).raw('GET /admin/open-steps', { query: {} })
  expect(refused.status).toBe(403)
})

test('the CSV holds all that match', async () => {
  const { body } = await server.api.as(admin)('GET /admin/open-steps.csv', {
    query: { state: 'stuck' },
  })
  const lines = String(body).trim().split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFF?user_name,user_email,role,process_title,run_title,/)
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain('Open house,Elm,2,3,Doors')
})

test('a step of one role that was handed to another is the other’s', async () => {
  const api = server.api.as(admin)
  const id = await start('Bee', { due: 500, startedDaysAgo: 0, done: 0 })
  const { body } = await api('GET /processes/runs/:id', { params: { id } })
  const params = { id, step_id: body.steps[1]!.id }
  await api('PUT /processes/runs/:id/steps/:step_id/assignee', { params, body: { role: 'agent' } })
  const doors = (await list({ search: 'Bee' })).body.find(({ title }) => title === 'Doors')
  await api('POST /processes/runs/:id/cancel', { params: { id } })
  expect(doors).toMatchObject({ user_id: null, role: 'agent' })
})
