import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pictureNamed, picturesNamedIn } from '@frontdesk/contract/picture-names'
import { sql } from 'kysely'
import sharp from 'sharp'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../db/transaction.ts'
import { createMember, type Member } from '../../testing/factories.ts'
import { pictureForm, pictureOf, pixelFlood } from '../../testing/pictures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { openTextPictures, tidyPictures } from './pictures.actions.ts'

let server: TestServer
let admin: Member
let agent: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { role: 'admin' })
  agent = await createMember(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
})

const upload = async (content: Buffer, as = admin) =>
  server.api.as(as).raw('POST /pictures', { body: pictureForm(content, { field: 'picture' }) })

let width = 50
/** One that nobody has uploaded. */
async function uploadNew(as = admin): Promise<{ name: string; path: string }> {
  const { status, body } = await upload(await pictureOf((width += 1), 20), as)
  expect(status).toBe(201)
  return body as { name: string; path: string }
}

const namesOf = async () =>
  (await server.db.selectFrom('pictures').select('name').execute()).map(({ name }) => name)
const filesOf = async () => readdir(join(server.config.dataDir, 'files', 'text-pictures'))
const gone = (path: string) => path.replace(/\/[0-9a-f]{4}/, '/0000')
const PICTURE_GONE = 'A picture in this text is no longer there. Please add it again'

describe('A picture', () => {
  test.each(['png', 'jpeg', 'gif', 'webp'] as const)(
    'of %s is kept as WebP, under the hash of its bytes and its size',
    async (format) => {
      const { status, body } = await upload(await pictureOf(300, 200, format))
      expect(status).toBe(201)
      const { name, path, width: wide, height } = body as Record<string, string>
      expect({ wide, height, path }).toEqual({
        wide: 300,
        height: 200,
        path: `/api/v1/pictures/${name}`,
      })
      const answer = await fetch(`${server.url}${path}`, {
        headers: { Authorization: `Bearer ${agent.token}` },
      })
      expect(answer.headers.get('content-type')).toBe('image/webp')
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(name).toBe(`${createHash('sha256').update(bytes).digest('hex')}-300x200.webp`)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 300 })
      expect(pictureNamed(name!)).toEqual({ name, width: 300, height: 200 })
    },
  )

  test('is made smaller, turned as the camera was held, and says nothing of it', async () => {
    const photo = await sharp({
      create: { width: 3000, height: 1000, channels: 3, background: '#345' },
    })
      .withExif({ IFD0: { Copyright: 'Somebody at home', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { body } = await upload(photo)
    expect(body).toMatchObject({ width: 1000, height: 3000 })
    const wide = await upload(await pictureOf(3200, 100))
    expect(wide.body).toMatchObject({ width: 1600, height: 50 })
    const key = await server.db
      .selectFrom('pictures')
      .select('storage_key')
      .where('name', '=', (body as { name: string }).name)
      .executeTakeFirstOrThrow()
    const kept = await openTextPictures(server.config).read(key.storage_key)
    expect(kept!.includes('Somebody')).toBe(false)
    expect((await sharp(kept!).metadata()).exif).toBeUndefined()
  })

  test('that moves goes on moving', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map(async (background) =>
        sharp({ create: { width: 40, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer()
    const { body } = await upload(moving)
    expect(body).toMatchObject({ width: 40, height: 30 })
    const { path } = body as { path: string }
    const answer = await fetch(`${server.url}${path}`, {
      headers: { Authorization: `Bearer ${agent.token}` },
    })
    const kept = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect(kept).toMatchObject({ format: 'webp', pages: 3 })
  })

  test('that comes again has its name, one row and one file', async () => {
    const content = await pictureOf(77, 33)
    const [one, other] = await Promise.all([upload(content), upload(content, agent)])
    const third = await upload(content)
    const names = [one, other, third].map(({ body }) => (body as { name: string }).name)
    expect(new Set(names).size).toBe(1)
    expect((await namesOf()).filter((name) => name === names[0])).toHaveLength(1)
    expect(await filesOf()).toHaveLength((await namesOf()).length)
  })

  test('whose file went missing is there again once it comes again', async () => {
    const content = await pictureOf(78, 33)
    const { body } = await upload(content)
    const { name } = body as { name: string }
    const { storage_key: key } = await server.db
      .selectFrom('pictures')
      .select('storage_key')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    const files = openTextPictures(server.config)
    await files.remove([key])
    const api = server.api.as(agent)
    expect((await api.raw('GET /pictures/:name', { params: { name } })).status).toBe(404)
    await upload(content)
    expect((await api.raw('GET /pictures/:name', { params: { name } })).status).toBe(200)
  })

  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
    ['nothing', Buffer.alloc(0)],
    ['more pixels than may be', pixelFlood(10_000, 10_000)],
  ])('is not %s: a sentence, and nothing is kept', async (_, content) => {
    const before = await filesOf()
    const { status, body } = await upload(content)
    expect(status).toBe(422)
    expect(body).toMatchObject({
      code: 'bad_picture',
      fields: { picture: expect.stringMatching(/Please choose/) },
    })
    expect(await filesOf()).toEqual(before)
  })

  test('of more than 10 MB is refused', async () => {
    const { status } = await upload(Buffer.alloc(10 * 1024 * 1024 + 1))
    expect(status).toBe(413)
  })

  test('may be added 120 times an hour, by admins more often', async () => {
    const spend = async (who: Member, hits: number) =>
      sql`insert into rate_limits (bucket, hits, resets_at)
        values (${`pictures-of:${who.id}`}, ${hits}, now() + interval '30 minutes')
        on conflict (bucket) do update set hits = excluded.hits`.execute(server.db)
    const content = await pictureOf(30, 30)
    await spend(agent, 119)
    expect((await upload(content, agent)).status).toBe(201)
    expect((await upload(content, agent)).status).toBe(429)
    await spend(admin, 599)
    expect((await upload(content)).status).toBe(201)
    expect((await upload(content)).status).toBe(429)
  })

  test('is shown to nobody who is not signed in', async () => {
    const { path } = await uploadNew()
    expect((await fetch(`${server.url}${path}`)).status).toBe(401)
  })
})

const aProcess = () => ({
  title: `P ${uuidv7()}`,
  description: null,
  category: 'Sales',
  status: 'active' as const,
})

/** Each text that is written in the editor, saved with a picture; what refuses it names the field. */
const TEXTS: [string, string, (content: string) => Promise<{ status: number; body: unknown }>][] = [
  [
    'a policy',
    'content',
    async (content) =>
      server.api.as(admin).raw('POST /policies', { body: { title: `P ${uuidv7()}`, content } }),
  ],
  [
    'a process step',
    'description',
    async (description) =>
      server.api.as(admin).raw('POST /processes', {
        body: { ...aProcess(), steps: [{ title: 'One', order_number: 1, description }] },
      }),
  ],
  [
    'a draft',
    'body',
    async (content) =>
      server.api.as(admin).raw('POST /drafts', {
        body: { kind: 'policy', body: { title: 'Draft', content } },
      }),
  ],
  [
    'a section of a training',
    'content',
    async (content) =>
      server.api.as(admin).raw('POST /trainings', {
        body: { title: `T ${uuidv7()}`, content: [{ type: 'text', content, order: 1 }] },
      }),
  ],
  [
    'a bio',
    'bio',
    async (bio) =>
      server.api.as(agent).raw('PUT /users/me', {
        body: { first_name: 'Ben', last_name: 'Agent', email: agent.email, bio },
      }),
  ],
  [
    'the broker’s bio',
    'broker_bio',
    async (content) => {
      const api = server.api.as(admin)
      const { body } = await api('GET /admin/settings')
      return api.raw('PUT /admin/settings', {
        body: { ...body, broker_bio: content },
      })
    },
  ],
]

describe.each(TEXTS)('%s', (_, field, save) => {
  test('keeps the pictures that it names, and is refused where one is gone', async () => {
    const { name, path } = await uploadNew()
    await sql`update pictures set kept_at = now() - interval '30 days' where name = ${name}`.execute(
      server.db,
    )
    const refused = await save(`Before\n\n![A key](${gone(path)})\n\nafter`)
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({
      code: 'picture_gone',
      error: PICTURE_GONE,
      fields: { [field]: PICTURE_GONE },
    })
    const saved = await save(`Before\n\n![A key](${path})\n\nafter`)
    expect(saved.status).toBeLessThan(300)
    await tidyPictures(server.db, openTextPictures(server.config))
    expect(await namesOf()).toContain(name)
    // A week later, found in the text alone.
    await sql`update pictures set kept_at = now() - interval '30 days'`.execute(server.db)
    await tidyPictures(server.db, openTextPictures(server.config))
    expect(await namesOf()).toContain(name)
  })
})

test('the runs of a process keep the pictures of its steps when the process has them no more', async () => {
  const { name, path } = await uploadNew()
  const api = server.api.as(admin)
  const steps = [{ title: 'One', order_number: 1, description: `![](${path})` }]
  const made = await api('POST /processes', { body: { ...aProcess(), steps } })
  const { id } = made.body
  const body = { title: 'A run', due_at: '2031-05-01T12:00:00Z' }
  const run = await api.raw('POST /processes/:id/runs', { params: { id }, body })
  expect(run.status).toBe(201)
  await sql`update process_steps set description = 'None' where process_id = ${id}`.execute(
    server.db,
  )
  await sql`update pictures set kept_at = now() - interval '30 days'`.execute(server.db)
  await tidyPictures(server.db, openTextPictures(server.config))
  expect(await namesOf()).toContain(name)
})

test('a text that is saved as it was is not refused for a picture that is gone', async () => {
  const { path, name } = await uploadNew(agent)
  const body = { first_name: 'Ben', last_name: 'Agent', email: agent.email, bio: `![](${path})` }
  const api = server.api.as(agent)
  expect((await api.raw('PUT /users/me', { body })).status).toBe(200)
  await sql`delete from pictures where name = ${name}`.execute(server.db)
  expect((await api.raw('PUT /users/me', { body: { ...body, last_name: 'Else' } })).status).toBe(
    200,
  )
  const other = { ...body, bio: `${body.bio} And a word.` }
  expect((await api.raw('PUT /users/me', { body: other })).status).toBe(422)
})

describe('A picture that no text names', () => {
  const tidy = async () => tidyPictures(server.db, openTextPictures(server.config))
  const age = async (name: string, days: number) =>
    sql`update pictures set kept_at = now() - ${days} * interval '1 day' where name = ${name}`.execute(
      server.db,
    )

  test('goes after a week, and its file with it', async () => {
    const [young, old] = [await uploadNew(), await uploadNew()]
    await age(young.name, 6)
    await age(old.name, 8)
    await tidy()
    expect(await namesOf()).toContain(young.name)
    expect(await namesOf()).not.toContain(old.name)
    await openTextPictures(server.config).removeOrphans(async (keys) => {
      const rows = await sql<{ key: string }>`
        select storage_key as key from pictures where storage_key = any(${keys})`.execute(server.db)
      return rows.rows.map(({ key }) => key)
    }, -1000)
    expect(await filesOf()).toHaveLength((await namesOf()).length)
  })

  test('stays for whoever saves a text with it while it is being removed', async () => {
    const { name, path } = await uploadNew()
    await age(name, 8)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let saved = () => {}
    const isSaved = new Promise<void>((resolve) => (saved = resolve))
    const saving = inTransaction(server.db, async (tx) => {
      await sql`update users set bio = ${`![](${path})`} where id = ${agent.id}`.execute(tx)
      saved()
      await held
    })
    await isSaved
    const tidied = tidy()
    // It waits for the lock, or has seen that it is not to go.
    await new Promise((resolve) => setTimeout(resolve, 200))
    release()
    await Promise.all([saving, tidied])
    expect(await namesOf()).toContain(name)
  })
})

test('the names in a text are found once each, by the database as by the contract', async () => {
  const [one, other] = [await uploadNew(), await uploadNew()]
  const text = `![a](${one.path}) ![b](${other.path} "b") ${one.path} /api/v1/pictures/else.webp`
  const { rows } = await sql<{ names: string[] }>`
    select pictures_named_in(${text}) as names`.execute(server.db)
  expect(rows[0]!.names).toEqual([one.name, other.name].toSorted())
  expect(picturesNamedIn(text).toSorted()).toEqual(rows[0]!.names)
})
