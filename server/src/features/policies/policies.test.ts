import { CONSENT } from '@frontdesk/contract/constants'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { hashOfRecord, hashOfText } from './acknowledgment-chain.ts'

let server: TestServer
let admin: Member
let agent: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
  agent = await createMember(server, { firstName: 'Ben', lastName: 'Agent' })
})
afterAll(async () => server.stop())

test('a changed text makes a version, a changed description does not', async () => {
  const api = server.api.as(admin)
  const policy = await createPolicy(api, { description: 'first' })
  expect(policy).toMatchObject({ version: 1, material_version: 1, revision: 1 })

  const put = (body: object) => api('PUT /policies/:id', { params: { id: policy.id }, body })
  const described = await put({
    title: policy.title,
    content: policy.content,
    description: 'second',
  })
  expect(described.body).toMatchObject({ version: 1, revision: 2, description: 'second' })
  const minor = await put({ title: policy.title, content: 'Typo mended.', material: false })
  expect(minor.body).toMatchObject({ version: 2, material_version: 1, description: 'second' })
  const material = await put({ title: policy.title, content: 'A new duty.' })
  expect(material.body).toMatchObject({ version: 3, material_version: 3 })

  const versions = await api('GET /policies/:id/versions', { params: { id: policy.id } })
  expect(versions.body.map((row) => [row.version, row.content, row.material])).toEqual([
    [3, 'A new duty.', true],
    [2, 'Typo mended.', false],
    [1, policy.content, true],
  ])
})

test('a minor version, and then a description with "asks again" left on, ask nobody again', async () => {
  const api = server.api.as(admin)
  const policy = await createPolicy(api, { title: 'Asked once' })
  const params = { id: policy.id }
  await api('POST /policies/:id/assign', { params, body: { everyone: true } })
  const mine = server.api.as(agent)
  await mine('POST /policies/:id/acknowledge', { params })
  const put = (body: object) => api('PUT /policies/:id', { params, body })
  await put({ title: policy.title, content: 'Typo mended.', material: false })
  const described = await put({
    title: policy.title,
    content: 'Typo mended.',
    description: 'What it is about',
    material: true,
  })
  expect(described.body).toMatchObject({ version: 2, material_version: 1 })
  const seen = await mine('GET /policies/:id', { params })
  expect(seen.body).toMatchObject({ acknowledgment_required: false })
})

test('the second of two editors is told and nothing is overwritten', async () => {
  const api = server.api.as(admin)
  const policy = await createPolicy(api)
  const read = await api('GET /policies/:id', { params: { id: policy.id } })
  const headers = { 'If-Match': read.headers.get('etag')! }
  const put = (content: string) =>
    api.raw('PUT /policies/:id', {
      params: { id: policy.id },
      headers,
      body: { title: 'Wire fraud', content },
    })
  const answers = await Promise.all([put('one'), put('two')])
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 409]))
  const lost = answers.find((answer) => answer.status === 409)!
  const kept = answers.find((answer) => answer.status === 200)!
  expect(lost.body).toMatchObject({
    code: 'edit_conflict',
    current: { content: kept.body.content },
  })
})

test('an assignment to everyone reaches people who join later, until they acknowledge', async () => {
  const api = server.api.as(admin)
  const policy = await createPolicy(api, { title: 'Later joiners' })
  await api('POST /policies/:id/assign', {
    params: { id: policy.id },
    body: { everyone: true, due_at: '2030-01-01T00:00:00+02:00' },
  })
  const later = await createMember(server)
  expect(later.user.pending_policies).toContain(policy.id)

  const mine = server.api.as(later)
  const seen = await mine('GET /policies/:id', { params: { id: policy.id } })
  expect(seen.body).toMatchObject({
    acknowledgment_required: true,
    due_at: '2029-12-31T22:00:00.000Z',
  })
  await mine('POST /policies/:id/acknowledge', { params: { id: policy.id }, body: { version: 1 } })
  const me = await mine('GET /auth/me')
  expect(me.body.user.pending_policies).not.toContain(policy.id)

  await api('PUT /policies/:id', {
    params: { id: policy.id },
    body: { title: 'Later joiners', content: 'Something else.' },
  })
  const again = await mine('GET /auth/me')
  expect(again.body.user.pending_policies).toContain(policy.id)
})

test('a due date was meant for the text before a material edit, and is not kept for the next', async () => {
  const api = server.api.as(admin)
  const policy = await createPolicy(api, { title: 'Long due' })
  const params = { id: policy.id }
  const assign = (due_at: string) =>
    api('POST /policies/:id/assign', { params, body: { user_ids: [agent.id], due_at } })
  const seen = async () => (await server.api.as(agent)('GET /policies/:id', { params })).body
  await assign('2026-01-01T00:00:00Z')
  await server.api.as(agent)('POST /policies/:id/acknowledge', { params })
  await api('PUT /policies/:id', { params, body: { title: 'Long due', content: 'A new duty.' } })
  expect(await seen()).toMatchObject({ acknowledgment_required: true, due_at: null })
  await assign('2030-01-01T00:00:00Z')
  expect(await seen()).toMatchObject({ due_at: '2030-01-01T00:00:00.000Z' })
})

test('a record seals who, what and how, and a second one is the first', async () => {
  const policy = await createPolicy(server.api.as(admin), { title: 'Sealed', content: 'Exact.' })
  const mine = server.api.as(agent)
  const acknowledge = () =>
    mine('POST /policies/:id/acknowledge', {
      params: { id: policy.id },
      headers: { 'User-Agent': 'Desk/1' },
    })
  const [first, second] = await Promise.all([acknowledge(), acknowledge()])
  expect(first.body).toEqual(second.body)
  expect(first.body).toMatchObject({
    policy_id: policy.id,
    user_id: agent.id,
    version_acknowledged: 1,
    person_name: 'Ben Agent',
    person_email: agent.email,
    person_role: 'agent',
    consent: CONSENT,
    sign_in_method: 'password',
    user_agent: 'Desk/1',
    content_sha256: hashOfText('Sealed', 'Exact.'),
  })
  const { version_acknowledged: version, hash, ...rest } = first.body
  expect(hashOfRecord({ ...rest, version })).toBe(hash)
})

test('an older version than the current one is refused with the current text', async () => {
  const api = server.api.as(admin)
  const policy = await createPolicy(api)
  await api('PUT /policies/:id', {
    params: { id: policy.id },
    body: { title: policy.title, content: 'Newer.' },
  })
  const answer = await server.api.as(agent).raw('POST /policies/:id/acknowledge', {
    params: { id: policy.id },
    body: { version: 1 },
  })
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'newer_version', current: { version: 2, content: 'Newer.' } },
  })
})

test('parallel acknowledgments by many people form one chain', async () => {
  const policy = await createPolicy(server.api.as(admin), { title: 'Many' })
  const people = await Promise.all(Array.from({ length: 12 }, () => createMember(server)))
  const answers = await Promise.all(
    people.map((person) =>
      server.api.as(person)('POST /policies/:id/acknowledge', { params: { id: policy.id } }),
    ),
  )
  expect(answers.map((answer) => answer.status)).toEqual(people.map(() => 200))
  const chain = await server.db
    .selectFrom('policy_acknowledgments')
    .select(['sequence', 'previous_hash', 'hash'])
    .orderBy('sequence')
    .execute()
  chain.slice(1).forEach((record, index) => {
    expect(record.sequence).toBe(chain[index]!.sequence + 1)
    expect(record.previous_hash).toEqual(chain[index]!.hash)
  })
})

test('the database itself refuses to change or remove a record, a version or an audit event', async () => {
  for (const table of ['policy_acknowledgments', 'policy_versions', 'audit_events'] as const) {
    await expect(server.db.deleteFrom(table).execute()).rejects.toThrow('append-only')
  }
  const rewrite = server.db.updateTable('policy_acknowledgments').set({ person_name: 'X' })
  await expect(rewrite.execute()).rejects.toThrow('append-only')
})

test('a deleted policy is gone for readers, its records stay, and it can be brought back', async () => {
  const api = server.api.as(admin)
  const policy = await createPolicy(api, { title: 'Short-lived' })
  await api('POST /policies/:id/acknowledge', { params: { id: policy.id } })
  const params = { id: policy.id }
  expect((await api('DELETE /policies/:id', { params })).status).toBe(204)
  expect((await api.raw('GET /policies/:id', { params })).status).toBe(404)
  expect((await api.raw('DELETE /policies/:id', { params })).status).toBe(404)
  const table = await api('GET /admin/policies/acknowledgments', {
    query: { policy_id: policy.id },
  })
  expect(table.body).toMatchObject([{ policy_title: 'Short-lived', state: 'deleted' }])
  const archived = async (call: typeof api) => {
    const { body } = await call('GET /policies', { query: { archived: 'true', view: 'list' } })
    return body.find(({ id }) => id === policy.id)
  }
  expect(await archived(api)).toMatchObject({ title: 'Short-lived' })
  expect(Date.parse((await archived(api))!.archived_at!)).not.toBeNaN()
  // Others see what they see without asking for it.
  expect(await archived(server.api.as(agent))).toBeUndefined()
  expect((await api('POST /policies/:id/restore', { params })).body.title).toBe('Short-lived')
  expect((await api('GET /policies/:id', { params })).status).toBe(200)
  expect(await archived(api)).toBeUndefined()
  const { body: live } = await api('GET /policies', { query: { search: 'Short-lived' } })
  expect(live[0]).not.toHaveProperty('archived_at')
})

test('a requirement of another policy is not removed through this one', async () => {
  const api = server.api.as(admin)
  const [one, other] = [await createPolicy(api), await createPolicy(api)]
  const assigned = await api('POST /policies/:id/assign', {
    params: { id: one.id },
    body: { user_ids: [agent.id], roles: ['manager'] },
  })
  const requirement = assigned.body.find((row) => row.user_id === agent.id)!
  const remove = (id: string) =>
    api.raw('DELETE /policies/:id/requirements/:requirement_id', {
      params: { id, requirement_id: requirement.id },
    })
  expect((await remove(other.id)).status).toBe(404)
  expect((await remove(one.id)).status).toBe(204)
})

test.each([
  ['white space', '  '],
  ['what nobody sees', '\u200B\u202E'],
])('what is missing is said in one sentence, and %s is not content', async (_, title) => {
  const answer = await server.api.as(admin).raw('POST /policies', {
    body: { title, content: 'Something' },
  })
  expect(answer).toMatchObject({
    status: 422,
    body: { error: 'Please fill in all required fields' },
  })
})

test('pages follow each other without gap or repetition', async () => {
  const api = server.api.as(admin)
  for (const title of ['Page a', 'page B', 'Page c', 'page D']) await createPolicy(api, { title })
  const titles: string[] = []
  let query: Record<string, string> = { search: 'page ', limit: '3' }
  for (;;) {
    const page = await api('GET /policies', { query })
    titles.push(...page.body.map((policy) => policy.title))
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
    if (!next) break
    query = Object.fromEntries(new URL(next, server.url).searchParams)
  }
  expect(titles).toEqual(['Page a', 'page B', 'Page c', 'page D'])
})

test('a description may have paragraphs', async () => {
  const description = `What it is about.\n\n${'And more. '.repeat(150)}`.trim()
  const body = { title: 'Described', description: `  ${description}\n`, content: 'Text' }
  const answer = await server.api.as(admin).raw('POST /policies', { body })
  expect(answer).toMatchObject({ status: 201, body: { description } })
})

test('the versions of a deleted policy stay for admins, because their acknowledgments do', async () => {
  const api = server.api.as(admin)
  const { body: policy } = await api('POST /policies', { body: { title: 'Old', content: 'One' } })
  const params = { id: policy.id }
  await api('DELETE /policies/:id', { params })
  const kept = await api.raw('GET /policies/:id/versions', { params })
  expect(kept).toMatchObject({ status: 200, body: [{ version: 1, content: 'One' }] })
  const hidden = await server.api.as(agent).raw('GET /policies/:id/versions', { params })
  expect(hidden.status).toBe(404)
})
