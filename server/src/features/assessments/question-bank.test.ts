import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aQuestion, createMember, createTest, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
})
afterAll(async () => server.stop())

const api = () => server.api.as(admin)
const aTopic = () => `Topic ${uuidv7().slice(-8)}`

async function add(topic: string, questions: object[]) {
  const body = { topic, questions: questions as never }
  return (await api()('POST /question-bank', { body })).body
}

const kinds = [
  aQuestion('One right'),
  { question: 'Several', kind: 'several', options: ['A', 'B', 'C'], correctAnswers: [0, 2] },
  { question: 'True?', kind: 'true_false', correctAnswer: 1 },
  { question: 'In order', kind: 'ordering', options: ['First', 'Second', 'Third'] },
  { question: 'In words', kind: 'text', acceptedAnswers: ['Ada', 'Ada B'], feedback: 'Look again' },
]

test('every kind comes back as it was written, found by topic, kind and words', async () => {
  const topic = aTopic()
  const added = await add(topic, kinds)
  expect(added).toMatchObject([
    { question: 'One right', correctAnswer: 1, topic },
    { kind: 'several', correctAnswers: [0, 2] },
    { kind: 'true_false', correctAnswer: 1, options: ['True', 'False'] },
    { kind: 'ordering', options: ['First', 'Second', 'Third'] },
    { kind: 'text', acceptedAnswers: ['Ada', 'Ada B'], feedback: 'Look again' },
  ])
  expect(added[0]).not.toHaveProperty('kind')
  // Another spelling is the same topic.
  const more = await add(topic.toUpperCase(), [aQuestion('Once more')])
  expect(more[0]).toMatchObject({ topic, topic_id: added[0]!.topic_id })
  const listed = async (query: { topic_id: string; kind?: 'single'; search?: string }) =>
    (await api()('GET /question-bank', { query })).body.map(({ question }) => question)
  const { topic_id } = added[0]!
  expect(await listed({ topic_id })).toHaveLength(6)
  expect(await listed({ topic_id, kind: 'single' })).toEqual(['One right', 'Once more'])
  expect(await listed({ topic_id, search: 'look AGAIN' })).toEqual(['In words'])
  const topics = (await api()('GET /question-bank/topics', {})).body
  expect(topics.find(({ id }) => id === topic_id)).toMatchObject({ questions: 6, quizzes: 0 })
})

test('a question is saved on top of what its author saw, moved, removed and brought back', async () => {
  const [from, to] = [aTopic(), aTopic()]
  const { id, topic_id } = (await add(from, [aQuestion()]))[0]!
  const params = { id }
  const body = { topic: to, ...aQuestion('Changed?'), points: 3 }
  const saved = await api()('PUT /question-bank/:id', { params, body })
  expect(saved.body).toMatchObject({ topic: to, question: 'Changed?', points: 3, revision: 2 })
  const late = await api().raw('PUT /question-bank/:id', {
    params,
    body,
    headers: { 'If-Match': '"1"' },
  })
  expect(late).toMatchObject({ status: 409, body: { code: 'edit_conflict' } })
  const topics = (await api()('GET /question-bank/topics', {})).body
  expect(topics.some((one) => one.id === topic_id)).toBe(false)
  await api()('DELETE /question-bank/:id', { params })
  expect((await api().raw('GET /question-bank/:id', { params })).status).toBe(404)
  expect((await api().raw('DELETE /question-bank/:id', { params })).status).toBe(404)
  await api()('POST /question-bank/:id/restore', { params })
  expect((await api()('GET /question-bank/:id', { params })).body.question).toBe('Changed?')
  expect((await api().raw('POST /question-bank/:id/restore', { params })).status).toBe(404)
})

test('what makes no sense is refused with the field that is wrong, and nothing of the rest is kept', async () => {
  const topic = aTopic()
  const send = async (body: object) => api().raw('POST /question-bank', { body })
  const oneBad = await send({ topic, questions: [aQuestion(), { ...aQuestion(), options: ['A'] }] })
  expect(oneBad.status).toBe(422)
  expect(oneBad.body.fields).toHaveProperty(['questions.1.options'])
  expect((await send({ topic: ' ', questions: [aQuestion()] })).body.fields).toHaveProperty('topic')
  expect((await send({ topic, questions: [] })).status).toBe(422)
  expect((await send({ topic: 'x'.repeat(61), questions: [aQuestion()] })).status).toBe(422)
  const topics = (await api()('GET /question-bank/topics', {})).body
  expect(topics.some(({ name }) => name === topic)).toBe(false)
})

test('a topic has its name to itself, and two who name it at once make one', async () => {
  const [one, other] = [aTopic(), aTopic()]
  const id = (await add(one, [aQuestion()]))[0]!.topic_id
  await add(other, [aQuestion()])
  const rename = async (name: string) =>
    api().raw('PUT /question-bank/topics/:id', { params: { id }, body: { name } })
  expect(await rename(other.toUpperCase())).toMatchObject({ status: 409, body: { code: 'taken' } })
  expect(await rename(`${one} anew`)).toMatchObject({ status: 200, body: { questions: 1 } })
  expect((await rename(`${one} ANEW`)).status).toBe(200)
  const topic = aTopic()
  const both = await Promise.all([add(topic, [aQuestion()]), add(topic, [aQuestion()])])
  expect(both[0][0]!.topic_id).toBe(both[1][0]!.topic_id)
})

test('a copy in a quiz names its origin, and stays what it was', async () => {
  const origin = (await add(aTopic(), [aQuestion('As it was')]))[0]!
  const copy = { ...aQuestion('As it was'), bank_question_id: origin.id }
  const quiz = await createTest(api(), { questions: [copy, aQuestion('Written here')] })
  expect(quiz.questions[0]).toMatchObject({ bank_question_id: origin.id })
  expect(quiz.questions[1]).not.toHaveProperty('bank_question_id')
  const params = { id: origin.id }
  const body = { topic: origin.topic, ...aQuestion('Otherwise') }
  expect((await api()('PUT /question-bank/:id', { params, body })).body.copies).toBe(1)
  await api()('DELETE /question-bank/:id', { params })
  // Whoever knows of no origin sends none, and it stays; to anybody else it says nothing.
  const { id, question, options, correctAnswer } = quiz.questions[0]!
  const saved = await api()('PUT /questions/:id', {
    params: { id },
    body: { question, options, correctAnswer: correctAnswer! },
  })
  expect(saved.body).toMatchObject({ question: 'As it was', bank_question_id: origin.id })
  const agent = server.api.as(await createMember(server))
  const { body: shown } = await agent('GET /questions', { query: { test_id: quiz.id } })
  expect(shown[0]).not.toHaveProperty('bank_question_id')
  // What the bank never had is no origin.
  const strange = { ...aQuestion(), bank_question_id: uuidv7() }
  const other = await createTest(api(), { questions: [strange] })
  expect(other.questions[0]).not.toHaveProperty('bank_question_id')
})

test('the bank is exported as quizzes are', async () => {
  const topic = aTopic()
  const { topic_id } = (await add(topic, kinds))[0]!
  const file = await api().raw('GET /question-bank/export', { query: { topic_id, format: 'gift' } })
  expect(file.status).toBe(200)
  expect(file.headers.get('x-left-out')).toBe('1')
  expect(file.headers.get('content-disposition')).toContain('.gift.txt')
})
