import type { AttemptResult } from '@frontdesk/contract/attempts'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { ApiClient } from '../../testing/api-client.ts'
import { createMember, type Member } from '../../testing/factories.ts'
import { createQuiz, createTestAlone, rightAnswers, wrongAnswers } from '../../testing/quizzes.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: ApiClient
let agent: ApiClient
let member: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = server.api.as(await createMember(server, { firstName: 'Ada', lastName: 'Broker' }))
  member = await createMember(server)
  agent = server.api.as(member)
})
afterAll(async () => server.stop())

const quizOf = (fields: Parameters<typeof createQuiz>[1] = {}) => createQuiz(server.db, fields)
const start = (api: ApiClient, id: string) => api('POST /trainings/:id/attempt', { params: { id } })
/** On a busy machine the database's connections may be out for a moment; 503 says to try again. */
async function patiently<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const answer = await ask()
    if (answer.status !== 503 || tries === 20) return answer
  }
}
const submit = (api: ApiClient, id: string, answers: object, attempt_id?: string) =>
  api('POST /trainings/:id/submit', { params: { id }, body: { answers, attempt_id } })

describe('one attempt', () => {
  it('is got or created, and shows nothing of what is right', async () => {
    const { trainingId: id } = await quizOf({ shuffle: true })
    const toCome = await agent('GET /trainings/:id/attempt', { params: { id } })
    expect(toCome.body).toMatchObject({ id: null, started_at: null, attempt_number: 1 })
    expect(JSON.stringify(toCome.body)).not.toMatch(/correctAnswer|optionOrder/)
    const first = await start(agent, id)
    const again = await start(agent, id)
    const got = await agent('GET /trainings/:id/attempt', { params: { id } })
    expect(again.body).toEqual(first.body)
    expect(got.body).toEqual(first.body)
    expect(first.body).toMatchObject({ attempt_number: 1, score: null, wrong: null, correct: null })
    expect(JSON.stringify(first.body)).not.toMatch(/correctAnswer|optionOrder/)
  })

  it('is graded to one decimal, says what was wrong and not what was right', async () => {
    const quiz = await quizOf({ questions: 3 })
    const attempt = await start(agent, quiz.trainingId)
    const wrong = quiz.questions[1]!.id
    const answers = { ...rightAnswers(quiz), [wrong]: 0 }
    const { status, body } = await submit(agent, quiz.trainingId, answers)
    expect(status).toBe(200)
    expect(body).toEqual({
      score: 66.7,
      passed: false,
      attempt_id: attempt.body.id,
      attempts: 1,
      max_attempts: 3,
      wrong: [wrong],
      correct: null,
      certificate_code: null,
    })
  })

  it('passes at the required score and gives a certificate', async () => {
    const quiz = await quizOf({ questions: 4, required_score: 75 })
    await start(agent, quiz.trainingId)
    const answers = { ...rightAnswers(quiz), [quiz.questions[3]!.id]: 3 }
    const { body } = await submit(agent, quiz.trainingId, answers)
    expect(body).toMatchObject({ score: 75, passed: true })
    const mine = await agent('GET /certificates')
    expect(mine.body[0]).toMatchObject({ code: body.certificate_code, score: 75 })
  })

  it('says what was right after a pass where the training says so, and only then', async () => {
    const quiz = await quizOf({ show_answers: true })
    await start(agent, quiz.trainingId)
    const failed = await submit(agent, quiz.trainingId, wrongAnswers(quiz))
    expect(failed.body.correct).toBeNull()
    await start(agent, quiz.trainingId)
    const passed = await submit(agent, quiz.trainingId, rightAnswers(quiz))
    expect(passed.body.correct).toEqual(rightAnswers(quiz))
    // Looked at later, each attempt tells what it told then; one under way tells nothing.
    const open = await start(agent, quiz.trainingId)
    const told = async (id: string) =>
      (await agent('GET /tests/attempts/:id', { params: { id } })).body.correct
    expect(await told(failed.body.attempt_id)).toBeNull()
    expect(await told(passed.body.attempt_id)).toEqual(rightAnswers(quiz))
    expect(await told(open.body.id)).toBeNull()
  })

  it('keeps the questions that it was started with', async () => {
    const quiz = await quizOf()
    await start(agent, quiz.trainingId)
    await server.db
      .updateTable('questions')
      .set({ correct_answer: 3, question: 'Another?' })
      .where('test_id', '=', quiz.testId)
      .execute()
    await server.db
      .updateTable('tests')
      .set({ required_score: 0 })
      .where('id', '=', quiz.testId)
      .execute()
    const { body } = await submit(agent, quiz.trainingId, rightAnswers(quiz))
    expect(body.score).toBe(100)
    const detail = await agent('GET /tests/attempts/:id', { params: { id: body.attempt_id } })
    expect(detail.body.questions[0]!.question).toBe('Question 1?')
    expect(detail.body.required_score).toBe(70)
  })
})

describe('what is refused, and why', () => {
  it('answers to unknown questions, unknown options, too few answers', async () => {
    const quiz = await quizOf()
    await start(agent, quiz.trainingId)
    const right = rightAnswers(quiz)
    const first = quiz.questions[0]!.id
    const tries: [object, number, string, string][] = [
      [
        { ...right, [uuidv7()]: 0 },
        422,
        'unknown_question',
        'An answer is to a question that was not asked',
      ],
      [
        { ...right, [first]: 4 },
        422,
        'unknown_option',
        'An answer is none of the options of its question',
      ],
      [{ [first]: 1 }, 422, 'unanswered', 'Please answer all questions before submitting'],
      [{ ...right, [first]: -1 }, 422, 'invalid', 'Please choose one of the options'],
      [{ ...right, [first]: 1e9 }, 422, 'invalid', 'Please choose one of the options'],
      [{ ...right, [first]: 'constructor' }, 422, 'invalid', 'Please choose one of the options'],
    ]
    for (const [answers, status, code, sentence] of tries) {
      const { body, ...rest } = await submit(agent, quiz.trainingId, answers)
      expect([rest.status, body]).toEqual([
        status,
        expect.objectContaining({ code, error: sentence }),
      ])
    }
    expect((await submit(agent, quiz.trainingId, right)).body.score).toBe(100)
  })

  it('other answers for an attempt that was graded; the same ones get the same grade', async () => {
    const quiz = await quizOf()
    const { body: attempt } = await start(agent, quiz.trainingId)
    const first = await submit(agent, quiz.trainingId, wrongAnswers(quiz), attempt.id)
    const same = await submit(agent, quiz.trainingId, wrongAnswers(quiz), attempt.id)
    expect(same.body).toEqual(first.body)
    const changed = await submit(agent, quiz.trainingId, rightAnswers(quiz), attempt.id)
    expect([changed.status, changed.body]).toEqual([
      409,
      expect.objectContaining({ code: 'already_submitted' }),
    ])
  })

  it('a repeated submit of an attempt while the next one is under way', async () => {
    const quiz = await quizOf()
    const { body: attempt } = await start(agent, quiz.trainingId)
    const first = await submit(agent, quiz.trainingId, wrongAnswers(quiz), attempt.id)
    await start(agent, quiz.trainingId)
    const again = await submit(agent, quiz.trainingId, wrongAnswers(quiz), attempt.id)
    expect(again.body).toEqual(first.body)
    expect(
      (await agent('GET /trainings/:id/attempt', { params: { id: quiz.trainingId } })).body,
    ).toMatchObject({
      attempt_number: 2,
      completed_at: null,
    })
  })

  it('an attempt of somebody else, through every door', async () => {
    const quiz = await quizOf()
    const { body: attempt } = await start(agent, quiz.trainingId)
    const other = server.api.as(await createMember(server))
    const params = { id: attempt.id }
    const answers = rightAnswers(quiz)
    const statuses = [
      await other.raw('GET /tests/attempts/:id', { params }),
      await other.raw('POST /tests/attempts/:id/complete', { params }),
      await submit(other, quiz.trainingId, answers, attempt.id),
      await other.raw('POST /tests/submit-answer', {
        body: { attempt_id: attempt.id, question_id: quiz.questions[0]!.id, answer: 0 },
      }),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const own = await agent('GET /tests/attempts/:id', { params })
    expect(own.body).toMatchObject({ answers: {}, completed_at: null })
    expect((await admin('GET /tests/attempts/:id', { params })).status).toBe(200)
  })

  it('an attempt at another training', async () => {
    const [one, other] = [await quizOf(), await quizOf()]
    const { body: attempt } = await start(agent, one.trainingId)
    const answer = await submit(agent, other.trainingId, rightAnswers(one), attempt.id)
    expect(answer.status).toBe(404)
  })

  it('a training that was archived meanwhile', async () => {
    const quiz = await quizOf()
    await start(agent, quiz.trainingId)
    for (const table of ['tests', 'trainings'] as const) {
      await server.db
        .updateTable(table)
        .set({ archived_at: new Date().toISOString() })
        .where('id', '=', table === 'tests' ? quiz.testId : quiz.trainingId)
        .execute()
    }
    const answer = await submit(agent, quiz.trainingId, rightAnswers(quiz))
    expect([answer.status, answer.body]).toEqual([
      409,
      expect.objectContaining({
        code: 'archived',
        error: 'This training was archived since you started. Nothing was graded',
      }),
    ])
    const [anew] = [
      await agent.raw('POST /trainings/:id/attempt', { params: { id: quiz.trainingId } }),
    ]
    expect([anew.status, anew.body.error]).toEqual([404, 'Training not found'])
    const seen = await agent.raw('PUT /trainings/:id/progress', {
      params: { id: quiz.trainingId },
      body: { content_id: quiz.sectionIds[0], completed: true },
    })
    expect([seen.status, seen.body.code]).toEqual([409, 'archived'])
  })

  it('a quiz without questions', async () => {
    const { trainingId } = await quizOf({ questions: 0 })
    const answer = await agent.raw('POST /trainings/:id/attempt', { params: { id: trainingId } })
    expect([answer.status, answer.body]).toEqual([
      422,
      { code: 'no_questions', error: 'There is no quiz in this training' },
    ])
  })
})

describe('how often', () => {
  it('the maximum holds, an admin can grant more, and 0 is no limit', async () => {
    const quiz = await quizOf({ max_attempts: 1 })
    const params = { id: quiz.trainingId }
    const failOnce = async () => {
      await start(agent, quiz.trainingId)
      return submit(agent, quiz.trainingId, wrongAnswers(quiz))
    }
    await failOnce()
    const refused = await agent.raw('POST /trainings/:id/attempt', { params })
    expect([refused.status, refused.body]).toEqual([
      422,
      {
        code: 'no_attempts_left',
        error: 'You have used your attempt. An admin can give you another one',
      },
    ])
    for (const attempts of [0, -1, 101]) {
      const none = await admin.raw('POST /admin/tests/:id/grants', {
        params: { id: quiz.testId },
        body: { user_id: member.id, attempts },
      })
      expect([none.status, none.body.error]).toEqual([422, 'Please give 1 to 100 attempts'])
    }
    const grant = await admin('POST /admin/tests/:id/grants', {
      params: { id: quiz.testId },
      body: { user_id: member.id, attempts: 2, reason: 'The line dropped' },
    })
    expect(grant.body).toMatchObject({ attempts: 2, granted_by_name: 'Ada Broker' })
    expect((await failOnce()).body).toMatchObject({ attempts: 2, max_attempts: 3 })
    await failOnce()
    expect((await agent.raw('POST /trainings/:id/attempt', { params })).body.code).toBe(
      'no_attempts_left',
    )
    const endless = await quizOf({ max_attempts: 0 })
    for (let i = 0; i < 5; i += 1) {
      await start(agent, endless.trainingId)
      await submit(agent, endless.trainingId, wrongAnswers(endless))
    }
    expect((await start(agent, endless.trainingId)).body.attempt_number).toBe(6)
  })

  it('50 parallel submits at max_attempts 3: three attempts, one grade each', async () => {
    const quiz = await quizOf({ max_attempts: 3 })
    const person = server.api.as(await createMember(server))
    const params = { id: quiz.trainingId }
    const results: AttemptResult[] = []
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const begun = await patiently(async () =>
            person.raw('POST /trainings/:id/attempt', { params }),
          )
          expect([200, 422]).toContain(begun.status)
          const body = { answers: index % 2 === 0 ? wrongAnswers(quiz) : { ...wrongAnswers(quiz) } }
          return patiently(async () => person('POST /trainings/:id/submit', { params, body }))
        }),
      )
      for (const { status, body } of answers) {
        expect(status).toBe(200)
        results.push(body)
      }
    }
    const mine = await person('GET /tests/attempts', { query: { test_id: quiz.testId } })
    expect(mine.body.data.map((one) => one.attempt_number)).toEqual([3, 2, 1])
    expect(new Set(results.map((result) => result.attempt_id)).size).toBe(3)
    const graded = await server.db
      .selectFrom('audit_events')
      .select('item_id')
      .where('action', '=', 'attempt.graded')
      .where(
        'item_id',
        'in',
        mine.body.data.map((one) => one.id),
      )
      .execute()
    expect(graded).toHaveLength(3)
  })

  it('50 parallel passes of one attempt give one certificate', async () => {
    const quiz = await quizOf()
    const person = server.api.as(await createMember(server))
    await start(person, quiz.trainingId)
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () =>
        patiently(async () => submit(person, quiz.trainingId, rightAnswers(quiz))),
      ),
    )
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect((await person('GET /certificates')).body).toHaveLength(1)
  })
})

test('a stand-alone test is started, answered one by one, resumed and completed', async () => {
  const alone = await createTestAlone(server.db)
  const { body: attempt } = await agent('POST /tests/:id/start', { params: { id: alone.testId } })
  const [first, second] = alone.questions
  const answer = async (question_id: string, option: number) =>
    agent('POST /tests/submit-answer', {
      body: { attempt_id: attempt.id, question_id, answer: option },
    })
  await answer(first!.id, 0)
  await answer(first!.id, first!.correctAnswer)
  const early = await agent.raw('POST /tests/attempts/:id/complete', { params: { id: attempt.id } })
  expect([early.status, early.body.code]).toEqual([422, 'unanswered'])
  const unknown = await agent.raw('POST /tests/submit-answer', {
    body: { attempt_id: attempt.id, question_id: uuidv7(), answer: 0 },
  })
  expect([unknown.status, unknown.body.code]).toEqual([422, 'unknown_question'])
  const { body } = await answer(second!.id, second!.correctAnswer)
  expect(body.answers).toEqual(rightAnswers(alone))
  const resumed = await agent('POST /tests/:id/start', { params: { id: alone.testId } })
  expect(resumed.body.answers).toEqual(rightAnswers(alone))
  const done = await agent('POST /tests/attempts/:id/complete', { params: { id: attempt.id } })
  expect(done.body).toMatchObject({ score: 100, passed: true })
  const again = await agent('POST /tests/attempts/:id/complete', { params: { id: attempt.id } })
  expect(again.body).toEqual(done.body)
  const late = await agent.raw('POST /tests/submit-answer', {
    body: { attempt_id: attempt.id, question_id: first!.id, answer: 0 },
  })
  expect([late.status, late.body.code]).toEqual([409, 'already_submitted'])
})
