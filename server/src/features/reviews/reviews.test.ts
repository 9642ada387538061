import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createPolicy, createTraining, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { remindOfReviews, todayOf } from './reviews.actions.ts'

let server: TestServer
let ada: Member
beforeAll(async () => {
  server = await startTestServer()
  ada = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
})
afterAll(async () => server.stop())

const as = (person: Member) => server.api.as(person)
const DAY = 24 * 60 * 60_000
/** So many days after the brokerage's own today. */
async function dayAfter(days: number): Promise<string> {
  return new Date(Date.parse(await todayOf(server.db)) + days * DAY).toISOString().slice(0, 10)
}
const change = async (id: string, body: { owner_id?: string | null; review_on?: string | null }) =>
  as(ada).raw('PUT /admin/reviews/:type/:id', { params: { type: 'policy', id }, body })
const toldOf = async (person: Member) =>
  (await as(person)('GET /notifications')).body
    .filter(({ kind }) => kind === 'authoring')
    .map(({ title, path }) => ({ title, path }))
const remind = async (days: number) =>
  remindOfReviews(server.db, { now: new Date(Date.now() + days * DAY) })

test('what nobody has said anything of has its author and no date', async () => {
  const policy = await createPolicy(as(ada), { title: 'Untouched' })
  const { body } = await as(ada)('GET /admin/reviews/:type/:id', {
    params: { type: 'policy', id: policy.id },
  })
  expect(body).toEqual({
    type: 'policy',
    id: policy.id,
    title: 'Untouched',
    owner_id: null,
    owner_name: null,
    author_name: 'Ada Broker',
    asked: 'author',
    review_on: null,
    state: 'none',
    reviewed_at: null,
    reviewed_by_name: null,
  })
})

test('the state goes by the brokerage’s day: 14 days before it is soon, the day after it is overdue', async () => {
  const policy = await createPolicy(as(ada), { title: 'By the day' })
  for (const [days, state] of [
    [15, 'later'],
    [14, 'soon'],
    [0, 'soon'],
    [-1, 'overdue'],
  ] as const) {
    const { body } = await change(policy.id, { review_on: await dayAfter(days) })
    expect({ days, state: body.state }).toEqual({ days, state })
  }
  // What is left out stays.
  const { body: named } = await change(policy.id, { owner_id: ada.user.id })
  expect(named).toMatchObject({ state: 'overdue', asked: 'owner', owner_name: 'Ada Broker' })
  const { body: none } = await change(policy.id, { owner_id: null, review_on: null })
  expect(none).toMatchObject({ state: 'none', asked: 'author', owner_id: null, review_on: null })
})

test('only an active admin looks after something', async () => {
  const policy = await createPolicy(as(ada))
  const agent = await createMember(server)
  const manager = await createMember(server, { role: 'manager' })
  for (const { user } of [agent, manager]) {
    const answer = await change(policy.id, { owner_id: user.id })
    expect(answer).toMatchObject({ status: 422, body: { code: 'no_such_owner' } })
    expect(answer.body.fields).toHaveProperty('owner_id')
  }
  const missing = '01a1fc28-2eac-7096-87c2-76a65149f25e'
  expect((await change(missing, { review_on: null })).status).toBe(404)
})

test('the list has what is overdue first and what has no date last, a page at a time', async () => {
  const late = await createPolicy(as(ada), { title: 'A late one' })
  const soon = await createPolicy(as(ada), { title: 'A soon one' })
  const training = await createTraining(as(ada), { title: 'A training to look through' })
  await change(late.id, { review_on: await dayAfter(-300) })
  await change(soon.id, { review_on: await dayAfter(-200) })
  const params = { type: 'training' as const, id: training.id }
  await as(ada)('PUT /admin/reviews/:type/:id', {
    params,
    body: { review_on: await dayAfter(-250) },
  })
  const list = async (query: { due?: 'true'; type?: 'training'; limit?: number }) =>
    (await as(ada)('GET /admin/reviews', { query })).body
  const ids = (await list({ due: 'true' })).map(({ id }) => id)
  expect(ids.slice(0, 3)).toEqual([late.id, training.id, soon.id])
  expect((await list({ due: 'true', type: 'training' })).map(({ id }) => id)).toEqual([training.id])
  expect((await list({ limit: 2 })).map(({ id }) => id)).toEqual([late.id, training.id])
  expect((await list({})).at(-1)).toMatchObject({ state: 'none' })
  // What is archived is nobody's to look through.
  await as(ada)('DELETE /policies/:id', { params: { id: late.id } })
  expect((await list({ due: 'true' })).map(({ id }) => id)).not.toContain(late.id)
  const gone = await as(ada).raw('GET /admin/reviews/:type/:id', {
    params: { type: 'policy', id: late.id },
  })
  expect(gone.status).toBe(404)
})

test('saying that it is still right takes a day to come, or none', async () => {
  const policy = await createPolicy(as(ada), { title: 'Still right' })
  const done = async (next: string | null) =>
    as(ada).raw('POST /admin/reviews/:type/:id/done', {
      params: { type: 'policy', id: policy.id },
      body: { next_on: next },
    })
  const today = await done(await dayAfter(0))
  expect(today).toMatchObject({ status: 422, body: { code: 'day_has_passed' } })
  const next = await dayAfter(365)
  expect((await done(next)).body).toMatchObject({
    review_on: next,
    state: 'later',
    reviewed_by_name: 'Ada Broker',
  })
  const { body } = await done(null)
  expect(body).toMatchObject({ review_on: null, state: 'none' })
  expect(body.reviewed_at).not.toBeNull()
})

test('its owner is told 14 days before and on the day, once each and on however many nodes', async () => {
  const dana = await createMember(server, { firstName: 'Dana', lastName: 'Office', role: 'admin' })
  const policy = await createPolicy(as(ada), { title: 'Told in time' })
  // Nobody else's: the others of this file have their day long before.
  await change(policy.id, { owner_id: dana.user.id, review_on: await dayAfter(2000) })
  const told = { title: 'To look through soon: Told in time', path: `/policies/${policy.id}` }
  await remind(1985)
  expect(await toldOf(dana)).toEqual([])
  await Promise.all([remind(1986), remind(1986), remind(1990)])
  expect(await toldOf(dana)).toEqual([told])
  await Promise.all([remind(2000), remind(2000), remind(2001)])
  expect(await toldOf(dana)).toEqual([{ ...told, title: 'To look through: Told in time' }, told])
  expect(await toldOf(ada)).toEqual([])
})

test('where its author is no admin any more, all admins are told', async () => {
  const left = await createMember(server, { firstName: 'Lee', lastName: 'Left', role: 'admin' })
  const policy = await createPolicy(as(left), { title: 'Left behind' })
  await as(ada)('PUT /admin/users/:id', { params: { id: left.user.id }, body: { role: 'agent' } })
  const { body } = await change(policy.id, { review_on: await dayAfter(3000) })
  expect(body.asked).toBe('admins')
  await remind(3000)
  expect(await toldOf(left)).toEqual([])
  expect(await toldOf(ada)).toEqual([
    { title: 'To look through: Left behind', path: `/policies/${policy.id}` },
  ])
})
