import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import { createQuiz, createTestAlone } from '../../testing/quizzes.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { tellPeople } from '../reminders/tell-people.actions.ts'
import { sendReminders } from '../reminders/send-reminders.actions.ts'

const DUE = '2031-05-01T22:00:00.000Z'

let server: TestServer
let admin: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
})
afterAll(async () => server.stop())

const asAdmin = () => server.api.as(admin)

test('a training assigned through its quiz awaits those people, until that is taken back', async () => {
  const agent = await createMember(server)
  const manager = await createMember(server, { role: 'manager' })
  const { testId, trainingId } = await createQuiz(server.db)
  const params = { id: testId }
  const assigned = await asAdmin()('POST /tests/:id/assign', {
    params,
    body: { roles: ['manager'], due_at: DUE },
  })
  expect(assigned.body).toMatchObject([{ role: 'manager', due_at: DUE }])
  const pendingOf = async (member: Member) =>
    (await server.api.as(member)('GET /auth/me')).body.user.pending_trainings
  expect(await pendingOf(manager)).toEqual([trainingId])
  expect(await pendingOf(agent)).toEqual([])

  const one = { ...params, requirement_id: assigned.body[0]!.id }
  const changed = await asAdmin()('PUT /tests/:id/requirements/:requirement_id', {
    params: one,
    body: { due_at: null },
  })
  expect(changed.body.due_at).toBeNull()
  expect((await asAdmin()('GET /tests/:id/requirements', { params })).body).toEqual([changed.body])
  await asAdmin()('DELETE /tests/:id/requirements/:requirement_id', { params: one })
  expect(await pendingOf(manager)).toEqual([])
})

test('what is not there, or archived, cannot be assigned', async () => {
  const { testId } = await createTestAlone(server.db)
  const tests = server.db.updateTable('tests').set({ archived_at: DUE })
  await tests.where('id', '=', testId).execute()
  for (const id of [testId, uuidv7()]) {
    const answer = await asAdmin().raw('POST /tests/:id/assign', {
      params: { id },
      body: { everyone: true },
    })
    expect(answer).toMatchObject({ status: 404, body: { error: 'Test not found' } })
  }
})

test('people are reminded of trainings by the days that these give', async () => {
  const agent = await createMember(server)
  const users = server.db.updateTable('users').set({ time_zone: 'UTC' })
  await users.where('id', '=', agent.id).execute()
  const quiz = await createQuiz(server.db, { title: 'Fair housing basics', due_days: 10 })
  await asAdmin()('POST /admin/users/:id/require-test', {
    params: { id: agent.id },
    body: { test_id: quiz.testId },
  })
  const set = { created_at: '2027-05-01T12:00:00Z', due_set_at: '2027-05-01T12:00:00Z' }
  await server.db.updateTable('requirements').set(set).where('user_id', '=', agent.id).execute()
  for (let hour = 0; hour < 24 * 20; hour += 3) {
    const now = new Date(Date.parse('2027-05-01T12:00:00Z') + hour * 60 * 60 * 1000)
    if ((await sendReminders(server.db, { now })) > 0) await tellPeople(server.db, { now })
  }
  const days = await server.db
    .selectFrom('reminder_digests')
    .select(sql<string>`local_day::text`.as('day'))
    .where('user_id', '=', agent.id)
    .orderBy('local_day')
    .execute()
  expect(days.map(({ day }) => day)).toEqual([
    '2027-05-04',
    '2027-05-10',
    '2027-05-11',
    '2027-05-18',
  ])
  const [mail] = await server.db
    .selectFrom('mails')
    .select(['subject', 'data'])
    .where('user_id', '=', agent.id)
    .where('kind', '=', 'reminder')
    .orderBy('created_at')
    .execute()
  expect(mail).toMatchObject({
    subject: 'Due in 7 days: Fair housing basics',
    data: { items: [{ kind: 'training', training_id: quiz.trainingId }] },
  })
})
