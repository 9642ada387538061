import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createWorld, type World } from '../testing/examples/world.ts'
import { createPolicy } from '../testing/factories.ts'
import { type RawAnswer, send, sendBytes } from '../testing/send.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

/** A built web app, and beside it what nobody may read. */
const folder = vi.hoisted(() => ({ path: '' }))
vi.mock(import('../paths.ts'), async (original) => {
  folder.path = mkdtempSync(join(tmpdir(), 'frontdesk-web-'))
  const dist = join(folder.path, 'dist')
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(folder.path, 'secret.txt'), 'beside the web app')
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Front Desk</title>')
  const files = [
    'app-1a2b.js',
    'app-1a2b.css',
    'letters-1a2b.woff2',
    'worker-1a2b.mjs',
    'mark-1a2b.svg',
  ]
  for (const name of files) writeFileSync(join(dist, 'assets', name), '')
  // Found as it is for whoever takes Brotli.
  writeFileSync(join(dist, 'assets', 'app-1a2b.js.br'), '')
  return { ...(await original()), webDistDir: `${dist}/` }
})

let world: World
let tls: TestServer
const lines: string[] = []

beforeAll(async () => {
  world = await createWorld()
  tls = await startTestServer({
    connection: world.server.connection,
    config: { publicUrl: 'https://desk.example' },
    logTo: (line) => lines.push(line),
  })
})
afterAll(async () => {
  await tls.stop()
  await world.server.stop()
  rmSync(folder.path, { recursive: true })
})

const API_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
const HSTS = 'strict-transport-security'

const json = { 'Content-Type': 'application/json' }
const bearer = () => ({ Authorization: `Bearer ${world.admin.token}` })

/** One answer of each kind that the API gives. */
const ANSWERS: Record<string, (url: string) => Promise<RawAnswer>> = {
  'a 200': (url) => send(url, { path: '/api/v1/policies', headers: bearer() }),
  'a 204': (url) => send(url, { method: 'POST', path: '/api/v1/auth/logout' }),
  'a 200 for HEAD': (url) => send(url, { method: 'HEAD', path: '/api/v1/settings/public' }),
  'a 200 for CSV': (url) =>
    send(url, { path: '/api/v1/admin/policies/outstanding.csv', headers: bearer() }),
  'a 400': (url) => send(url, { path: '/api/v1/policies/no-id', headers: bearer() }),
  'a 400 before any route': (url) => send(url, { path: '/api/v1/%zz' }),
  'a 401': (url) => send(url, { path: '/api/v1/auth/me' }),
  'a 403': (url) =>
    send(url, { method: 'POST', path: '/api/v1/auth/logout', headers: { Origin: 'null' } }),
  'a 404 of a policy': (url) =>
    send(url, { path: `/api/v1/policies/${world.agent.id}`, headers: bearer() }),
  'a 404 of an address': (url) => send(url, { path: '/api/v1/nowhere' }),
  'a 404 beside the API': (url) => send(url, { path: '/api/nowhere' }),
  'a 404 of a method': (url) => send(url, { method: 'POST', path: '/somewhere' }),
  'a 413': (url) =>
    sendBytes(
      url,
      'POST /api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: 9999999\r\n\r\n',
    ),
  'a 415': (url) =>
    send(url, {
      method: 'POST',
      path: '/api/v1/auth/login',
      body: 'a',
      headers: { 'Content-Type': 'text/plain' },
    }),
  'a 422': (url) =>
    send(url, {
      method: 'POST',
      path: '/api/v1/policies',
      headers: { ...json, ...bearer() },
      body: '{"title":"","content":""}',
    }),
}

describe.each(Object.entries(ANSWERS))('%s of the API', (name, ask) => {
  test('is neither kept, guessed at, framed nor run, and names no software', async () => {
    const answer = await ask(world.server.url)
    expect(answer.status).toBe(Number(/\d+/.exec(name)))
    expect(answer.headers).toMatchObject(API_HEADERS)
    expect(answer.headers).not.toHaveProperty(HSTS)
    expect(answer.headers).not.toHaveProperty('server')
    expect(answer.headers).not.toHaveProperty('x-powered-by')
  })

  test('keeps browsers on TLS where people come over TLS', async () => {
    const answer = await ask(tls.url)
    expect(answer.headers[HSTS]).toBe('max-age=31536000; includeSubDomains')
  })
})

describe('pages', () => {
  const directives = ({ headers }: RawAnswer) =>
    Object.fromEntries(
      headers['content-security-policy']!.split('; ').map((directive) => {
        const [name, ...values] = directive.split(' ')
        return [name, values.join(' ')]
      }),
    ) as Record<string, string>

  test.each([
    '/',
    '/policies/1',
    '/admin/people',
    '/nowhere/at/all',
    '/assets/worker-1a2b.mjs',
    '/assets/mark-1a2b.svg',
  ])('%s runs our scripts only and is framed by nobody', async (path) => {
    const answer = await send(world.server.url, { path })
    expect(answer.status).toBe(200)
    expect(directives(answer)).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types':
        'frontdesk-markdown frontdesk-paste frontdesk-pdf frontdesk-worker dompurify',
    })
    // Videos and slides of trainings may be anywhere; they are sandboxed, and nothing else is elsewhere.
    const { 'media-src': media, 'frame-src': frames, ...rest } = directives(answer)
    expect([media, frames]).toEqual(["'self' https:", "'self' https:"])
    expect(Object.values(rest).join(' ')).not.toMatch(/https?:|\*|eval|wasm/)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })
    expect(answer.headers['permissions-policy']).toContain('camera=()')
    expect(answer.headers).not.toHaveProperty(HSTS)
    expect((await send(tls.url, { path })).headers[HSTS]).toContain('max-age=31536000')
  })

  test.each([
    ['/assets/app-1a2b.js', 'identity'],
    ['/assets/app-1a2b.js', 'br'],
    ['/assets/app-1a2b.css', 'identity'],
    ['/assets/letters-1a2b.woff2', 'identity'],
  ])('%s is a part of pages, and carries no policy of its own: %s', async (path, encoding) => {
    const headers = { 'Accept-Encoding': encoding }
    const answer = await send(world.server.url, { path, headers })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-encoding']).toBe(encoding === 'br' ? 'br' : undefined)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    for (const name of ['content-security-policy', 'permissions-policy', 'x-frame-options', HSTS])
      expect(answer.headers).not.toHaveProperty(name)
    expect((await send(tls.url, { path, headers })).headers[HSTS]).toContain('max-age=31536000')
  })

  test('what carries a hash is kept for good, the page itself is asked for again', async () => {
    const page = await send(world.server.url, { path: '/' })
    const script = await send(world.server.url, { path: '/assets/app-1a2b.js' })
    expect(page.headers['cache-control']).toBe('no-cache')
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(script.headers['content-type']).toContain('/javascript')
  })

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets/%00/../../../secret.txt',
    '//secret.txt',
    '/./../secret.txt',
    '/%252e%252e%252fsecret.txt',
  ])('%s leads nowhere beside the web app', async (path) => {
    const answer = await sendBytes(
      world.server.url,
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    )
    expect(answer.status).toBeLessThan(500)
    expect(answer.body).not.toContain('beside the web app')
  })

  test('a mistyped address of the API is no page', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/v1',
      '/api/v1/',
      '/api/v1/nowhere',
      '/api/v2/users',
    ]) {
      const answer = await send(world.server.url, { path })
      expect({ path, status: answer.status }).toEqual({ path, status: 404 })
      expect(JSON.parse(answer.body)).toEqual({ error: 'Not found', code: 'not_found' })
    }
    expect((await send(world.server.url, { path: '/apiary' })).status).toBe(200)
  })

  test('the pages about the API are under a policy of their own', async () => {
    const docs = await send(world.server.url, { path: '/api/docs' })
    expect(docs.status).toBe(200)
    expect(directives(docs)).toMatchObject({ 'default-src': "'none'", 'frame-ancestors': "'none'" })
    expect(docs.headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/)
    // One script of ours, which tries calls; it may ask nobody but this server.
    const [script, ...others] = [...docs.body.matchAll(/<script>([\s\S]*?)<\/script>/g)]
    expect(others).toEqual([])
    expect(directives(docs)).toMatchObject({
      'script-src': `'sha256-${createHash('sha256').update(script![1]!).digest('base64')}'`,
      'connect-src': "'self'",
    })
    expect(docs.body).not.toMatch(/<script\s|\bon\w+=|javascript:/i)
    const description = await send(world.server.url, { path: '/api/v1/openapi.json' })
    expect(description.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': API_HEADERS['content-security-policy'],
    })
  })
})

describe('a foreign origin', () => {
  const origins = [
    'https://evil.example',
    'null',
    'http://localhost',
    'https://desk.example.evil.example',
  ]

  test.each(origins)('%s gets no CORS grant, whatever it asks', async (origin) => {
    const asks = [
      { method: 'GET', path: '/api/v1/settings/public' },
      { method: 'GET', path: '/api/v1/auth/me' },
      { method: 'POST', path: '/api/v1/policies' },
      { method: 'OPTIONS', path: '/api/v1/policies' },
      { method: 'OPTIONS', path: '/api/v1/auth/login' },
      { method: 'GET', path: '/' },
    ]
    for (const url of [world.server.url, tls.url]) {
      for (const ask of asks) {
        const answer = await send(url, {
          ...ask,
          headers: {
            Origin: origin,
            'Access-Control-Request-Method': 'POST',
            'Access-Control-Request-Headers': 'authorization,content-type',
            'Access-Control-Request-Private-Network': 'true',
          },
        })
        const granted = Object.keys(answer.headers).filter((name) =>
          name.includes('access-control'),
        )
        expect({ ask, granted }).toEqual({ ask, granted: [] })
      }
    }
    const preflight = await send(world.server.url, { ...asks[3]!, headers: { Origin: origin } })
    expect(preflight.status).toBe(404)
  })
})

describe('a failure inside', () => {
  test('shows nothing but an id, and the log has its cause under that id', async () => {
    await createPolicy(tls.api.as(world.admin))
    const { db } = tls
    await sql`alter table policy_versions rename column content to moved`.execute(db)
    const read = await tls.api.as(world.admin).raw('GET /policies')
    const written = await tls.api.as(world.admin).raw('POST /policies', {
      body: { title: 'A secret title', content: 'A secret content' },
    })
    await sql`alter table policy_versions rename column moved to content`.execute(db)

    for (const { status, body, headers } of [read, written]) {
      expect(status).toBe(500)
      expect(body).toEqual({
        error: 'An unexpected error occurred',
        code: 'internal',
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      })
      expect(headers.get('cache-control')).toBe('no-store')
      const logged = lines.filter((line) => line.includes(String(body.request_id)))
      expect(logged).toHaveLength(2)
      expect(logged.join('')).toContain('does not exist')
    }
    expect(lines.join('')).not.toMatch(/A secret (title|content)/)
    expect((await tls.api.as(world.admin)('GET /policies')).status).toBe(200)
  })

  test('undoes what the call had done', async () => {
    const { db } = tls
    const before = await db.selectFrom('policies').select('id').execute()
    await sql`alter table audit_events rename to moved`.execute(db)
    const answer = await tls.api.as(world.admin).raw('POST /policies', {
      body: { title: 'Half done', content: 'Half done' },
    })
    await sql`alter table moved rename to audit_events`.execute(db)
    expect(answer.status).toBe(500)
    expect(await db.selectFrom('policies').select('id').execute()).toEqual(before)
  })
})

test('every line of the log is one JSON object, whatever the request holds', async () => {
  lines.length = 0
  await send(tls.url, {
    path: '/api/v1/policies?search=%0d%0a%7b%22level%22%3a60%7d',
    headers: { 'User-Agent': 'a"}\\n{"level":60,"msg":"forged"}', ...bearer() },
  })
  await send(tls.url, { path: '/api/v1/%0d%0aforged' })
  await tls.api.raw('POST /auth/login', { body: { email: 'a\r\nforged', password: 'x' } })
  for (const line of lines) {
    expect(line.endsWith('\n') && !line.slice(0, -1).includes('\n')).toBe(true)
  }
  // What works beside the requests may have something to say as well.
  const ofRequests = lines.map((line) => JSON.parse(line)).filter(({ request_id: id }) => id)
  expect(ofRequests.length).toBeGreaterThanOrEqual(3)
  expect(lines.join('')).not.toContain('forged')
})

describe('/metrics', () => {
  test('is for this machine only, unless the operator says otherwise', async () => {
    const direct = await send(world.server.url, { path: '/metrics' })
    expect(direct.status).toBe(200)
    expect(direct.body).toContain('http_request_duration_seconds_bucket')
    const byProxies: Record<string, string>[] = [
      { 'X-Forwarded-For': '203.0.113.9' },
      { Forwarded: 'for=203.0.113.9' },
      { 'X-Forwarded-Proto': 'https' },
      { 'X-Real-IP': '203.0.113.9' },
      { Via: '1.1 proxy' },
      { 'CF-Connecting-IP': '203.0.113.9' },
      { Host: 'desk.example' },
    ]
    for (const headers of byProxies) {
      const proxied = await send(world.server.url, { path: '/metrics', headers })
      expect({ headers, status: proxied.status }).toEqual({ headers, status: 404 })
    }
    // As nginx asks where nobody set it up to tell anything.
    const old = await sendBytes(
      world.server.url,
      'GET /metrics HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n',
    )
    expect(old.status).toBe(404)
    const open = await startTestServer({ config: { metricsFrom: 'anywhere' } })
    const headers = { 'X-Forwarded-For': '203.0.113.9' }
    const anywhere = await send(open.url, { path: '/metrics', headers })
    await open.stop()
    expect(anywhere.status).toBe(200)
  })

  test('names routes and no addresses, people or searches', async () => {
    await send(world.server.url, { path: '/api/v1/policies?search=private', headers: bearer() })
    await send(world.server.url, { path: `/api/v1/policies/${world.agent.id}`, headers: bearer() })
    const { body } = await send(world.server.url, { path: '/metrics' })
    expect(body).toContain('route="/api/v1/policies/:id"')
    expect(body).not.toMatch(new RegExp(`private|${world.agent.id}|${world.admin.token}`))
  })
})
