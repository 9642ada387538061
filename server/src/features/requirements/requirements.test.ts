import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const DUE = '2031-05-01T22:00:00.000Z'

let server: TestServer
let admin: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
})
afterAll(async () => server.stop())

const asAdmin = () => server.api.as(admin)
const requirePolicy = (person: { id: string }, body: object) =>
  asAdmin().raw('POST /admin/users/:id/require-policy', { params: { id: person.id }, body })

test('a policy required of one person awaits them, and nobody else, by its date', async () => {
  const [ana, ben] = [await createMember(server), await createMember(server)]
  const policy = await createPolicy(asAdmin())
  const { status, body } = await requirePolicy(ana, {
    policy_id: policy.id,
    due_at: '2031-05-01T17:00:00-05:00',
  })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { user_id: ana.id, user_name: 'Pat Doyle', everyone: false, role: null, due_at: DUE },
  })
  const seenBy = async (member: Member) =>
    (await server.api.as(member)('GET /policies/:id', { params: { id: policy.id } })).body
  expect(await seenBy(ana)).toMatchObject({ acknowledgment_required: true, due_at: DUE })
  expect(await seenBy(ben)).toMatchObject({ acknowledgment_required: false, due_at: null })
  const me = await server.api.as(ana)('GET /auth/me')
  expect(me.body.user.pending_policies).toEqual([policy.id])
})

test('asked a second time, it is one requirement with the new date', async () => {
  const ana = await createMember(server)
  const policy = await createPolicy(asAdmin())
  const first = await requirePolicy(ana, { policy_id: policy.id })
  const second = await requirePolicy(ana, { policy_id: policy.id, due_at: DUE })
  expect(first.body.due_at).toBeNull()
  expect(second.body).toMatchObject({ id: first.body.id, due_at: DUE })
})

test('twenty admins at once make one requirement', async () => {
  const ana = await createMember(server)
  const policy = await createPolicy(asAdmin())
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => requirePolicy(ana, { policy_id: policy.id })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
})

test('what is missing or cannot be is refused in words', async () => {
  const ana = await createMember(server)
  const policy = await createPolicy(asAdmin())
  const gone = await createPolicy(asAdmin())
  await asAdmin()('DELETE /policies/:id', { params: { id: gone.id } })
  const none = 'Please select a policy'
  for (const body of [{}, { policy_id: null }, { policy_id: 5 }]) {
    expect(await requirePolicy(ana, body)).toMatchObject({
      status: 400,
      body: { error: none, fields: { policy_id: none } },
    })
  }
  expect(await requirePolicy(ana, { policy_id: '' })).toMatchObject({
    status: 422,
    body: { error: none, fields: { policy_id: none } },
  })
  for (const id of [uuidv7(), gone.id]) {
    expect(await requirePolicy(ana, { policy_id: id })).toMatchObject({
      status: 404,
      body: { error: 'Policy not found' },
    })
  }
  expect(await requirePolicy({ id: uuidv7() }, { policy_id: policy.id })).toMatchObject({
    status: 404,
    body: { error: 'Person not found' },
  })
  for (const due of ['tomorrow', '2026-02-30', '9999-01-01T00:00:00Z', 7]) {
    const { status, body } = await requirePolicy(ana, { policy_id: policy.id, due_at: due })
    expect({ due, status, fields: body.fields }).toEqual({
      due,
      status: expect.toBeOneOf([400, 422]),
      fields: { due_at: expect.any(String) },
    })
  }
})

test('nothing is required of people who have left', async () => {
  const policy = await createPolicy(asAdmin())
  const [inactive, deleted] = [await createMember(server), await createMember(server)]
  const users = server.db.updateTable('users').set({ status: 'inactive' })
  await users.where('id', '=', inactive.id).execute()
  await users.set({ deleted_at: DUE }).where('id', '=', deleted.id).execute()
  expect(await requirePolicy(inactive, { policy_id: policy.id })).toMatchObject({
    status: 422,
    body: { code: 'unknown_people', error: 'This person is not active' },
  })
  expect(await requirePolicy(deleted, { policy_id: policy.id })).toMatchObject({ status: 404 })
})

test('of whoever is invited and has not begun yet it is required already', async () => {
  const policy = await createPolicy(asAdmin())
  const email = `new-${uuidv7()}@example.com`
  const { body: guest } = await asAdmin()('POST /auth/invite', { body: { email } })
  expect(await requirePolicy(guest, { policy_id: policy.id })).toMatchObject({
    status: 200,
    body: { user_id: guest.id },
  })
  const { body } = await asAdmin()('POST /policies/:id/assign', {
    params: { id: policy.id },
    body: { user_ids: [guest.id], due_at: DUE },
  })
  expect(body).toMatchObject([{ user_id: guest.id, due_at: DUE }])
})

test('a due date can be moved and taken away; the trail says from when to when', async () => {
  const ana = await createMember(server)
  const policy = await createPolicy(asAdmin())
  const { body: requirement } = await requirePolicy(ana, { policy_id: policy.id, due_at: DUE })
  const params = { id: policy.id, requirement_id: String(requirement.id) }
  const change = (due_at: unknown) =>
    asAdmin().raw('PUT /policies/:id/requirements/:requirement_id', { params, body: { due_at } })
  const later = '2032-01-31T12:00:00.000Z'
  expect(await change(later)).toMatchObject({
    status: 200,
    body: { ...requirement, due_at: later },
  })
  expect(await change(null)).toMatchObject({ status: 200, body: { due_at: null } })
  expect(await change(undefined)).toMatchObject({ status: 400, body: { code: 'malformed' } })
  const trail = await server.db
    .selectFrom('audit_events')
    .select('details')
    .where('item_id', '=', policy.id)
    .where('action', '=', 'policy.due_date_changed')
    .orderBy('id')
    .execute()
  expect(trail.map(({ details }) => details)).toEqual([
    { userId: ana.id, dueAt: later, dueAtBefore: DUE },
    { userId: ana.id, dueAt: null, dueAtBefore: later },
  ])
})

test('what recurs can be asked for once from now on, and a new date alone leaves it as it is', async () => {
  const policy = await createPolicy(asAdmin())
  const recurrence = { type: 'rolling', months: 12 }
  const [made] = (
    await asAdmin()('POST /policies/:id/assign', {
      params: { id: policy.id },
      body: { everyone: true, recurrence },
    })
  ).body
  const params = { id: policy.id, requirement_id: made!.id }
  const change = (body: object) =>
    asAdmin().raw('PUT /policies/:id/requirements/:requirement_id', { params, body })
  expect((await change({ due_at: DUE })).body).toMatchObject({ recurrence })
  expect((await change({ due_at: DUE, recurrence: null })).body).toMatchObject({ recurrence: null })
})

test("a requirement is reached through its own policy's address only", async () => {
  const ana = await createMember(server)
  const [policy, other] = [await createPolicy(asAdmin()), await createPolicy(asAdmin())]
  const { body: requirement } = await requirePolicy(ana, { policy_id: policy.id, due_at: DUE })
  const params = { id: other.id, requirement_id: String(requirement.id) }
  const api = asAdmin()
  const change = await api.raw('PUT /policies/:id/requirements/:requirement_id', {
    params,
    body: { due_at: null },
  })
  const removal = await api.raw('DELETE /policies/:id/requirements/:requirement_id', { params })
  const missing = { status: 404, body: { error: 'This is not required any more' } }
  expect([change, removal]).toMatchObject([missing, missing])
  const left = await api('GET /policies/:id/requirements', { params: { id: policy.id } })
  expect(left.body).toEqual([requirement])
})

test('the database takes a requirement of one item for one audience, and no other', async () => {
  const policy = await createPolicy(asAdmin())
  const row = { id: uuidv7(), policy_id: policy.id, user_id: admin.id }
  const insert = (values: object) =>
    server.db
      .insertInto('requirements')
      .values({ ...row, ...values })
      .execute()
  await expect(insert({ policy_id: null })).rejects.toThrow(/one_item/)
  await expect(insert({ test_id: uuidv7() })).rejects.toThrow(/one_item/)
  await expect(insert({ user_id: null })).rejects.toThrow(/one_audience/)
  await expect(insert({ role: 'agent' })).rejects.toThrow(/one_audience/)
})
