import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createMember } from '../testing/factories.ts'
import { EVER } from '../testing/patience.ts'
import { send } from '../testing/send.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { networkOf } from './network.ts'

let server: TestServer
const lines: string[] = []
beforeAll(async () => {
  server = await startTestServer({
    config: { trustProxy: ['127.0.0.1'] },
    logTo: (line) => lines.push(line),
  })
})
afterAll(async () => server.stop())

test('of an IPv6 address its /64 is whose it is, of IPv4 all of it', () => {
  expect(networkOf('2001:db8:1:2::3')).toBe('2001:db8:1:2')
  expect(networkOf('2001:db8:1:2:ffff::9')).toBe('2001:db8:1:2')
  expect(networkOf('2001:db8:1:3::3')).not.toBe(networkOf('2001:db8:1:2::3'))
  expect(networkOf('192.0.2.1')).not.toBe(networkOf('192.0.2.2'))
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:4711', '203.0.113.9'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['198.51.100.7:1, 203.0.113.9:4711', '203.0.113.9'],
])('X-Forwarded-For %s is from %s', async (sent, ip) => {
  lines.length = 0
  await send(server.url, { path: '/api/v1/auth/me', headers: { 'X-Forwarded-For': sent } })
  const line = await vi.waitUntil(() => lines.find((one) => one.includes('"msg":"request"')), EVER)
  expect(JSON.parse(line)).toMatchObject({ ip })
})

test.each([
  ['JSON', 'PUT', '/api/v1/users/me', 'application/json', '{"first_name":'],
  [
    'a form',
    'POST',
    '/api/v1/documents',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
  ],
])('%s that is cut off is no failure of ours', async (_, method, path, type, beginning) => {
  const { token } = await createMember(server, { role: 'admin' })
  lines.length = 0
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n\r\n${beginning}`,
  )
  // Whenever it is cut off, before or while it is read, it says the same.
  await new Promise((resolve) => setTimeout(resolve, 300))
  socket.resetAndDestroy()
  // Two answers later the server has long seen it; a broken connection has no line of its own.
  for (const asked of ['auth/me', 'health/ready']) {
    await send(server.url, { path: `/api/v1/${asked}` })
  }
  const logged = lines.map((line) => JSON.parse(line) as { level: number })
  expect(logged.length).toBeGreaterThanOrEqual(2)
  expect(logged.filter(({ level }) => level >= 50)).toEqual([])
})
