import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
let agent: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
  agent = await createMember(server, { role: 'agent' })
})
afterAll(async () => server.stop())

const api = () => server.api.as(admin)
const entryOf = async (slug: string) =>
  (await api()('GET /library')).body.find((entry) => entry.slug === slug)!
const take = async (slug: string) =>
  (await api()('POST /library/:slug/take', { params: { slug } })).body

test('the list has all, by kind and title, without their texts', async () => {
  const { body } = await api()('GET /library')
  expect(body).toHaveLength(23)
  const order = body.map(({ kind }) => ['policy', 'process', 'training'].indexOf(kind))
  expect(order).toEqual(order.toSorted((one, other) => one - other))
  expect(body[0]).toMatchObject({ title: 'Advertising and Marketing', minutes: null, taken: null })
  expect(body[0]).not.toHaveProperty('content')
})

test('one is there whole, and what is not there is said to be so', async () => {
  const params = { slug: 'stopping-wire-fraud' }
  const { body } = await api()('GET /library/:slug', { params })
  expect(body.sections[0]).toMatch(/^# How it works\n\nA thief/)
  expect(body.questions[0]).toMatchObject({ correctAnswer: 2, options: { length: 4 } })
  for (const slug of ['nothing', '..', '../package', 'policies/wire-fraud']) {
    const answer = await api().raw('GET /library/:slug', { params: { slug } })
    expect(answer.status).toBe(404)
  }
})

test('a process is taken as a draft that agents do not see', async () => {
  const taken = await take('wire-fraud-alarm')
  expect(taken).toMatchObject({ kind: 'process', title: 'Handling a Wire-Fraud Alarm' })
  expect(taken.path).toBe(`/processes/${taken.id}/edit`)
  const { body } = await api()('GET /processes/:id', { params: { id: taken.id } })
  expect(body.process).toMatchObject({ status: 'draft', category: 'Support', steps_count: 10 })
  expect(body.steps[1]).toMatchObject({ estimated_time: 10, responsible_role: 'manager' })
  const asAgent = await server.api.as(agent).raw('GET /processes/:id', { params: { id: taken.id } })
  expect(asAgent.status).toBe(404)
})

test('policies and trainings are taken as drafts; published as they are, they are whole', async () => {
  const policy = await take('fair-housing')
  const training = await take('handling-client-data')
  const drafts = await api()('GET /drafts')
  expect(drafts.body.map(({ id, item_id: item }) => [id, item])).toEqual([
    [training.id, null],
    [policy.id, null],
  ])
  expect((await api()('GET /policies')).body).toEqual([])
  const publish = async (id: string) =>
    (await api()('POST /drafts/:id/publish', { params: { id }, body: {} })).body.item_id
  const published = await api()('GET /policies/:id', { params: { id: await publish(policy.id) } })
  expect(published.body).toMatchObject({ title: 'Fair Housing', category: 'Clients', version: 1 })
  expect(published.body.content).toMatch(/^> \*\*Draft from the starter library\*\*/)
  const params = { id: await publish(training.id) }
  const { training: made } = (await api()('GET /trainings/:id', { params })).body
  expect(made).toMatchObject({
    category_id: 'security',
    duration: 30,
    sections_count: 4,
    questions_count: 7,
    required_score: 70,
    max_attempts: 3,
    due_days: 30,
    shuffle: true,
  })
})

test('what was taken says so, may be taken again, and leads to the newest while it is there', async () => {
  const first = await take('offboarding')
  const second = await take('offboarding')
  expect(second.id).not.toBe(first.id)
  expect((await entryOf('offboarding')).taken).toMatchObject({
    by_name: 'Ada Broker',
    times: 2,
    path: `/processes/${second.id}`,
  })
  await api()('DELETE /processes/:id', { params: { id: second.id } })
  expect((await entryOf('offboarding')).taken).toMatchObject({ times: 2, path: null })

  const draft = await take('complaints')
  expect((await entryOf('complaints')).taken!.path).toBe(`/drafts/${draft.id}`)
  await api()('DELETE /drafts/:id', { params: { id: draft.id } })
  expect((await entryOf('complaints')).taken!.path).toBeNull()
})

test('two admins who take the same at once get one each', async () => {
  const made = await Promise.all([take('remote-work'), take('remote-work')])
  expect(new Set(made.map(({ id }) => id)).size).toBe(2)
  expect((await entryOf('remote-work')).taken!.times).toBe(2)
})
