import { readdir, utimes } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDocument, documentForm } from '../../testing/documents.ts'
import { createMember, type Member } from '../../testing/factories.ts'
import { EVER } from '../../testing/patience.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { openDocuments } from './document-files.ts'
import { removeOrphanDocuments } from './documents.actions.ts'

let server: TestServer
let admin: Member
let agent: Member

beforeAll(async () => {
  server = await startTestServer({ config: { maxUploadBytes: 1024 * 1024 } })
  admin = await createMember(server)
  agent = await createMember(server, { firstName: 'Ben', lastName: 'Agent' })
})
afterAll(async () => server.stop())

const asAdmin = () => server.api.as(admin)

async function keptFiles(): Promise<string[]> {
  const folder = join(server.config.dataDir, 'files', 'documents')
  const names: string[] = await readdir(folder).catch(() => [])
  return names.toSorted()
}

const fetchFile = (id: string, headers: Record<string, string> = {}, query = '') =>
  fetch(`${server.url}/api/v1/documents/${id}/file${query}`, {
    headers: { Authorization: `Bearer ${agent.token}`, ...headers },
  })

test('what an admin adds, everyone reads and downloads byte by byte', async () => {
  const content = Buffer.from('Rent is due on the first.\n'.repeat(5000))
  const document = await createDocument(asAdmin(), {
    title: '  Lease 2031  ',
    category: 'Legal',
    description: 'The standard form.',
    content,
    name: 'Lease – 2031.txt',
  })
  expect(document).toMatchObject({
    title: 'Lease 2031',
    category: 'Legal',
    description: 'The standard form.',
    file_name: 'Lease – 2031.txt',
    file_type: 'txt',
    file_size: content.length,
    revision: 1,
    created_by: admin.id,
    created_by_name: 'Pat Doyle',
  })
  const { body } = await server.api.as(agent)('GET /documents/:id', { params: { id: document.id } })
  expect(body).toMatchObject({ id: document.id, sha256: document.sha256 })
  const answer = await fetchFile(document.id)
  expect(answer.status).toBe(200)
  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
  expect(answer.headers.get('content-length')).toBe(String(content.length))
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="Lease  2031.txt"; filename*=UTF-8''Lease%20%E2%80%93%202031.txt`,
  )
})

test('title, category and file are needed, with the sentences of the form', async () => {
  const before = await keptFiles()
  const refused = async (form: FormData) => {
    const { status, body } = await asAdmin().raw('POST /documents', { body: form })
    return { status, fields: body.fields }
  }
  expect(await refused(documentForm({ title: '   ' }))).toEqual({
    status: 422,
    fields: { title: 'Title is required' },
  })
  expect(await refused(documentForm({ category: '' }))).toEqual({
    status: 422,
    fields: { category: 'Category is required' },
  })
  expect(await refused(documentForm({ category: 'Recipes' }))).toMatchObject({ status: 422 })
  const none = new FormData()
  none.append('title', 'A title')
  none.append('category', 'Legal')
  expect(await refused(none)).toEqual({
    status: 422,
    fields: { file: 'Please select a file to upload' },
  })
  const json = await asAdmin().raw('POST /documents', { body: { title: 'A', category: 'Legal' } })
  expect(json.status).toBe(415)
  expect(await keptFiles()).toEqual(before)
})

test('an empty file is a file', async () => {
  const { id, file_size } = await createDocument(asAdmin(), { content: Buffer.alloc(0) })
  expect(file_size).toBe(0)
  const answer = await fetchFile(id)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe('')
})

test('the list is searched, narrowed, put in order, counted and cut into pages', async () => {
  const word = `quill${Date.now()}`
  const add = async (title: string, category: string, name: string, content: string) =>
    createDocument(asAdmin(), {
      title: `${title} ${word}`,
      category,
      name,
      content: Buffer.from(content),
    })
  await add('Budget', 'Finance', 'budget.csv', 'a,b\n1,2')
  await add('Áccounts', 'Finance', 'accounts.txt', 'x'.repeat(500))
  await add('Handbook', 'HR Documents', 'handbook.txt', 'x'.repeat(100))
  const list = async (query: Record<string, string | number>) => {
    const { body, headers } = await server.api.as(agent)('GET /documents', {
      query: { search: word, ...query },
    })
    return {
      titles: body.map(({ title }) => title.split(' ')[0]),
      total: headers.get('x-total-count'),
      next: /cursor=([^>&]+)/.exec(headers.get('link') ?? '')?.[1],
    }
  }
  expect(await list({})).toMatchObject({ total: '3' })
  expect((await list({ category: 'Finance', sort: 'size' })).titles).toEqual(['Budget', 'Áccounts'])
  expect((await list({ kind: 'sheet' })).titles).toEqual(['Budget'])
  expect((await list({ kind: 'other' })).titles).toEqual([])
  expect((await list({ sort: 'updated', order: 'desc' })).titles).toEqual([
    'Handbook',
    'Áccounts',
    'Budget',
  ])
  const first = await list({ sort: 'size', order: 'desc', limit: 2 })
  expect(first.titles).toEqual(['Áccounts', 'Handbook'])
  const second = await list({ sort: 'size', order: 'desc', limit: 2, cursor: first.next! })
  expect(second.titles).toEqual(['Budget'])
})

test('saving over a change that came in between is refused with that change', async () => {
  const { id } = await createDocument(asAdmin())
  const save = async (title: string, headers = {}) =>
    asAdmin().raw('PUT /documents/:id', {
      params: { id },
      headers,
      body: { title, category: 'Training', description: '' },
    })
  const saved = await save('First', { 'If-Match': '"1"' })
  expect(saved).toMatchObject({ status: 200, body: { title: 'First', description: null } })
  expect(saved.headers.get('etag')).toBe('"2"')
  const late = await save('Second', { 'If-Match': '"1"' })
  expect(late).toMatchObject({
    status: 409,
    body: { code: 'edit_conflict', current: { title: 'First', revision: 2 } },
  })
})

test('of three who save at once one wins, and the others are told', async () => {
  const { id } = await createDocument(asAdmin())
  const answers = await Promise.all(
    ['One', 'Two', 'Three'].map((title) =>
      asAdmin().raw('PUT /documents/:id', {
        params: { id },
        headers: { 'If-Match': '"1"' },
        body: { title, category: 'Training', description: '' },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const winner = answers.find(({ status }) => status === 200)!.body.title as string
  for (const lost of answers.filter(({ status }) => status === 409)) {
    expect(lost.body).toMatchObject({ code: 'edit_conflict', current: { title: winner } })
  }
})

test('what is deleted is gone for everyone, and comes back with its file', async () => {
  const { id } = await createDocument(asAdmin(), { content: Buffer.from('Still here.') })
  const params = { id }
  await asAdmin()('DELETE /documents/:id', { params })
  expect((await asAdmin().raw('GET /documents/:id', { params })).body.error).toBe(
    'Document not found',
  )
  expect((await fetchFile(id)).status).toBe(404)
  expect((await asAdmin().raw('DELETE /documents/:id', { params })).status).toBe(404)
  await asAdmin()('POST /documents/:id/restore', { params })
  expect(await (await fetchFile(id)).text()).toBe('Still here.')
})

test('30 days after it was deleted the file goes, and the document stays away', async () => {
  const { id } = await createDocument(asAdmin())
  const before = await keptFiles()
  const folder = join(server.config.dataDir, 'files', 'documents')
  const long = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000)
  for (const name of before) await utimes(join(folder, name), long, long)
  const sweep = async () => removeOrphanDocuments(server.db, openDocuments(server.config))
  await asAdmin()('DELETE /documents/:id', { params: { id } })
  await sweep()
  expect(await keptFiles()).toEqual(before)
  await server.db
    .updateTable('documents')
    .set({ deleted_at: long.toISOString() })
    .where('id', '=', id)
    .execute()
  await sweep()
  expect(await keptFiles()).toHaveLength(before.length - 1)
  const restored = await asAdmin().raw('POST /documents/:id/restore', { params: { id } })
  expect(restored.status).toBe(404)
})

test('over the limit it is 413 with the limit, announced or not, and nothing is left', async () => {
  const before = await keptFiles()
  const large = Buffer.alloc(1024 * 1024 + 1, 'x')
  const { body: limits } = await asAdmin()('GET /documents/limits')
  expect(limits).toEqual({ max_bytes: 1024 * 1024 })
  const refusal = {
    status: 413,
    body: { code: 'too_large', fields: { file: 'Please choose a file of at most 1 MB' } },
  }
  const sent = await asAdmin().raw('POST /documents', { body: documentForm({ content: large }) })
  expect(sent).toMatchObject(refusal)
  const announced = await asAdmin().raw('POST /documents', {
    body: documentForm({ content: Buffer.alloc(3 * 1024 * 1024) }),
  })
  expect(announced).toMatchObject(refusal)
  await vi.waitFor(async () => expect(await keptFiles()).toEqual(before), EVER)
})

test('an upload that breaks off leaves nothing', async () => {
  const before = await keptFiles()
  const abort = new AbortController()
  const boundary = 'y'.repeat(20)
  async function* broken() {
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nCut\r\n` +
        `--${boundary}\r\nContent-Disposition: form-data; name="category"\r\n\r\nLegal\r\n` +
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`,
    )
    yield Buffer.alloc(300_000)
    await new Promise((resolve) => setTimeout(resolve, 300))
    abort.abort()
    yield Buffer.alloc(1)
  }
  await fetch(`${server.url}/api/v1/documents`, {
    method: 'POST',
    signal: abort.signal,
    headers: {
      Authorization: `Bearer ${admin.token}`,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
    },
    body: ReadableStream.from(broken()),
    duplex: 'half',
  }).catch(() => undefined)
  await vi.waitFor(async () => expect(await keptFiles()).toEqual(before), EVER)
  const { body } = await asAdmin()('GET /documents', { query: { search: 'Cut' } })
  expect(body).toEqual([])
})

test('one that is cancelled when all of it is there leaves nothing either', async () => {
  const before = await keptFiles()
  const boundary = 'w'.repeat(20)
  const body = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nToo late\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="category"\r\n\r\nLegal\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc\r\n` +
      `--${boundary}--\r\n`,
  )
  const held = await server.db.startTransaction().execute()
  // The upload's transaction waits for it, with its file received and kept.
  await sql`lock table documents in exclusive mode`.execute(held)
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /api/v1/documents HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${admin.token}\r\n` +
      `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  socket.write(body)
  await vi.waitFor(async () => expect((await keptFiles()).length).toBe(before.length + 1), EVER)
  socket.destroy()
  await sleep(200)
  await held.commit().execute()
  await vi.waitFor(async () => expect(await keptFiles()).toEqual(before), EVER)
  const { body: found } = await asAdmin()('GET /documents', { query: { search: 'Too late' } })
  expect(found).toEqual([])
})

test('an admin who is demoted while their upload comes adds nothing', async () => {
  const other = await createMember(server, { role: 'admin' })
  const before = await keptFiles()
  const boundary = 'z'.repeat(20)
  async function* slow() {
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nLate\r\n` +
        `--${boundary}\r\nContent-Disposition: form-data; name="category"\r\n\r\nLegal\r\n` +
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc`,
    )
    await server.db.updateTable('users').set({ role: 'agent' }).where('id', '=', other.id).execute()
    yield Buffer.from(`def\r\n--${boundary}--\r\n`)
  }
  const answer = await fetch(`${server.url}/api/v1/documents`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${other.token}`,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
    },
    body: ReadableStream.from(slow()),
    duplex: 'half',
  })
  expect([401, 403]).toContain(answer.status)
  expect(await keptFiles()).toEqual(before)
})

test('a part is sent where one is asked for, and a resumed download is the same file', async () => {
  const content = Buffer.from(Array.from({ length: 100_000 }, (_, n) => n % 251))
  const { id } = await createDocument(asAdmin(), { content, name: 'a.bin' })
  const part = async (range: string, headers = {}) => {
    const answer = await fetchFile(id, { Range: range, ...headers })
    return { answer, body: Buffer.from(await answer.arrayBuffer()) }
  }
  const first = await part('bytes=0-39999')
  expect(first.answer.status).toBe(206)
  expect(first.answer.headers.get('content-range')).toBe('bytes 0-39999/100000')
  const etag = first.answer.headers.get('etag')!
  const rest = await part('bytes=40000-', { 'If-Range': etag })
  expect(Buffer.concat([first.body, rest.body]).equals(content)).toBe(true)
  expect((await part('bytes=-10')).body.equals(content.subarray(-10))).toBe(true)
  expect((await part('bytes=99999-200000')).body.equals(content.subarray(99_999))).toBe(true)
  expect((await part('bytes=-200000')).body.equals(content)).toBe(true)
  // The file is another one now, as far as the client knows.
  expect((await part('bytes=5-9', { 'If-Range': '"other"' })).answer.status).toBe(200)
  for (const everything of ['bytes=9-5', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=a-b', 'bytes=-']) {
    expect((await part(everything)).answer.status).toBe(200)
  }
  const beyond = await fetchFile(id, { Range: 'bytes=100000-' })
  expect(beyond.status).toBe(416)
  expect(beyond.headers.get('content-range')).toBe('bytes */100000')
  expect(beyond.headers.get('content-disposition')).toBeNull()
  expect(await beyond.json()).toMatchObject({ code: 'range_not_satisfiable' })
  expect((await fetchFile(id, { 'If-None-Match': etag })).status).toBe(304)
})
