import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aQuestion,
  createMember,
  createTest,
  createTraining,
  type Member,
} from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
let agent: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
  agent = await createMember(server)
})
afterAll(async () => server.stop())

test('a test by itself is added, saved whole and archived', async () => {
  const api = server.api.as(admin)
  const created = await createTest(api, { max_attempts: 0, show_answers: true })
  expect(created).toMatchObject({
    training_id: null,
    required_score: 70,
    max_attempts: 0,
    show_answers: true,
    questions_count: 2,
  })
  const params = { id: created.id }
  const put = (headers: Record<string, string>) =>
    api.raw('PUT /tests/:id', {
      params,
      headers,
      body: {
        title: 'State law, 2nd edition',
        questions: [{ id: created.questions[1]!.id, ...aQuestion('Kept?') }, aQuestion('New?')],
      },
    })
  const saved = await put({ 'If-Match': '"1"' })
  expect(saved.headers.get('etag')).toBe('"2"')
  expect(saved.body.max_attempts).toBe(0)
  expect(saved.body).toMatchObject({
    questions: [{ id: created.questions[1]!.id, question: 'Kept?' }, { question: 'New?' }],
  })
  expect(await put({ 'If-Match': '"1"' })).toMatchObject({
    status: 409,
    body: { code: 'edit_conflict', current: { title: 'State law, 2nd edition' } },
  })
  expect((await api('DELETE /tests/:id', { params })).status).toBe(204)
  expect((await put({})).body.error).toBe('Test not found')
  const added = await api.raw('POST /questions', { body: { ...aQuestion(), test_id: created.id } })
  expect(added.status).toBe(404)
  const { body: archived } = await api('GET /tests', { query: { archived: 'true' } })
  expect(archived.map((one) => one.id)).toEqual([created.id])
  expect((await api('POST /tests/:id/restore', { params })).body.archived_at).toBeNull()
})

test('the quiz of a training is saved with its training only', async () => {
  const api = server.api.as(admin)
  const training = await createTraining(api)
  const params = { id: training.test_id }
  const refusal = { status: 409, body: { code: 'is_quiz' } }
  expect(await api.raw('PUT /tests/:id', { params, body: { title: 'Mine' } })).toMatchObject(
    refusal,
  )
  expect(await api.raw('DELETE /tests/:id', { params })).toMatchObject(refusal)
  // Its questions have two doors, and the training counts what comes through either.
  const { body: question } = await api('POST /questions', {
    body: { ...aQuestion('Third?'), test_id: training.test_id, order: 1 },
  })
  const { body: questions } = await api('GET /trainings/:id/questions', {
    params: { id: training.id },
  })
  expect(questions.map((one) => one.question)).toEqual(['Third?', 'Whom do you call?', 'And then?'])
  await api('PUT /questions/:id', { params: { id: question.id }, body: aQuestion('3rd?') })
  await api('DELETE /questions/:id', { params: { id: question.id } })
  const { body } = await api('GET /trainings/:id', { params: { id: training.id } })
  expect(body.training).toMatchObject({ revision: 4, questions_count: 2 })
})

test('agents see the tests that concern them, admins all', async () => {
  const api = server.api.as(admin)
  const quiz = await createTest(api, { title: 'Concerning' })
  const titles = async () =>
    (await server.api.as(agent)('GET /tests', {})).body.map((one) => one.title)
  expect(await titles()).toEqual([])
  await server.db
    .insertInto('requirements')
    .values({ id: quiz.id, test_id: quiz.id, user_id: agent.id, created_by: admin.id })
    .execute()
  expect(await titles()).toEqual(['Concerning'])
  const { body } = await server.api.as(agent)('GET /tests/:id', { params: { id: quiz.id } })
  expect(body.progress).toMatchObject({ required: true, due_at: null, attempts: 0 })
})

test('questions go out as a file and come back through the preview', async () => {
  const api = server.api.as(admin)
  const quiz = await createTest(api, { title: 'Maßnahmen & “law”' })
  for (const format of ['csv', 'gift', 'moodle-xml'] as const) {
    const file = await api.raw('GET /tests/:id/questions/export', {
      params: { id: quiz.id },
      query: { format },
    })
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="ma-nahmen-law\.(csv|gift\.txt|xml)"$/,
    )
    expect(file.headers.get('content-type')).toBe(
      `text/${format === 'csv' ? 'csv' : 'plain'}; charset=utf-8`,
    )
    const { body } = await api('POST /questions/import', {
      body: { format, text: file.body as unknown as string },
    })
    expect(body.problems).toEqual([])
    expect(body.questions).toMatchObject(
      quiz.questions.map(({ question, options, correctAnswer, points }) => ({
        question,
        options,
        correctAnswer,
        points,
      })),
    )
  }
  expect((await api('GET /questions', { query: { test_id: quiz.id } })).body).toHaveLength(2)
})

test('a list of questions goes on where a page ends', async () => {
  const api = server.api.as(admin)
  const quiz = await createTest(api, {
    questions: Array.from({ length: 5 }, (_, index) => aQuestion(`Q${index}?`)),
  })
  const first = await api('GET /questions', { query: { test_id: quiz.id, limit: 3 } })
  const next = /[?&]cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')![1]!
  const second = await api('GET /questions', {
    query: { test_id: quiz.id, limit: 3, cursor: decodeURIComponent(next) },
  })
  expect([...first.body, ...second.body].map((one) => one.question)).toEqual([
    'Q0?',
    'Q1?',
    'Q2?',
    'Q3?',
    'Q4?',
  ])
})
