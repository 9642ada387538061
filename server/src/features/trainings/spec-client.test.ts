import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aQuestion, createMember, createTraining, type Member } from '../../testing/factories.ts'
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

test('a category may be numbered: any id is stored', async () => {
  const api = server.api.as(admin)
  const created = await api.raw('POST /trainings', { body: { title: 'One', category_id: 2 } })
  expect(created).toMatchObject({ status: 201, body: { category_id: '2' } })
  const params = { id: String(created.body.id) }
  const saved = await api.raw('PUT /trainings/:id', {
    params,
    body: { title: 'One', category_id: 3 },
  })
  expect(saved).toMatchObject({ status: 200, body: { category_id: '3' } })
})

test('questions that are saved without their points keep them, through every door', async () => {
  const api = server.api.as(admin)
  const training = await createTraining(api, { questions: [{ ...aQuestion(), points: 5 }] })
  const params = { id: training.id }
  const { id, question, options, correctAnswer } = training.questions[0]!
  const withoutPoints = { question, options, correctAnswer }
  // The fields that the specification's client sends, and one question more.
  const saved = await api('PUT /trainings/:id', {
    params,
    body: {
      title: training.title,
      questions: [
        { ...withoutPoints, id, order: 1 },
        { ...withoutPoints, id: '', order: 2 },
      ],
    },
  })
  expect(saved.body.questions.map((one) => one.points)).toEqual([5, 1])
  const inTraining = await api('PUT /trainings/:id/questions/:question_id', {
    params: { ...params, question_id: id },
    body: withoutPoints,
  })
  expect(inTraining.body.points).toBe(5)
  const byItself = await api('PUT /questions/:id', { params: { id }, body: withoutPoints })
  expect(byItself.body.points).toBe(5)
})

test('what is missing is said in words for people', async () => {
  const api = server.api.as(admin)
  const training = await createTraining(api)
  const params = { id: training.id }
  const taker = server.api.as(agent)
  await taker('POST /trainings/:id/attempt', { params })
  for (const body of [{}, { answers: null }, { answers: [1, 2] }]) {
    const answer = await taker.raw('POST /trainings/:id/submit', { params, body })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'Please answer all questions before submitting' },
    })
  }
  const section = await api.raw('POST /trainings/:id/content', {
    params,
    body: { type: 'audio', content: 'x' },
  })
  expect(section).toMatchObject({
    status: 422,
    body: { error: 'A section is a text, a video or a slide' },
  })
  const file = await api.raw('POST /questions/import', { body: { format: 'doc', text: 'x' } })
  expect(file).toMatchObject({
    status: 422,
    body: {
      error: 'Questions are read and written as CSV, GIFT and Moodle XML (csv, gift, moodle-xml)',
    },
  })
  const seen = await taker.raw('PUT /trainings/:id/progress', {
    params,
    body: { content_id: uuidv7(), completed: 'yes' },
  })
  expect(seen).toMatchObject({ status: 400, body: { error: 'Please say true or false' } })
})
