import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createProcess, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
let agent: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
  agent = await createMember(server, { firstName: 'Ben', lastName: 'Agent' })
})
afterAll(async () => server.stop())

test('the server sums the minutes and numbers the steps, whatever the request says', async () => {
  const api = server.api.as(admin)
  const created = await api('POST /processes', {
    body: {
      title: '  Closing  ',
      description: 'From contract to keys',
      category: 'Sales',
      created_by: agent.id,
      last_updated_by: agent.id,
      estimated_total_time: 9999,
      steps: [
        { title: 'Third', order_number: 30, estimated_time: 0.2 },
        { title: 'First', order_number: 1, estimated_time: 20, responsible_role: 'manager' },
        { title: 'Second', order_number: 2, estimated_time: 0.1, description: '  **Call** first' },
      ],
    },
  })
  expect(created.status).toBe(201)
  expect(created.headers.get('etag')).toBe('"1"')
  const { body } = await api('GET /processes/:id', { params: { id: created.body.id } })
  expect(Object.keys(body)).toEqual(['process', 'steps'])
  expect(body.process).toMatchObject({
    title: 'Closing',
    status: 'active',
    estimated_total_time: 20.3,
    steps_count: 3,
    created_by: admin.id,
    last_updated_by: admin.id,
  })
  expect(body.steps).toMatchObject([
    { title: 'First', order_number: 1, estimated_time: 20, responsible_role: 'manager' },
    { title: 'Second', order_number: 2, description: '**Call** first', responsible_role: null },
    { title: 'Third', order_number: 3, estimated_time: 0.2, description: null },
  ])
})

test('what is missing is said in the words of the form', async () => {
  const good = { title: 'A', category: 'HR', steps: [{ title: 'One' }] }
  const cases: [object, string, number][] = [
    [{ ...good, title: ' ' }, 'Process title is required', 422],
    [{ ...good, title: undefined }, 'Process title is required', 400],
    [{ ...good, category: '' }, 'Category is required', 422],
    [{ ...good, category: undefined }, 'Category is required', 400],
    [{ ...good, steps: [] }, 'At least one step with a title is required', 422],
    [
      { ...good, steps: [{ title: ' ' }, { title: 'Two' }] },
      'At least one step with a title is required',
      422,
    ],
    [
      { ...good, steps: [{ title: 'One' }, { description: 'x' }] },
      'Please give this step a title',
      422,
    ],
  ]
  for (const [body, error, status] of cases) {
    const answer = await server.api.as(admin).raw('POST /processes', { body })
    expect({ body, status: answer.status, error: answer.body.error }).toEqual({
      body,
      status,
      error,
    })
  }
  for (const wrong of [
    { category: 'Gardening' },
    { status: 'paused' },
    { steps: [{ title: 'One', estimated_time: -1 }] },
  ]) {
    const answer = await server.api
      .as(admin)
      .raw('POST /processes', { body: { ...good, ...wrong } })
    expect(answer.status).toBe(422)
  }
})

test('rows left wholly empty after the first are no steps', async () => {
  const process = await createProcess(server.api.as(admin), {
    steps: [{ title: 'One' }, { title: '' }, { title: 'Two' }],
  })
  expect(process.steps.map((step) => [step.order_number, step.title])).toEqual([
    [1, 'One'],
    [2, 'Two'],
  ])
})

test('a saved order keeps the ids of its steps, and never takes those of another process', async () => {
  const api = server.api.as(admin)
  const other = await createProcess(api)
  const process = await createProcess(api)
  const [signs, doors, keys] = process.steps
  const saved = await api('PUT /processes/:id', {
    params: { id: process.id },
    body: {
      title: process.title,
      category: process.category,
      steps: [
        { id: keys!.id, title: 'Keys' },
        { id: other.steps[0]!.id, title: 'Stolen' },
        { id: signs!.id, title: 'Signs, twice' },
        { id: signs!.id, title: 'Signs, again' },
      ],
    },
  })
  const ids = saved.body.steps.map((step) => step.id)
  expect(ids[0]).toBe(keys!.id)
  expect(ids[2]).toBe(signs!.id)
  expect(new Set([...ids, doors!.id, ...other.steps.map((step) => step.id)]).size).toBe(8)
  const untouched = await api('GET /processes/:id', { params: { id: other.id } })
  expect(untouched.body.steps).toEqual(other.steps)
})

test('the second of two editors is told, and no step of theirs is mixed in', async () => {
  const api = server.api.as(admin)
  const process = await createProcess(api)
  const put = (title: string) =>
    api.raw('PUT /processes/:id', {
      params: { id: process.id },
      headers: { 'If-Match': '"1"' },
      body: {
        title,
        category: 'Other',
        steps: Array.from({ length: 20 }, (_, index) => ({ title: `${title} ${index}` })),
      },
    })
  const answers = await Promise.all(['one', 'two', 'three'].map(put))
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const winner = answers.find((answer) => answer.status === 200)!.body.title as string
  const stored = await api('GET /processes/:id', { params: { id: process.id } })
  expect(stored.body.steps).toHaveLength(20)
  expect(stored.body.steps.every((step) => step.title.startsWith(`${winner} `))).toBe(true)
  for (const lost of answers.filter((answer) => answer.status === 409)) {
    expect(lost.body).toMatchObject({
      code: 'edit_conflict',
      current: { process: { title: winner } },
    })
  }
})

test.each(['agent', 'manager'] as const)(
  'no %s sees drafts and inactive processes',
  async (role) => {
    const api = server.api.as(admin)
    const mine = server.api.as(await createMember(server, { role }))
    const word = `Hidden from ${role}`
    for (const status of ['draft', 'inactive'] as const) {
      const process = await createProcess(api, { title: `${word}, ${status}`, status })
      const params = { id: process.id }
      expect((await mine.raw('GET /processes/:id', { params })).status).toBe(404)
      const run = { params, body: { title: 'Mine' } }
      expect((await mine.raw('POST /processes/:id/runs', run)).status).toBe(404)
      expect(await api.raw('POST /processes/:id/runs', run)).toMatchObject({
        status: 422,
        body: { code: 'not_active' },
      })
    }
    const search = { query: { search: word } }
    expect((await mine('GET /processes', search)).body).toEqual([])
    expect(
      (await mine('GET /processes', { query: { ...search.query, status: 'draft' } })).body,
    ).toEqual([])
    expect((await api('GET /processes', search)).body).toHaveLength(2)
  },
)

test('a search looks into the steps, and its signs mean nothing', async () => {
  const api = server.api.as(admin)
  await createProcess(api, {
    title: 'Radon',
    steps: [{ title: 'Order', description: 'Use 50%_off' }],
  })
  const titles = async (search: string) =>
    (await api('GET /processes', { query: { search } })).body.map((process) => process.title)
  expect(await titles('50%_o')).toEqual(['Radon'])
  expect(await titles('50%x')).toEqual([])
})

test('a deleted process is gone, can be brought back, and its runs go on', async () => {
  const api = server.api.as(admin)
  const process = await createProcess(api, { title: 'Short-lived' })
  const params = { id: process.id }
  const run = await server.api.as(agent)('POST /processes/:id/runs', {
    params,
    body: { title: 'R' },
  })
  expect((await api('DELETE /processes/:id', { params })).status).toBe(204)
  expect((await api.raw('GET /processes/:id', { params })).body.error).toBe('Process not found')
  expect((await api.raw('DELETE /processes/:id', { params })).status).toBe(404)
  const kept = await server.api.as(agent)('GET /processes/runs/:id', {
    params: { id: run.body.id },
  })
  expect(kept.body.run).toMatchObject({ process_title: 'Short-lived', process_available: false })
  const restored = await api('POST /processes/:id/restore', { params })
  expect(restored.body.steps).toEqual(process.steps)
  expect((await api.raw('POST /processes/:id/restore', { params })).status).toBe(404)
})

test('an unchosen role and an empty id are as good as none; a description may have paragraphs', async () => {
  const api = server.api.as(admin)
  const description = `Why we do it.\n\n${'Because. '.repeat(200)}`.trim()
  const answer = await api.raw('POST /processes', {
    body: {
      title: 'As a form sends it',
      description: `  ${description}\n`,
      category: 'HR',
      steps: [{ id: '', title: 'One', responsible_role: '' }],
    },
  })
  expect(answer).toMatchObject({
    status: 201,
    body: { description, steps: [{ title: 'One', responsible_role: null }] },
  })
})
