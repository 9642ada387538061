import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aQuestion,
  createMember,
  createPolicy,
  createProcess,
  createTraining,
  type Member,
} from '../../testing/factories.ts'
import { createDocument } from '../../testing/documents.ts'
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

const text = (content: string) => ({ type: 'text', content })

test("what the spec's client sends is stored, with the defaults of the form", async () => {
  const api = server.api.as(admin)
  const policy = await createPolicy(api)
  const process = await createProcess(api)
  const document = await createDocument(api)
  const created = await api('POST /trainings', {
    body: {
      title: '  Wire fraud  ',
      description: 'How thieves write',
      duration: '25',
      category_id: 'security',
      content_type: 'text',
      content_url: '',
      required_score: 80,
      due_days: 14,
      created_by: agent.id,
      content: [
        { type: 'slide', content: 'https://slides.example/deck', order: 3 },
        { type: 'text', content: '# Call first', order: 1 },
        { type: 'video', content: 'https://youtu.be/dQw4w9WgXcQ', order: 2 },
      ],
      questions: [
        { question: 'Second?', options: '["Yes","No"]', correctAnswer: '1', order: 2 },
        { question: 'First?', options: ['Yes', 'No'], correctAnswer: 0, order: 1, points: 3 },
      ],
      linkedPolicies: [policy.id],
      linkedProcesses: [process.id],
      linkedDocuments: [document.id],
    },
  })
  expect(created.status).toBe(201)
  expect(created.headers.get('etag')).toBe('"1"')
  expect(created.body).toMatchObject({
    title: 'Wire fraud',
    duration: 25,
    category_id: 'security',
    required_score: 80,
    max_attempts: 3,
    retake_threshold: null,
    shuffle: false,
    show_answers: false,
    due_days: 14,
    created_by: admin.id,
    sections_count: 3,
    questions_count: 2,
  })
  expect(created.body.content.map(({ type, order }) => [type, order])).toEqual([
    ['text', 1],
    ['video', 2],
    ['slide', 3],
  ])
  expect(created.body.questions).toMatchObject([
    { question: 'First?', options: ['Yes', 'No'], correctAnswer: 0, points: 3, order: 1 },
    { question: 'Second?', options: ['Yes', 'No'], correctAnswer: 1, points: 1, order: 2 },
  ])
  const { body } = await api('GET /trainings/:id', { params: { id: created.body.id } })
  expect(Object.keys(body)).toEqual([
    'training',
    'linkedPolicies',
    'linkedProcesses',
    'linkedDocuments',
    'linked',
    'progress',
  ])
  expect(body).toMatchObject({
    linkedPolicies: [policy.id],
    linkedProcesses: [process.id],
    linkedDocuments: [document.id],
    linked: [
      { type: 'document', title: document.title },
      { type: 'policy', title: policy.title },
      { type: 'process', title: process.title },
    ],
    progress: { questions: 2, minPassingScore: 80, maxAttempts: 3, attempts: 0, progress: 0 },
  })
})

test('left out at creating are the defaults; left out at saving is what was there', async () => {
  const api = server.api.as(admin)
  const bare = (await api('POST /trainings', { body: { title: 'Bare' } })).body
  expect(bare).toMatchObject({
    duration: 0,
    required_score: 70,
    due_days: 30,
    max_attempts: 3,
    content: [],
    questions: [],
  })
  const full = await createTraining(api, { max_attempts: 0, retake_threshold: 365, shuffle: true })
  const saved = await api('PUT /trainings/:id', {
    params: { id: full.id },
    body: { title: 'Renamed' },
  })
  expect(saved.body).toMatchObject({
    title: 'Renamed',
    duration: 20,
    max_attempts: 0,
    retake_threshold: 365,
    shuffle: true,
    content: full.content,
    questions: full.questions,
    revision: 2,
  })
  const { body: quiz } = await api('GET /tests/:id', { params: { id: full.test_id } })
  expect(quiz).toMatchObject({ title: 'Renamed', training_id: full.id })
})

test('bad input has a clear message beside its field, and stores nothing', async () => {
  const api = server.api.as(admin)
  const good = { title: `Bad ${uuidv7()}`, content: [text('x')], questions: [aQuestion()] }
  const question = (change: object) => ({ ...good, questions: [{ ...aQuestion(), ...change }] })
  const cases: [string, object, string, number][] = [
    ['title', { ...good, title: '  ' }, 'Please give the training a title', 422],
    ['title', { ...good, title: undefined }, 'Please give the training a title', 400],
    [
      'questions.0.options',
      question({ options: ['Only'] }),
      'A question needs at least two options',
      422,
    ],
    [
      'questions.0.options.1',
      question({ options: ['a', ' ', 'c'] }),
      'Please fill in every option, or remove the empty ones',
      422,
    ],
    [
      'questions.0.options',
      question({ options: ['Same', ' same '] }),
      'Two options say the same',
      422,
    ],
    [
      'questions.0.options',
      question({ options: 'not a list' }),
      'Please give the options as a list',
      400,
    ],
    [
      'questions.0.options',
      question({ options: Array.from('abcdefghijk') }),
      'A question can have at most 10 options',
      422,
    ],
    [
      'questions.0.correctAnswer',
      question({ correctAnswer: 3 }),
      'The correct answer is not one of the options',
      422,
    ],
    [
      'questions.0.correctAnswer',
      question({ correctAnswer: -1 }),
      'Please choose the correct option',
      422,
    ],
    [
      'questions.0.correctAnswer',
      question({ correctAnswer: null }),
      'Please choose the correct option',
      422,
    ],
    ['questions.0.question', question({ question: ' ' }), 'Please write the question', 422],
    [
      'questions.0.points',
      question({ points: -5 }),
      'Points are a whole number from 1 to 1,000',
      422,
    ],
    [
      'questions.0.points',
      question({ points: 1e9 }),
      'Points are a whole number from 1 to 1,000',
      422,
    ],
    [
      'questions',
      { ...good, questions: Array.from({ length: 500 }, () => aQuestion()) },
      'A quiz can have at most 200 questions',
      422,
    ],
    [
      'duration',
      { ...good, duration: -1 },
      'Duration is a whole number of minutes, at least 1',
      422,
    ],
    [
      'duration',
      { ...good, duration: 1e12 },
      'Duration is a whole number of minutes, at least 1',
      422,
    ],
    [
      'duration',
      { ...good, duration: 'soon' },
      'Duration is a whole number of minutes, at least 1',
      422,
    ],
    [
      'required_score',
      { ...good, required_score: 101 },
      'Minimum passing score is a whole number from 0 to 100',
      422,
    ],
    [
      'required_score',
      { ...good, required_score: 70.5 },
      'Minimum passing score is a whole number from 0 to 100',
      400,
    ],
    [
      'max_attempts',
      { ...good, max_attempts: -1 },
      'Maximum attempts is a whole number, 0 for no limit',
      422,
    ],
    ['due_days', { ...good, due_days: -1 }, 'Due days is a whole number of days, at least 0', 422],
    [
      'retake_threshold',
      { ...good, retake_threshold: 0 },
      'Retake threshold is a whole number of days from 1; leave it empty for never',
      422,
    ],
    [
      'content.1.content',
      { ...good, content: [text(' '), { type: 'slide', content: 'http://x.example' }] },
      'The address of a slide begins with https://',
      422,
    ],
    [
      'content.0.content',
      { ...good, content: [{ type: 'video', content: 'javascript:alert(1)' }] },
      'The address of a video begins with https://',
      422,
    ],
    [
      'content.0.content',
      { ...good, content: [text(`![x](/api/v1/trainings/files/${uuidv7()})`)] },
      'A file of this section is not there any more. Please upload it again',
      422,
    ],
    [
      'linkedPolicies',
      { ...good, linkedPolicies: [uuidv7()] },
      'A linked policy is not there any more',
      422,
    ],
  ]
  for (const [field, body, message, status] of cases) {
    const answer = await api.raw('POST /trainings', { body })
    expect({
      field,
      status: answer.status,
      said: (answer.body.fields as Record<string, string> | undefined)?.[field],
    }).toEqual({
      field,
      status,
      said: message,
    })
  }
  const { body: stored } = await api('GET /trainings', { query: { search: good.title } })
  expect(stored).toEqual([])
})

test('what was linked and is deleted meanwhile is named', async () => {
  const api = server.api.as(admin)
  const policy = await createPolicy(api, { title: 'Wire fraud' })
  const process = await createProcess(api, { title: 'Move out' })
  const document = await createDocument(api, { title: 'Floor plan' })
  const there = await createPolicy(api, { title: 'Still there' })
  await api('DELETE /policies/:id', { params: { id: policy.id } })
  await api('DELETE /processes/:id', { params: { id: process.id } })
  await api('DELETE /documents/:id', { params: { id: document.id } })
  const cases = [
    [
      'linkedPolicies',
      [there.id, policy.id],
      'The linked policy “Wire fraud” is not there any more',
    ],
    ['linkedProcesses', [process.id], 'The linked process “Move out” is not there any more'],
    ['linkedDocuments', [document.id], 'The linked document “Floor plan” is not there any more'],
  ] as const
  for (const [field, ids, said] of cases) {
    const answer = await api.raw('POST /trainings', {
      body: { title: 'Links', category_id: 'skills', [field]: ids },
    })
    expect(answer).toMatchObject({ status: 422, body: { error: said, fields: { [field]: said } } })
  }
})

test('a failure in the last part of a save leaves the first parts as they were', async () => {
  const api = server.api.as(admin)
  const before = await createTraining(api)
  const answer = await api.raw('PUT /trainings/:id', {
    params: { id: before.id },
    body: {
      title: 'Half saved',
      content: [text('Other')],
      questions: [aQuestion('Other?')],
      linkedProcesses: [uuidv7()],
    },
  })
  expect(answer.status).toBe(422)
  const params = { id: before.id }
  const { body } = await api('GET /trainings/:id', { params })
  expect(body.training).toMatchObject({ title: before.title, revision: 1 })
  expect((await api('GET /trainings/:id/content', { params })).body).toEqual(before.content)
  expect((await api('GET /trainings/:id/questions', { params })).body).toEqual(before.questions)
})

test('parts that stay keep their ids, and never take those of another training', async () => {
  const api = server.api.as(admin)
  const other = await createTraining(api)
  const mine = await createTraining(api, { content: [text('One'), text('Two')] })
  const saved = await api('PUT /trainings/:id', {
    params: { id: mine.id },
    body: {
      title: mine.title,
      content: [
        { id: mine.content[1]!.id, ...text('Two') },
        { id: other.content[0]!.id, ...text('Stolen') },
        { id: '', ...text('New') },
      ],
      questions: [
        { id: other.questions[0]!.id, ...aQuestion('Stolen?') },
        { id: mine.questions[0]!.id, ...aQuestion() },
      ],
    },
  })
  expect(saved.body.content[0]!.id).toBe(mine.content[1]!.id)
  expect(saved.body.questions[1]!.id).toBe(mine.questions[0]!.id)
  const foreign = new Set([...other.content, ...other.questions].map((part) => part.id))
  const ids = [...saved.body.content, ...saved.body.questions].map((part) => part.id)
  expect(ids.filter((id) => foreign.has(id))).toEqual([])
  const params = { id: other.id }
  expect((await api('GET /trainings/:id/content', { params })).body).toEqual(other.content)
  expect((await api('GET /trainings/:id/questions', { params })).body).toEqual(other.questions)
})

test('of three who save at once one wins whole, and the others are told', async () => {
  const api = server.api.as(admin)
  const training = await createTraining(api)
  const put = (title: string) =>
    api.raw('PUT /trainings/:id', {
      params: { id: training.id },
      headers: { 'If-Match': '"1"' },
      body: {
        title,
        content: [text(title), text(title)],
        questions: [aQuestion(title), aQuestion(title)],
      },
    })
  const answers = await Promise.all(['one', 'two', 'three'].map(put))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const winner = answers.find(({ status }) => status === 200)!.body.title as string
  for (const lost of answers.filter(({ status }) => status === 409)) {
    expect(lost.body).toMatchObject({ code: 'edit_conflict', current: { title: winner } })
  }
  const params = { id: training.id }
  const { body: sections } = await api('GET /trainings/:id/content', { params })
  const { body: questions } = await api('GET /trainings/:id/questions', { params })
  expect([...sections.map((one) => one.content), ...questions.map((one) => one.question)]).toEqual([
    winner,
    winner,
    winner,
    winner,
  ])
})

test('sections and questions by themselves: added at a place, moved, removed, renumbered', async () => {
  const api = server.api.as(admin)
  const training = await createTraining(api, { content: [text('A'), text('B')], questions: [] })
  const params = { id: training.id }
  const contents = async () =>
    (await api('GET /trainings/:id/content', { params })).body.map(
      (one) => `${one.order_number}${one.content}`,
    )
  const { body: added } = await api('POST /trainings/:id/content', {
    params,
    body: { ...text('C'), order: 2 },
  })
  expect(await contents()).toEqual(['1A', '2C', '3B'])
  const ids = (await api('GET /trainings/:id/content', { params })).body.map((one) => one.id)
  await api('PUT /trainings/:id/content/reorder', { params, body: { ids: ids.toReversed() } })
  expect(await contents()).toEqual(['1B', '2C', '3A'])
  for (const wrong of [ids.slice(1), [...ids, ids[0]], [...ids.slice(1), uuidv7()]]) {
    const answer = await api.raw('PUT /trainings/:id/content/reorder', {
      params,
      body: { ids: wrong },
    })
    expect(answer).toMatchObject({ status: 422, body: { code: 'not_all' } })
  }
  const ofSection = { ...params, content_id: added.id }
  await api('PUT /trainings/:id/content/:content_id', { params: ofSection, body: text('D') })
  await api('DELETE /trainings/:id/content/:content_id', {
    params: { ...params, content_id: ids[0]! },
  })
  expect(await contents()).toEqual(['1B', '2D'])

  const asked = async () =>
    (await api('GET /trainings/:id/questions', { params })).body.map(
      (one) => `${one.order}${one.question}`,
    )
  for (const name of ['X', 'Y', 'Z']) {
    await api('POST /trainings/:id/questions', { params, body: aQuestion(name) })
  }
  const questions = (await api('GET /trainings/:id/questions', { params })).body
  await api('PUT /trainings/:id/questions/reorder', {
    params,
    body: { ids: [questions[2]!.id, questions[0]!.id, questions[1]!.id] },
  })
  expect(await asked()).toEqual(['1Z', '2X', '3Y'])
  await api('DELETE /trainings/:id/questions/:question_id', {
    params: { ...params, question_id: questions[2]!.id },
  })
  expect(await asked()).toEqual(['1X', '2Y'])
  // Whoever began to edit the whole before all this is told.
  const late = await api.raw('PUT /trainings/:id', {
    params,
    headers: { 'If-Match': '"1"' },
    body: { title: 'Late' },
  })
  expect(late.status).toBe(409)
})

test('many at once never give two parts one place', async () => {
  const api = server.api.as(admin)
  const training = await createTraining(api, { content: [], questions: [] })
  const params = { id: training.id }
  await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      await api('POST /trainings/:id/content', { params, body: text(`S${index}`) })
      await api('POST /trainings/:id/questions', { params, body: aQuestion(`Q${index}?`) })
    }),
  )
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1)
  const { body: sections } = await api('GET /trainings/:id/content', { params })
  const { body: questions } = await api('GET /trainings/:id/questions', { params })
  expect(sections.map((one) => one.order_number)).toEqual(numbers)
  expect(questions.map((one) => one.order)).toEqual(numbers)
})

test('what is right is sent to nobody but admins, through any door', async () => {
  const training = await createTraining(server.api.as(admin))
  const mine = server.api.as(agent)
  const params = { id: training.id }
  const question = { id: training.questions[0]!.id }
  const answers = [
    await mine.raw('GET /trainings', {}),
    await mine.raw('GET /trainings/:id', { params }),
    await mine.raw('GET /trainings/:id/content', { params }),
    await mine.raw('GET /trainings/:id/questions', { params }),
    await mine.raw('GET /questions', { query: { test_id: training.test_id } }),
    await mine.raw('GET /questions', {}),
    await mine.raw('GET /questions/:id', { params: question }),
    await mine.raw('GET /tests/:id', { params: { id: training.test_id } }),
    await mine.raw('GET /tests', {}),
  ]
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toMatch(/correct/i)
  }
  expect(
    (await server.api.as(admin)('GET /questions/:id', { params: question })).body,
  ).toMatchObject({
    correctAnswer: 1,
  })
  for (const name of ['GET /tests/:id/questions/export', 'POST /questions/import'] as const) {
    const answer = await mine.raw(name, {
      params: { id: training.test_id },
      ...(name.startsWith('POST') && { body: { format: 'csv', text: 'x' } }),
    })
    expect(answer.status).toBe(403)
  }
})

test('an archived training is there for admins only, and can be brought back', async () => {
  const api = server.api.as(admin)
  const mine = server.api.as(agent)
  const training = await createTraining(api, { title: `Old ${uuidv7()}` })
  const params = { id: training.id }
  const titles = async (query: object) =>
    (await api('GET /trainings', { query: { search: training.title, ...query } })).body.length
  expect((await api('DELETE /trainings/:id', { params })).status).toBe(204)
  expect((await api.raw('DELETE /trainings/:id', { params })).status).toBe(404)
  expect([await titles({}), await titles({ archived: 'true' })]).toEqual([0, 1])
  expect((await api('GET /trainings/:id', { params })).body.training.archived_at).not.toBeNull()
  expect((await mine('GET /trainings', { query: { archived: 'true' } })).body).not.toContainEqual(
    expect.objectContaining({ id: training.id }),
  )
  for (const name of [
    'GET /trainings/:id',
    'GET /trainings/:id/content',
    'GET /trainings/:id/questions',
  ] as const) {
    expect((await mine.raw(name, { params })).body.error).toBe('Training not found')
  }
  expect((await mine('GET /questions', { query: { test_id: training.test_id } })).body).toEqual([])
  expect((await mine.raw('GET /tests/:id', { params: { id: training.test_id } })).status).toBe(404)
  const saved = await api.raw('PUT /trainings/:id', { params, body: { title: 'Changed' } })
  expect(saved.status).toBe(404)
  await api('POST /trainings/:id/restore', { params })
  expect((await mine('GET /trainings/:id/content', { params })).body).toHaveLength(1)
})

test('trainings of a role, and those that await the caller with the days that the training gives', async () => {
  const api = server.api.as(admin)
  const mine = server.api.as(agent)
  const training = await createTraining(api, { title: 'For agents', due_days: 10 })
  await server.db
    .insertInto('requirements')
    .values({ id: uuidv7(), test_id: training.test_id, role: 'agent', created_by: admin.id })
    .execute()
  const role = await mine('GET /trainings/role/:role', { params: { role: 'agent' } })
  expect(role.body.map((one) => one.title)).toEqual(['For agents'])
  const other = { params: { role: 'admin' } } as const
  expect((await mine.raw('GET /trainings/role/:role', other)).status).toBe(403)
  expect((await api('GET /trainings/role/:role', other)).body).toEqual([])
  // Each page follows the one before.
  const second = await createTraining(api, { title: 'For agents, too' })
  await server.db
    .insertInto('requirements')
    .values({ id: uuidv7(), test_id: second.test_id, role: 'agent', created_by: admin.id })
    .execute()
  const pageOf = async (query: object) =>
    mine('GET /trainings/role/:role', { params: { role: 'agent' }, query: { limit: 1, ...query } })
  const first = await pageOf({})
  const next = new URLSearchParams(/\?([^>]*)>/.exec(first.headers.get('link') ?? '')?.[1])
  const last = await pageOf({ cursor: next.get('cursor') ?? undefined })
  expect([first, last].map(({ body }) => body.map(({ title }) => title))).toEqual([
    ['For agents'],
    ['For agents, too'],
  ])
  const [pending] = (await mine('GET /trainings', { query: { required: 'true' } })).body
  expect(pending).toMatchObject({ title: 'For agents', progress: { required: true } })
  const days = (Date.parse(pending!.progress.due_at!) - Date.now()) / 86_400_000
  expect(days).toBeCloseTo(10, 2)
  expect((await api('GET /trainings', { query: { required: 'true' } })).body).toEqual([])
})
