import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cpuUsage, memoryUsage } from 'node:process'
import sharp from 'sharp'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createMember, type Member, signIn } from '../../testing/factories.ts'
import { EVER } from '../../testing/patience.ts'
import { pictureForm, pictureOf, pixelFlood } from '../../testing/pictures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { openPictures, removeOrphanPictures } from './pictures.actions.ts'

let server: TestServer
let admin: Member
let agent: Member
let folder: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
  agent = await createMember(server)
  folder = join(server.config.dataDir, 'files', 'profile-pictures')
})
afterAll(async () => server.stop())
beforeEach(async () => void (await server.db.deleteFrom('rate_limits').execute()))

const upload = async (content: Buffer, options = {}, who = agent) =>
  server.api.as(who).raw('POST /users/me/profile-picture', { body: pictureForm(content, options) })

async function fetchPicture(id: string, query = '', headers: Record<string, string> = {}) {
  return fetch(`${server.url}/api/v1/users/${id}/profile-picture${query}`, {
    headers: { Authorization: `Bearer ${agent.token}`, ...headers },
  })
}

async function filesNow(): Promise<string[]> {
  const names: string[] = await readdir(folder).catch(() => [])
  return names.toSorted()
}

test.each(['png', 'jpeg', 'gif', 'webp'] as const)(
  'a %s becomes two squares of its middle, whatever its name says',
  async (format) => {
    const content = await pictureOf(900, 300, format)
    const { status, body } = await upload(content, { name: 'virus.exe', type: 'text/html' })
    expect(status).toBe(200)
    const prefix = `/api/v1/users/${agent.id}/profile-picture?v=`
    expect(body.profile_picture_img_location).toEqual(expect.stringContaining(prefix))
    for (const [query, size] of [
      ['', 512],
      ['?size=512', 512],
      ['?size=96', 96],
    ] as const) {
      const answer = await fetchPicture(agent.id, query)
      expect(answer.headers.get('content-type')).toBe('image/webp')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      const { data, info } = await sharp(await answer.arrayBuffer())
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect(info).toMatchObject({ width: size, height: size })
      const middleRow = Math.floor(size / 2) * size * info.channels
      const colour = (column: number) =>
        [...data.subarray(middleRow + column * info.channels)].slice(0, 3)
      expect(colour(2)[0]).toBeGreaterThan(200)
      expect(colour(size - 3)[2]).toBeGreaterThan(200)
    }
  },
)

test('nothing of the file but its pixels is kept, and it stands as the camera was held', async () => {
  const secret = 'Maple Street 12, at home'
  const content = await sharp(await pictureOf(400, 200))
    .withExif({ IFD0: { Artist: secret, ImageDescription: secret } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(content).metadata()).orientation).toBe(6)
  await upload(content)
  const picture = Buffer.from(await (await fetchPicture(agent.id)).arrayBuffer())
  const { exif, icc, xmp, orientation } = await sharp(picture).metadata()
  expect({ exif, icc, xmp, orientation }).toEqual({})
  expect(picture.includes('Maple')).toBe(false)
  // Turned by a quarter, what was left is on top.
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  expect(data[info.width * 2 * info.channels + 100 * info.channels]).toBeGreaterThan(200)
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const NOT_A_PICTURE = 'Please choose a PNG, JPG, GIF or WebP picture'

test.each([
  ['an SVG', Buffer.from(SVG), NOT_A_PICTURE],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), NOT_A_PICTURE],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj'), NOT_A_PICTURE],
  ['nothing', Buffer.alloc(0), NOT_A_PICTURE],
  ['a TIFF', Buffer.from('49492a0008000000', 'hex'), NOT_A_PICTURE],
  ['a pixel flood', pixelFlood(30_000, 30_000), /too large to be opened/],
  ['a picture that ends too early', pixelFlood(4000, 4000), /damaged/],
])('%s is refused with the reason, and leaves nothing behind', async (_, content, reason) => {
  await upload(await pictureOf(50, 50))
  const before = await filesNow()
  const memory = memoryUsage.rss()
  const cpuBefore = cpuUsage()
  const answer = await upload(content)
  // Not by the clock: tests share their machine.
  const { user, system } = cpuUsage(cpuBefore)
  expect((user + system) / 1000).toBeLessThan(500)
  expect(answer).toMatchObject({ status: 422, body: { code: 'bad_picture' } })
  const { profile_picture: sentence } = answer.body.fields as Record<string, string>
  expect(sentence).toMatch(reason)
  expect(memoryUsage.rss() - memory).toBeLessThan(100 * 1024 * 1024)
  expect(await filesNow()).toEqual(before)
})

test('part of a picture is refused, and the server goes on', async () => {
  const whole = await pictureOf(600, 600, 'jpeg')
  for (const share of [0.2, 0.5, 0.9]) {
    const { status } = await upload(whole.subarray(0, Math.floor(whole.length * share)))
    expect(status).toBe(422)
  }
  expect((await upload(whole)).status).toBe(200)
})

test('over 10 MB is 413, announced or not, and leaves nothing behind', async () => {
  await upload(await pictureOf(50, 50))
  const before = await filesNow()
  const large = Buffer.concat([await pictureOf(50, 50), Buffer.alloc(10 * 1024 * 1024)])
  const refusal = { code: 'too_large', error: 'Please choose a picture of at most 10 MB' }
  expect(await upload(large)).toMatchObject({ status: 413, body: refusal })

  const boundary = 'x'.repeat(20)
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="profile_picture"; filename="a.png"\r\n\r\n`
  async function* endless() {
    yield Buffer.from(head)
    for (let sent = 0; sent < 64; sent += 1) yield Buffer.alloc(1024 * 1024)
  }
  const memory = memoryUsage.rss()
  const answer = await fetch(`${server.url}/api/v1/users/me/profile-picture`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${agent.token}`,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
    },
    body: ReadableStream.from(endless()),
    duplex: 'half',
  }).catch((error: unknown) => error)
  // The server answers before all is sent; whether the answer is still read is up to the client.
  expect(answer instanceof Response ? answer.status : 413).toBe(413)
  expect(memoryUsage.rss() - memory).toBeLessThan(150 * 1024 * 1024)
  await vi.waitFor(async () => expect(await filesNow()).toEqual(before), EVER)
})

test('an upload that breaks off leaves nothing', async () => {
  await upload(await pictureOf(50, 50))
  const before = await filesNow()
  const abort = new AbortController()
  const boundary = 'y'.repeat(20)
  async function* broken() {
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="profile_picture"; filename="a"\r\n\r\n`,
    )
    yield Buffer.alloc(300_000)
    await new Promise((resolve) => setTimeout(resolve, 150))
    abort.abort()
    yield Buffer.alloc(1)
  }
  await fetch(`${server.url}/api/v1/users/me/profile-picture`, {
    method: 'POST',
    signal: abort.signal,
    headers: {
      Authorization: `Bearer ${agent.token}`,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
    },
    body: ReadableStream.from(broken()),
    duplex: 'half',
  }).catch(() => undefined)
  await vi.waitFor(async () => expect(await filesNow()).toEqual(before), EVER)
})

test('JSON, another field and no file are refused', async () => {
  const api = server.api.as(agent)
  const json = await api.raw('POST /users/me/profile-picture', { body: { profile_picture: 'x' } })
  expect(json.status).toBe(415)
  const other = await upload(await pictureOf(20, 20), { field: 'avatar' })
  expect(other).toMatchObject({ status: 422, body: { error: 'Please choose a picture' } })
  const none = new FormData()
  none.append('profile_picture', 'only text')
  const text = await api.raw('POST /users/me/profile-picture', { body: none })
  expect(text.status).toBe(422)
})

test.each(['multipart/form-data; boundary=b', 'multipart/form-data'])(
  'what is no form is refused, though it says %s',
  async (type) => {
    const answer = await fetch(`${server.url}/api/v1/users/me/profile-picture`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${agent.token}`, 'Content-Type': type },
      body: 'garbage',
    })
    expect(answer.status).toBe(400)
  },
)

test('no other endpoint reads a form', async () => {
  const form = pictureForm(await pictureOf(20, 20))
  const { status } = await server.api.as(agent).raw('PUT /users/me', { body: form })
  expect(status).toBe(415)
})

test('a new picture has a new address and replaces the files; removing it removes them', async () => {
  const first = (await upload(await pictureOf(80, 80))).body.profile_picture_img_location
  const files = await filesNow()
  const second = (await upload(await pictureOf(90, 90))).body.profile_picture_img_location
  expect(second).not.toBe(first)
  const after = await filesNow()
  expect(after).toHaveLength(2)
  expect(after.filter((file) => files.includes(file))).toEqual([])
  const list = await server.api.as(admin)('GET /users')
  const seen = list.body.find((person) => person.id === agent.id)
  expect(seen?.profile_picture_img_location).toBe(second)

  await server.api.as(agent)('DELETE /users/me/profile-picture')
  expect(await filesNow()).toEqual([])
  expect((await fetchPicture(agent.id)).status).toBe(404)
  const me = await server.api.as(agent)('GET /users/me')
  expect(me.body.profile_picture_img_location).toBeNull()
})

test('ten uploads at once leave one picture', async () => {
  const content = await pictureOf(64, 64)
  const answers = await Promise.all(Array.from({ length: 10 }, async () => upload(content)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(await filesNow()).toHaveLength(2)
  expect((await fetchPicture(agent.id)).status).toBe(200)
})

test('a browser that has the picture is told so in a few bytes', async () => {
  await upload(await pictureOf(70, 70))
  const first = await fetchPicture(agent.id)
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  const again = await fetchPicture(agent.id, '', { 'If-None-Match': etag })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
  expect((await fetchPicture(agent.id, '?size=96', { 'If-None-Match': etag })).status).toBe(200)
  await upload(await pictureOf(71, 71))
  expect((await fetchPicture(agent.id, '', { 'If-None-Match': etag })).status).toBe(200)
})

test('somebody who is deactivated has no picture, but for admins', async () => {
  const leaver = await createMember(server)
  await upload(await pictureOf(40, 40), {}, leaver)
  await server.db
    .updateTable('users')
    .set({ status: 'inactive' })
    .where('id', '=', leaver.id)
    .execute()
  expect((await fetchPicture(leaver.id)).status).toBe(404)
  const { token } = await signIn(server.api, admin.email)
  const forAdmin = await fetchPicture(leaver.id, '', { Authorization: `Bearer ${token}` })
  expect(forAdmin.status).toBe(200)
  expect((await upload(await pictureOf(40, 40), {}, leaver)).status).toBe(401)
})

test('after 30 pictures in an hour it is 429', async () => {
  await server.db
    .insertInto('rate_limits')
    .values({
      bucket: `picture-of:${agent.id}`,
      hits: 30,
      resets_at: sql`now() + interval '30 minutes'`,
    })
    .execute()
  const answer = await upload(await pictureOf(20, 20))
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('the sweep removes what a crash left, and nothing that is in use or still coming', async () => {
  await upload(await pictureOf(60, 60))
  const inUse = await filesNow()
  const left = ['a'.repeat(32), `${'b'.repeat(32)}.part`]
  const fresh = 'c'.repeat(32)
  for (const name of [...left, fresh]) await writeFile(join(folder, name), 'left over')
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
  for (const name of [...left, ...inUse]) await utimes(join(folder, name), twoHoursAgo, twoHoursAgo)
  expect(await removeOrphanPictures(server.db, openPictures(server.config))).toBe(2)
  expect(await filesNow()).toEqual([...inUse, fresh].toSorted())
})
