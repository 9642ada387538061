import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMember, createPolicy, createTest, type Member } from '../../testing/factories.ts'
import { pictureForm, pictureOf } from '../../testing/pictures.ts'
import { createQuiz, rightAnswers } from '../../testing/quizzes.ts'
import { listObligations } from '../obligations/obligations.queries.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

let server: TestServer
let admin: Member
let ana: Member
let ben: Member
let keys: string
let fraud: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada' })
  ana = await createMember(server, { firstName: 'Ana' })
  ben = await createMember(server, { firstName: 'Benedikt' })
  for (const title of ['Lockbox keys', 'Wire fraud']) {
    const { id } = await createPolicy(asAdmin(), { title, content: `The text of ${title}.` })
    await asAdmin().raw(`POST /policies/${id}/assign`, { body: { user_ids: [ana.id, ben.id] } })
    for (const who of [ana, ben]) {
      await server.api.as(who)('POST /policies/:id/acknowledge', { params: { id } })
    }
    if (title === 'Lockbox keys') keys = id
    else fraud = id
  }
  const quiz = await createQuiz(server.db, { title: 'Fair housing' })
  for (const who of [ana, ben]) {
    await server.api.as(who)('POST /trainings/:id/submit', {
      params: { id: quiz.trainingId },
      body: { answers: rightAnswers(quiz) },
    })
  }
})
afterAll(async () => server.stop())
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
})

const asAdmin = () => server.api.as(admin)

async function makeLink(scope: Record<string, unknown>) {
  const body = { name: 'Ms. Vance', ends_at: inDays(10), ...scope }
  const made = await asAdmin()('POST /admin/auditor-links', { body })
  expect(made.status).toBe(201)
  return { id: made.body.id, token: made.body.link.split('#')[1]! }
}

/** Everything that a link shows, as one text, and its records. */
async function lookThrough(token: string) {
  const api = server.api
  const body = { token }
  const open = await api('POST /auditor/open', { body })
  const records = await api('POST /auditor/records', { body })
  const obligations = await api('POST /auditor/obligations', { body })
  const results = await api('POST /auditor/results', { body })
  const parts = [open.body, records.body, obligations.body, results.body]
  return {
    all: JSON.stringify(parts),
    records: records.body.records,
    obligations: obligations.body.obligations,
    results: results.body,
  }
}

const status = async (call: string, body: Record<string, unknown>) =>
  (await server.api.raw(call, { body })).status

const READING = ['open', 'records', 'obligations', 'results'].map((page) => `POST /auditor/${page}`)

test('a link about one person shows nothing of anybody else', async () => {
  const { token } = await makeLink({ user_id: ana.id })
  const { all, records, obligations, results } = await lookThrough(token)
  expect(records.map((record) => record.policy_title)).toEqual(['Lockbox keys', 'Wire fraud'])
  expect(obligations).toHaveLength(2)
  expect(results.attempts).toMatchObject([{ title: 'Fair housing', passed: true, score: 100 }])
  expect(results.certificates).toHaveLength(1)
  for (const secret of [ben.id, 'Benedikt', ben.email]) expect(all).not.toContain(secret)
  const other = await createPolicy(asAdmin(), { title: 'Nobody signed this' })
  const text = async (policy_id: string, version = 1) =>
    server.api.raw('POST /auditor/text', { body: { token, policy_id, version } })
  expect((await text(keys)).body).toMatchObject({
    title: 'Lockbox keys',
    content: 'The text of Lockbox keys.',
  })
  expect((await text(keys, 2)).status).toBe(404)
  expect((await text(other.id)).status).toBe(404)
})

test('a link about one policy shows who signed it, and no other text', async () => {
  const { token } = await makeLink({ item_id: keys })
  const { all, records, results } = await lookThrough(token)
  expect(records.map((record) => record.user_id).toSorted()).toEqual([ana.id, ben.id].toSorted())
  expect(all).not.toContain('Wire fraud')
  expect(results).toEqual({ attempts: [], certificates: [] })
  expect(await status('POST /auditor/text', { token, policy_id: fraud, version: 1 })).toBe(404)
})

test('a link about one person and one policy shows its text only where this person signed it', async () => {
  const stranger = await createMember(server)
  const text = async (user_id: string) => {
    const { token } = await makeLink({ user_id, item_id: keys })
    return status('POST /auditor/text', { token, policy_id: keys, version: 1 })
  }
  expect(await text(stranger.id)).toBe(404)
  expect(await text(ana.id)).toBe(200)
})

test('an attempt that is begun is no result until it is finished', async () => {
  const person = await createMember(server)
  const quiz = await createQuiz(server.db, { title: 'State law' })
  const { token } = await makeLink({ user_id: person.id })
  const attempts = async () => {
    const { status: code, body } = await server.api.raw('POST /auditor/results', {
      body: { token },
    })
    expect(code).toBe(200)
    return body.attempts
  }
  const params = { id: quiz.trainingId }
  await server.api.as(person)('POST /trainings/:id/attempt', { params })
  expect(await attempts()).toEqual([])
  const body = { answers: rightAnswers(quiz) }
  await server.api.as(person)('POST /trainings/:id/submit', { params, body })
  expect(await attempts()).toMatchObject([{ title: 'State law', passed: true }])
})

test('a range shows what was within it, and no results of everybody', async () => {
  const before = await makeLink({ from: inDays(-30), to: inDays(-20) })
  const nothing = await lookThrough(before.token)
  expect([nothing.records, nothing.obligations]).toEqual([[], []])
  expect(await status('POST /auditor/text', { ...before, policy_id: keys, version: 1 })).toBe(404)
  const { token } = await makeLink({ from: inDays(-1), to: inDays(1), user_id: ben.id })
  const { records, all } = await lookThrough(token)
  expect(records).toHaveLength(2)
  expect(all).not.toContain(ana.id)
  const wide = await lookThrough((await makeLink({ from: inDays(-1), to: inDays(1) })).token)
  expect(wide.records).toHaveLength(4)
  expect(wide.results).toEqual({ attempts: [], certificates: [] })
  // To the moment: what came with its beginning is in it, what came with its end is not.
  const { id, acknowledged_at: at } = wide.records.at(-1)!
  const idsOf = async (range: { from: string; to: string }) =>
    (await lookThrough((await makeLink(range)).token)).records.map((record) => record.id)
  expect(await idsOf({ from: at, to: inDays(1) })).toContain(id)
  expect(await idsOf({ from: inDays(-1), to: at })).not.toContain(id)
})

test('addresses and browsers are shown only where an admin chose so', async () => {
  const plain = await lookThrough((await makeLink({ user_id: ana.id })).token)
  expect(plain.records[0]).toMatchObject({ ip: null, user_agent: null })
  const whole = await lookThrough(
    (await makeLink({ user_id: ana.id, includes_origin: true })).token,
  )
  expect(whole.records[0]!.ip).toBe('127.0.0.1')
})

test('a token opens none of the other endpoints, as a header or in the address', async () => {
  const { token } = await makeLink({ user_id: ana.id })
  const headers = { Authorization: `Bearer ${token}` }
  for (const call of [
    'GET /auth/me',
    'GET /users',
    'GET /policies',
    `GET /policies/${keys}`,
    `GET /users/${ana.id}`,
    'GET /admin/obligations',
    'GET /admin/policies/acknowledgments',
    'GET /admin/auditor-links',
    'GET /admin/matrix',
    'GET /admin/audit',
  ]) {
    expect((await server.api.raw(call, { headers })).status, call).toBe(401)
    expect((await server.api.raw(call, { query: { token } })).status, call).toBe(401)
  }
  // No more than a stranger's token.
  for (const call of READING) expect(await status(call, { token: 'a'.repeat(43) }), call).toBe(404)
})

test('a revoked link, one that has ended and one whose maker is no admin any more open nothing', async () => {
  const revoked = await makeLink({ user_id: ana.id })
  await asAdmin()('POST /admin/auditor-links/:id/revoke', { params: { id: revoked.id } })
  const ended = await makeLink({ user_id: ana.id })
  await sql`update auditor_links set created_at = now() - interval '2 days', ends_at = now() - interval '1 second'
    where id = ${ended.id}`.execute(server.db)
  const other = await createMember(server, { firstName: 'Former', role: 'admin' })
  const { body } = await server.api.as(other)('POST /admin/auditor-links', {
    body: { name: 'Ms. Vance', user_id: ana.id, ends_at: inDays(1) },
  })
  const orphan = { id: body.id, token: body.link.split('#')[1]! }
  await asAdmin()('PUT /admin/users/:id', { params: { id: other.id }, body: { role: 'agent' } })
  for (const { token } of [revoked, ended, orphan]) {
    for (const call of READING) expect(await status(call, { token }), call).toBe(404)
  }
  const { body: list } = await asAdmin()('GET /admin/auditor-links')
  const stateOf = (id: string) => list.find((link) => link.id === id)?.state
  expect([revoked, ended, orphan].map(({ id }) => stateOf(id))).toEqual([
    'revoked',
    'ended',
    'maker_gone',
  ])
})

test('every look is in the audit trail and counted, and the token is kept nowhere', async () => {
  const { id, token } = await makeLink({ user_id: ana.id })
  await lookThrough(token)
  const trail = await server.db
    .selectFrom('audit_events')
    .select(['actor_id', 'actor_name', 'details', 'ip'])
    .where('item_id', '=', id)
    .where('action', '=', 'auditor_link.viewed')
    .orderBy('id')
    .execute()
  expect(trail.map(({ details }) => (details as { page: string }).page)).toEqual([
    'open',
    'records',
    'obligations',
    'results',
  ])
  expect(trail[0]).toMatchObject({ actor_id: null, ip: '127.0.0.1' })
  expect(trail[0]!.actor_name).toContain('Ms. Vance')
  const { body } = await asAdmin()('GET /admin/auditor-links')
  expect(body.find((link) => link.id === id)).toMatchObject({ views: 1 })
  for (const table of ['auditor_links', 'audit_events', 'rate_limits']) {
    const { rows } = await sql`select 1 from ${sql.table(table)} as row
      where strpos(row::text, ${token}) > 0`.execute(server.db)
    expect(rows, table).toEqual([])
  }
})

test('wrong tokens are counted, and too many of them are refused', async () => {
  expect(await status('POST /auditor/open', { token: 'wrong' })).toBe(404)
  // So many that counting them all here would take a while.
  await server.db.updateTable('rate_limits').set({ hits: 1000 }).execute()
  expect(await status('POST /auditor/open', { token: 'wrong' })).toBe(429)
  const { token } = await makeLink({ user_id: ana.id })
  expect(await status('POST /auditor/open', { token })).toBe(200)
})

test('what a link cannot be is said at its field', async () => {
  const quiz = await createTest(asAdmin(), { title: 'State law' })
  const refused = async (body: Record<string, unknown>) => {
    const answer = await asAdmin().raw('POST /admin/auditor-links', {
      body: { name: 'Ms. Vance', ends_at: inDays(10), item_id: quiz.id, ...body },
    })
    return [answer.status, Object.keys(answer.body.fields ?? {})]
  }
  expect(await refused({ ends_at: inDays(-1) })).toEqual([422, ['ends_at']])
  expect(await refused({ ends_at: inDays(91) })).toEqual([422, ['ends_at']])
  expect(await refused({ from: inDays(-1), to: inDays(-2) })).toEqual([422, ['to']])
  expect(await refused({ from: inDays(-1) })).toEqual([422, ['to']])
  expect(await refused({ user_id: quiz.id })).toEqual([422, ['user_id']])
  expect(await refused({ item_id: admin.id })).toEqual([422, ['item_id']])
  expect(await refused({ name: ' ' })).toEqual([422, ['name']])
  expect((await refused({ item_id: null }))[0]).toBe(422)
})

test('a page of obligations within a range is full while there are more', async () => {
  const { id } = await createPolicy(asAdmin(), { title: 'Still open' })
  await asAdmin().raw(`POST /policies/${id}/assign`, { body: { user_ids: [ana.id, ben.id] } })
  // What was met by now comes first for each of them, and is none of it.
  const filter = { closed_from: inDays(1), sort: 'user_name', limit: 1 } as const
  const first = await listObligations(server.db, filter, 'all')
  expect(first.rows).toMatchObject([{ user_id: ana.id, item_id: id }])
  const second = await listObligations(server.db, { ...filter, cursor: first.next! }, 'all')
  expect(second).toMatchObject({ rows: [{ user_id: ben.id, item_id: id }], next: null })
  const { token } = await makeLink({ from: inDays(-1), to: inDays(1), user_id: ben.id })
  const titles = (await lookThrough(token)).obligations.map(({ item_title: title }) => title)
  expect(titles).toContain('Still open')
  expect(titles).toContain('Wire fraud')
})

test('a page that is open hears that its link is over, and asking is no look', async () => {
  const { id, token } = await makeLink({ user_id: ana.id })
  const looks = async () =>
    (await asAdmin()('GET /admin/auditor-links')).body.find((link) => link.id === id)?.views
  const { body: view } = await server.api('POST /auditor/open', { body: { token } })
  expect(view.time_zone).not.toBe('')
  const before = await looks()
  expect(await status('POST /auditor/check', { token })).toBe(204)
  expect(await looks()).toBe(before)
  await asAdmin()('POST /admin/auditor-links/:id/revoke', { params: { id } })
  expect(await status('POST /auditor/check', { token })).toBe(404)
})

test('a picture is shown where it stands in a text that the link shows, and nowhere else', async () => {
  const upload = async (width: number) => {
    const content = await pictureOf(width, 30)
    return (await asAdmin()('POST /pictures', { body: pictureForm(content, { field: 'picture' }) }))
      .body
  }
  const [shown, other] = [await upload(41), await upload(42)]
  const policyWith = async (path: string) =>
    (
      await createPolicy(asAdmin(), {
        title: `With ${path.slice(20, 30)}`,
        content: `![](${path})`,
      })
    ).id
  const [mine, theirs] = [await policyWith(shown.path), await policyWith(other.path)]
  const { id, token } = await makeLink({ item_id: mine })
  const ask = async (policyId: string, name: string) =>
    server.api.raw('POST /auditor/picture', {
      body: { token, policy_id: policyId, version: 1, name },
    })
  const answer = await ask(mine, shown.name)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/webp')
  for (const [policyId, name] of [
    [mine, other.name],
    [theirs, other.name],
    [theirs, shown.name],
  ] as const) {
    expect((await ask(policyId, name)).status).toBe(404)
  }
  await asAdmin()('POST /admin/auditor-links/:id/revoke', { params: { id } })
  expect((await ask(mine, shown.name)).body).toMatchObject({ code: 'invalid_auditor_link' })
})
