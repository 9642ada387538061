import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../testing/examples/world.ts'
import { createPolicy } from '../testing/factories.ts'
import { scaled } from '../testing/patience.ts'
import { send, sendBytes } from '../testing/send.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => world.server.stop())
afterEach(async () => {
  // Whatever was thrown at it, the server goes on.
  const { status } = await world.server.api.as(world.admin)('GET /auth/me')
  if (status !== 200) throw new Error(`The server no longer answers: ${status}`)
})

const HEADERS = 'Host: localhost\r\nConnection: close\r\n'

test.each([
  ['TRACE', 'TRACE /api/v1/auth/me HTTP/1.1\r\nX-Secret: echo-me\r\n'],
  ['TRACE of a page', 'TRACE / HTTP/1.1\r\nX-Secret: echo-me\r\n'],
  ['an unknown method', 'BREW /api/v1/policies HTTP/1.1\r\n'],
  ['PATCH', 'PATCH /api/v1/policies HTTP/1.1\r\n'],
  ['PROPFIND', 'PROPFIND / HTTP/1.1\r\n'],
  ['a lower-case method', 'get /api/v1/health/live HTTP/1.1\r\n'],
  ['bad escapes in the path', 'GET /api/v1/%ZZecho-me HTTP/1.1\r\n'],
  ['bad escapes in a page', 'GET /%E0%A4%A HTTP/1.1\r\n'],
  ['half an address', 'GET http://[/api/v1/policies?limit=1 HTTP/1.1\r\n'],
  ['a long address', `GET /api/v1/${'a'.repeat(9000)} HTTP/1.1\r\n`],
  ['a longer address', `GET /api/v1/${'a'.repeat(20_000)} HTTP/1.1\r\n`],
  ['3,000 headers', `GET /api/v1/auth/me HTTP/1.1\r\n${'A: b\r\n'.repeat(3000)}`],
  ['10,000 headers', `GET / HTTP/1.1\r\n${'A: b\r\n'.repeat(10_000)}`],
  ['a large header', `GET / HTTP/1.1\r\nA: ${'b'.repeat(20_000)}\r\n`],
  ['a header with NUL', 'GET / HTTP/1.1\r\nA: b\0c\r\n'],
  ['a header with a bare carriage return', 'GET / HTTP/1.1\r\nA: b\rSet-Cookie: c\r\n'],
  ['two lengths', 'POST /api/v1/policies HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n'],
  [
    'a length and chunks',
    'POST /api/v1/policies HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n',
  ],
  ['a negative length', 'POST /api/v1/policies HTTP/1.1\r\nContent-Length: -1\r\n'],
])('%s gets a 4xx within a second and is not repeated', async (_, request) => {
  const answer = await sendBytes(world.server.url, `${request}${HEADERS}\r\n`)
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect(answer.ms).toBeLessThan(scaled(1000))
  expect(answer.body).not.toMatch(/echo-me|FST_|\bat .+:\d+/)
  // Node itself says nothing where headers beyond its limit, and Host with them, were dropped.
  expect(answer.body).toMatch(/^(\{"error":"|0\r\n)/)
})

test('a body in chunks that never says how long it is has an end all the same', async () => {
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const answer = await sendBytes(
    world.server.url,
    `POST /api/v1/auth/login HTTP/1.1\r\n${HEADERS}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(80)}`,
  )
  expect(answer.status).toBe(413)
})

test('bytes that are no HTTP, and CONNECT, end their connection and nothing else', async () => {
  const bytes = [
    '\0\0\0\0\r\n\r\n',
    '\x16\x03\x01\x02\0\x01',
    'GET / HTTP/9.9\r\n\r\n',
    '\r\n'.repeat(5000),
    `CONNECT example.com:443 HTTP/1.1\r\n${HEADERS}\r\n`,
  ]
  const answers = await Promise.all(
    bytes.map((text) => sendBytes(world.server.url, Buffer.from(text, 'latin1'))),
  )
  for (const { status } of answers) expect([0, 400]).toContain(status)
})

test('an origin in the first line changes neither the way nor the answer', async () => {
  const api = world.server.api.as(world.admin)
  for (const title of ['One', 'Two']) await createPolicy(api, { title })
  const { host } = new URL(world.server.url)
  for (const origin of ['', 'http://evil.example', `http://${host}`, 'http://a:b@c:99999']) {
    const answer = await sendBytes(
      world.server.url,
      `GET ${origin}/api/v1/policies?limit=1 HTTP/1.1\r\n${HEADERS}Authorization: Bearer ${world.admin.token}\r\n\r\n`,
    )
    expect([200, 400, 404]).toContain(answer.status)
    expect(answer.headers.link ?? '</api/v1/policies?').toMatch(/^<\/api\/v1\/policies\?/)
  }
})

test('the Host of a request is in no answer', async () => {
  for (const path of ['/api/v1/policies?limit=1', '/api/v1/csrf-token', '/api/v1/nowhere', '/']) {
    const answer = await send(world.server.url, {
      path,
      headers: {
        Host: 'evil.example',
        'X-Forwarded-Host': 'evil.example',
        'X-Original-URL': '/evil.example',
        Authorization: `Bearer ${world.admin.token}`,
      },
    })
    expect(JSON.stringify(answer.headers) + answer.body).not.toContain('evil.example')
  }
})

test('200 connections that say nothing hold up nobody', async () => {
  const silent = Array.from({ length: 200 }, () =>
    sendBytes(world.server.url, 'GET / HTTP/1.1\r\n'),
  )
  const answers = [1, 2, 3].map(() => send(world.server.url, { path: '/api/v1/health/ready' }))
  for (const { status, ms } of await Promise.all(answers)) {
    expect(status).toBe(200)
    expect(ms).toBeLessThan(scaled(2000))
  }
  await Promise.all(silent)
})
