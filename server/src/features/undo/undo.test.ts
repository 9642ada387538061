import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createPolicy, type Member, signIn } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const DAY = 86_400_000

let server: TestServer
let admin: Member
let other: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada' })
  other = await createMember(server, { firstName: 'Olga', role: 'admin' })
})
afterAll(async () => server.stop())

const asAdmin = () => server.api.as(admin)
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const stepOf = ({ headers }: { headers: Headers }) => headers.get('X-Undo') ?? ''
const undo = async (id: string, as = asAdmin()) => as.raw(`POST /undo/${id}`)
const undone = async (id: string) => (await undo(id)).body

const newcomer = async () => createMember(server, { firstName: 'Ana' })
const statusOf = async ({ id }: { id: string }) =>
  (await asAdmin()('GET /admin/users/:id', { params: { id } })).body.status
const setStatus = async (ids: string[], status: 'active' | 'inactive') =>
  asAdmin()('POST /admin/users/change-status', { body: { user_ids: ids, status } })
const requirementsOf = async (id: string) =>
  (await asAdmin()('GET /policies/:id/requirements', { params: { id } })).body
const register = async (itemId: string) =>
  (await asAdmin()('GET /admin/obligations', { query: { item_id: itemId } })).body
const trailOf = async (itemId: string) =>
  (await asAdmin()('GET /admin/audit', { query: { item_id: itemId } })).body

async function requiredOf(...people: Member[]) {
  const { id } = await createPolicy(asAdmin())
  const body = { user_ids: people.map((person) => person.id), due_at: inDays(20) }
  const answer = await asAdmin()('POST /policies/:id/assign', { params: { id }, body })
  return { id, step: stepOf(answer), rows: await register(id) }
}

test('who was deactivated is active again, and stays signed out', async () => {
  const ana = await newcomer()
  const answer = await asAdmin()('PUT /admin/users/:id', {
    params: { id: ana.id },
    body: { status: 'inactive' },
  })
  expect(await undone(stepOf(answer))).toEqual({ undone: 1, left: 0 })
  expect(await statusOf(ana)).toBe('active')
  expect((await server.api.as(ana).raw('GET /auth/me')).status).toBe(401)
  await signIn(server.api, ana.email)
  expect((await trailOf(ana.id))[0]).toMatchObject({
    action: 'user.activated',
    actor_id: admin.id,
    details: { undone: true },
  })
})

test('of many, only those come back whom it changed and nobody has touched since', async () => {
  const [ana, ben, gone] = [await newcomer(), await newcomer(), await newcomer()]
  await setStatus([gone.id], 'inactive')
  const step = stepOf(await setStatus([ana.id, ben.id, gone.id], 'inactive'))
  await server.api.as(other)('PUT /admin/users/:id', {
    params: { id: ben.id },
    body: { title: 'On leave' },
  })
  expect(await undone(step)).toEqual({ undone: 1, left: 1 })
  expect(await Promise.all([ana, ben, gone].map(statusOf))).toEqual([
    'active',
    'inactive',
    'inactive',
  ])
})

test('what was assigned is as it was: added ones go, and earlier dates come back', async () => {
  const [ana, ben] = [await newcomer(), await newcomer()]
  const { id } = await requiredOf(ana)
  const [before] = await requirementsOf(id)
  const answer = await asAdmin()('POST /policies/:id/assign', {
    params: { id },
    body: {
      user_ids: [ana.id, ben.id],
      due_at: inDays(40),
      recurrence: { type: 'rolling', months: 6 },
    },
  })
  expect(await requirementsOf(id)).toHaveLength(2)
  expect(await undone(stepOf(answer))).toEqual({ undone: 2, left: 0 })
  expect(await requirementsOf(id)).toEqual([before])
  expect((await register(id)).filter(({ closed_at: closed }) => closed === null)).toMatchObject([
    { user_id: ana.id, due_at: before!.due_at },
  ])
})

test('what is not required any more is required again, with its date and since when', async () => {
  const ana = await newcomer()
  const { id } = await requiredOf(ana)
  const [before] = await requirementsOf(id)
  const params = { id, requirement_id: before!.id }
  const answer = await asAdmin()('DELETE /policies/:id/requirements/:requirement_id', { params })
  expect(await requirementsOf(id)).toEqual([])
  expect(await undone(stepOf(answer))).toEqual({ undone: 1, left: 0 })
  expect(await requirementsOf(id)).toEqual([before])
})

test('a due date that somebody else has changed since stays theirs', async () => {
  const { id, step } = await requiredOf(await newcomer())
  const [{ id: requirementId } = { id: '' }] = await requirementsOf(id)
  const theirs = inDays(60)
  await server.api.as(other)('PUT /policies/:id/requirements/:requirement_id', {
    params: { id, requirement_id: requirementId },
    body: { due_at: theirs },
  })
  expect(await undone(step)).toEqual({ undone: 0, left: 1 })
  expect(await requirementsOf(id)).toMatchObject([{ due_at: theirs }])
})

test('moved dates go back, also to none, but those that were moved again', async () => {
  const [ana, ben] = [await newcomer(), await newcomer()]
  const { id, rows } = await requiredOf(ana, ben)
  const { id: undated } = await createPolicy(asAdmin())
  const body = { user_ids: [ana.id] }
  await asAdmin()('POST /policies/:id/assign', { params: { id: undated }, body })
  const [open] = await register(undated)
  const ids = [...rows.map((row) => row.id), open!.id]
  const move = async (as: Member, chosen: string[], days: number) =>
    server.api.as(as)('POST /admin/obligations/move', {
      body: { ids: chosen, due_at: inDays(days) },
    })
  const step = stepOf(await move(admin, ids, 50))
  const bens = rows.find((row) => row.user_id === ben.id)!
  await move(other, [bens.id], 70)
  expect(await undone(step)).toEqual({ undone: 2, left: 1 })
  const dueAt = (await register(id)).map((row) => [row.user_id, row.due_at])
  expect(Object.fromEntries(dueAt)[ana.id]).toBe(rows[0]!.due_at)
  expect(Object.fromEntries(dueAt)[ben.id]).not.toBe(bens.due_at)
  expect(await register(undated)).toMatchObject([{ due_at: null, closed_at: null }])
  // The requirement's own date rules again.
  const later = inDays(90)
  const [requirement] = await requirementsOf(undated)
  await asAdmin()('PUT /policies/:id/requirements/:requirement_id', {
    params: { id: undated, requirement_id: requirement!.id },
    body: { due_at: later },
  })
  expect(await register(undated)).toMatchObject([{ due_at: later }])
})

test('a date is moved only from the one that was seen', async () => {
  const { rows } = await requiredOf(await newcomer())
  const move = async (was: string | null) =>
    asAdmin()('POST /admin/obligations/move', {
      body: { ids: [rows[0]!.id], due_at: inDays(30), was_due_at: was },
    })
  expect((await move(inDays(1))).body.count).toBe(0)
  expect((await move(null)).body.count).toBe(0)
  expect((await move(rows[0]!.due_at)).body.count).toBe(1)
})

test('whoever was let off is asked again', async () => {
  const { id, rows } = await requiredOf(await newcomer())
  const body = { ids: rows.map((row) => row.id), reason: 'By mistake' }
  const answer = await asAdmin()('POST /admin/obligations/waive', { body })
  expect(await undone(stepOf(answer))).toEqual({ undone: 1, left: 0 })
  const open = (await register(id)).filter(({ closed_at: closed }) => closed === null)
  expect(open).toMatchObject([{ state: 'open', due_at: rows[0]!.due_at }])
})

test('whoever was asked again by somebody else since, or let off again, stays so', async () => {
  const { id, rows } = await requiredOf(await newcomer())
  const ids = rows.map((row) => row.id)
  const body = { ids, reason: 'By mistake' }
  const waived = await asAdmin()('POST /admin/obligations/waive', { body })
  const theirs = server.api.as(other)
  await theirs('POST /admin/obligations/end-waivers', { body: { ids } })
  const open = (await register(id)).filter(({ closed_at: closed }) => closed === null)
  await theirs('POST /admin/obligations/waive', {
    body: { ids: open.map((row) => row.id), reason: 'On leave' },
  })
  expect(await undone(stepOf(waived))).toEqual({ undone: 0, left: 1 })
  expect((await register(id)).filter(({ closed_at: closed }) => closed === null)).toEqual([])
})

test('ten minutes later it is too late', async () => {
  const { id, step } = await requiredOf(await newcomer())
  const age = async (minutes: number) =>
    sql`update undo_steps set created_at = now() - ${minutes} * interval '1 minute' where id = ${step}`.execute(
      server.db,
    )
  await age(11)
  expect(await undo(step)).toMatchObject({ status: 404, body: { code: 'too_late' } })
  expect(await requirementsOf(id)).toHaveLength(1)
  await age(9)
  expect(await undone(step)).toEqual({ undone: 1, left: 0 })
})

test('it is taken back once, by whoever did it', async () => {
  const { step } = await requiredOf(await newcomer())
  const refused = { status: 404, body: { code: 'too_late' } }
  expect(await undo(step, server.api.as(other))).toMatchObject(refused)
  expect(await undo(uuidv7())).toMatchObject(refused)
  expect(await undo(step)).toMatchObject({ status: 200 })
  expect(await undo(step)).toMatchObject(refused)
})
