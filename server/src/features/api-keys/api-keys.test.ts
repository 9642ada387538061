import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { env as environment } from 'node:process'
import { allEndpoints } from '@frontdesk/contract/all'
import { KEY_PREFIX, type Scope, SCOPES } from '@frontdesk/contract/scopes'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { documentForm } from '../../testing/documents.ts'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { untilWaiting } from '../../testing/locks.ts'
import { openSocket } from '../../testing/socket.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { updateRevoked } from './api-keys.queries.ts'

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

let server: TestServer
let ada: Member
let bea: Member
beforeAll(async () => {
  server = await startTestServer()
  ada = await createMember(server, { firstName: 'Ada' })
  bea = await createMember(server, { role: 'admin', firstName: 'Bea' })
})
afterAll(async () => server.stop())
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
})

async function makeKey(scopes: Scope[] = ['policies:read'], owner = ada, name = 'Payroll') {
  const made = await server.api.as(owner)('POST /admin/api-keys', { body: { name, scopes } })
  expect(made.status).toBe(201)
  return { id: made.body.id, token: made.body.key }
}

const read = (key: { token: string }) => server.api.as(key).raw('GET /policies')

const trail = async (action: string) => {
  const rows = server.db.selectFrom('audit_events').selectAll().where('action', '=', action)
  return rows.orderBy('happened_at', 'desc').execute()
}

test('a key is told once, kept as a hash, good for 90 days, and its owner is told', async () => {
  const made = await server.api.as(ada)('POST /admin/api-keys', {
    body: { name: 'Payroll', scopes: ['policies:read', 'policies:read'] },
  })
  const { key, ...rest } = made.body
  expect(key).toMatch(/^fd_live_[0-9A-Za-z]{12}_[0-9A-Za-z]{44}$/)
  expect(rest).toMatchObject({ scopes: ['policies:read'], state: 'open', owner_id: ada.id })
  expect(key.startsWith(rest.begins)).toBe(true)
  expect(Math.abs(Date.parse(rest.expires_at) - Date.parse(inDays(90)))).toBeLessThan(DAY / 2)
  const listed = await server.api.as(bea)('GET /admin/api-keys')
  expect(listed.body[0]).toEqual(rest)
  const kept = await sql<{ all: string }>`
    select (select json_agg(api_keys)::text from api_keys)
      || (select json_agg(audit_events)::text from audit_events)
      || (select json_agg(mails)::text from mails) as all`.execute(server.db)
  expect(kept.rows[0]!.all).not.toContain(key.slice(-44))
  const mail = server.db.selectFrom('mails').selectAll().where('kind', '=', 'api_key_changed')
  expect((await mail.orderBy('created_at', 'desc').execute())[0]).toMatchObject({
    to_email: ada.email,
    data: { change: 'created', name: 'Payroll' },
  })
  expect((await trail('api_key.created'))[0]).toMatchObject({
    actor_id: ada.id,
    item_title: 'Payroll',
    details: { scopes: 'policies:read' },
  })
})

test('it ends within a year, has scopes that there are, and takes a fresh sign-in of an admin', async () => {
  const make = async (body: object, as = ada) =>
    server.api.as(as).raw('POST /admin/api-keys', {
      body: { name: 'Payroll', scopes: ['policies:read'], ...body },
    })
  expect(await make({ expires_at: inDays(367) })).toMatchObject({
    status: 422,
    body: { code: 'too_long' },
  })
  expect(await make({ expires_at: inDays(-1) })).toMatchObject({
    status: 422,
    body: { code: 'already_over' },
  })
  expect((await make({ expires_at: inDays(365) })).status).toBe(201)
  for (const scopes of [[], ['everything'], 'policies:read', ['policies:read', 'billing:write']]) {
    expect((await make({ scopes })).status).toBeOneOf([400, 422])
  }
  const tired = await createMember(server, { role: 'admin' })
  const old = sql<string>`now() - interval '11 minutes'`
  await server.db
    .updateTable('sessions')
    .set({ created_at: old })
    .where('user_id', '=', tired.id)
    .execute()
  expect(await make({}, tired)).toMatchObject({
    status: 403,
    body: { code: 'fresh_sign_in_required' },
  })
  expect((await make({}, await createMember(server))).status).toBe(403)
})

test('one may have fifty', async () => {
  const owner = await createMember(server, { role: 'admin' })
  await sql`
    insert into api_keys (id, public_id, key_hash, user_id, name, scopes, expires_at)
    select gen_random_uuid(), lpad(n::text, 12, '0'), sha256(n::text::bytea), ${owner.id}, 'One', '{search:read}',
      now() + interval '1 day'
    from generate_series(1, 50) as n`.execute(server.db)
  const body = { name: 'One more', scopes: ['search:read' as const] }
  expect(await server.api.as(owner).raw('POST /admin/api-keys', { body })).toMatchObject({
    status: 422,
    body: { code: 'too_many_keys' },
  })
})

test('with its scope it reads; the use is noted to the minute, with the address', async () => {
  const key = await makeKey()
  expect((await read(key)).status).toBe(200)
  const { body } = await server.api.as(bea)('GET /admin/api-keys')
  expect(body.find(({ id }) => id === key.id)).toMatchObject({ last_used_ip: '127.0.0.1' })
  const used = body.find(({ id }) => id === key.id)!.last_used_at
  expect((await read(key)).status).toBe(200)
  const again = await server.api.as(bea)('GET /admin/api-keys')
  expect(again.body.find(({ id }) => id === key.id)!.last_used_at).toBe(used)
})

test('without it the answer names what is missing, and the trail has it', async () => {
  const key = await makeKey(['policies:read'], ada, 'Reads only')
  const body = { title: 'Keys', content: 'Text' }
  expect(await server.api.as(key).raw('POST /policies', { body })).toMatchObject({
    status: 403,
    body: { code: 'scope_missing', scope: 'policies:write' },
  })
  expect((await trail('access.refused'))[0]).toMatchObject({
    actor_id: ada.id,
    details: { call: 'POST /policies', by_key: 'Reads only', key_id: key.id },
  })
})

test('what it changes its owner has done, by the key', async () => {
  const key = await makeKey(['policies:write'], ada, 'Handbook sync')
  const { id } = await createPolicy(server.api.as(key), { title: 'Synced' })
  const [event] = await trail('policy.created')
  expect(event).toMatchObject({ actor_id: ada.id, item_id: id, details: { key_id: key.id } })
  const { body } = await server.api.as(ada)('GET /admin/audit', { query: { item_id: id } })
  expect(body[0]!.sentence).toMatch(/, by the API key “Handbook sync”$/)
  // A name is nothing that could be filled in.
  const odd = await makeKey(['policies:write'], ada, '{item} {by_key}')
  await server.api.as(odd)('DELETE /policies/:id', { params: { id } })
  const after = await server.api.as(ada)('GET /admin/audit', { query: { item_id: id } })
  expect(after.body[0]!.sentence).toMatch(/, by the API key “\{item\} \{by_key\}”$/)
})

test('with one sign wrong it is refused without the database', async () => {
  const { token } = await makeKey()
  // Whoever looked there now would fail.
  await sql`alter table api_keys rename to elsewhere`.execute(server.db)
  onTestFinished(async () => {
    await sql`alter table elsewhere rename to api_keys`.execute(server.db)
  })
  const at = KEY_PREFIX.length + 20
  for (const wrong of [
    `${token.slice(0, at)}${token[at] === 'a' ? 'b' : 'a'}${token.slice(at + 1)}`,
    token.slice(0, -1),
    `${token}a`,
    `${token} ${token}`,
    token.toUpperCase(),
    `${KEY_PREFIX}${'a'.repeat(10_240)}`,
    KEY_PREFIX,
  ]) {
    const answer = await read({ token: wrong })
    const isOurs = wrong.startsWith(KEY_PREFIX)
    const asks = answer.headers.get('www-authenticate')
    expect({ wrong, status: answer.status, code: answer.body.code, asks }).toEqual({
      wrong,
      status: 401,
      code: isOurs ? 'malformed_key' : 'unauthorized',
      asks: 'Bearer realm="Front Desk", error="invalid_token"',
    })
  }
  expect(await trail('api_key.refused')).toEqual([])
})

test('past its end, revoked, or of nobody it is refused with a reason, and the trail has it', async () => {
  const over = await makeKey(['policies:read'], ada, 'Over')
  await sql`update api_keys set created_at = now() - interval '2 days', expires_at = now() - interval '1 second'
    where id = ${over.id}`.execute(server.db)
  const revoked = await makeKey(['policies:read'], ada, 'Revoked')
  await server.api.as(bea)('POST /admin/api-keys/:id/revoke', { params: { id: revoked.id } })
  const gone = await makeKey(['policies:read'], ada, 'Gone')
  await server.db.deleteFrom('api_keys').where('id', '=', gone.id).execute()
  for (const [key, error] of [
    [over, 'The time of this API key is over'],
    [revoked, 'This API key was revoked'],
    [gone, 'This API key is not known'],
  ] as const) {
    await server.db.deleteFrom('rate_limits').execute()
    const answer = await read(key)
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_key', error } })
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
  }
  const names = (await trail('api_key.refused')).map(
    ({ details }) => (details as { by_key?: string }).by_key,
  )
  expect(names).toEqual([undefined, 'Revoked', 'Over'])
  const mail = server.db.selectFrom('mails').select('data').where('kind', '=', 'api_key_changed')
  expect(
    (await mail.orderBy('created_at', 'desc').execute()).map(({ data }) => data),
  ).toContainEqual({
    change: 'revoked',
    name: 'Revoked',
    by: bea.user.name,
  })
})

test('it ends for good with its owner, and has no more rights than they have left', async () => {
  const owner = await createMember(server, { role: 'admin' })
  const key = await makeKey(['policies:read', 'people:read'], owner)
  const change = async (body: object) =>
    server.api.as(ada).raw('PUT /admin/users/:id', { params: { id: owner.id }, body })
  await change({ role: 'agent' })
  expect((await read(key)).status).toBe(200)
  expect(await server.api.as(key).raw('GET /admin/users')).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
  await change({ role: 'admin' })
  expect((await server.api.as(key).raw('GET /admin/users')).status).toBe(200)
  await change({ status: 'inactive' })
  expect(await read(key)).toMatchObject({ status: 401, body: { code: 'invalid_key' } })
  await change({ status: 'active' })
  expect(await read(key)).toMatchObject({
    status: 401,
    body: { error: 'This API key ended with the account of its owner' },
  })
})

test('where the role needs a second factor that is not there in time, it waits too', async () => {
  const owner = await createMember(server, { role: 'admin' })
  const key = await makeKey(['policies:read'], owner)
  const off = async () => sql`update settings set second_factor_roles = '{}'`.execute(server.db)
  onTestFinished(async () => void (await off()))
  await sql`update settings set second_factor_roles = '{admin}', second_factor_grace_days = 0`.execute(
    server.db,
  )
  expect(await read(key)).toMatchObject({
    status: 403,
    body: { code: 'second_factor_setup_required' },
  })
  await off()
  expect((await read(key)).status).toBe(200)
})

test('a call in flight is finished before its owner is deactivated, one that comes later refused', async () => {
  const owner = await createMember(server, { role: 'admin' })
  const key = await makeKey(['policies:write'], owner)
  const waits = await server.db.transaction().execute(async (tx) => {
    await sql`select from api_keys where id = ${key.id} for key share`.execute(tx)
    const deactivation = server.api.as(ada).raw('PUT /admin/users/:id', {
      params: { id: owner.id },
      body: { status: 'inactive' },
    })
    const first = await Promise.race([
      deactivation.then(() => 'done'),
      new Promise((resolve) => setTimeout(() => resolve('waits'), 300)),
    ])
    return { first, deactivation }
  })
  expect(waits.first).toBe('waits')
  expect((await waits.deactivation).status).toBe(200)
  const body = { title: 'Late', content: 'Text' }
  expect((await server.api.as(key).raw('POST /policies', { body })).status).toBe(401)
})

/** How a key comes to its end, in one transaction that calls wait for. */
const endings: Record<string, (tx: Db, ends: { id: string; owner: Member }) => Promise<unknown>> = {
  'was revoked': (tx, { id }) => updateRevoked(tx, id),
  'is past its end': async (tx, { id }) => {
    await sql`select from api_keys where id = ${id} for update`.execute(tx)
    await sql`update api_keys set created_at = now() - interval '2 days', expires_at = now() - interval '1 second'
      where id = ${id}`.execute(tx)
  },
  'lost its owner': (tx, { owner }) =>
    tx.updateTable('users').set({ status: 'inactive' }).where('id', '=', owner.id).execute(),
  'has an owner who is no admin any more': (tx, { owner }) =>
    tx.updateTable('users').set({ role: 'agent' }).where('id', '=', owner.id).execute(),
}

test.each(Object.entries(endings))(
  'a key that %s is refused in the transaction of a call that it had let through the door',
  async (_, end) => {
    const owner = await createMember(server, { role: 'admin' })
    const key = await makeKey(['policies:write'], owner)
    const { id } = await createPolicy(server.api.as(ada), { title: 'As it was' })
    // A first use is written down at the door, which would wait there.
    await read(key)
    let saved: Promise<{ status: number }> | undefined
    await server.db.transaction().execute(async (tx) => {
      await end(tx, { id: key.id, owner })
      const body = { title: 'Raced', content: 'Raced' }
      saved = server.api.as(key).raw('PUT /policies/:id', { params: { id }, body })
      await untilWaiting(server.db, 1)
    })
    expect((await saved!).status).toBeOneOf([401, 403])
    const { body } = await server.api.as(ada)('GET /policies/:id', { params: { id } })
    expect(body).toMatchObject({ title: 'As it was', version: 1 })
  },
)

test('a key that is revoked while a file comes keeps nothing of it', async () => {
  const key = await makeKey(['drafts:write'])
  await read(key)
  let sent: Promise<{ status: number }> | undefined
  await server.db.transaction().execute(async (tx) => {
    await updateRevoked(tx, key.id)
    const body = documentForm({ name: 'handbook.md', content: Buffer.from('# Keys') })
    sent = server.api.as(key).raw('POST /imports', { body })
    await untilWaiting(server.db, 1)
  })
  expect((await sent!).status).toBe(401)
  expect((await server.api.as(ada)('GET /imports')).body).toEqual([])
})

test('in an address, a cookie or a socket it opens nothing', async () => {
  const { token } = await makeKey()
  for (const name of ['access_token', 'api_key', 'key', 'token']) {
    expect((await server.api.raw('GET /policies', { query: { [name]: token } })).status).toBe(401)
    const headers = { Cookie: `${name}=${token}` }
    expect((await server.api.raw('GET /policies', { headers })).status).toBe(401)
  }
  const basic = Buffer.from(`${token}:`).toString('base64')
  const elsewhere: Record<string, string>[] = [
    { Authorization: token },
    { Authorization: `Basic ${basic}` },
    { 'X-Api-Key': token },
  ]
  for (const headers of elsewhere) {
    expect((await server.api.raw('GET /policies', { headers })).status).toBe(401)
  }
  const socket = await openSocket(server.url)
  socket.send({ type: 'auth', token })
  expect(await socket.closed).toBe(4401)
})

test('whoever sends one in the address is told that it may have been seen, and the trail has it', async () => {
  const { token } = await makeKey()
  expect(await server.api.raw('GET /policies', { query: { key: token } })).toMatchObject({
    status: 401,
    body: { code: 'key_in_address', error: expect.stringContaining('make a new one') },
  })
  const [row] = await trail('api_key.refused')
  expect(row).toMatchObject({ details: { call: 'GET /policies', count: 1 } })
  expect(JSON.stringify(row)).not.toContain(token)
})

test('nor is it passed over where a good one stands in the header, or none is needed', async () => {
  const { token } = await makeKey()
  const api = server.api.as({ token })
  for (const answer of [
    await api.raw('GET /policies', { query: { x: token } }),
    await server.api.raw('GET /settings/public', { query: { api_key: token } }),
  ]) {
    expect(answer).toMatchObject({ status: 401, body: { code: 'key_in_address' } })
  }
})

test('publishing a draft takes the scope of what it becomes, too', async () => {
  const { body: policy } = await server.api.as(ada)('POST /policies', {
    body: { title: 'Keys', content: 'In the box.' },
  })
  const narrow = server.api.as(await makeKey(['drafts:write']))
  const { body: draft } = await narrow('POST /drafts', {
    body: { kind: 'policy', item_id: policy.id, body: { title: 'Keys', content: 'On the hook.' } },
  })
  const params = { id: draft.id }
  const missing = { status: 403, body: { code: 'scope_missing', scope: 'policies:write' } }
  expect(await narrow.raw('POST /drafts/:id/publish', { params, body: {} })).toMatchObject(missing)
  const dated = { params, body: { publish_at: '2041-01-01T00:00:00Z' } }
  expect(await narrow.raw('PUT /drafts/:id/publish-at', dated)).toMatchObject(missing)
  const both = server.api.as(await makeKey(['drafts:write', 'policies:write']))
  expect((await both.raw('POST /drafts/:id/publish', { params, body: {} })).status).toBe(200)
})

test('no call that needs somebody takes a key or a session from its address', async () => {
  const { token } = await makeKey([...SCOPES])
  const names = ['access_token', 'api_key', 'apikey', 'auth', 'authorization', 'key', 'token']
  const calls = allEndpoints.filter(({ access }) => access !== 'public')
  expect(calls.length).toBeGreaterThan(150)
  const opened: string[] = []
  for (const secret of [token, ada.token]) {
    const query = Object.fromEntries(names.map((name) => [name, secret]))
    for (const { method, path } of calls) {
      const params = Object.fromEntries(
        [...path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, uuidv7()]),
      )
      const { status } = await server.api.raw(`${method} ${path}`, { params, query })
      if (status !== 401) opened.push(`${method} ${path}: ${status}`)
    }
  }
  expect(opened).toEqual([])
})

test('it exports what its scope has; what else takes a fresh sign-in it can’t do', async () => {
  const key = await makeKey(['audit:read', 'people:write', 'settings:write'])
  expect((await server.api.as(key).raw('GET /admin/audit.csv')).status).toBe(200)
  const other = await createMember(server)
  const params = { id: other.id }
  for (const [call, options] of [
    ['DELETE /admin/users/:id', { params }],
    ['PUT /admin/users/:id', { params, body: { role: 'admin' } }],
    ['PUT /admin/settings', { body: { terms: 'Ours' } }],
    ['POST /admin/api-keys', { body: { name: 'Child', scopes: ['audit:read'] } }],
  ] as const) {
    const { status, body } = await server.api.as(key).raw(call, options)
    expect({ call, status, code: body.code }).toEqual({ call, status: 403, code: 'not_by_key' })
  }
})

test('what is open to anyone it does as nobody, and what is one’s own never', async () => {
  const key = await makeKey(['policies:write'])
  expect((await server.api.as(key).raw('GET /settings/public')).status).toBe(200)
  const { id } = await createPolicy(server.api.as(key))
  for (const call of [
    'POST /auth/logout',
    'GET /auth/me',
    'PUT /users/me/password',
    'POST /policies/:id/acknowledge',
    'GET /chat',
  ]) {
    const { body } = await server.api.as(key).raw(call, { params: { id } })
    expect({ call, code: body.code }).toEqual({ call, code: 'not_by_key' })
  }
})

test('six hundred calls at once are answered, then it waits; others are not disturbed', async () => {
  const key = await makeKey(['library:read'])
  const other = await makeKey(['policies:read'])
  const answers: Awaited<ReturnType<typeof read>>[] = []
  const refused = () => answers.filter(({ status }) => status === 429)
  while (refused().length === 0 && answers.length < 5000) {
    const some = Array.from({ length: 100 }, () => server.api.as(key).raw('GET /health/live'))
    answers.push(...(await Promise.all(some)))
  }
  expect(answers.length - refused().length).toBeGreaterThanOrEqual(600)
  expect(Number(refused()[0]!.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect((await read(other)).status).toBe(200)
})

test('a page of ours that sends one proves itself as ever; a script needs not to', async () => {
  const key = await makeKey(['policies:write'])
  const body = { title: 'From a page', content: 'Text' }
  const headers = { Origin: server.url }
  expect(await server.api.as(key).raw('POST /policies', { body, headers })).toMatchObject({
    status: 403,
    body: { code: 'csrf_failed' },
  })
})

const readDocs = (name: string) =>
  readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8')

test('every command of the page about programs does what it says', async () => {
  const { token: KEY } = await makeKey(['policies:read', 'obligations:read', 'teams:write'])
  const cwd = mkdtempSync(join(tmpdir(), 'programs-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const commands = [...readDocs('programs.md').matchAll(/```sh\n([\s\S]*?)```/g)]
  expect(commands.length).toBeGreaterThan(0)
  for (const [, command] of commands) {
    const env = { ...environment, DESK: server.url, KEY }
    const { stdout } = await promisify(execFile)('sh', ['-ec', command!], { cwd, env })
    expect(stdout).not.toContain('"error"')
  }
  expect(readFileSync(join(cwd, 'obligations.csv'), 'utf8')).toContain('user_name,')
  const teams = await server.api.as(ada)('GET /teams')
  expect(teams.body.map(({ name }) => name)).toEqual(['Harbor office'])
})

test('the pattern that docs give to scanners finds keys', async () => {
  const pattern = /`(fd_live_\[[^`]+)`/.exec(readDocs('security.md'))![1]!
  expect((await makeKey()).token).toMatch(new RegExp(`^${pattern}$`))
})
