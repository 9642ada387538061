import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAppPage, type PageSettings } from './app-page.ts'
import { scaled } from '../testing/patience.ts'

const SCRIPT = 'document.title = "x"'
const PAGE = `<html><head><title>Front Desk</title></head><body><script>${SCRIPT}</script></body></html>`

let folder: string
let app: FastifyInstance
let find: () => Promise<PageSettings & { name: string }>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontdesk-page-'))
  const file = join(folder, 'index.html')
  await writeFile(file, PAGE)
  app = Fastify()
  const send = createAppPage(file, async () => find())
  app.get('/', async (request, reply) => send(request, reply, { 'X-Test': '1' }))
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const ask = async (headers: Record<string, string> = {}) => app.inject({ url: '/', headers })

test('the settings are in the page as text, whatever they say', async () => {
  const name = `</head><script>alert(1)</script> "$&" 'x' & é`
  find = async () => ({ name, accent_css: '--accent:#123456', logo: null })
  const { body, headers } = await ask()
  expect(headers).toMatchObject({ 'x-test': '1', 'cache-control': 'no-cache' })
  expect(body.match(/<script>/g)).toHaveLength(1)
  expect(body.match(/<\/head>/g)).toHaveLength(1)
  expect(body).toContain('<style id="accent">html:root{--accent:#123456}</style></head>')
  const [, content = ''] = /name="front-desk-settings" content="([^"]*)"/.exec(body) ?? []
  const read = content
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
  expect(JSON.parse(read)).toEqual({ name, accent_css: '--accent:#123456', logo: null })
})

test('it is compressed, and sent again only when the settings change', async () => {
  find = async () => ({ name: 'One', accent_css: null, logo: null })
  const plain = await ask()
  const packed = await ask({ 'Accept-Encoding': 'gzip, br' })
  expect(brotliDecompressSync(packed.rawPayload).toString('utf8')).toBe(plain.body)
  const etag = String(plain.headers.etag)
  expect((await ask({ 'If-None-Match': etag })).statusCode).toBe(304)
  find = async () => ({ name: 'Two', accent_css: null, logo: null })
  const next = await ask({ 'If-None-Match': etag })
  expect(next).toMatchObject({ statusCode: 200, body: expect.stringContaining('Two') })
})

test('without a database it comes all the same, soon, and as it was last', async () => {
  find = async () => new Promise(() => undefined)
  const started = performance.now()
  expect((await ask()).body).toBe(PAGE)
  expect(performance.now() - started).toBeLessThan(scaled(2000))
  find = async () => ({ name: 'Harbor', accent_css: null, logo: null })
  expect((await ask()).body).toContain('Harbor')
  find = async () => Promise.reject(new Error('away'))
  expect((await ask()).body).toContain('Harbor')
})

test('of scripts in the page itself only those of the build run', async () => {
  find = async () => ({ name: '<script>alert(1)</script>', accent_css: null, logo: '/logo' })
  const { body, headers } = await ask()
  const hash = createHash('sha256').update(SCRIPT).digest('base64')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(policy.match(/sha256-/g)).toHaveLength(1)
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  expect(body).toContain('#page-shell .brand{visibility:hidden}')
})
