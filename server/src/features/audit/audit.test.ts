import { AUDIT_KINDS } from '@frontdesk/contract/constants'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditActionsOf, auditSentence, AUDIT_ACTIONS } from '../../platform/audit-actions.ts'
import { createDocument } from '../../testing/documents.ts'
import { createMember, createPolicy, type Member, signIn } from '../../testing/factories.ts'
import { send } from '../../testing/send.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { type AuditFilter, listAuditEvents, selectAuditEvents } from './audit.queries.ts'

let server: TestServer
let admin: Member
let agent: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
  agent = await createMember(server, { firstName: 'Ben', lastName: 'Agent' })
})
afterAll(async () => server.stop())
beforeEach(async () => void (await server.db.deleteFrom('rate_limits').execute()))

const listAs = async (query: Record<string, string | number> = {}) =>
  (await server.api.as(admin)('GET /admin/audit', { query })).body

const countOf = async (action: string) => (await listAs()).filter((row) => row.action === action)

test('an action says who, what, when and from where, and links the item while it is there', async () => {
  const api = server.api.as(admin)
  const policy = await createPolicy(api, { title: 'Lockboxes' })
  const [added] = await listAs({ item_id: policy.id })
  expect(added).toMatchObject({
    actor_id: admin.id,
    actor_name: 'Ada Broker',
    action: 'policy.created',
    kind: 'policies',
    sentence: 'added the policy {item}',
    item_title: 'Lockboxes',
    item_path: `/policies/${policy.id}`,
    ip: '127.0.0.1',
  })
  expect(Math.abs(Date.parse(added!.happened_at) - Date.now())).toBeLessThan(60_000)
  await api('DELETE /policies/:id', { params: { id: policy.id } })
  const rows = await listAs({ item_id: policy.id })
  expect(rows.map(({ action, item_path: path }) => [action, path])).toEqual([
    ['policy.deleted', null],
    ['policy.created', null],
  ])
})

test('rows of documents, trainings and tests lead to them', async () => {
  const api = server.api.as(admin)
  const document = await createDocument(api)
  const body = { title: 'Showing homes', content: [{ type: 'text', content: 'Go in pairs.' }] }
  const { body: training } = await api('POST /trainings', { body })
  const { body: quiz } = await api('POST /tests', { body: { title: 'Lockboxes' } })
  const paths = (await listAs()).map(({ item_path: path }) => path)
  expect(paths).toContain(`/documents/${document.id}`)
  expect(paths).toContain(`/training/${training.id}`)
  expect(paths).toContain(`/tests/${quiz.id}`)
})

test('it is narrowed by person, kind, item, words and time', async () => {
  const since = new Date().toISOString()
  const signedIn = await signIn(server.api, agent.email)
  const policy = await createPolicy(server.api.as(admin), { title: 'Yard signs 100%' })
  await server.api.as(signedIn)('POST /policies/:id/acknowledge', { params: { id: policy.id } })
  const until = new Date().toISOString()
  await createPolicy(server.api.as(admin), { title: 'Later' })
  const actions = async (query: Record<string, string>) =>
    (await listAs({ from: since, ...query })).map(({ action }) => action)
  expect(await actions({ until })).toEqual(['policy.acknowledged', 'policy.created', 'sign_in'])
  expect(await actions({ until, actor_id: agent.id })).toEqual(['policy.acknowledged', 'sign_in'])
  expect(await actions({ until, kind: 'policies' })).toEqual([
    'policy.acknowledged',
    'policy.created',
  ])
  expect(await actions({ until, search: '100%' })).toHaveLength(2)
  expect(await actions({ until, search: 'ben ag' })).toEqual(['policy.acknowledged', 'sign_in'])
  expect(await actions({ item_id: policy.id })).toHaveLength(2)
  expect(await actions({ from: new Date(Date.now() + 60_000).toISOString() })).toEqual([])
})

test('from a moment on, and until before one: two that meet share no row', async () => {
  const at = '2026-01-05T12:00:00.000Z'
  const itemId = uuidv7()
  await server.db
    .insertInto('audit_events')
    .values({
      id: uuidv7(),
      happened_at: at,
      actor_name: 'Ada Broker',
      action: 'policy.created',
      item_type: 'policy',
      item_id: itemId,
      item_title: 'On the hour',
      ip: '127.0.0.1',
      user_agent: '',
      request_id: uuidv7(),
    })
    .execute()
  expect(await listAs({ item_id: itemId, until: at })).toEqual([])
  expect(await listAs({ item_id: itemId, from: at })).toHaveLength(1)
})

test('what is about a person begins with their invitation', async () => {
  const api = server.api.as(admin)
  const { body: guest } = await api('POST /auth/invite', { body: { email: 'guest@example.com' } })
  await api('PUT /admin/users/:id', { params: { id: guest.id }, body: { role: 'manager' } })
  const about = await listAs({ person_id: guest.id })
  expect(about.map(({ action }) => action)).toEqual(['user.changed', 'invitation.sent'])
})

test('pages follow each other without a gap while new rows come in', async () => {
  for (const title of ['1', '2', '3', '4', '5']) await createPolicy(server.api.as(admin), { title })
  const whole = (await listAs({ limit: 5 })).map(({ id }) => id)
  const seen: string[] = []
  let cursor = ''
  for (let page = 0; page < 3; page += 1) {
    const answer = await server.api.as(admin)('GET /admin/audit', {
      query: { limit: 2, ...(cursor && { cursor }) },
    })
    seen.push(...answer.body.map(({ id }) => id))
    cursor = /cursor=([^>&]+)/.exec(answer.headers.get('link') ?? '')?.[1] ?? ''
    await createPolicy(server.api.as(admin), { title: 'meanwhile' })
  }
  expect(seen.slice(0, 5)).toEqual(whole)
  expect(new Set(seen).size).toBe(6)
})

test('a spreadsheet gets whole sentences, and no formula; taking it leaves a row', async () => {
  await createPolicy(server.api.as(admin), { title: '=HYPERLINK("http://evil.example")' })
  const { body, headers } = await server.api.as(admin).raw('GET /admin/audit.csv', {
    query: { kind: 'policies' },
  })
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="audit-[\d-]+\.csv"$/)
  const text = body as unknown as string
  expect(text).toContain('Ada Broker,"added the policy =HYPERLINK(""http://evil.example"")"')
  expect(text).toContain(`'=HYPERLINK`)
  expect(text).not.toMatch(/[,\n]"?=/)
  const [exported] = await listAs({ kind: 'exports' })
  expect(exported).toMatchObject({ action: 'audit.exported', details: { kind: 'policies' } })
})

test('the rows of the trail can only be added to, by the program itself too', async () => {
  const { db } = server
  const refusals = [
    sql`update audit_events set actor_name = 'Somebody Else'`,
    sql`update audit_events set details = '{}' where action = 'sign_in'`,
    sql`delete from audit_events`,
    sql`truncate audit_events`,
    sql`truncate audit_events cascade`,
    sql`update policy_acknowledgments set person_name = 'Somebody Else'`,
    sql`delete from policy_acknowledgments`,
    sql`truncate policy_acknowledgments`,
    sql`insert into audit_events select * from audit_events on conflict (id) do update set ip = 'x'`,
  ]
  const before = await listAs({ limit: 1000 })
  expect(before.length).toBeGreaterThan(0)
  for (const refusal of refusals) {
    await expect(refusal.execute(db)).rejects.toMatchObject({ code: 'FD002' })
  }
  const after = await listAs({ limit: 1000 })
  expect(after).toEqual(before)
})

test('asking again for what is refused fills nothing: rows at the 1st, 10th and 100th', async () => {
  const person = await createMember(server)
  const ask = async (name: 'GET /admin/audit' | 'GET /admin/mails') =>
    server.api.as(person).raw(name)
  for (let round = 0; round < 12; round += 1) {
    await Promise.all(Array.from({ length: 10 }, async () => ask('GET /admin/audit')))
  }
  await ask('GET /admin/mails')
  const rows = await listAs({ actor_id: person.id })
  expect(rows.map(({ details }) => details)).toEqual([
    { call: 'GET /admin/mails', count: 1 },
    { call: 'GET /admin/audit', count: 100 },
    { call: 'GET /admin/audit', count: 10 },
    { call: 'GET /admin/audit', count: 1 },
  ])
  expect(rows[0]).toMatchObject({ kind: 'refusals', sentence: 'was refused GET /admin/mails' })
  expect(rows[1]!.sentence).toBe('was refused GET /admin/audit, 100 times')
})

test('a page that is not ours, and a limit, leave their rows too, also of nobody', async () => {
  const foreign = { Origin: 'http://evil.example', 'Content-Type': 'application/json' }
  for (let round = 0; round < 3; round += 1) {
    const answer = await send(server.url, {
      method: 'POST',
      path: '/api/v1/auth/login',
      headers: foreign,
      body: '{}',
      localAddress: '127.0.0.7',
    })
    expect(answer.status).toBe(403)
  }
  const [csrf, ...others] = await countOf('csrf.refused')
  expect(csrf).toMatchObject({ actor_id: null, ip: '127.0.0.7', kind: 'refusals' })
  expect(others).toEqual([])

  const body = { email: 'nobody@example.com', password: 'not the right one' }
  for (let tries = 0; tries < 13; tries += 1) await server.api.raw('POST /auth/login', { body })
  const [limit, ...more] = await countOf('limit.reached')
  expect(limit?.details).toEqual({ call: 'POST /auth/login', count: 1 })
  expect(more).toEqual([])
})

test('an hour of refusals from very many networks has an end', async () => {
  await sql`insert into rate_limits values ('refusals', 1001, now() + interval '1 hour')`.execute(
    server.db,
  )
  const before = (await countOf('access.refused')).length
  const person = await createMember(server)
  await server.api.as(person).raw('GET /admin/audit')
  expect(await countOf('access.refused')).toHaveLength(before)
})

describe('sentences', () => {
  test('every action has a sentence without holes, and a kind without rows is an empty list', async () => {
    for (const kind of AUDIT_KINDS) {
      const known = auditActionsOf(kind)
      expect((await listAs({ kind })).every(({ action }) => known.includes(action))).toBe(true)
    }

    for (const action of Object.keys(AUDIT_ACTIONS)) {
      const sentence = auditSentence(action, {})
      expect(sentence).toMatch(/^[a-z]/)
      expect(sentence.replace('{item}', '')).not.toMatch(/[{}]/)
    }
  })

  test('what a detail says is text, whatever it says', () => {
    const email = '{item} <script>$& $1 {email}'
    expect(auditSentence('user.signed_up', { email })).toBe(`opened an account with ${email}`)
    expect(auditSentence('user.signed_up', { email: { toString: 'x' } })).toContain('unknown')
    expect(auditSentence('thing.of_another_version', {})).toBe('thing.of_another_version')
  })
})

test('a long trail is read by indexes, whatever narrows it', async () => {
  const { db } = server
  const actor = uuidv7()
  await sql`
    insert into audit_events (id, happened_at, actor_id, actor_name, action, item_type, item_id,
      item_title, ip, user_agent, request_id)
    select gen_random_uuid(), now() - n * interval '1 minute',
      case when n % 2 = 0 then ${actor}::uuid else gen_random_uuid() end, 'Person ' || n % 40,
      (array['sign_in', 'policy.updated', 'process_run.step_done'])[1 + n % 3], 'policy',
      gen_random_uuid(), 'Title ' || n, '192.0.2.1', 'Mozilla/5.0 Firefox/140.0', 'r'
    from generate_series(1, 20000) as n`.execute(db)
  await sql`analyze audit_events`.execute(db)
  const first = await listAuditEvents(db, { limit: 50 })
  const filters: AuditFilter[] = [
    {},
    { kind: 'policies' },
    { kind: 'exports' },
    { actor_id: agent.id },
    { actor_id: actor },
    { item_id: uuidv7() },
    { from: '2026-01-01T00:00:00Z', until: new Date(Date.now() - 3600_000).toISOString() },
    { search: 'Person 7' },
  ]
  for (const filter of filters) {
    for (const cursor of [undefined, first.next!]) {
      const plan = await selectAuditEvents(db, { ...filter, cursor, limit: 50 }).explain()
      const text = JSON.stringify(plan)
      expect(text).toMatch(/Index (Only )?Scan/)
      expect({ filter, plan, scans: text.includes('Seq Scan on audit_events') }).toEqual({
        filter,
        plan,
        scans: false,
      })
    }
  }
})
