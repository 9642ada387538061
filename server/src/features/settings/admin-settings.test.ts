import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AdminSettings } from '@frontdesk/contract/settings'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import { pictureForm, pictureOf, pixelFlood } from '../../testing/pictures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { removeOrphanLogos } from './logo.actions.ts'

let server: TestServer
let admin: Member
let agent: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
  agent = await createMember(server)
})
afterAll(async () => server.stop())
beforeEach(async () => void (await server.db.deleteFrom('rate_limits').execute()))

const save = async (body: Partial<Record<keyof AdminSettings, unknown>>, etag?: string) =>
  server.api.as(admin).raw('PUT /admin/settings', {
    body,
    headers: etag ? { 'If-Match': etag } : {},
  })
const settings = async () => (await server.api.as(admin)('GET /admin/settings')).body

test('a save changes what it names and nothing else, everywhere at once', async () => {
  const before = await settings()
  const { status, body } = await save({ brokerage_name: 'Harbor & Hill', welcome_title: 'Hello' })
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      ...before,
      brokerage_name: 'Harbor & Hill',
      welcome_title: 'Hello',
      revision: before.revision + 1,
      updated_at: expect.any(String),
      updated_by_name: 'Ada Broker',
    },
  })
  expect((await server.api('GET /settings/public')).body.brokerage_name).toBe('Harbor & Hill')
  const dashboard = await server.api.as(agent)('GET /settings/front-desk')
  expect(dashboard.body.welcome_title).toBe('Hello')
})

test('our own text, saved as it is, is not written down', async () => {
  const { broker_bio: bio, help_cards: cards } = await settings()
  await save({ broker_bio: 'Mine', help_cards: cards.map((card) => ({ ...card, text: 'x' })) })
  await save({ broker_bio: bio, help_cards: cards })
  const row = await server.db.selectFrom('settings').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ broker_bio: null, help_cards: null })
})

test('of two who save over each other the second is told what the first wrote', async () => {
  const { headers } = await server.api.as(admin)('GET /admin/settings')
  const etag = headers.get('etag')!
  expect((await save({ welcome_text: 'First' }, etag)).status).toBe(200)
  const second = await save({ welcome_text: 'Second' }, etag)
  expect(second).toMatchObject({
    status: 409,
    body: { code: 'edit_conflict', current: { welcome_text: 'First' } },
  })
  const saves = ['a', 'b', 'c', 'd'].map(async (text) =>
    save({ welcome_text: text }, `"${(await settings()).revision}"`),
  )
  const statuses = (await Promise.all(saves)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1)
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
  expect((await settings()).revision).toBeGreaterThan(1)
})

test('a save of what is there already is no change', async () => {
  const before = await settings()
  const { status } = await save({ brokerage_name: before.brokerage_name, reminders: true })
  expect(status).toBe(200)
  expect(await settings()).toEqual(before)
  const [newest] = (await server.api.as(admin)('GET /admin/audit', { query: { kind: 'settings' } }))
    .body
  await save({ reminders: false, accent: '#7A3B22' })
  const [next] = (await server.api.as(admin)('GET /admin/audit', { query: { kind: 'settings' } }))
    .body
  expect(next!.id).not.toBe(newest?.id)
  expect(next!.sentence).toBe('changed the settings: accent, reminders')
})

const REFUSED: [object, field: string][] = [
  [{ brokerage_name: ' ' }, 'brokerage_name'],
  [{ brokerage_name: 'Two\nlines' }, 'brokerage_name'],
  [{ accent: 'red' }, 'accent'],
  [{ accent: '#12345' }, 'accent'],
  [{ accent: '#fff;}*{' }, 'accent'],
  [{ help_cards: [] }, 'help_cards'],
  [{ signup_mode: 'domains', signup_domains: [] }, 'signup_domains'],
  [{ signup_domains: ['no dots'] }, 'signup_domains.0'],
  [{ signup_domains: ['a@example.com'] }, 'signup_domains.0'],
  [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
  [{ time_zone: "UTC'; drop table users" }, 'time_zone'],
  [{ terms: 'x'.repeat(50_001) }, 'terms'],
]
test.each(
  REFUSED.map(([body, field]) => ({ says: JSON.stringify(body).slice(0, 60), body, field })),
)(
  '$says is refused with a sentence beside its field, and nothing is saved',
  async ({ body, field }) => {
    const before = await settings()
    const answer = await save({ ...body, broker_name: 'Not saved' })
    expect(answer.status).toBe(422)
    expect(answer.body.fields).toHaveProperty([field])
    expect(await settings()).toEqual(before)
  },
)

test('the sign-up mode holds from the next request, and null gives it back to the server', async () => {
  const signUp = async (email: string) =>
    server.api.raw('POST /auth/signup', {
      body: { first_name: 'Jo', last_name: 'Lee', email, password: 'a brass bell on the desk' },
    })
  await save({ signup_mode: 'domains', signup_domains: ['Harbor.Example', 'hill.example'] })
  expect((await settings()).signup_domains).toEqual(['harbor.example', 'hill.example'])
  expect((await signUp('jo@elsewhere.example')).status).toBe(422)
  expect((await signUp('jo@hill.example')).status).toBe(201)
  await save({ signup_mode: 'invite' })
  expect((await signUp('joan@hill.example')).status).toBe(403)
  await save({ signup_mode: null })
  expect((await signUp('joan@elsewhere.example')).status).toBe(201)
})

test('an accent becomes colours for both themes, and nothing but colours', async () => {
  await save({ accent: '#FFCC00' })
  const { accent_css: css } = (await server.api('GET /settings/public')).body
  expect(css).toMatch(/^(--[a-z-]+:light-dark\(#[\da-f]{6},#[\da-f]{6}\);?)+$/)
  await save({ accent: null })
  expect((await server.api('GET /settings/public')).body.accent_css).toBeNull()
})

test('terms and privacy are ours until written, with the day of their last change', async () => {
  const legal = async () => (await server.api('GET /settings/legal')).body
  expect(await legal()).toEqual({
    terms: null,
    terms_revised_at: null,
    privacy: null,
    privacy_revised_at: null,
  })
  await save({ terms: '# Ours\n\n<script>alert(1)</script>' })
  const written = await legal()
  expect(written).toMatchObject({ terms: '# Ours\n\n<script>alert(1)</script>', privacy: null })
  expect(Date.parse(written.terms_revised_at!)).toBeGreaterThan(Date.now() - 60_000)
  await save({ terms: '' })
  expect((await legal()).terms).toBeNull()
})

test.each([
  ['terms', 'privacy'],
  ['privacy', 'terms'],
] as const)('a save of %s alone is no change of %s', async (saved, other) => {
  const forget = async () =>
    server.db
      .updateTable('settings')
      .set({ terms: null, terms_revised_at: null, privacy: null, privacy_revised_at: null })
      .execute()
  await forget()
  await save({ [saved]: '# Ours' })
  const { body: legal } = await server.api('GET /settings/legal')
  await forget()
  expect(legal[`${saved}_revised_at`]).not.toBeNull()
  expect(legal[`${other}_revised_at`]).toBeNull()
})

const putUp = async (content: Buffer, type?: string) =>
  server.api.as(admin).raw('POST /admin/settings/logo', {
    body: pictureForm(content, { field: 'logo', type }),
  })
const filesNow = async () => readdir(join(server.config.dataDir, 'files', 'logos'))

test('a logo keeps its shape and its transparency, and anyone may see it', async () => {
  const content = await sharp({
    create: { width: 2000, height: 500, channels: 4, background: '#00000000' },
  })
    .png()
    .toBuffer()
  const { status, body } = await putUp(content)
  expect(status).toBe(200)
  const { logo } = (await server.api('GET /settings/public')).body
  expect(body).toEqual({ logo })
  const answer = await fetch(server.url + logo!)
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect(answer.headers.get('cache-control')).toContain('immutable')
  const meta = await sharp(await answer.arrayBuffer()).metadata()
  expect(meta).toMatchObject({ width: 640, height: 160, hasAlpha: true })
  const plain = `${server.url}/api/v1/settings/logo`
  const etag = (await fetch(plain)).headers.get('etag')!
  expect((await fetch(plain)).headers.get('cache-control')).toBe('no-cache')
  expect((await fetch(plain, { headers: { 'If-None-Match': etag } })).status).toBe(304)
})

test('a new logo takes the place of the old one, and none leaves nothing', async () => {
  await putUp(await pictureOf(90, 30))
  await putUp(await pictureOf(30, 30))
  expect(await filesNow()).toHaveLength(1)
  expect(await removeOrphanLogos(server.db, server.config)).toBe(0)
  await server.api.as(admin)('DELETE /admin/settings/logo')
  expect(await filesNow()).toEqual([])
  expect((await server.api('GET /settings/public')).body.logo).toBeNull()
  expect((await server.api.raw('GET /settings/logo')).status).toBe(404)
})

test.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a pixel flood', pixelFlood(20_000, 20_000)],
  ['half a picture', Buffer.from('89504e470d0a1a0a0000', 'hex')],
])('%s is no logo, whatever it calls itself, and leaves nothing', async (_, content) => {
  const before = await settings()
  for (const type of ['image/png', 'image/svg+xml']) {
    const answer = await putUp(content, type)
    expect(answer).toMatchObject({ status: 422, body: { fields: { logo: expect.any(String) } } })
  }
  expect(await filesNow()).toEqual([])
  expect(await settings()).toEqual(before)
})
