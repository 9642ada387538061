import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pngForm } from '../../testing/examples/trainings.ts'
import { createMember, createTraining, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
let agent: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
  agent = await createMember(server)
})
afterAll(async () => server.stop())

/** The first bytes of an MP4, and as many more as are asked for. */
const mp4 = (bytes: number) =>
  Buffer.concat([
    Buffer.from('000000206674797069736f6d0000020069736f6d69736f32617663316d703431', 'hex'),
    randomBytes(bytes),
  ])

function formOf(content: Buffer, name: string): FormData {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), name)
  return form
}

const upload = async (body: FormData) => server.api.as(admin)('POST /trainings/files', { body })

test('a section names an uploaded file, and its reader gets an address that a player can open', async () => {
  const content = mp4(300_000)
  const { body: file } = await upload(formOf(content, 'Tour.mov'))
  expect(file).toMatchObject({ name: 'Tour.mov', media_type: 'video/mp4', size: content.length })
  const training = await createTraining(server.api.as(admin), {
    content: [
      { type: 'video', content: file.path },
      { type: 'text', content: `Look: ![a](${file.path})` },
    ],
  })
  const { body: sections } = await server.api.as(agent)('GET /trainings/:id/content', {
    params: { id: training.id },
  })
  expect(sections.map((section) => section.files.map(({ path }) => path))).toEqual([
    [file.path],
    [file.path],
  ])
  const address = `${server.url}${sections[0]!.files[0]!.url}`
  const whole = await fetch(address)
  expect(whole.headers.get('content-type')).toBe('video/mp4')
  expect(whole.headers.get('content-disposition')).toMatch(/^inline/)
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true)
  const part = await fetch(address, { headers: { Range: 'bytes=1000-1999' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes 1000-1999/${content.length}`,
  ])
  expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(1000, 2000))).toBe(true)
})

test('the address is of one session and one file, and ends with the session', async () => {
  const person = await createMember(server)
  const { body: file } = await upload(pngForm())
  const other = (await upload(pngForm())).body
  const training = await createTraining(server.api.as(admin), {
    content: [{ type: 'slide', content: file.path }],
  })
  const { body: sections } = await server.api.as(person)('GET /trainings/:id/content', {
    params: { id: training.id },
  })
  const address = new URL(sections[0]!.files[0]!.url, server.url)
  const statusOf = async (url: URL) => (await fetch(url)).status
  const changed = (change: (url: URL) => void) => {
    const url = new URL(address)
    change(url)
    return statusOf(url)
  }
  expect(await statusOf(address)).toBe(200)
  expect(address.href).not.toContain(person.token)
  expect(await changed((url) => (url.pathname = other.path))).toBe(404)
  expect(await changed((url) => url.searchParams.set('key', 'x'.repeat(43)))).toBe(404)
  expect(await changed((url) => url.searchParams.set('session', uuidv7()))).toBe(404)
  expect(await changed((url) => (url.search = ''))).toBe(404)
  await server.api.as(person)('POST /auth/logout', {})
  expect(await statusOf(address)).toBe(404)
})

test('only what a section can show is kept, by its bytes; nothing is left of the rest', async () => {
  const count = async () =>
    (await server.db.selectFrom('training_files').select('id').execute()).length
  const before = await count()
  for (const [content, name] of [
    ['<html><script>alert(1)</script></html>', 'clip.mp4'],
    ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'x.png'],
    ['MZ just a program', 'slides.pdf'],
    ['', 'empty.png'],
  ] as const) {
    const body = formOf(Buffer.from(content), name)
    const answer = await server.api.as(admin).raw('POST /trainings/files', { body })
    expect({ name, status: answer.status, error: answer.body.error }).toEqual({
      name,
      status: 422,
      error:
        'Please choose a video (MP4, WebM), its captions (WebVTT), a PDF or a picture (PNG, JPEG, GIF, WebP)',
    })
  }
  const nothing = await server.api.as(admin).raw('POST /trainings/files', { body: new FormData() })
  expect(nothing.body.error).toBe('Please select a file to upload')
  expect(await count()).toBe(before)
})

test('captions are uploaded, named by their video, and kept with that video only', async () => {
  const vtt = 'WEBVTT\n\n00:00.000 --> 00:02.000\nCall first.\n'
  const { body: file } = await upload(formOf(Buffer.from(vtt), 'tour.vtt'))
  expect(file.media_type).toBe('text/vtt')
  const video = { type: 'video', content: 'https://media.example.com/a.mp4' }
  const training = await createTraining(server.api.as(admin), {
    content: [{ ...video, captions: file.path }],
  })
  const { id } = training
  const sections = async () =>
    (await server.api.as(agent)('GET /trainings/:id/content', { params: { id } })).body
  const [section] = await sections()
  expect(section).toMatchObject({ captions: file.path, files: [{ path: file.path }] })
  const sent = await fetch(`${server.url}${section!.files[0]!.url}`)
  expect(sent.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
  expect(await sent.text()).toBe(vtt)
  const save = async (fields: object) => {
    const content = [{ id: section!.id, ...video, ...fields }] as never
    return server.api.as(admin).raw('PUT /trainings/:id', {
      params: { id },
      body: { title: 'Captioned', content },
    })
  }
  // A client that knows of no captions leaves them, but not with another video.
  await save({})
  expect((await sections())[0]!.captions).toBe(file.path)
  await save({ content: 'https://media.example.com/b.mp4' })
  expect((await sections())[0]).not.toHaveProperty('captions')
  await save({ captions: file.path })
  await save({ captions: null })
  expect((await sections())[0]).not.toHaveProperty('captions')
  for (const captions of ['https://evil.example/x.vtt', '/api/v1/users', 'x'.repeat(201)]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other says which one it was
    expect([captions, (await save({ captions })).status]).toEqual([captions, 422])
  }
  const gone = `/api/v1/trainings/files/${uuidv7()}`
  expect((await save({ captions: gone })).body).toMatchObject({ code: 'unknown_file' })
})
