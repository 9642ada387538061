import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { createQuiz, rightAnswers } from '../../testing/quizzes.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { type Misfit, repairObligations, verifyObligations } from './verify-obligations.actions.ts'

let server: TestServer
let admin: Member
let ana: Member
let ben: Member
let policyId: string
let testId: string

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

beforeAll(async () => {
  server = await startTestServer()
  await server.db.updateTable('settings').set({ time_zone: 'America/Los_Angeles' }).execute()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
  ana = await createMember(server, { firstName: 'Ana', lastName: 'Ruiz' })
  ben = await createMember(server, { firstName: 'Ben', lastName: 'Cole', role: 'manager' })
})
afterAll(async () => server.stop())

/** Everything that a requirement can be, done and not, waived, moved and left. */
beforeEach(async () => {
  await server.db.deleteFrom('requirements').execute()
  const api = server.api.as(admin)
  policyId = (await createPolicy(api, { title: 'Wire fraud' })).id
  const quiz = await createQuiz(server.db, { title: 'Escrow', retake_threshold: 200 })
  testId = quiz.testId
  const { body: team } = await api('POST /teams', {
    body: { name: `Harbor ${policyId}`, member_ids: [ana.id], manager_ids: [ben.id] },
  })
  const assign = async (body: object) =>
    api('POST /policies/:id/assign', { params: { id: policyId }, body })
  await assign({ everyone: true, due_at: inDays(9) })
  await assign({
    team_ids: [team.id],
    recurrence: { type: 'calendar', month: 12, day: 31 },
    window_days: 10,
  })
  await assign({ roles: ['manager'], recurrence: { type: 'rolling', months: 5 }, window_days: 20 })
  await api('POST /tests/:id/assign', {
    params: { id: testId },
    body: { roles: ['agent', 'manager'] },
  })
  await server.api.as(ben)('POST /policies/:id/acknowledge', { params: { id: policyId } })
  await server.api.as(ana)('POST /trainings/:id/submit', {
    params: { id: quiz.trainingId },
    body: { answers: rightAnswers(quiz) },
  })
  const { body: rows } = await api('GET /admin/obligations', {
    query: { item_id: testId, user_id: ben.id, state: 'open' },
  })
  await api('POST /admin/obligations/move', { body: { ids: [rows[0]!.id], due_at: inDays(44) } })
})

const verify = async () => {
  const misfits: Misfit[] = []
  const verdict = await verifyObligations(server.db, (misfit) => misfits.push(misfit))
  return { ...verdict, misfits }
}
const repair = async () => {
  const mended: Misfit[] = []
  const unmended: Misfit[] = []
  const counts = await repairObligations(server.db, {
    mended: (misfit) => mended.push(misfit),
    unmended: (misfit) => unmended.push(misfit),
  })
  return { counts, mended, unmended }
}

/** As somebody who owns the database and gets around its rules. */
async function damage(table: string, statement: string): Promise<void> {
  await sql.raw(`alter table ${table} disable trigger user`).execute(server.db)
  try {
    await sql.raw(statement).execute(server.db)
  } finally {
    await sql.raw(`alter table ${table} enable trigger user`).execute(server.db)
  }
}

const anas = () => `user_id = '${ana.id}' and item_id = '${policyId}' and closed_at is null`
const bens = () => `user_id = '${ben.id}' and item_id = '${policyId}'`

test('what the database keeps fits, whatever is required', async () => {
  const { misfits, people, compared, waiting } = await verify()
  expect(misfits).toEqual([])
  expect({ people, waiting }).toEqual({ people: 3, waiting: 0 })
  expect(compared).toBeGreaterThanOrEqual(6)
  expect((await repair()).counts).toEqual({ mended: 0, unmended: 0 })
})

test.each<[string, () => [string, string], (misfit: Misfit) => void]>([
  [
    'a row that was deleted',
    () => ['obligations', `delete from obligations where ${anas()}`],
    (misfit) => {
      expect(misfit).toMatchObject({ person: 'Ana Ruiz', item: 'Wire fraud', stored: 'nothing' })
      expect(misfit.wanted).toMatch(/^open, due \S+Z, version 1$/)
    },
  ],
  [
    'another due date',
    () => [
      'obligations',
      `update obligations set due_at = due_at + interval '3 days' where ${anas()}`,
    ],
    ({ stored, wanted }) => expect(stored).not.toBe(wanted),
  ],
  [
    'another version',
    () => ['obligations', `update obligations set version = 7 where ${anas()}`],
    ({ stored }) => expect(stored).toMatch(/version 7$/),
  ],
  [
    'a renewal at another time',
    () => [
      'obligations',
      `update obligations set opens_at = opens_at + interval '30 days' where ${bens()} and closed_at is null`,
    ],
    ({ stored, wanted }) => {
      expect(stored).toMatch(/^done, to be done again from/)
      expect(wanted).toMatch(/^done, to be done again from/)
    },
  ],
  [
    'what was done and counts no more',
    () => [
      'obligations',
      `update obligations set stands_until = now() where ${bens()} and closed_as = 'met'`,
    ],
    ({ stored }) => expect(stored).toMatch(/^to be done again from/),
  ],
  [
    'an obligation of somebody who left',
    () => ['users', `update users set status = 'inactive' where id = '${ana.id}'`],
    ({ wanted, stored }) => {
      expect(wanted).toBe('nothing')
      expect(stored).not.toBe('nothing')
    },
  ],
  [
    'a requirement that came unnoticed',
    () => [
      'requirements',
      `insert into requirements (id, test_id, user_id, everyone) values (new_uuid(), '${testId}', '${admin.id}', false)`,
    ],
    (misfit) =>
      expect(misfit).toMatchObject({ person: 'Ada Broker', item: 'Escrow', stored: 'nothing' }),
  ],
])('%s is found and mended, and told', async (_, how, expectMisfit) => {
  await damage(...how())
  const found = await verify()
  expect(found.misfits.length).toBeGreaterThan(0)
  found.misfits.forEach(expectMisfit)
  const { counts, mended } = await repair()
  expect(counts).toEqual({ mended: found.misfits.length, unmended: 0 })
  expect(mended).toEqual(found.misfits)
  expect((await verify()).misfits).toEqual([])
  await damage('users', `update users set status = 'active' where id = '${ana.id}'`)
  await repair()
})

test('what the job has not worked out yet is not taken for wrong', async () => {
  await damage('obligations', `delete from obligations where ${anas()}`)
  // Nobody asks for the job, which would mend it.
  await damage(
    'obligation_backlog',
    `insert into obligation_backlog (item_id) values ('${policyId}')`,
  )
  expect(await verify()).toMatchObject({ misfits: [], waiting: 1 })
  await server.db.deleteFrom('obligation_backlog').execute()
  expect((await verify()).misfits).toHaveLength(1)
  await repair()
})
