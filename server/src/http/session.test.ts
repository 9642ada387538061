import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../db/connect.ts'
import { createMember, createPolicy, type Member, PASSWORD, signIn } from '../testing/factories.ts'
import { untilWaiting } from '../testing/locks.ts'
import { send } from '../testing/send.ts'
import { openSocketAs } from '../testing/socket.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { deleteExpiredSessions, deleteSession, deleteSessionsOf } from './session.ts'

const lines: string[] = []
let server: TestServer
let admin: Member

beforeAll(async () => {
  server = await startTestServer({ logTo: (line) => lines.push(line) })
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
})
afterAll(async () => server.stop())

const statusOf = async ({ token }: { token: string }) =>
  (await server.api.raw('GET /auth/me', { headers: { Authorization: `Bearer ${token}` } })).status

async function sessionOf({ id }: Member) {
  return server.db
    .selectFrom('sessions')
    .select(['id', 'last_used_at', 'expires_at', 'created_at', 'ip', 'user_agent'])
    .where('user_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** Lets time pass for all of a person's sessions. */
async function passTime({ id }: Member, interval: string): Promise<void> {
  await sql`
    update sessions set
      created_at = created_at - ${interval}::interval,
      last_used_at = last_used_at - ${interval}::interval,
      expires_at = expires_at - ${interval}::interval
    where user_id = ${id}
  `.execute(server.db)
}

test('a token has 256 random bits, is new at each sign-in, and stands nowhere in the database', async () => {
  const tokens = new Set<string>([admin.token])
  for (let count = 0; count < 3; count += 1)
    tokens.add((await signIn(server.api, admin.email)).token)
  expect(tokens.size).toBe(4)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)

  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'
  `.execute(server.db)
  expect(tables.length).toBeGreaterThan(8)
  const hidden = [...tokens].flatMap((token) => [
    token,
    Buffer.from(token).toString('hex'),
    Buffer.from(token, 'base64url').toString('hex'),
  ])
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select entry::text as row from ${sql.table(name)} as entry
    `.execute(server.db)
    const text = rows.map(({ row }) => row).join('\n')
    expect(hidden.filter((secret) => text.includes(secret))).toEqual([])
    expect(text).not.toContain(PASSWORD)
  }
})

test('neither tokens nor passwords nor what people typed reach the log', async () => {
  const member = await createMember(server)
  const api = server.api.as(member)
  await api('GET /auth/me')
  await api.raw('GET /policies', { query: { search: 'a private search', token: member.token } })
  await api.raw('POST /policies', { body: '{"broken' })
  await server.api.raw('POST /auth/login', {
    body: { email: member.email, password: 'a wrong password' },
  })
  await server.api.raw('GET /nowhere', { query: { token: member.token } })
  await server.api.raw(`GET /auth/invite/${member.token}` as never)
  await api('POST /auth/logout')
  const log = lines.join('')
  expect(log).toContain('"route":"/api/v1/auth/logout"')
  for (const secret of [member.token, PASSWORD, 'a wrong password', 'a private search', 'broken'])
    expect(log).not.toContain(secret)
})

test('a token counts in the Authorization header only, and only whole', async () => {
  const { token } = await createMember(server)
  const path = '/api/v1/auth/me'
  const wrong: [string, Record<string, string>][] = [
    [`${path}?token=${token}&access_token=${token}&auth_token=${token}`, {}],
    [path, { Cookie: `auth_token=${token}; session=${token}; token=${token}` }],
    [path, { Authorization: token }],
    [path, { Authorization: `Basic ${token}` }],
    [path, { Authorization: `Bearer ${token.slice(0, -1)}` }],
    [path, { Authorization: `Bearer ${token}A` }],
    [path, { Authorization: `Bearer ${token} ${token}` }],
    [path, { Authorization: `Bearer ${token.toUpperCase()}` }],
    [path, { 'X-Auth-Token': token }],
  ]
  for (const [address, headers] of wrong) {
    const { status } = await send(server.url, { path: address, headers })
    expect({ address, headers, status }).toEqual({ address, headers, status: 401 })
  }
  expect(await statusOf({ token })).toBe(200)
})

test('a session keeps from where and with what it was opened', async () => {
  const member = await createMember(server)
  const answer = await send(server.url, {
    method: 'POST',
    path: '/api/v1/auth/login',
    localAddress: '127.0.0.9',
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'Desk/2' },
    body: JSON.stringify({ email: member.email, password: PASSWORD }),
  })
  expect(answer.status).toBe(200)
  expect(await sessionOf(member)).toMatchObject({ ip: '127.0.0.9', user_agent: 'Desk/2' })
})

test('a log-out ends its own session at once, and no other', async () => {
  const phone = await createMember(server)
  const desk = await signIn(server.api, phone.email)
  expect((await server.api.as(desk)('POST /auth/logout')).status).toBe(204)
  expect([await statusOf(desk), await statusOf(phone)]).toEqual([401, 200])
  expect((await server.api.as(desk)('POST /auth/logout')).status).toBe(204)
  const api = server.api.as(phone)
  const often = await Promise.all(Array.from({ length: 6 }, () => api('POST /auth/logout')))
  expect(often.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 204))
  expect(await statusOf(phone)).toBe(401)
})

test('a deactivation and a demotion hold from the next request', async () => {
  const person = await createMember(server, { role: 'admin' })
  const api = server.api.as(person)
  const users = server.db.updateTable('users').where('id', '=', person.id)
  expect((await api('GET /admin/policies/outstanding')).status).toBe(200)
  await users.set({ role: 'agent' }).execute()
  expect((await api.raw('GET /admin/policies/outstanding')).status).toBe(403)
  await users.set({ status: 'inactive' }).execute()
  expect(await statusOf(person)).toBe(401)
  expect((await api.raw('POST /auth/logout')).status).toBe(204)
})

/** How a feature ends what somebody may do: in one transaction that others wait for. */
const endings: Record<string, (tx: Db, person: Member, sessionId: string) => Promise<unknown>> = {
  'a log-out': (tx, _, sessionId) => deleteSession(tx, sessionId),
  'signing out everywhere': (tx, { id }) => deleteSessionsOf(tx, id),
  'a deactivation': (tx, { id }) =>
    tx.updateTable('users').set({ status: 'inactive' }).where('id', '=', id).execute(),
  'a demotion': (tx, { id }) =>
    tx.updateTable('users').set({ role: 'agent' }).where('id', '=', id).execute(),
}

test.each(Object.entries(endings))(
  '%s waits for what has begun, so that nothing of it commits afterwards',
  async (_, end) => {
    const { person, policyId, sessionId } = await adminWithPolicy()
    let ended = false
    let ending: Promise<void> | undefined
    let saved: Promise<{ status: number }> | undefined
    await server.db.transaction().execute(async (tx) => {
      await tx.selectFrom('policies').select('id').where('id', '=', policyId).forUpdate().execute()
      saved = server.api.as(person).raw('PUT /policies/:id', edit(policyId))
      await untilWaiting(server.db, 1)
      ending = server.db
        .transaction()
        .execute(async (other) => void (await end(other, person, sessionId)))
        .then(() => void (ended = true))
      await untilWaiting(server.db, 2)
      expect(ended).toBe(false)
    })
    expect((await saved!).status).toBe(200)
    await ending
    const after = await server.api.as(person).raw('PUT /policies/:id', edit(policyId))
    expect([401, 403]).toContain(after.status)
  },
)

test.each(Object.entries(endings))(
  '%s that came first is obeyed by what had already passed the door',
  async (_, end) => {
    const { person, policyId, sessionId } = await adminWithPolicy()
    let saved: Promise<{ status: number }> | undefined
    await server.db.transaction().execute(async (tx) => {
      await end(tx, person, sessionId)
      saved = server.api.as(person).raw('PUT /policies/:id', edit(policyId))
      await untilWaiting(server.db, 1)
    })
    expect([401, 403]).toContain((await saved!).status)
    const stored = await server.api.as(admin)('GET /policies/:id', { params: { id: policyId } })
    expect(stored.body).toMatchObject({ version: 1, last_updated_by: admin.id })
  },
)

async function adminWithPolicy() {
  const person = await createMember(server, { role: 'admin' })
  const { id: policyId } = await createPolicy(server.api.as(admin))
  return { person, policyId, sessionId: (await sessionOf(person)).id }
}

const edit = (id: string) => ({ params: { id }, body: { title: 'Raced', content: 'Raced' } })

test('a plain session ends after 12 hours without use, and slides with use up to 7 days', async () => {
  const member = await createMember(server)
  await passTime(member, '11 hours 59 minutes')
  expect(await statusOf(member)).toBe(200)
  await passTime(member, '11 hours 59 minutes')
  expect(await statusOf(member)).toBe(200)
  await passTime(member, '12 hours 1 second')
  expect(await statusOf(member)).toBe(401)

  const daily = await createMember(server)
  for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
    await passTime(daily, '8 hours')
    expect(await statusOf(daily)).toBe(200)
  }
  await passTime(daily, '8 hours 1 minute')
  expect(await statusOf(daily)).toBe(401)
})

test('a remembered session ends after 30 days without use, and after 180 days in any case', async () => {
  const remembered = async () => {
    const member = await createMember(server)
    const { body } = await server.api('POST /auth/login', {
      body: { email: member.email, password: PASSWORD, remember_me: true },
    })
    return { ...member, token: body.token }
  }
  const idle = await remembered()
  await passTime(idle, '29 days 23 hours')
  expect(await statusOf(idle)).toBe(200)
  await passTime(idle, '30 days 1 second')
  expect(await statusOf(idle)).toBe(401)

  const busy = await remembered()
  for (let days = 0; days < 175; days += 25) {
    await passTime(busy, '25 days')
    expect(await statusOf(busy)).toBe(200)
  }
  await passTime(busy, '5 days 1 minute')
  expect(await statusOf(busy)).toBe(401)
})

test('use is written down at most once a minute', async () => {
  const member = await createMember(server)
  const fresh = await sessionOf(member)
  await statusOf(member)
  expect(await sessionOf(member)).toEqual(fresh)
  await passTime(member, '61 seconds')
  await statusOf(member)
  const touched = await sessionOf(member)
  expect(Date.parse(touched.last_used_at)).toBeGreaterThanOrEqual(Date.parse(fresh.last_used_at))
  await statusOf(member)
  expect(await sessionOf(member)).toEqual(touched)
})

test('an ended session can do nothing at all, and is swept away', async () => {
  const member = await createMember(server)
  const policy = await createPolicy(server.api.as(admin))
  await passTime(member, '13 hours')
  const api = server.api.as(member)
  const acknowledged = await api.raw('POST /policies/:id/acknowledge', {
    params: { id: policy.id },
  })
  expect(acknowledged.status).toBe(401)
  await deleteExpiredSessions(server.db)
  await expect(sessionOf(member)).rejects.toThrow('no result')
  expect(await statusOf(admin)).toBe(200)
})

test('a tab that nobody sits at does not keep its session', async () => {
  const person = await createMember(server)
  await passTime(person, '11 hours')
  const before = await sessionOf(person)
  const socket = await openSocketAs(server.url, person)
  expect(await sessionOf(person)).toEqual(before)
  expect(await statusOf(person)).toBe(200)
  expect((await sessionOf(person)).expires_at).not.toEqual(before.expires_at)
  socket.close()
})
