import { allEndpoints, type Api } from '@frontdesk/contract/all'
import { CSRF_FAILED } from '@frontdesk/contract/constants'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallOptions } from '../testing/api-client.ts'
import { type Browser, openBrowser } from '../testing/browser.ts'
import { exampleCalls } from '../testing/example-calls.ts'
import { createWorld, signAgentInAgain, type World } from '../testing/examples/world.ts'
import { signIn } from '../testing/factories.ts'
import { inTurn } from '../testing/hostile.ts'
import { type RawAnswer, send } from '../testing/send.ts'
import { startTestServer } from '../testing/test-server.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => world.server.stop())

const mutations = allEndpoints
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }) => `${method} ${path}` as keyof Api)

/** Calls an endpoint with further headers, as the admin unless its example says who. */
async function callWith(
  headers: Record<string, string>,
  name: keyof Api,
  options: CallOptions,
): Promise<RawAnswer> {
  const [method, path] = name.split(' ') as [string, string]
  const content = await contentOf(options.body)
  return send(world.server.url, {
    method,
    path: `/api/v1${path.replaceAll(/:(\w+)/g, (_, part: string) => options.params?.[part] ?? '')}`,
    headers: {
      Authorization: `Bearer ${world.admin.token}`,
      ...(content && { 'Content-Type': content.type }),
      ...options.headers,
      ...headers,
    },
    ...(content && { body: content.bytes }),
  })
}

/** A body as a browser would send it. */
async function contentOf(body: unknown): Promise<{ type: string; bytes: Buffer } | null> {
  if (body === undefined) return null
  if (typeof body === 'string') return { type: 'text/plain', bytes: Buffer.from(body) }
  if (!(body instanceof FormData)) {
    return { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) }
  }
  const form = new Response(body)
  return { type: form.headers.get('content-type')!, bytes: Buffer.from(await form.arrayBuffer()) }
}

const refusal = {
  status: 403,
  reason: CSRF_FAILED,
  body: JSON.stringify({ error: CSRF_FAILED, code: 'csrf_failed' }),
}

/** Everything that a mutation could change. */
async function countEverything(): Promise<Record<string, number>> {
  const tables = ['users', 'policies', 'policy_versions', 'requirements'] as const
  const more = ['policy_acknowledgments', 'sessions', 'rate_limits'] as const
  const counted = [...tables, ...more].map(
    (table) => sql`select ${sql.lit(table)} as name, count(*) from ${sql.table(table)}`,
  )
  // Jobs work at the same time, and tell of what they do.
  counted.push(sql`
    select 'audit_events', count(*) from audit_events
    where user_agent <> 'jobs' and ip <> 'the server itself'
  `)
  const { rows } = await sql<{ name: string; count: number }>`
    ${sql.join(counted, sql` union all `)}
  `.execute(world.server.db)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/** Whose token a forger may have besides, and what else a browser says; nothing that is refused takes any of them away. */
async function forge() {
  const { server, agent, admin } = world
  const mine = await openBrowser(server.url, admin)
  const strangers = await openBrowser(server.url)
  const agents = await openBrowser(server.url, agent, mine.cookie)
  expect(agents.cookie).toBe(mine.cookie)
  // Fetched by the same person in another session: of another session all the same.
  const secondSession = await signIn(server.api, admin.email)
  const elsewhere = await openBrowser(server.url, secondSession, mine.cookie)
  const wrongTokens = [
    '',
    'x'.repeat(43),
    strangers.csrfToken,
    agents.csrfToken,
    elsewhere.csrfToken,
    mine.cookie.split('=')[1]!,
  ]
  const withoutCookie: Record<string, string>[] = [
    { Origin: server.url },
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
    { Cookie: 'other=1' },
    { Cookie: 'frontdesk_csrf=short' },
  ]
  const ways: Record<string, string>[] = [
    ...wrongTokens.map((token) => ({ Cookie: mine.cookie, 'X-CSRF-Token': token })),
    ...withoutCookie,
    ...withoutCookie.map((ambient) => ({ ...ambient, 'X-CSRF-Token': mine.csrfToken })),
  ]
  return { mine, ways }
}
let waysOfForgers: ReturnType<typeof forge> | undefined

test.each(mutations)(
  '%s is refused where a browser sends no token, a wrong one, or one of another cookie or session',
  async (name) => {
    const { mine, ways } = await (waysOfForgers ??= forge())
    const example = await exampleCalls[name].input(world)
    // Some come with a browser of their own, whose cookie and token would do.
    const { Cookie: _, 'X-CSRF-Token': __, ...rest } = example.headers ?? {}
    const options = { ...example, headers: rest }
    // Each call tries the plainest way, too.
    const tried = inTurn(mutations.indexOf(name), ways, 3)
    for (const headers of [{ Cookie: mine.cookie }, ...tried]) {
      expect(await callWith(headers, name, options)).toMatchObject(refusal)
    }
  },
)

test('a refused call changes nothing', async () => {
  const { server, admin } = world
  await server.db.deleteFrom('rate_limits').execute()
  const before = await countEverything()
  for (const [path, body] of [
    ['/api/v1/policies', { title: 'Forged', content: 'Forged' }],
    ['/api/v1/auth/logout', undefined],
    ['/api/v1/auth/login', { email: admin.email, password: 'forged password' }],
  ] as const) {
    const answer = await send(server.url, {
      method: 'POST',
      path,
      headers: {
        Authorization: `Bearer ${admin.token}`,
        'Content-Type': 'application/json',
        Origin: 'https://evil.example',
      },
      body: body && JSON.stringify(body),
    })
    expect(answer).toMatchObject(refusal)
  }
  // But for what the trail says of the three refusals, and its own counters.
  const after = await countEverything()
  const written: Record<string, number> = { audit_events: 3, rate_limits: 4 }
  for (const [table, count] of Object.entries(before)) {
    expect({ table, more: after[table]! - count }).toEqual({ table, more: written[table] ?? 0 })
  }
  expect((await server.api.as(admin)('GET /auth/me')).status).toBe(200)
})

const statusOfSuccess = { POST: [200, 201, 204], PUT: [200, 204], DELETE: [200, 204] }

test.each(mutations)(
  '%s is done for a browser with its token, before and after signing in',
  async (name) => {
    const { server, admin } = world
    const method = name.split(' ')[0] as keyof typeof statusOfSuccess
    const before = await openBrowser(server.url)
    // Some examples come with a browser of their own.
    const headersOf = ({ cookie, csrfToken }: Browser, { headers }: CallOptions) => ({
      Cookie: cookie,
      'X-CSRF-Token': csrfToken,
      ...headers,
      Origin: server.url,
      'Sec-Fetch-Site': 'same-origin',
    })
    const early = await exampleCalls[name].input(world)
    const first = await callWith(headersOf(before, early), name, early)
    expect(statusOfSuccess[method]).toContain(first.status)

    const options = await exampleCalls[name].input(world)
    // Some examples are calls of somebody made for them.
    const token = options.headers?.Authorization?.split(' ')[1] ?? admin.token
    const after = await openBrowser(server.url, { token }, before.cookie)
    const answer = await callWith(headersOf(after, options), name, options)
    expect(statusOfSuccess[method]).toContain(answer.status)
  },
)

test('a reload keeps the cookie, so that tokens of other tabs stay good', async () => {
  const { url } = world.server
  const first = await openBrowser(url)
  const second = await openBrowser(url, undefined, first.cookie)
  expect(second).toEqual(first)
  const forged = await openBrowser(url, undefined, 'frontdesk_csrf=chosen-by-an-attacker')
  expect(forged.cookie).not.toContain('chosen')
})

test('the cookie is out of reach of scripts and of other sites, and over TLS of plain HTTP', async () => {
  const { url, connection } = world.server
  expect((await openBrowser(url)).attributes).toBe('Path=/; HttpOnly; SameSite=Strict')
  const tls = await startTestServer({ connection, config: { publicUrl: 'https://desk.example' } })
  const { attributes } = await openBrowser(tls.url)
  await tls.stop()
  expect(attributes).toBe('Path=/; HttpOnly; Secure; SameSite=Strict')
})

test('a token is in the header and the body alike, and good on every node', async () => {
  const { url, connection } = world.server
  const other = await startTestServer({ connection })
  const { cookie, csrfToken } = await openBrowser(url)
  const headers = { Cookie: cookie, 'X-CSRF-Token': csrfToken }
  const answer = await send(other.url, { method: 'POST', path: '/api/v1/auth/logout', headers })
  await other.stop()
  expect(answer.status).toBe(204)
  const again = await send(url, { path: '/api/v1/csrf-token', headers: { Cookie: cookie } })
  expect(again.headers['x-csrf-token']).toBe(csrfToken)
  expect(again.headers['cache-control']).toBe('no-store')
})

test('no GET and no HEAD changes anything', async () => {
  await signAgentInAgain(world)
  const { server, admin } = world
  // An identity provider sends the browser back with a GET, whose state is good once: see single sign-on.
  const reads = allEndpoints.filter(
    ({ method, path }) => method === 'GET' && path !== '/auth/oidc/:id/callback',
  )
  const inputs = await Promise.all(
    reads.map(async ({ path }) => exampleCalls[`GET ${path}` as keyof Api].input(world)),
  )
  const before = await countEverything()
  for (const [index, { path }] of reads.entries()) {
    const { params, query } = inputs[index]!
    const filled = path.replaceAll(/:(\w+)/g, (_, part: string) => params![part]!)
    const asked = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
    for (const method of ['GET', 'HEAD']) {
      const { status } = await send(server.url, {
        method,
        path: `/api/v1${filled}${asked}`,
        headers: { Authorization: `Bearer ${admin.token}` },
      })
      expect([method, path, status]).toEqual([method, path, 200])
    }
  }
  // Exports are written down; nothing else is.
  const exports =
    reads.filter(({ path }) => exampleCalls[`GET ${path}` as keyof Api].audit).length * 2
  const after = await countEverything()
  expect({ ...after, audit_events: after.audit_events! - exports }).toEqual(before)
})
