import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { createQuiz } from '../../testing/quizzes.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { sendReminders } from '../reminders/send-reminders.actions.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** When the brokerage required what it requires here, and by when it was due. */
const SET_AT = '2026-01-05T12:00:00.000Z'
const DUE_AT = '2026-02-01T22:00:00.000Z'
const LONG_AGO = '2025-06-01T09:00:00.000Z'

let server: TestServer
let admin: Member
let veteran: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
  veteran = await createMember(server)
  await joinedAt(veteran, LONG_AGO)
})
afterAll(async () => server.stop())
beforeEach(async () => {
  await server.db.deleteFrom('requirements').execute()
})

const asAdmin = () => server.api.as(admin)
const daysAfter = (time: string | Date, days: number) =>
  new Date(new Date(time).getTime() + days * DAY_MS).toISOString()

async function joinedAt({ id }: Member, time: string): Promise<void> {
  const standing = { active_since: time, role_since: time }
  await server.db.updateTable('users').set(standing).where('id', '=', id).execute()
}

/** As if that had been required at `SET_AT`. */
async function backdate(dueAt: string | null = DUE_AT): Promise<void> {
  const set = { created_at: SET_AT, due_set_at: SET_AT, due_at: dueAt }
  await server.db.updateTable('requirements').set(set).execute()
  // Versions never change: only so can one be of before.
  await sql`alter table policy_versions disable trigger user`.execute(server.db)
  await server.db.updateTable('policy_versions').set({ created_at: LONG_AGO }).execute()
  await sql`alter table policy_versions enable trigger user`.execute(server.db)
  await sql`select settle_items(array(select distinct item_id from requirements))`.execute(
    server.db,
  )
}

async function requirePolicy(of: { everyone: true } | { roles: ['manager'] }): Promise<string> {
  const { id } = await createPolicy(asAdmin())
  await asAdmin()('POST /policies/:id/assign', { params: { id }, body: of })
  await backdate()
  return id
}

async function requireTraining(dueDays: number): Promise<string> {
  const quiz = await createQuiz(server.db, { due_days: dueDays })
  const params = { id: quiz.testId }
  await asAdmin()('POST /tests/:id/assign', { params, body: { everyone: true } })
  await backdate()
  return quiz.trainingId
}

const policyDueOf = async (member: Member, id: string) =>
  (await server.api.as(member)('GET /policies/:id', { params: { id } })).body.due_at
const trainingDueOf = async (member: Member, id: string) =>
  (await server.api.as(member)('GET /trainings/:id', { params: { id } })).body.progress.due_at

const standingOf = async ({ id }: Member) => {
  const query = server.db.selectFrom('users').select(['active_since', 'role_since'])
  const { active_since: activeSince, role_since: roleSince } = await query
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { activeSince: activeSince!, roleSince: roleSince! }
}

test('whoever joins after a date has a week from then, and nobody else’s date moves', async () => {
  const id = await requirePolicy({ everyone: true })
  const newcomer = await createMember(server)
  const { activeSince } = await standingOf(newcomer)
  expect(await policyDueOf(newcomer, id)).toBe(daysAfter(activeSince, 7))
  expect(await policyDueOf(veteran, id)).toBe(DUE_AT)
  const { body } = await asAdmin()('GET /admin/policies/outstanding', { query: { policy_id: id } })
  const stateOf = (member: Member) => body.find((row) => row.user_id === member.id)
  expect(stateOf(newcomer)).toMatchObject({ state: 'pending', required_since: activeSince })
  expect(stateOf(veteran)).toMatchObject({ state: 'overdue' })
})

test('a role that is given begins then; one that was always there, and a role taken back, do not', async () => {
  const id = await requirePolicy({ roles: ['manager'] })
  await server.db
    .updateTable('users')
    .set({ role: 'manager' })
    .where('id', '=', veteran.id)
    .execute()
  const { roleSince, activeSince } = await standingOf(veteran)
  expect(activeSince).toBe(LONG_AGO)
  expect(await policyDueOf(veteran, id)).toBe(daysAfter(roleSince, 7))
  // Required of everybody meanwhile, they were never late to that.
  await asAdmin()('POST /policies/:id/assign', { params: { id }, body: { everyone: true } })
  await backdate()
  expect(await policyDueOf(veteran, id)).toBe(DUE_AT)
  await server.db.updateTable('users').set({ role: 'agent' }).where('id', '=', veteran.id).execute()
  expect(await policyDueOf(veteran, id)).toBe(DUE_AT)
})

test('somebody who waited for approval joins when they get it', async () => {
  const id = await requirePolicy({ everyone: true })
  const waiting = await createMember(server)
  const setStatus = async (status: 'pending' | 'active') =>
    server.db.updateTable('users').set({ status }).where('id', '=', waiting.id).execute()
  await setStatus('pending')
  await joinedAt(waiting, LONG_AGO)
  await setStatus('active')
  const { activeSince } = await standingOf(waiting)
  expect(Date.now() - Date.parse(activeSince)).toBeLessThan(60_000)
  expect(await policyDueOf(waiting, id)).toBe(daysAfter(activeSince, 7))
})

test('who is active again within ten minutes was not away; later they join anew', async () => {
  const id = await requirePolicy({ everyone: true })
  const person = await createMember(server)
  const set = async (change: { status: 'inactive' | 'active' } | { inactive_since: string }) =>
    server.db.updateTable('users').set(change).where('id', '=', person.id).execute()
  await joinedAt(person, LONG_AGO)
  await set({ status: 'inactive' })
  await set({ status: 'active' })
  expect(await policyDueOf(person, id)).toBe(DUE_AT)
  expect(await standingOf(person)).toMatchObject({ activeSince: LONG_AGO })

  await set({ status: 'inactive' })
  await set({ inactive_since: new Date(Date.now() - 11 * 60_000).toISOString() })
  await set({ status: 'active' })
  const { activeSince } = await standingOf(person)
  expect(Date.now() - Date.parse(activeSince)).toBeLessThan(60_000)
  expect(await policyDueOf(person, id)).toBe(daysAfter(activeSince, 7))
})

test('a training gives its own days, from the day that somebody came', async () => {
  const [long, none] = [await requireTraining(10), await requireTraining(0)]
  const newcomer = await createMember(server)
  const { activeSince } = await standingOf(newcomer)
  expect(await trainingDueOf(newcomer, long)).toBe(daysAfter(activeSince, 10))
  expect(await trainingDueOf(newcomer, none)).toBe(daysAfter(activeSince, 7))
  expect(await trainingDueOf(veteran, long)).toBe(DUE_AT)
  // Without a date, its days are all there is.
  await backdate(null)
  expect(await trainingDueOf(newcomer, long)).toBe(daysAfter(activeSince, 10))
  expect(await trainingDueOf(newcomer, none)).toBeNull()
  expect(await trainingDueOf(veteran, long)).toBe(daysAfter(SET_AT, 10))
  // The later of the two counts: the date that everybody has is not brought forward.
  await backdate('2031-05-01T22:00:00.000Z')
  expect(await trainingDueOf(newcomer, long)).toBe('2031-05-01T22:00:00.000Z')
})

test('a date that is set when somebody is there already holds for them', async () => {
  const id = await requirePolicy({ everyone: true })
  const newcomer = await createMember(server)
  const { body } = await asAdmin()('GET /policies/:id/requirements', { params: { id } })
  const tomorrow = daysAfter(new Date(), 1)
  await asAdmin()('PUT /policies/:id/requirements/:requirement_id', {
    params: { id, requirement_id: body[0]!.id },
    body: { due_at: tomorrow },
  })
  expect(await policyDueOf(newcomer, id)).toBe(tomorrow)
})

test('a date that is saved as it was is not set anew: who came after it keeps their week', async () => {
  const id = await requirePolicy({ everyone: true })
  const newcomer = await createMember(server)
  const own = daysAfter((await standingOf(newcomer)).activeSince, 7)
  const { body } = await asAdmin()('GET /policies/:id/requirements', { params: { id } })
  await asAdmin()('PUT /policies/:id/requirements/:requirement_id', {
    params: { id, requirement_id: body[0]!.id },
    body: { due_at: DUE_AT },
  })
  expect(await policyDueOf(newcomer, id)).toBe(own)
  const again = { everyone: true, due_at: DUE_AT }
  await asAdmin()('POST /policies/:id/assign', { params: { id }, body: again })
  expect(await policyDueOf(newcomer, id)).toBe(own)
})

test('reminders go by the same date, from the day of joining on', async () => {
  await requirePolicy({ everyone: true })
  const newcomer = await createMember(server)
  await server.db
    .updateTable('users')
    .set({ time_zone: 'UTC' })
    .where('id', '=', newcomer.id)
    .execute()
  const joined = '2026-03-02T10:00:00.000Z'
  await joinedAt(newcomer, joined)
  const asked = server.db.updateTable('obligations').set({ opens_at: joined })
  await asked.where('user_id', '=', newcomer.id).execute()
  for (let day = 0; day < 12; day += 1) {
    const now = new Date(daysAfter('2026-03-02T11:00:00Z', day))
    await sendReminders(server.db, { now })
  }
  const rows = await server.db
    .selectFrom('reminder_digests')
    .select(sql<string>`local_day::text`.as('day'))
    .where('user_id', '=', newcomer.id)
    .orderBy('local_day')
    .execute()
  expect(rows.map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-08', '2026-03-09'])
})
