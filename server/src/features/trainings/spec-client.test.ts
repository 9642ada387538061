import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient } from '../../testing/api-client.ts'
import { aQuestion, createMember, createTraining, type Member } from '../../testing/factories.ts'
import { createQuiz, daysPass, rightAnswers, wrongAnswers } from '../../testing/quizzes.ts'
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
  for (const [type, error] of [
    ['text', 'Please write the text of this section, or remove it'],
    ['video', 'Please give the address of this video or upload a file'],
  ]) {
    const blank = await api.raw('POST /trainings/:id/content', {
      params,
      body: { type, content: ' ' },
    })
    expect(blank).toMatchObject({ status: 422, body: { error } })
  }
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

/** What the specification's form sends when somebody writes a title and nothing else. */
const untouched = (title: string) => ({
  title,
  description: '',
  duration: 0,
  category_id: '',
  content_type: 'text',
  content_url: '',
  required_score: 70,
  due_days: 30,
  created_by: admin?.id,
  content: [] as object[],
  questions: [
    { id: '', question: '', options: ['', '', '', ''], correctAnswer: 0, points: 1, order: 1 },
  ] as object[],
  linkedPolicies: [],
  linkedProcesses: [],
  linkedDocuments: [],
})

describe('a training is saved as the form sends it', () => {
  test('untouched but for its title, created and saved again', async () => {
    const api = server.api.as(admin)
    const created = await api.raw('POST /trainings', { body: untouched('Fair housing') })
    expect(created).toMatchObject({
      status: 201,
      body: { title: 'Fair housing', duration: 0, category_id: null, questions: [], content: [] },
    })
    const { created_by: _, content_url: __, ...body } = untouched('Fair housing, anew')
    const params = { id: String(created.body.id) }
    const saved = await api.raw('PUT /trainings/:id', { params, body })
    expect(saved).toMatchObject({ status: 200, body: { title: 'Fair housing, anew' } })
  })

  test('what is blank is dropped, and numbers may be strings', async () => {
    const body = {
      ...untouched('Blanks'),
      duration: '45',
      required_score: ' 80 ',
      due_days: '14',
      content: [
        { id: '', type: 'text', content: '  ', order: 1 },
        { id: '', type: 'text', content: '# Read me', order: '2' },
        { id: '', type: 'video', content: '', order: 3 },
      ],
      questions: [
        { question: ' ', options: '["","  "]', correctAnswer: '', order: 1 },
        { question: 'Two?', options: ['one', 'two', '', ' '], correctAnswer: '1', order: '2' },
        { question: 'As text?', options: '["yes","no","",""]', correctAnswer: 0, order: 3 },
        {},
      ],
    }
    const { status, body: saved } = await server.api.as(admin).raw('POST /trainings', { body })
    expect(status).toBe(201)
    expect(saved).toMatchObject({ duration: 45, required_score: 80, due_days: 14 })
    expect(saved.content).toMatchObject([{ content: '# Read me', order: 1 }])
    expect(saved.questions).toMatchObject([
      { question: 'Two?', options: ['one', 'two'], correctAnswer: 1, order: 1 },
      { question: 'As text?', options: ['yes', 'no'], correctAnswer: 0, order: 2 },
    ])
  })

  test.each([
    ['title', { title: '  ' }, 'Please give the training a title'],
    ['duration', { duration: '' }, 'Duration is a whole number of minutes, at least 1'],
    ['due_days', { due_days: null }, 'Due days is a whole number of days, at least 0'],
    ['required_score', { required_score: '7O' }, /^Minimum passing score is a whole number/],
    ['questions.1.question', asked({ question: '' }), 'Please write the question'],
    ['questions.1.options', asked({ options: ['a', '', '', ''] }), /needs at least two options$/],
    ['questions.1.options.1', asked({ options: ['a', '', 'c', ''] }), /^Please fill in every/],
    ['questions.1.correctAnswer', asked({ correctAnswer: 2 }), /answer is not one of the options$/],
    ['questions.1.correctAnswer', asked({ correctAnswer: '' }), 'Please choose the correct option'],
    ['questions.1.correctAnswer', asked({ correctAnswer: null }), /^Please choose the correct/],
  ])('what is left makes no sense: %s', async (field, fields, sentence) => {
    const body = { ...untouched('Sense'), ...fields }
    const answer = await server.api.as(admin).raw('POST /trainings', { body })
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid'])
    expect(answer.body.fields).toEqual({ [field]: expect.stringMatching(sentence) as string })
  })

  /** The second question, after one that is dropped: fields keep the places that the form knows. */
  function asked(fields: object) {
    const whole = { question: 'Which?', options: ['a', 'b', '', ''], correctAnswer: 0, order: 2 }
    return { questions: [...untouched('').questions, { ...whole, ...fields }] }
  }
})

describe('a quiz is taken', () => {
  const submit = async (api: ApiClient, id: string, answers: object) =>
    api.raw('POST /trainings/:id/submit', { params: { id }, body: { answers } })
  const attempt = async (api: ApiClient, id: string) =>
    api.raw('GET /trainings/:id/attempt', { params: { id } })
  const someone = async () => server.api.as(await createMember(server))

  test('asking for the attempt starts none, and shows what will be asked', async () => {
    const quiz = await createQuiz(server.db, { shuffle: true, questions: 8 })
    const api = await someone()
    const { status, body } = await attempt(api, quiz.trainingId)
    expect([status, body.id, body.started_at, body.attempt_number]).toEqual([200, null, null, 1])
    const listed = await api('GET /trainings/:id/questions', { params: { id: quiz.trainingId } })
    // A submit without a start answers the options as they are listed, and so must this.
    expect(body.questions).toMatchObject(listed.body.map(({ id, options }) => ({ id, options })))
    expect(JSON.stringify(body)).not.toContain('correctAnswer')
    const { body: own } = await api('GET /tests/attempts')
    expect(own.data).toEqual([])
    const progress = await api('GET /trainings/:id', { params: { id: quiz.trainingId } })
    expect(progress.body.progress).toMatchObject({ attempts: 0, open_attempt: false })
  })

  test('a submit is enough: to fail, to try again, to pass, and no more', async () => {
    const quiz = await createQuiz(server.db, { shuffle: true, max_attempts: 2 })
    const id = quiz.trainingId
    const api = await someone()
    const failed = await submit(api, id, wrongAnswers(quiz))
    expect(failed).toMatchObject({
      status: 200,
      body: { score: 0, passed: false, attempts: 1, max_attempts: 2 },
    })
    expect(failed.body.wrong).toEqual(quiz.questions.map((question) => question.id))
    expect((await submit(api, id, wrongAnswers(quiz))).body).toEqual(failed.body)
    expect((await attempt(api, id)).body).toMatchObject({ id: null, attempt_number: 2 })
    const passed = await submit(api, id, rightAnswers(quiz))
    expect(passed).toMatchObject({
      status: 200,
      body: { score: 100, passed: true, attempts: 2, max_attempts: 2, wrong: [] },
    })
    expect((await submit(api, id, rightAnswers(quiz))).body).toEqual(passed.body)
    const over = await submit(api, id, wrongAnswers(quiz))
    expect([over.status, over.body.code]).toEqual([422, 'no_attempts_left'])
    const next = await attempt(api, id)
    expect([next.status, next.body.code]).toEqual([422, 'no_attempts_left'])
    const { body: own } = await api('GET /tests/attempts')
    expect(own.data.map((one) => one.attempt_number)).toEqual([2, 1])
  })

  test('the same answers thirty times at once count once, other ones as the next attempt', async () => {
    const quiz = await createQuiz(server.db, { max_attempts: 5 })
    const api = await someone()
    const all = await Promise.all(
      Array.from({ length: 30 }, async () => submit(api, quiz.trainingId, wrongAnswers(quiz))),
    )
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
    expect(new Set(all.map(({ body }) => body.attempt_id)).size).toBe(1)
    const both = await Promise.all([
      submit(api, quiz.trainingId, rightAnswers(quiz)),
      submit(api, quiz.trainingId, rightAnswers(quiz)),
    ])
    expect(both.map(({ body }) => body.attempts)).toEqual([2, 2])
  })

  test('answers that are refused open nothing and count for nothing', async () => {
    const quiz = await createQuiz(server.db)
    const api = await someone()
    const answer = await submit(api, quiz.trainingId, { [quiz.questions[0]!.id]: 1 })
    expect(answer).toMatchObject({
      status: 422,
      body: { error: 'Please answer all questions before submitting' },
    })
    expect((await api('GET /tests/attempts')).body.data).toEqual([])
  })

  test('an attempt under way is the one that is got and graded', async () => {
    const quiz = await createQuiz(server.db)
    const params = { id: quiz.trainingId }
    const api = await someone()
    const begun = await api('POST /trainings/:id/attempt', { params })
    expect((await attempt(api, params.id)).body).toEqual(begun.body)
    const graded = await submit(api, params.id, rightAnswers(quiz))
    expect(graded.body.attempt_id).toBe(begun.body.id)
  })

  test('a pass that has lapsed is renewed by the same answers', async () => {
    const quiz = await createQuiz(server.db, { retake_threshold: 30, max_attempts: 1 })
    const person = await createMember(server)
    const api = server.api.as(person)
    const first = await submit(api, quiz.trainingId, rightAnswers(quiz))
    await daysPass(server.db, 31, quiz, person)
    const renewed = await submit(api, quiz.trainingId, rightAnswers(quiz))
    expect(renewed.body).toMatchObject({ passed: true, attempts: 2 })
    expect(renewed.body.attempt_id).not.toBe(first.body.attempt_id)
  })

  test('a training that is archived takes no submit, and one without a quiz says so', async () => {
    const quiz = await createQuiz(server.db)
    const params = { id: quiz.trainingId }
    await server.api.as(admin)('DELETE /trainings/:id', { params })
    const api = await someone()
    expect(await submit(api, params.id, rightAnswers(quiz))).toMatchObject({
      status: 404,
      body: { error: 'Training not found' },
    })
    expect((await attempt(api, params.id)).status).toBe(404)
    const { trainingId } = await createQuiz(server.db, { questions: 0 })
    expect(await submit(api, trainingId, {})).toMatchObject({
      status: 422,
      body: { code: 'no_questions' },
    })
    expect((await attempt(api, trainingId)).body).toMatchObject({ id: null, questions: [] })
  })
})
