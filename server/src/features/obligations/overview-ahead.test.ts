import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { passDays } from '../../testing/pass-days.ts'
import { createQuiz, type Quiz, rightAnswers } from '../../testing/quizzes.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { insertCertificate } from '../certificates/certificates.queries.ts'

let server: TestServer
let admin: Member
let ana: Member
let ben: Member
let gone: Member
let short: Quiz
let long: Quiz
let yearly: Quiz

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const asAdmin = () => server.api.as(admin)
const pass = async (who: Member, quiz: Quiz) =>
  server.api.as(who)('POST /trainings/:id/submit', {
    params: { id: quiz.trainingId },
    body: { answers: rightAnswers(quiz) },
  })
const overview = async (query = {}) => (await asAdmin()('GET /admin/overview', { query })).body
const ending = async () => (await asAdmin()('GET /admin/certificates/ending', { query: {} })).body

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada' })
  ana = await createMember(server, { firstName: 'Ana' })
  ben = await createMember(server, { firstName: 'Ben' })
  gone = await createMember(server, { firstName: 'Gil' })
  short = await createQuiz(server.db, { title: 'Short', retake_threshold: 90 })
  long = await createQuiz(server.db, { title: 'Long', retake_threshold: 365 })
  yearly = await createQuiz(server.db, { title: 'Yearly' })
  // Nobody must do the short one; the yearly one is asked for again a month before its time.
  await asAdmin()('POST /tests/:id/assign', {
    params: { id: yearly.testId },
    body: { everyone: true, recurrence: { type: 'rolling', days: 130 }, window_days: 30 },
  })
  await asAdmin()('POST /tests/:id/assign', {
    params: { id: long.testId },
    body: { user_ids: [ana.id] },
  })
  await pass(ana, short)
  await pass(gone, short)
  await pass(ben, yearly)
  await passDays(server.db, 40)
  await pass(ana, long)
  await pass(ben, short)
  await asAdmin()('PUT /admin/users/:id', { params: { id: gone.id }, body: { status: 'inactive' } })
})
afterAll(async () => server.stop())

test('certificates that end within 60 days are of people who are here, the first to end first', async () => {
  const rows = await ending()
  expect(rows.map(({ user_name: name, title }) => `${name.split(' ')[0]}: ${title}`)).toEqual([
    'Ana: Short',
    'Ben: Yearly',
  ])
  expect(rows[0]).toMatchObject({ user_id: ana.id, path: `/training/${short.trainingId}` })
  const days = rows.map(({ ends_at: at }) => Math.round((Date.parse(at) - Date.now()) / DAY))
  expect(days).toEqual([50, 60])
  const { ahead } = await overview()
  expect(ahead?.certificates_ending).toBe(2)
  const { body: file } = await asAdmin()('GET /admin/certificates/ending.csv')
  expect(String(file).trim().split('\r\n')).toHaveLength(3)

  // What was done again since doesn't end.
  await passDays(server.db, 35)
  expect(await ending()).toHaveLength(3)
  // Beneath the API: the same answers again are no new attempt before the days are over.
  await insertCertificate(server.db, {
    userId: ana.id,
    testId: short.testId,
    attemptId: null,
    personName: 'Ana',
    title: 'Short',
    score: 100,
    completedAt: new Date().toISOString(),
  })
  expect(await ending()).toHaveLength(2)
  expect((await ending()).map(({ user_id: id, title }) => [id, title])).not.toContainEqual([
    ana.id,
    'Short',
  ])
})

test('renewals stand in the month in which they open, and the register has the same ones', async () => {
  const policy = await createPolicy(asAdmin())
  await asAdmin()('POST /policies/:id/assign', {
    params: { id: policy.id },
    body: { everyone: true, recurrence: { type: 'rolling', months: 30 }, window_days: 10 },
  })
  await server.api.as(ana)('POST /policies/:id/acknowledge', { params: { id: policy.id } })
  const { ahead, totals } = await overview()
  const renewals = ahead!.renewals
  expect(renewals).toHaveLength(13)
  expect(renewals.at(-1)).toMatchObject({ month: null, to: null, count: 1 })
  expect(renewals.reduce((sum, { count }) => sum + count, 0)).toBe(totals.upcoming)
  expect(renewals.filter(({ count }) => count > 0).length).toBeGreaterThan(1)
  for (const { from, to, count } of renewals) {
    const { body } = await asAdmin()('GET /admin/obligations', {
      query: { state: 'upcoming', opens_from: from, ...(to && { opens_to: to }) },
    })
    expect(body).toHaveLength(count)
  }
})

test('what is ahead is not known of a past moment', async () => {
  expect((await overview({ as_of: inDays(-1) })).ahead).toBeNull()
  expect((await overview({ as_of: inDays(1) })).ahead?.stuck_runs).toBe(0)
})
