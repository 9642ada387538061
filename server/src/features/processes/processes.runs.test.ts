import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createProcess, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
let agent: Member
let other: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
  agent = await createMember(server, { firstName: 'Ben', lastName: 'Agent' })
  other = await createMember(server, { firstName: 'Cy', lastName: 'Other' })
})
afterAll(async () => server.stop())

async function startRun(who = agent, title = '14 Ferry Road') {
  const process = await createProcess(server.api.as(admin))
  const { body: run } = await server.api.as(who)('POST /processes/:id/runs', {
    params: { id: process.id },
    body: { title },
  })
  const { body: detail } = await read(run.id)
  return { process, run, steps: detail.steps }
}

const read = (id: string) => server.api.as(other)('GET /processes/runs/:id', { params: { id } })

const tick = (who: Member, id: string, step_id: string, done = true) =>
  server.api.as(who).raw('PUT /processes/runs/:id/steps/:step_id/done', {
    params: { id, step_id },
    body: { done },
  })

const assign = (id: string, step_id: string, body: object) =>
  server.api
    .as(agent)
    .raw('PUT /processes/runs/:id/steps/:step_id/assignee', { params: { id, step_id }, body })

test('a run keeps the steps as they were, whatever becomes of the process', async () => {
  const { process, run, steps } = await startRun()
  await server.api.as(admin)('PUT /processes/:id', {
    params: { id: process.id },
    body: { title: 'Renamed', category: 'HR', status: 'inactive', steps: [{ title: 'Else' }] },
  })
  const { body } = await read(run.id)
  expect(body.steps).toEqual(steps)
  expect(body.steps.map((step) => step.title)).toEqual(['Signs', 'Doors', 'Keys'])
  expect(body.run).toMatchObject({ process_title: 'Open house', process_available: false })
})

test('ticks say who and when; ticking twice at once is one tick, and it can be taken back', async () => {
  const { run, steps } = await startRun()
  const id = steps[0]!.id
  const answers = await Promise.all([tick(other, run.id, id), tick(agent, run.id, id)])
  expect(answers.map((answer) => answer.status)).toEqual([200, 200])
  expect(answers[0].body).toEqual(answers[1].body)
  const events = await server.db
    .selectFrom('audit_events')
    .select('action')
    .where('item_id', '=', run.id)
    .where('action', '=', 'process_run.step_done')
    .execute()
  expect(events).toHaveLength(1)
  const { body } = await read(run.id)
  expect(body.run).toMatchObject({ steps_count: 3, steps_done: 1, next_step: 'Doors' })
  expect(Date.parse(body.steps[0]!.done_at!)).toBeGreaterThan(Date.now() - 60_000)
  const undone = await tick(agent, run.id, id, false)
  expect(undone.body).toMatchObject({ done_at: null, done_by: null, done_by_name: null })
})

test('a step can be handed to a person or a role, and then awaits them', async () => {
  const { run, steps } = await startRun()
  const awaiting = async (who: Member) => {
    const query = { awaiting_me: 'true', search: '14 Ferry' }
    const { body } = await server.api.as(who)('GET /processes/runs', { query })
    return body.some((row) => row.id === run.id && row.awaits_caller)
  }
  expect(await awaiting(other)).toBe(false)
  const handed = await assign(run.id, steps[0]!.id, { user_id: other.id })
  expect(handed.body).toMatchObject({ assigned_user_name: 'Cy Other', assigned_role: null })
  expect(await awaiting(other)).toBe(true)
  await tick(agent, run.id, steps[0]!.id)
  expect(await awaiting(other)).toBe(false)
  await assign(run.id, steps[1]!.id, { role: 'admin' })
  expect(await awaiting(admin)).toBe(true)
  const nobody = await assign(run.id, steps[1]!.id, {})
  expect(nobody.body).toMatchObject({ assigned_user_id: null, assigned_role: null })
  expect(await awaiting(admin)).toBe(false)
  const both = await assign(run.id, steps[1]!.id, { user_id: other.id, role: 'admin' })
  expect(both).toMatchObject({ status: 422, body: { error: 'Please choose a person or a role' } })
  await server.db
    .updateTable('users')
    .set({ status: 'inactive' })
    .where('id', '=', other.id)
    .execute()
  const gone = await assign(run.id, steps[1]!.id, { user_id: other.id })
  expect(gone).toMatchObject({ status: 422, body: { code: 'unknown_person' } })
  await server.db
    .updateTable('users')
    .set({ status: 'active' })
    .where('id', '=', other.id)
    .execute()
})

test('a step of another run is not reached through this one', async () => {
  const [one, two] = [await startRun(), await startRun()]
  expect((await tick(agent, one.run.id, two.steps[0]!.id)).status).toBe(404)
  expect((await assign(one.run.id, two.steps[0]!.id, { role: 'admin' })).status).toBe(404)
  const { body } = await read(two.run.id)
  expect(body.steps).toEqual(two.steps)
})

test('only who started it and admins steer a run; an ended one stays as it is until reopened', async () => {
  const { run, steps } = await startRun()
  const params = { id: run.id }
  const steer = async (who: Member, call: string, body?: object) =>
    (await server.api.as(who).raw(call, { params, body })).status
  for (const call of ['finish', 'cancel', 'reopen']) {
    expect(await steer(other, `POST /processes/runs/:id/${call}`)).toBe(403)
  }
  expect(await steer(other, 'PUT /processes/runs/:id', { title: 'Mine' })).toBe(403)
  expect(await steer(agent, 'PUT /processes/runs/:id', { title: '16 Ferry Road' })).toBe(200)
  const finished = await server.api.as(agent)('POST /processes/runs/:id/finish', { params })
  expect(finished.body).toMatchObject({
    title: '16 Ferry Road',
    state: 'finished',
    ended_by_name: 'Ben Agent',
  })
  expect(await tick(agent, run.id, steps[0]!.id)).toMatchObject({
    status: 409,
    body: { code: 'run_ended' },
  })
  expect((await assign(run.id, steps[0]!.id, { role: 'admin' })).status).toBe(409)
  const note = { params, body: { body: 'Lesson: order signs earlier.' } }
  expect((await server.api.as(other)('POST /processes/runs/:id/comments', note)).status).toBe(201)
  const reopened = await server.api.as(admin)('POST /processes/runs/:id/reopen', { params })
  expect(reopened.body).toMatchObject({ state: 'in_progress', ended_at: null, ended_by: null })
  expect((await tick(agent, run.id, steps[0]!.id)).status).toBe(200)
})

test('runs are listed newest first, a page at a time, by state, process and words', async () => {
  const process = await createProcess(server.api.as(admin), { title: 'Listed' })
  const api = server.api.as(agent)
  const ids: string[] = []
  for (const [index, due_at] of [null, '2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'].entries()) {
    const { body } = await api('POST /processes/:id/runs', {
      params: { id: process.id },
      body: { title: `Run ${index}`, due_at },
    })
    ids.unshift(body.id)
  }
  await api('POST /processes/runs/:id/cancel', { params: { id: ids[0]! } })
  const list = async (query: Record<string, string>) => {
    const answer = await api('GET /processes/runs', { query: { process_id: process.id, ...query } })
    return { ids: answer.body.map((run) => run.id), headers: answer.headers }
  }
  expect((await list({})).ids).toEqual(ids)
  expect((await list({ state: 'in_progress' })).ids).toEqual(ids.slice(1))
  expect((await list({ state: 'overdue' })).ids).toEqual([ids[1]])
  expect((await list({ state: 'ended' })).ids).toEqual([ids[0]])
  expect((await list({ search: 'run 2' })).ids).toEqual([ids[0]])
  expect((await list({ search: 'ben agent' })).ids).toEqual(ids)
  const first = await list({ limit: '2' })
  expect(first.headers.get('x-total-count')).toBe('3')
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)![1]!
  const cursor = new URL(next, server.url).searchParams.get('cursor')!
  expect((await list({ limit: '2', cursor })).ids).toEqual(ids.slice(2))
})

test('fields that were not asked for never take effect', async () => {
  const process = await createProcess(server.api.as(admin))
  const { body: run } = await server.api.as(agent)('POST /processes/:id/runs', {
    params: { id: process.id },
    body: {
      title: 'Forged',
      state: 'finished',
      started_by: admin.id,
      ended_by: admin.id,
      started_at: '2001-01-01T00:00:00Z',
    },
  })
  expect(run).toMatchObject({ state: 'in_progress', started_by: agent.id, ended_by: null })
  const { body: comment } = await server.api.as(agent)('POST /processes/runs/:id/comments', {
    params: { id: run.id },
    body: { body: 'Mine', author_id: admin.id, author_name: 'Ada Broker' },
  })
  expect(comment).toMatchObject({ author_id: agent.id, author_name: 'Ben Agent' })
})
