import { gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createPolicy, type Member } from '../testing/factories.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let agent: Member
beforeAll(async () => {
  server = await startTestServer()
  const admin = await createMember(server)
  agent = await createMember(server)
  for (const title of ['Wire fraud', 'advertising', 'Keys']) {
    const content = `${title}. ${'Call the known number first. '.repeat(40)}`
    await createPolicy(server.api.as(admin), { title, content })
  }
})
afterAll(async () => server.stop())

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** As it comes over the line: `fetch` would unpack it. */
async function ask(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(
      `${server.url}/api/v1${path}`,
      { headers: { Authorization: `Bearer ${agent.token}`, ...headers } },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const { statusCode: status = 0 } = response
          resolve({ status, headers: response.headers, body: Buffer.concat(parts) })
        })
      },
    )
    call.on('error', reject)
    call.end()
  })
}

test('a list is compressed for who takes it, and says the same as one that is not', async () => {
  const plain = await ask('/policies')
  expect(plain.headers['content-encoding']).toBeUndefined()
  const packed = await ask('/policies', { 'Accept-Encoding': 'br, gzip;q=0.8' })
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: expect.stringContaining('Accept-Encoding'),
    'cache-control': 'no-store',
  })
  expect(packed.body.length).toBeLessThan(plain.body.length / 4)
  expect(gunzipSync(packed.body).equals(plain.body)).toBe(true)
  const refused = await ask('/policies', { 'Accept-Encoding': 'gzip;q=0, br' })
  expect(refused.headers['content-encoding']).toBeUndefined()
})

test('what did not change answers 304 to its tag, with where the next page is; what did is sent', async () => {
  const first = await ask('/policies?limit=2')
  const { etag, link } = first.headers
  expect(etag).toMatch(/^W\/"/)
  const again = await ask('/policies?limit=2', { 'If-None-Match': String(etag) })
  expect(again).toMatchObject({ status: 304, headers: { etag, link, 'cache-control': 'no-store' } })
  expect(again.body).toHaveLength(0)
  const [{ id }] = JSON.parse(first.body.toString()) as [{ id: string }]
  await server.api.as(agent)('POST /policies/:id/acknowledge', { params: { id }, body: {} })
  const changed = await ask('/policies?limit=2', { 'If-None-Match': String(etag) })
  expect(changed.status).toBe(200)
  expect(changed.headers.etag).not.toBe(etag)
})

test('a list may leave out the texts; without asking they are there', async () => {
  const api = server.api.as(agent)
  const { body: whole } = await api('GET /policies')
  expect(whole.map(({ title }) => title)).toEqual(['advertising', 'Keys', 'Wire fraud'])
  expect(whole.every(({ content }) => content?.includes('known number'))).toBe(true)
  const { body: listed } = await api('GET /policies', { query: { view: 'list' } })
  expect(listed).toEqual(whole.map(({ content: _, ...rest }) => rest))
})
