import { trainingAction } from '@frontdesk/contract/training-action'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMember, createPolicy, createTest, type Member } from '../../testing/factories.ts'
import { passDays as letDaysPass } from '../../testing/pass-days.ts'
import { createQuiz, rightAnswers } from '../../testing/quizzes.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
let ana: Member
let ben: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada' })
  ana = await createMember(server, { firstName: 'Ana' })
  ben = await createMember(server, { firstName: 'Ben', role: 'manager' })
})
afterAll(async () => server.stop())
beforeEach(async () => {
  await server.db.deleteFrom('requirements').execute()
})

const asAdmin = () => server.api.as(admin)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

type Query = Record<string, string | number>

const assign = async (policyId: string, body: Record<string, unknown>) =>
  asAdmin()('POST /policies/:id/assign', { params: { id: policyId }, body })

const register = async (query: Query) => (await asAdmin()('GET /admin/obligations', { query })).body

const sign = async (who: Member, id: string) =>
  server.api.as(who)('POST /policies/:id/acknowledge', { params: { id } })

const pendingOf = async (who: Member) =>
  (await server.api.as(who)('GET /auth/me')).body.user.pending_policies

const createTeam = async (members: Member[]) => {
  const people = { member_ids: members.map(({ id }) => id), manager_ids: [] }
  return (await asAdmin()('POST /teams', { body: { name: `Team ${Math.random()}`, ...people } }))
    .body
}

const passDays = async (days: number) => letDaysPass(server.db, days)

describe('the register', () => {
  test('has a row for each person and item, and says how it stands', async () => {
    const policy = await createPolicy(asAdmin(), { title: 'Fair housing' })
    await assign(policy.id, { everyone: true, due_at: inDays(3) })
    await sign(ana, policy.id)
    const rows = await register({ item_id: policy.id, sort: 'user_name' })
    expect(rows.map((row) => [row.user_name.split(' ')[0], row.state, row.closed_as])).toEqual([
      ['Ada', 'due_soon', null],
      ['Ana', 'met', 'met'],
      ['Ben', 'due_soon', null],
    ])
    expect(rows[0]).toMatchObject({
      user_id: admin.id,
      kind: 'policy',
      item_id: policy.id,
      item_title: 'Fair housing',
      training_id: null,
      path: `/policies/${policy.id}`,
      cycle: 1,
      version: 1,
      closed_at: null,
      reminded_at: null,
    })
    const standing = await asAdmin()('GET /admin/obligations/standing/:id', {
      params: { id: policy.id },
    })
    expect(standing.body).toEqual({ asked: 3, met: 1, overdue: 0, due_soon: 2, percent: 33.3 })
  })

  test('is narrowed by every filter, sorted by every column, and paged without a gap', async () => {
    const policy = await createPolicy(asAdmin(), { title: 'Escrow' })
    const quiz = await createTest(asAdmin(), { title: 'State law' })
    await assign(policy.id, { everyone: true, due_at: inDays(30) })
    await asAdmin()('POST /tests/:id/assign', {
      params: { id: quiz.id },
      body: { roles: ['manager'], due_at: inDays(2) },
    })
    const names = async (query: Query) =>
      (await register({ state: 'open', ...query })).map(
        (row) => `${row.user_name.split(' ')[0]} ${row.item_title}`,
      )
    const escrows = ['Ada Escrow', 'Ana Escrow', 'Ben Escrow']
    expect(await names({ sort: 'user_name' })).toEqual([
      ...escrows.slice(0, 2),
      ...['Ben Escrow', 'Ben State law'].toSorted(),
    ])
    expect(await names({ kind: 'policy', sort: 'user_name' })).toEqual(escrows)
    expect(await names({ kind: 'test' })).toEqual(['Ben State law'])
    expect(await names({ kind: 'training' })).toEqual([])
    expect(await names({ kind: 'standalone' })).toEqual(['Ben State law'])
    expect(await names({ role: 'manager', sort: 'item_title' })).toEqual([
      'Ben Escrow',
      'Ben State law',
    ])
    expect(await names({ user_id: ana.id })).toEqual(['Ana Escrow'])
    expect(await names({ item_id: quiz.id })).toEqual(['Ben State law'])
    expect(await names({ search: 'sTATE' })).toEqual(['Ben State law'])
    expect(await names({ state: 'due_soon' })).toEqual(['Ben State law'])
    expect(await names({ due_to: inDays(10) })).toEqual(['Ben State law'])
    expect(await names({ due_from: inDays(10), sort: 'user_name' })).toEqual(escrows)
    for (const sort of ['due_at', 'user_name', 'item_title', 'opens_at', 'closed_at']) {
      for (const order of ['asc', 'desc']) {
        const all = await register({ state: 'open', sort, order })
        const paged: string[] = []
        let cursor: string | undefined
        do {
          const page = await asAdmin()('GET /admin/obligations', {
            query: { state: 'open', sort, order, limit: 1, ...(cursor && { cursor }) },
          })
          paged.push(...page.body.map((row) => row.id))
          const next = /cursor=([^>&]+)/.exec(page.headers.get('link') ?? '')
          cursor = next ? decodeURIComponent(next[1]!) : undefined
        } while (cursor)
        expect(paged, `${sort} ${order}`).toEqual(all.map((row) => row.id))
        expect(all).toHaveLength(4)
      }
    }
  })
})

describe('a renewal', () => {
  test('is written when the policy is signed, opens by itself, and is signed as a new record', async () => {
    const policy = await createPolicy(asAdmin())
    const recurrence = { type: 'rolling', months: 12 }
    await assign(policy.id, { user_ids: [ana.id], recurrence })
    expect(await pendingOf(ana)).toEqual([policy.id])
    const first = (await sign(ana, policy.id)).body
    expect((await sign(ana, policy.id)).body.id).toBe(first.id)
    expect(await pendingOf(ana)).toEqual([])
    const [upcoming] = await register({ item_id: policy.id, state: 'upcoming' })
    const due = new Date(first.acknowledged_at)
    due.setUTCFullYear(due.getUTCFullYear() + 1)
    expect(upcoming).toMatchObject({ cycle: 2, version: 1, due_at: due.toISOString() })
    expect(Date.parse(upcoming!.opens_at)).toBe(due.getTime() - 30 * 86_400_000)
    await passDays(336)
    expect(await pendingOf(ana)).toEqual([policy.id])
    const second = (await sign(ana, policy.id)).body
    expect(second.id).not.toBe(first.id)
    expect(second).toMatchObject({ version_acknowledged: 1, sequence: first.sequence + 1 })
    expect(await pendingOf(ana)).toEqual([])
    const rows = await register({ item_id: policy.id, sort: 'opens_at' })
    expect(rows.map((row) => [row.cycle, row.state, row.evidence])).toEqual([
      [1, 'met', first.id],
      [2, 'met', second.id],
      [3, 'upcoming', null],
    ])
  })

  test('of a training is a round of its own: sections, attempts and the pass are asked for anew', async () => {
    const quiz = await createQuiz(server.db, { max_attempts: 1, due_days: 0 })
    const body = { team_ids: [(await createTeam([ana])).id] }
    const recurrence = { type: 'rolling', months: 12 }
    const assigned = await asAdmin()('POST /tests/:id/assign', {
      params: { id: quiz.testId },
      body: { ...body, recurrence },
    })
    expect(assigned.status).toBe(200)
    const api = server.api.as(ana)
    const params = { id: quiz.trainingId }
    const progressOf = async () => (await api('GET /trainings/:id', { params })).body.progress
    const standing = async () => (await api('GET /auth/me')).body.user
    const take = async () => {
      for (const content_id of quiz.sectionIds) {
        await api('PUT /trainings/:id/progress', {
          params,
          body: { content_id, completed: true },
        })
      }
      const answers = rightAnswers(quiz)
      return (await api('POST /trainings/:id/submit', { params, body: { answers } })).body
    }
    expect(await standing()).toMatchObject({ total_assigned_tests: 1, completed_tests: 0 })
    const first = await take()
    expect(await progressOf()).toMatchObject({ required: false, progress: 100, maxAttempts: 1 })
    await passDays(340)
    const due = await progressOf()
    expect(due).toMatchObject({ required: true, progress: 0, attempts: 1, maxAttempts: 2 })
    expect(trainingAction(due)).toBe('retake')
    expect(await standing()).toMatchObject({
      pending_trainings: [quiz.trainingId],
      completed_tests: 0,
      tests: [{ status: 'Due Again' }],
    })
    const second = await take()
    expect(second.certificate_code).not.toBe(first.certificate_code)
    expect(await progressOf()).toMatchObject({ required: false, progress: 100 })
    expect(await standing()).toMatchObject({ completed_tests: 1, tests: [{ status: 'Passed' }] })
  })

  test('on a day of the year ends with that day where the brokerage is', async () => {
    await server.db.updateTable('settings').set({ time_zone: 'America/New_York' }).execute()
    const policy = await createPolicy(asAdmin())
    const recurrence = { type: 'calendar', month: 2, day: 29 }
    await assign(policy.id, { user_ids: [ana.id], recurrence, window_days: 14 })
    const [open] = await register({ item_id: policy.id })
    const year = new Date(Date.now() - 5 * 3_600_000).getUTCFullYear()
    const next = [year, year + 1]
      .map((one) => new Date(Date.UTC(one, 2, 1, 4, 59, 59)))
      .find((end) => end.getTime() > Date.now())!
    expect(open).toMatchObject({ state: 'open', due_at: next.toISOString() })
    await sign(ana, policy.id)
    const [upcoming] = await register({ item_id: policy.id, state: 'upcoming' })
    const dueYear = next.getUTCFullYear() + 1
    expect(upcoming!.due_at).toBe(new Date(Date.UTC(dueYear, 2, 1, 4, 59, 59)).toISOString())
    await server.db.updateTable('settings').set({ time_zone: 'UTC' }).execute()
  })

  test('whose window is longer than its interval is refused, and so is no such day', async () => {
    const policy = await createPolicy(asAdmin())
    const user_ids = [ana.id]
    const long = await assign(policy.id, {
      user_ids,
      recurrence: { type: 'rolling', days: 20 },
      window_days: 20,
    })
    expect(long).toMatchObject({
      status: 422,
      body: { fields: { window_days: expect.any(String) } },
    })
    const never = await assign(policy.id, {
      user_ids,
      recurrence: { type: 'calendar', month: 4, day: 31 },
    })
    expect(never.status).toBe(422)
  })
})

describe('a past day', () => {
  test('is shown as it was, whatever happened since', async () => {
    const policy = await createPolicy(asAdmin())
    const { body } = await assign(policy.id, { user_ids: [ana.id, ben.id], due_at: inDays(10) })
    await passDays(20)
    const look = async (as_of?: string) =>
      (await register({ item_id: policy.id, sort: 'user_name', ...(as_of && { as_of }) })).map(
        (row) => [row.user_name.split(' ')[0], row.state, row.due_at !== null],
      )
    const before = new Date().toISOString()
    expect(await look()).toEqual([
      ['Ana', 'overdue', true],
      ['Ben', 'overdue', true],
    ])
    await sign(ana, policy.id)
    const requirement = body.find((row) => row.user_id === ben.id)!
    await asAdmin()('PUT /policies/:id/requirements/:requirement_id', {
      params: { id: policy.id, requirement_id: requirement.id },
      body: { due_at: inDays(30) },
    })
    expect(await look()).toEqual([
      ['Ana', 'met', true],
      ['Ben', 'open', true],
    ])
    expect(await look(before)).toEqual([
      ['Ana', 'overdue', true],
      ['Ben', 'overdue', true],
    ])
    expect(await look(inDays(-15))).toEqual([
      ['Ana', 'due_soon', true],
      ['Ben', 'due_soon', true],
    ])
    expect(await look(inDays(-30))).toEqual([])
    const overview = await asAdmin()('GET /admin/overview', { query: { as_of: before } })
    const item = overview.body.items.find((row) => row.item_id === policy.id)
    expect(item).toMatchObject({ asked: 2, met: 0, overdue: 2, percent: 0 })
    const now = await asAdmin()('GET /admin/overview')
    expect(now.body.items.find((row) => row.item_id === policy.id)).toMatchObject({
      asked: 2,
      met: 1,
      overdue: 0,
      percent: 50,
    })
    expect(now.body.trend).toHaveLength(12)
    expect(now.body.trend.at(-1)).toMatchObject({ asked: 2, met: 1 })
  })
})

describe('in bulk', () => {
  test('dates are moved, people reminded and let off, each with a trail and a mail', async () => {
    const policy = await createPolicy(asAdmin(), { title: 'Keys' })
    await assign(policy.id, { user_ids: [ana.id, ben.id], due_at: inDays(1) })
    const filter = { item_id: policy.id, state: 'open' }
    const act = async (what: 'remind' | 'move' | 'waive', body: Record<string, unknown>) =>
      (await asAdmin().raw(`POST /admin/obligations/${what}`, { body })).body
    expect(await act('remind', { filter })).toEqual({ count: 2 })
    expect(await act('move', { filter, due_at: inDays(60) })).toEqual({ count: 2 })
    const moved = await register({ item_id: policy.id })
    expect(moved.map((row) => row.state)).toEqual(['open', 'open'])
    expect(moved.every((row) => row.reminded_at !== null)).toBe(true)
    // What changes nothing of the date leaves it as it was moved.
    await server.db
      .updateTable('users')
      .set({ role_since: inDays(-1) })
      .where('id', '=', ana.id)
      .execute()
    expect((await register({ item_id: policy.id })).map((row) => row.due_at)).toEqual(
      moved.map((row) => row.due_at),
    )
    const waived = moved.find((row) => row.user_id === ana.id)!
    expect(await act('waive', { ids: [waived.id], reason: 'On leave' })).toEqual({ count: 1 })
    expect(await pendingOf(ana)).toEqual([])
    expect(await act('waive', { ids: [waived.id], reason: 'Again' })).toEqual({ count: 0 })
    const ended = await asAdmin()('POST /admin/obligations/end-waivers', {
      body: { ids: [waived.id] },
    })
    expect(ended.body).toEqual({ count: 1 })
    expect(await pendingOf(ana)).toEqual([policy.id])
    const trail = await server.db
      .selectFrom('audit_events')
      .select(['action', 'item_title'])
      .where('item_id', '=', policy.id)
      .where('action', 'like', 'obligation.%')
      .orderBy('id')
      .execute()
    expect(trail.map(({ action }) => action).toSorted()).toEqual([
      'obligation.moved',
      'obligation.moved',
      'obligation.reminded',
      'obligation.reminded',
      'obligation.waived',
      'obligation.waiver_ended',
    ])
    const mails = await server.db
      .selectFrom('mails')
      .select(['kind', 'subject'])
      .where('user_id', '=', ana.id)
      .where('kind', 'like', 'obligations%')
      .orderBy('id')
      .execute()
    expect(mails).toEqual([
      { kind: 'obligations_reminded', subject: 'Ada Doyle reminds you of what is open' },
      { kind: 'obligations_moved', subject: 'Ada Doyle has moved a due date' },
      { kind: 'obligations_waived', subject: 'Ada Doyle has waived something for you' },
    ])
  })

  test('either ids or a filter is asked for', async () => {
    for (const body of [{}, { ids: [ana.id], filter: {} }]) {
      expect((await asAdmin().raw('POST /admin/obligations/remind', { body })).status).toBe(422)
    }
  })
})

describe('teams', () => {
  test('members must do what is required of the team; managers see them and nobody else', async () => {
    const [cleo, dan, eve] = [
      await createMember(server, { firstName: 'Cleo' }),
      await createMember(server, { firstName: 'Dan' }),
      await createMember(server, { firstName: 'Eve' }),
    ]
    const team = (
      await asAdmin()('POST /teams', {
        body: { name: 'Harbor office', member_ids: [cleo.id], manager_ids: [eve.id] },
      })
    ).body
    const policy = await createPolicy(asAdmin())
    await assign(policy.id, { team_ids: [team.id] })
    expect(await pendingOf(cleo)).toEqual([policy.id])
    expect(await pendingOf(dan)).toEqual([])
    expect(await pendingOf(eve)).toEqual([])
    const other = await createPolicy(asAdmin())
    await assign(other.id, { user_ids: [dan.id] })
    const seen = async () =>
      (await server.api.as(eve)('GET /teams/mine/obligations')).body.map(
        (row) => row.user_name.split(' ')[0],
      )
    expect(await seen()).toEqual(['Cleo'])
    expect((await server.api.as(cleo)('GET /teams/mine/obligations')).body).toEqual([])
    // Not by asking for somebody by name, either.
    const query = { user_id: dan.id }
    expect((await server.api.as(eve)('GET /teams/mine/obligations', { query })).body).toEqual([])
    const dans = (await register({ item_id: other.id }))[0]!
    const tried = await server.api.as(eve)('POST /teams/mine/obligations/remind', {
      body: { ids: [dans.id] },
    })
    expect(tried.body).toEqual({ count: 0 })
    expect((await server.api.as(eve).raw('GET /admin/obligations', {})).status).toBe(403)
    const body = { name: team.name, member_ids: [cleo.id, dan.id], manager_ids: [eve.id] }
    await asAdmin()('PUT /teams/:id', { params: { id: team.id }, body })
    expect(await pendingOf(dan)).toContain(policy.id)
    expect(new Set(await seen())).toEqual(new Set(['Cleo', 'Dan']))
    expect((await asAdmin().raw('POST /teams', { body: { name: 'harbor OFFICE' } })).status).toBe(
      409,
    )
    expect((await server.api.as(eve)('GET /auth/me')).body.user.manages_team).toBe(true)
    await asAdmin()('DELETE /teams/:id', { params: { id: team.id } })
    expect(await pendingOf(cleo)).toEqual([])
    expect(await seen()).toEqual([])
  })
})

test('a calendar is read by its secret address alone, until that is renewed', async () => {
  const policy = await createPolicy(asAdmin(), { title: 'Lockboxes' })
  await assign(policy.id, { user_ids: [ana.id], due_at: inDays(5) })
  const made = (await server.api.as(ana)('POST /users/me/obligations/calendar')).body
  const read = async (url: string) => fetch(`${server.url}${new URL(url).pathname}`)
  const calendar = await read(made.url)
  expect(calendar.headers.get('content-type')).toContain('text/calendar')
  expect(await calendar.text()).toContain('SUMMARY:Due: Lockboxes')
  const renewed = (await server.api.as(ana)('POST /users/me/obligations/calendar')).body
  expect((await read(made.url)).status).toBe(404)
  expect((await read(renewed.url)).status).toBe(200)
  await server.api.as(ana)('DELETE /users/me/obligations/calendar')
  expect((await read(renewed.url)).status).toBe(404)
})

test('a calendar is closed while its owner is deactivated, and open again with them', async () => {
  const cleo = await createMember(server, { firstName: 'Cleo' })
  const { url } = (await server.api.as(cleo)('POST /users/me/obligations/calendar')).body
  const read = async () => (await fetch(`${server.url}${new URL(url).pathname}`)).status
  const put = async (status: 'active' | 'inactive') =>
    asAdmin()('PUT /admin/users/:id', { params: { id: cleo.id }, body: { status } })
  expect(await read()).toBe(200)
  await put('inactive')
  expect(await read()).toBe(404)
  await put('active')
  expect(await read()).toBe(200)
})
