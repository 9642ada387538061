import type { CurrentUser } from '@frontdesk/contract/users'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import {
  createQuiz,
  daysPass,
  type Quiz,
  rightAnswers,
  wrongAnswers,
} from '../../testing/quizzes.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
})
afterAll(async () => server.stop())

const asAdmin = () => server.api.as(admin)
const me = async (person: Member): Promise<CurrentUser> =>
  (await server.api.as(person)('GET /auth/me')).body.user

async function requireQuiz(quiz: Quiz, person: Member, due_at?: string) {
  const body = { test_id: quiz.testId, due_at }
  return asAdmin()('POST /admin/users/:id/require-test', { params: { id: person.id }, body })
}

async function take(quiz: Quiz, person: Member, answers: object) {
  const api = server.api.as(person)
  const params = { id: quiz.trainingId }
  await api('POST /trainings/:id/attempt', { params })
  return api('POST /trainings/:id/submit', { params, body: { answers } })
}

describe('a required training', () => {
  it('awaits the person, stays through a failure and is completed by a pass', async () => {
    const quiz = await createQuiz(server.db, { title: 'Fair housing' })
    const person = await createMember(server)
    await requireQuiz(quiz, person)
    expect(await me(person)).toMatchObject({
      pending_trainings: [quiz.trainingId],
      tests: [{ name: 'Fair housing', status: 'Not Started', score: null, completedDate: null }],
      test_attempts: 0,
      completed_tests: 0,
      total_assigned_tests: 1,
    })
    await take(quiz, person, wrongAnswers(quiz))
    expect(await me(person)).toMatchObject({
      pending_trainings: [quiz.trainingId],
      tests: [{ status: 'Failed', score: 0 }],
    })
    await take(quiz, person, rightAnswers(quiz))
    const after = await me(person)
    expect(after).toMatchObject({
      pending_trainings: [],
      tests: [{ status: 'Passed', score: 100 }],
      test_attempts: 2,
      completed_tests: 1,
      total_assigned_tests: 1,
    })
    expect(Date.parse(after.tests[0]!.completedDate!)).toBeGreaterThan(Date.now() - 60_000)
  })

  it('is due again when the retake threshold is reached, with the attempts of a new round', async () => {
    const quiz = await createQuiz(server.db, { retake_threshold: 365, max_attempts: 1 })
    const person = await createMember(server)
    const api = server.api.as(person)
    const params = { id: quiz.trainingId }
    await requireQuiz(quiz, person)
    for (const content_id of quiz.sectionIds) {
      await api('PUT /trainings/:id/progress', { params, body: { content_id, completed: true } })
    }
    await take(quiz, person, rightAnswers(quiz))
    await daysPass(server.db, 364, quiz, person)
    expect((await me(person)).pending_trainings).toEqual([])
    await daysPass(server.db, 1, quiz, person)
    const due = await me(person)
    expect(due.pending_trainings).toEqual([quiz.trainingId])
    expect(due.tests[0]!.status).toBe('Due Again')
    const { body } = await api('GET /trainings/:id/progress', { params })
    expect(body.progress).toMatchObject({ progress: 0, attempts: 1, maxAttempts: 2 })
    expect(body.sections.map((section) => section.completed)).toEqual([false, false])
    expect((await take(quiz, person, rightAnswers(quiz))).body.passed).toBe(true)
    expect((await me(person)).pending_trainings).toEqual([])
    expect((await api('GET /certificates')).body).toHaveLength(2)
  })

  it('is taken anew where it is asked for again, also with the answers of the time before', async () => {
    const quiz = await createQuiz(server.db, { retake_threshold: null })
    const person = await createMember(server)
    await asAdmin()('POST /tests/:id/assign', {
      params: { id: quiz.testId },
      body: { user_ids: [person.id], recurrence: { type: 'rolling', days: 100 }, window_days: 30 },
    })
    // As a client does that starts no attempt.
    const submit = async () => {
      const params = { id: quiz.trainingId }
      const body = { answers: rightAnswers(quiz) }
      return (await server.api.as(person)('POST /trainings/:id/submit', { params, body })).body
    }
    const first = await submit()
    expect((await submit()).attempt_id).toBe(first.attempt_id)
    await daysPass(server.db, 80, quiz, person)
    expect((await me(person)).pending_trainings).toEqual([quiz.trainingId])
    expect((await submit()).attempt_id).not.toBe(first.attempt_id)
    expect((await me(person)).pending_trainings).toEqual([])
  })

  it('gives extra attempts for the round that they were granted in', async () => {
    const quiz = await createQuiz(server.db, { retake_threshold: 365, max_attempts: 1 })
    const person = await createMember(server)
    await take(quiz, person, wrongAnswers(quiz))
    await asAdmin()('POST /admin/tests/:id/grants', {
      params: { id: quiz.testId },
      body: { user_id: person.id, attempts: 1 },
    })
    await take(quiz, person, rightAnswers(quiz))
    const standing = async () => {
      const params = { id: quiz.trainingId }
      const { body } = await server.api.as(person)('GET /trainings/:id/progress', { params })
      return body.progress
    }
    expect(await standing()).toMatchObject({ attempts: 2, maxAttempts: 2 })
    await daysPass(server.db, 365, quiz, person)
    // The two that were made, and the one of the new round.
    expect(await standing()).toMatchObject({ attempts: 2, maxAttempts: 3 })
  })

  it('is not asked of whom it is waived for, until that is taken back', async () => {
    const quiz = await createQuiz(server.db)
    const person = await createMember(server)
    await requireQuiz(quiz, person)
    const params = { id: quiz.testId }
    const body = { user_id: person.id, reason: 'Teaches it herself' }
    const waiver = await asAdmin()('POST /admin/tests/:id/waivers', { params, body })
    expect(await me(person)).toMatchObject({ pending_trainings: [], tests: [{ status: 'Waived' }] })
    const again = await asAdmin().raw('POST /admin/tests/:id/waivers', { params, body })
    expect([again.status, again.body.code]).toEqual([409, 'waived_already'])
    const none = await asAdmin().raw('POST /admin/tests/:id/waivers', {
      params,
      body: { user_id: person.id, reason: '  ' },
    })
    expect([none.status, none.body.error]).toEqual([422, 'Please give a reason'])
    const { testId: another } = await createQuiz(server.db)
    const elsewhere = await asAdmin().raw('DELETE /admin/tests/:id/waivers/:waiver_id', {
      params: { id: another, waiver_id: waiver.body.id },
    })
    expect(elsewhere.status).toBe(404)
    expect((await me(person)).pending_trainings).toEqual([])
    await asAdmin()('DELETE /admin/tests/:id/waivers/:waiver_id', {
      params: { ...params, waiver_id: waiver.body.id },
    })
    expect((await me(person)).pending_trainings).toEqual([quiz.trainingId])
  })

  it('asks for a test to be chosen', async () => {
    const answer = await asAdmin().raw('POST /admin/users/:id/require-test', {
      params: { id: admin.id },
      body: { test_id: '' },
    })
    expect([answer.status, answer.body.error]).toEqual([422, 'Please select a test'])
  })
})

describe('a training without questions', () => {
  it('is completed by its last section, once, however many see it at once', async () => {
    const quiz = await createQuiz(server.db, { questions: 0, title: 'Welcome' })
    const person = await createMember(server)
    const api = server.api.as(person)
    const params = { id: quiz.trainingId }
    await requireQuiz(quiz, person)
    await Promise.all(
      [...quiz.sectionIds, ...quiz.sectionIds].map(async (content_id) =>
        api('PUT /trainings/:id/progress', { params, body: { content_id, completed: true } }),
      ),
    )
    const { body } = await api('GET /trainings/:id/progress', { params })
    expect(body.progress).toMatchObject({ progress: 100, attempts: 1, lastAttemptScore: 100 })
    expect((await api('GET /certificates')).body).toMatchObject([{ title: 'Welcome', score: null }])
    expect(await me(person)).toMatchObject({ pending_trainings: [], tests: [{ status: 'Passed' }] })
  })
})

test('progress is kept for another device: sections, and where a video stands', async () => {
  const quiz = await createQuiz(server.db, { sections: ['One', 'Two', 'Three'], questions: 1 })
  const person = await createMember(server)
  const api = server.api.as(person)
  const params = { id: quiz.trainingId }
  const [first, second] = quiz.sectionIds
  const save = async (body: object) => api('PUT /trainings/:id/progress', { params, body })
  expect((await save({ content_id: first, completed: true })).body.progress).toBe(25)
  await save({ content_id: second, completed: false, media_position: 83.4 })
  await save({ content_id: second, completed: false })
  const { body } = await api('GET /trainings/:id/progress', { params })
  expect(body.sections).toHaveLength(2)
  expect(body.sections).toContainEqual({ content_id: first, completed: true, media_position: null })
  expect(body.sections).toContainEqual({
    content_id: second,
    completed: false,
    media_position: 83.4,
  })
  const other = await createQuiz(server.db)
  const foreign = await api.raw('PUT /trainings/:id/progress', {
    params,
    body: { content_id: other.sectionIds[0], completed: true },
  })
  expect([foreign.status, foreign.body.error]).toEqual([
    404,
    'This section is not part of the training any more',
  ])
  const stranger = await server.api.as(admin)('GET /trainings/:id/progress', { params })
  expect(stranger.body.sections).toEqual([])
})

describe('a certificate', () => {
  it('is a PDF for its owner and admins, and tells anyone name, title and date, nothing else', async () => {
    const quiz = await createQuiz(server.db, { title: 'Agency disclosure' })
    const person = await createMember(server, { firstName: 'Zoë', lastName: 'Łuk' })
    await take(quiz, person, rightAnswers(quiz))
    const [certificate] = (await server.api.as(person)('GET /certificates')).body
    const params = { id: certificate!.id }
    for (const reader of [person, admin]) {
      const file = await server.api.as(reader).raw('GET /certificates/:id/file', { params })
      expect(file.headers.get('content-type')).toBe('application/pdf')
      expect(JSON.stringify(file.body).slice(1, 6)).toBe('%PDF-')
    }
    const other = server.api.as(await createMember(server))
    expect((await other.raw('GET /certificates/:id/file', { params })).status).toBe(404)
    const typed = certificate!.code.toLowerCase().replaceAll(/(.{4})(?=.)/g, '$1-')
    for (const code of [certificate!.code, typed]) {
      const { body } = await server.api('GET /verify/:code', { params: { code } })
      expect(body).toEqual({
        person_name: 'Zoë Łuk',
        title: 'Agency disclosure',
        completed_at: certificate!.completed_at,
      })
    }
    const unknown = await server.api.raw('GET /verify/:code', { params: { code: 'ABCD' } })
    expect([unknown.status, unknown.body.error]).toEqual([
      404,
      'No certificate has this code. Please check what you typed.',
    ])
  })
})

describe('the table of attempts', () => {
  it('sorts, filters and pages what everybody took, and exports it', async () => {
    const quiz = await createQuiz(server.db, { title: 'Table', questions: 4, required_score: 50 })
    const [one, two] = [
      await createMember(server, { firstName: 'Amy', lastName: 'A' }),
      await createMember(server, { firstName: 'Bob', lastName: '=cmd' }),
    ]
    await take(quiz, one, wrongAnswers(quiz))
    await take(quiz, one, rightAnswers(quiz))
    await server.api.as(two)('POST /trainings/:id/attempt', { params: { id: quiz.trainingId } })
    const list = async (query: Record<string, string | number>) =>
      asAdmin()('GET /admin/tests/attempts', { query: { test_id: quiz.testId, ...query } })
    const all = await list({ sort: 'person_name', order: 'asc' })
    expect(all.headers.get('x-total-count')).toBe('3')
    expect(all.body.map((row) => row.person_name)).toEqual(['Amy A', 'Amy A', 'Bob =cmd'])
    expect((await list({ sort: 'score', order: 'desc' })).body.map((row) => row.score)).toEqual([
      100,
      0,
      null,
    ])
    for (const state of ['passed', 'failed', 'in_progress'] as const) {
      const { body } = await list({ state })
      expect(body.map((row) => row.state)).toEqual([state])
    }
    for (const [query, total] of [
      [{ search: 'amy' }, '2'],
      [{ search: 'amy', state: 'failed' }, '1'],
      [{ search: 'amy', state: 'in_progress' }, '0'],
      [{ user_id: two.id }, '1'],
    ] as const) {
      expect((await list(query)).headers.get('x-total-count')).toBe(total)
    }
    const first = await list({ limit: 2, sort: 'score' })
    const next = new URL(/<(.*)>/.exec(first.headers.get('link')!)![1]!, server.url)
    const rest = await list({ limit: 2, sort: 'score', cursor: next.searchParams.get('cursor')! })
    expect([...first.body, ...rest.body].map((row) => row.score)).toEqual([null, 0, 100])
    const csv = await asAdmin().raw('GET /admin/tests/attempts.csv', {
      query: { test_id: quiz.testId },
    })
    expect(JSON.stringify(csv.body).split('\\r\\n').slice(0, -1)).toHaveLength(4)
  })

  it('says of each question who got it right, and whether that tells those who know apart', async () => {
    const quiz = await createQuiz(server.db, { questions: 3, shuffle: true, max_attempts: 0 })
    const [easy, telling, never] = quiz.questions
    // Six people: three know it all but the last, three know nothing but the first.
    for (let i = 0; i < 6; i += 1) {
      const person = await createMember(server)
      const api = server.api.as(person)
      const params = { id: quiz.trainingId }
      const { body: attempt } = await api('POST /trainings/:id/attempt', { params })
      const pick = (id: string, place: number) => {
        const name = ['North', 'East', 'South', 'West'][place]!
        return attempt.questions.find((one) => one.id === id)!.options.indexOf(name)
      }
      const answers = {
        [easy!.id]: pick(easy!.id, easy!.correctAnswer),
        [telling!.id]: pick(telling!.id, i < 3 ? telling!.correctAnswer : 0),
        [never!.id]: pick(never!.id, i === 0 ? never!.correctAnswer : 1),
      }
      await api('POST /trainings/:id/submit', { params, body: { answers } })
    }
    const { body } = await asAdmin()('GET /admin/tests/:id/statistics', {
      params: { id: quiz.testId },
    })
    expect(body).toMatchObject({ attempts: 6, passed: 1 })
    expect(body.questions.map(({ answered, right }) => [answered, right])).toEqual([
      [6, 6],
      [6, 3],
      [6, 1],
    ])
    // Where the author wrote them, however they were shuffled.
    expect(body.questions[1]!.chosen).toEqual([3, 0, 3, 0])
    expect(body.questions[0]!.discrimination).toBeNull()
    // Right at the second and right at the last: 1 of 3 among those who knew, 0 of 3 among the others.
    expect(body.questions[1]!.discrimination).toBe(0.45)
  })
})
