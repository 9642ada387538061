import type { DraftBody } from '@frontdesk/contract/drafts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { publishDue } from './publish-due.actions.ts'

let server: TestServer
/** Another node on the same database. */
let node: TestServer
let ada: Member
beforeAll(async () => {
  server = await startTestServer()
  node = await startTestServer({ connection: server.connection })
  ada = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
})
afterAll(async () => {
  await node.stop()
  await server.stop()
})

const as = (person: Member) => server.api.as(person)
const MINUTE = 60_000
/** Days from now, each test on one of its own: what is due of another is not. */
let days = 1000

/** A draft with a date, set by somebody. */
async function dated(body: DraftBody, { by = ada, itemId = '' } = {}) {
  const { body: draft } = await as(by)('POST /drafts', {
    body: { kind: 'policy', item_id: itemId || null, body },
  })
  days -= 1
  const at = Date.now() + days * 24 * 60 * MINUTE
  const params = { id: draft.id }
  const answer = await as(by).raw('PUT /drafts/:id/publish-at', {
    params,
    body: { publish_at: new Date(at).toISOString() },
  })
  expect(answer).toMatchObject({ status: 200, body: { publish_by_name: by.user.name } })
  const read = async () => as(ada).raw('GET /drafts/:id', { params })
  return { params, at, read }
}

const titled = async (title: string) =>
  (await as(ada)('GET /policies', { query: { search: title } })).body

const toldOf = async (person: Member) =>
  (await as(person)('GET /notifications')).body
    .filter(({ kind }) => kind === 'authoring')
    .map(({ title, body, path }) => ({ title, body, path }))

test('a date is ahead, and what could not be published now has none', async () => {
  const { body: draft } = await as(ada)('POST /drafts', {
    body: { kind: 'policy', body: { title: 'No content' } },
  })
  const params = { id: draft.id }
  const date = async (at: number | null) =>
    as(ada).raw('PUT /drafts/:id/publish-at', {
      params,
      body: { publish_at: at === null ? null : new Date(at).toISOString() },
    })
  const incomplete = await date(Date.now() + MINUTE)
  expect(incomplete.status).toBe(422)
  expect(incomplete.body.fields).toHaveProperty('content')
  await as(ada)('PUT /drafts/:id', { params, body: { body: { title: 'T', content: 'x' } } })
  const past = await date(Date.now())
  expect(past.status).toBe(422)
  expect(past.body.fields).toHaveProperty('publish_at')
  // Trying it out has left nothing.
  expect((await date(Date.now() + MINUTE)).status).toBe(200)
  expect(await titled('T')).toEqual([])
  expect(await date(null)).toMatchObject({ status: 200, body: { publish_at: null } })
})

test('what is due is published once by however many nodes, in the name of who set the date', async () => {
  const { at, read } = await dated({ title: 'On its day', content: 'Words' })
  await publishDue(server.db, { now: new Date(at - 1000) })
  expect((await read()).status).toBe(200)
  expect(await titled('On its day')).toEqual([])
  const now = new Date(at)
  await Promise.all([server, node, server, node].map(async ({ db }) => publishDue(db, { now })))
  const found = await titled('On its day')
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ created_by: ada.id, version: 1 })
  expect((await read()).status).toBe(404)
  const trail = await as(ada)('GET /admin/audit', { query: { search: 'On its day' } })
  const line = trail.body.find(({ action }) => action === 'policy.created')
  expect(line).toMatchObject({ actor_id: ada.id })
})

test('what was saved meanwhile is not replaced: the draft stays, says why, and its author is told once', async () => {
  const policy = await createPolicy(as(ada), { title: 'Contested' })
  const { at, read, params } = await dated(
    { title: 'Mine', content: 'Mine' },
    { itemId: policy.id },
  )
  await as(ada)('PUT /policies/:id', {
    params: { id: policy.id },
    body: { title: 'Contested', content: 'Theirs' },
  })
  const now = new Date(at)
  await Promise.all([server, node].map(async ({ db }) => publishDue(db, { now })))
  await publishDue(server.db, { now })
  const reason = 'Somebody else has saved this policy in the meantime.'
  expect(await read()).toMatchObject({
    status: 200,
    body: { publish_at: null, publish_failed: reason },
  })
  const live = await as(ada)('GET /policies/:id', { params: { id: policy.id } })
  expect(live.body).toMatchObject({ content: 'Theirs', version: 2 })
  expect(await toldOf(ada)).toEqual([
    { title: 'Not published: Mine', body: reason, path: `/drafts/${params.id}` },
  ])
})

test('what became incomplete after its date was set stays a draft; the others are published', async () => {
  const first = await dated({ title: 'Emptied', content: 'x' })
  const second = await dated({ title: 'Behind it', content: 'x' })
  await as(ada)('PUT /drafts/:id', { params: first.params, body: { body: { title: 'Emptied' } } })
  await publishDue(server.db, { now: new Date(Math.max(first.at, second.at)) })
  expect((await first.read()).body).toMatchObject({ publish_at: null })
  expect((await first.read()).body.publish_failed).toMatch(/./)
  expect(await titled('Behind it')).toHaveLength(1)
})

test('who may no longer write publishes nothing, and those who may are told', async () => {
  const demoted = await createMember(server, { role: 'admin', firstName: 'Dee', lastName: 'Moted' })
  const { at, read } = await dated({ title: 'In vain', content: 'x' }, { by: demoted })
  const left = await createMember(server, { role: 'admin', firstName: 'Lee', lastName: 'Left' })
  const other = await dated({ title: 'As vain', content: 'x' }, { by: left })
  const change = async (id: string, body: object) =>
    server.db.updateTable('users').set(body).where('id', '=', id).execute()
  await change(demoted.id, { role: 'agent' })
  await change(left.id, { status: 'inactive' })
  await publishDue(server.db, { now: new Date(Math.max(at, other.at)) })
  expect(await titled('vain')).toEqual([])
  const reason = 'Dee Moted, in whose name it was to be published, may no longer publish.'
  expect((await read()).body).toMatchObject({ publish_failed: reason })
  expect((await toldOf(ada)).map(({ body }) => body)).toContain(reason)
  expect(await toldOf(demoted)).toEqual([])
})

test('who began it, who set its date and who saved it last are all told', async () => {
  const [first, dater, last, other] = [
    await createMember(server, { role: 'admin' }),
    await createMember(server, { role: 'admin' }),
    await createMember(server, { role: 'admin' }),
    await createMember(server, { role: 'admin' }),
  ]
  const { body: draft } = await as(first)('POST /drafts', {
    body: { kind: 'policy', body: { title: 'Of three', content: 'x' } },
  })
  const params = { id: draft.id }
  const at = Date.now() + 2000 * 24 * 60 * MINUTE
  const date = { publish_at: new Date(at).toISOString() }
  await as(dater)('PUT /drafts/:id/publish-at', { params, body: date })
  await as(last)('PUT /drafts/:id', { params, body: { body: { title: 'Of three' } } })
  await publishDue(server.db, { now: new Date(at) })
  for (const author of [first, dater, last]) {
    expect(await toldOf(author)).toMatchObject([{ title: 'Not published: Of three' }])
  }
  expect(await toldOf(other)).toEqual([])
})

test('a new date takes the failure away, and so does taking the date back', async () => {
  const { at, params, read } = await dated({ title: 'Again', content: 'x' })
  await as(ada)('PUT /drafts/:id', { params, body: { body: { title: 'Again' } } })
  await publishDue(server.db, { now: new Date(at) })
  await as(ada)('PUT /drafts/:id', { params, body: { body: { title: 'Again', content: 'y' } } })
  await as(ada)('PUT /drafts/:id/publish-at', {
    params,
    body: { publish_at: new Date(at + MINUTE).toISOString() },
  })
  expect((await read()).body).toMatchObject({ publish_failed: null })
  await publishDue(server.db, { now: new Date(at + MINUTE) })
  expect(await titled('Again')).toHaveLength(1)
})
