import type { Answer } from '@frontdesk/contract/attempts'
import type { Question } from '@frontdesk/contract/questions'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { ApiClient } from '../../testing/api-client.ts'
import { createMember } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: ApiClient
let agent: ApiClient
beforeAll(async () => {
  server = await startTestServer()
  admin = server.api.as(await createMember(server, { role: 'admin' }))
  agent = server.api.as(await createMember(server))
})
afterAll(async () => server.stop())

const STEPS = ['Call', 'Visit', 'Offer', 'Close']
const several = {
  question: 'Which?',
  kind: 'several',
  options: ['Right 1', 'Wrong', 'Right 2'],
  correctAnswers: [2, 0],
} as const
const truth = { question: 'Is it so?', kind: 'true_false', correctAnswer: 1 } as const
const order = { question: 'In which order?', kind: 'ordering', options: STEPS, points: 2 } as const
const typed = {
  question: 'Whom?',
  kind: 'text',
  acceptedAnswers: ['The O’Brien  office', ''],
} as const
const single = { question: 'One?', options: ['a', 'b'], correctAnswer: 1 }

type Asked = typeof several | typeof truth | typeof order | typeof typed | typeof single

// What a kind has no need of is left out, as any client may: the type of the body can't say that.
const asBodies = (questions: readonly Asked[]) =>
  questions as unknown as { question: string; options: string[]; correctAnswer: number }[]

async function addTraining(questions: readonly Asked[], fields: object = {}) {
  const { body } = await admin('POST /trainings', {
    body: { title: 'Kinds', questions: asBodies(questions), ...fields },
  })
  const { body: written } = await admin('GET /trainings/:id/questions', { params: { id: body.id } })
  return { id: body.id, testId: body.test_id, written }
}

const ALL = [several, truth, order, typed, single]

describe('an author', () => {
  it('is given back what was written, and one right option without anything new', async () => {
    const { written } = await addTraining(ALL)
    expect(written).toMatchObject([
      { kind: 'several', options: several.options, correctAnswers: [0, 2] },
      { kind: 'true_false', options: ['True', 'False'], correctAnswer: 1 },
      { kind: 'ordering', options: STEPS, points: 2 },
      { kind: 'text', options: [], acceptedAnswers: ['The O’Brien  office'] },
      { options: ['a', 'b'], correctAnswer: 1 },
    ])
    expect(Object.keys(written[4]!).toSorted()).toEqual(
      'correctAnswer created_at id options order points question test_id training_id updated_at'.split(
        ' ',
      ),
    )
  })

  it.each<[string, object, string]>([
    [
      'questions.0.correctAnswers',
      { ...several, correctAnswers: [] },
      'Please mark the right options',
    ],
    [
      'questions.0.correctAnswers',
      { ...several, correctAnswers: [3] },
      'A correct answer is not one of the options',
    ],
    [
      'questions.0.correctAnswer',
      { ...truth, correctAnswer: 2 },
      'The correct answer is not one of the options',
    ],
    [
      'questions.0.options',
      { ...order, options: ['One'] },
      'A question needs at least two options',
    ],
    [
      'questions.0.acceptedAnswers',
      { ...typed, acceptedAnswers: [' '] },
      'Please give at least one answer that is right',
    ],
  ])('is told what is missing: %s', async (field, question, message) => {
    const { status, body } = await admin('POST /tests', {
      body: { title: 'Wrong', questions: asBodies([question as Asked]) },
    })
    expect([status, body]).toEqual([422, expect.objectContaining({ fields: { [field]: message } })])
  })

  it('with a client that knows one right option only changes no other kind by saving it', async () => {
    const { id, written } = await addTraining(ALL)
    const sentBack = written.map(({ id: own, question, options, correctAnswer }) => ({
      id: own,
      question: `${question} Really?`,
      options,
      correctAnswer: String(correctAnswer),
    }))
    const saved = await admin('PUT /trainings/:id', {
      params: { id },
      body: { title: 'Kinds', questions: sentBack },
    })
    expect(saved.status).toBe(200)
    const after = await admin('GET /trainings/:id/questions', { params: { id } })
    expect(after.body.map(answerOf)).toEqual(written.map(answerOf))
    expect(after.body[3]!.question).toBe('Whom? Really?')
    // What it changes of the answer is what it can say: one right option.
    const [first] = written
    const changed = await admin('PUT /questions/:id', {
      params: { id: first!.id },
      body: { question: 'Which?', options: first!.options, correctAnswer: 1 },
    })
    expect(answerOf(changed.body)).toEqual({
      options: several.options,
      correctAnswer: 1,
      points: 1,
    })
  })
})

const answerOf = ({
  kind,
  options,
  correctAnswer,
  correctAnswers,
  acceptedAnswers,
  points,
}: Question) => ({
  ...(kind && { kind }),
  options,
  correctAnswer,
  ...(correctAnswers && { correctAnswers }),
  ...(acceptedAnswers && { acceptedAnswers }),
  points,
})

/** What is right, as whoever takes the quiz would have to say it. */
const rightIn = (asked: { question: string; options: string[] }): Answer =>
  ({
    'Which?': [...several.options.keys()].filter((at) => asked.options[at]?.startsWith('Right')),
    'Is it so?': asked.options.indexOf('False'),
    'In which order?': STEPS.map((step) => asked.options.indexOf(step)),
    'Whom?': "  the  o'brien OFFICE ",
    'One?': asked.options.indexOf('b'),
  })[asked.question]!

async function begin(id: string) {
  const { body } = await agent('POST /trainings/:id/attempt', { params: { id } })
  const right = Object.fromEntries(body.questions.map((one) => [one.id, rightIn(one)]))
  const idOf = (question: string) => body.questions.find((one) => one.question === question)!.id
  return { attempt: body, right, idOf }
}
const submit = (id: string, answers: Record<string, Answer>) =>
  agent('POST /trainings/:id/submit', { params: { id }, body: { answers } })

describe.each([true, false])('whoever takes it, shuffled: %s', (shuffle) => {
  it('is asked without a trace of what is right, in lists and attempts alike', async () => {
    const { id, testId } = await addTraining(ALL, { shuffle })
    const toCome = await agent('GET /trainings/:id/attempt', { params: { id } })
    const { attempt } = await begin(id)
    const lists = await Promise.all([
      agent('GET /questions', { query: { test_id: testId } }),
      agent('GET /trainings/:id/questions', { params: { id } }),
      agent('GET /questions/:id', { params: { id: attempt.questions[0]!.id } }),
    ])
    const all = [toCome.body, attempt, ...lists.map(({ body }) => body)]
    expect(JSON.stringify(all)).not.toMatch(/correct[A_]|acceptedAnswers|answer_key|"key"|brien/i)
    // The order that the author wrote is the answer.
    for (const list of [toCome.body.questions, lists[0].body, lists[1].body]) {
      const shown = (list as { question: string; options: string[] }[]).find(
        ({ question }) => question === order.question,
      )!
      expect(shown.options.toSorted()).toEqual(STEPS.toSorted())
      expect(shown.options).not.toEqual(STEPS)
    }
  })

  it('gets all points for what is right, and none for half of it', async () => {
    const { id } = await addTraining(ALL, {
      shuffle,
      max_attempts: 0,
      show_answers: true,
      required_score: 100,
    })
    const half = await begin(id)
    const wrong = {
      ...half.right,
      [half.idOf('Which?')]: (half.right[half.idOf('Which?')] as number[]).slice(1),
      [half.idOf('In which order?')]: (
        half.right[half.idOf('In which order?')] as number[]
      ).toReversed(),
    }
    const failed = await submit(id, wrong)
    expect(failed.body).toMatchObject({ score: 50, passed: false, correct: null })
    expect(failed.body.wrong.toSorted()).toEqual(
      [half.idOf('Which?'), half.idOf('In which order?')].toSorted(),
    )
    const whole = await begin(id)
    const passed = await submit(id, whole.right)
    expect(passed.body).toMatchObject({ score: 100, passed: true, wrong: [] })
    // What is right is told as it is answered; a short text by all that is accepted.
    expect(passed.body.correct).toEqual({
      ...whole.right,
      [whole.idOf('Whom?')]: ['The O’Brien  office'],
    })
    const again = await submit(id, whole.right)
    expect(again.body).toEqual(passed.body)
  })
})

test('an answer that its question does not take is refused with a sentence', async () => {
  const { id } = await addTraining(ALL)
  const { attempt, right, idOf } = await begin(id)
  const tries: [string, Answer, string, string][] = [
    ['Which?', [0, 3], 'unknown_option', 'An answer is none of the options of its question'],
    ['Which?', [0, 0], 'invalid', 'An option is named more than once'],
    ['Which?', [], 'unanswered', 'Please answer all questions before submitting'],
    ['Which?', 'both', 'invalid', 'Please choose one of the options'],
    ['Is it so?', [0], 'invalid', 'Please choose one of the options'],
    ['In which order?', [0, 1, 2], 'invalid', 'Please put all options of the question in order'],
    ['In which order?', 0, 'invalid', 'Please put all options of the question in order'],
    ['Whom?', ' ', 'unanswered', 'Please answer all questions before submitting'],
    ['Whom?', [0], 'invalid', 'Please answer in words'],
  ]
  for (const [question, answer, code, error] of tries) {
    const { status, body } = await submit(id, { ...right, [idOf(question)]: answer })
    expect([status, body]).toEqual([422, expect.objectContaining({ code, error })])
  }
  // Kept one by one, each as its question takes it: one place is a choice where several may be right.
  const kept = await agent('POST /tests/submit-answer', {
    body: { attempt_id: attempt.id, question_id: idOf('Which?'), answer: '2' },
  })
  expect(kept.body.answers).toEqual({ [idOf('Which?')]: [2] })
  expect((await submit(id, right)).body.score).toBe(100)
})

test('a client that starts no attempt answers in the order of the list', async () => {
  const { id } = await addTraining(ALL, { shuffle: true })
  const { body: listed } = await agent('GET /trainings/:id/questions', { params: { id } })
  const { body } = await submit(id, Object.fromEntries(listed.map((one) => [one.id, rightIn(one)])))
  expect(body).toMatchObject({ score: 100, passed: true })
})

test('statistics count what was chosen, and what was right of every kind', async () => {
  const { id, testId } = await addTraining(ALL, { shuffle: true, max_attempts: 0 })
  const first = await begin(id)
  await submit(id, first.right)
  const second = await begin(id)
  await submit(id, {
    ...second.right,
    [second.idOf('Whom?')]: 'Nobody',
    [second.idOf('Which?')]: [0, 1, 2],
  })
  const { body } = await admin('GET /admin/tests/:id/statistics', { params: { id: testId } })
  expect(body.questions.map(({ answered, right, chosen }) => [answered, right, chosen])).toEqual([
    [2, 1, [2, 1, 2]],
    [2, 2, [0, 2]],
    [2, 2, []],
    [2, 1, []],
    [2, 2, [0, 2]],
  ])
})

test('a draft carries every kind until it is published', async () => {
  const begun = await admin('POST /drafts', {
    body: {
      kind: 'training',
      body: {
        title: 'Drafted',
        questions: asBodies([...ALL].map((one) => ({ options: [], ...one }))),
      },
    },
  })
  expect(begun.status).toBe(201)
  const published = await admin('POST /drafts/:id/publish', {
    params: { id: begun.body.id },
    body: {},
  })
  const { body } = await admin('GET /trainings/:id/questions', {
    params: { id: published.body.item_id },
  })
  expect(body.map(({ kind }) => kind)).toEqual([
    'several',
    'true_false',
    'ordering',
    'text',
    undefined,
  ])
})

test('files carry every kind that they have a form for, and count what they leave out', async () => {
  const { testId } = await addTraining(ALL)
  for (const format of ['csv', 'gift', 'moodle-xml'] as const) {
    const file = await admin.raw('GET /tests/:id/questions/export', {
      params: { id: testId },
      query: { format },
    })
    expect(file.headers.get('x-left-out')).toBe(format === 'gift' ? '1' : null)
    const text = file.body as unknown as string
    const { body } = await admin('POST /questions/import', { body: { format, text, kinds: true } })
    expect(body.problems).toEqual([])
    expect(body.questions).toMatchObject([
      { kind: 'several', options: several.options, correctAnswers: [0, 2] },
      { kind: 'true_false', options: ['True', 'False'], correctAnswer: 1 },
      ...(format === 'gift' ? [] : [{ kind: 'ordering', options: STEPS, points: 2 }]),
      { kind: 'text', options: [], acceptedAnswers: ['The O’Brien  office'] },
      { question: 'One?', options: ['a', 'b'], correctAnswer: 1 },
    ])
    const older = await admin('POST /questions/import', { body: { format, text } })
    expect(older.body.questions.map(({ question }) => question)).toEqual(['Is it so?', 'One?'])
  }
})
