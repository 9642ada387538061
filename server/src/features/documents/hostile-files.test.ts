import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDocument, documentForm, type SentDocument } from '../../testing/documents.ts'
import { createMember, type Member } from '../../testing/factories.ts'
import { wordFile } from '../../testing/files/office-file.ts'
import { pdfFile } from '../../testing/files/pdf-file.ts'
import { EVER } from '../../testing/patience.ts'
import { pictureOf } from '../../testing/pictures.ts'
import { type LocalS3, startS3 } from '../../testing/s3.ts'
import { send, sendBytes } from '../../testing/send.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
})
afterAll(async () => server.stop())

async function previewOf(sent: SentDocument) {
  const { id, file_type, mime_type } = await createDocument(server.api.as(admin), sent)
  const answer = await fetch(`${server.url}/api/v1/documents/${id}/file?preview=true`, {
    headers: { Authorization: `Bearer ${admin.token}` },
  })
  await answer.arrayBuffer()
  const header = (name: string) => answer.headers.get(name)
  return { file_type, mime_type, header, disposition: header('content-disposition') ?? '' }
}

const SCRIPT = '<script>alert(document.domain)</script>'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`

describe('what a file is, its bytes say, and nothing in it runs in our origin:', () => {
  test.each<[string, string, string | Buffer, string, 'inline' | 'attachment']>([
    ['an SVG with a script', 'a.svg', SVG, 'svg', 'inline'],
    ['an SVG behind a prolog', 'a.png', `<?xml version="1.0"?><!-- x -->${SVG}`, 'svg', 'inline'],
    ['HTML named .png', 'a.png', `<!doctype html>${SCRIPT}`, 'html', 'attachment'],
    ['HTML named .svg', 'a.svg', `<html>${SVG}</html>`, 'html', 'attachment'],
    ['HTML named .pdf', 'a.pdf', `<body>%PDF-1.7 ${SCRIPT}`, 'html', 'attachment'],
    [
      'HTML in UTF-16',
      'a.jpg',
      Buffer.from(`\ufeff<html>${SCRIPT}`, 'utf16le'),
      'html',
      'attachment',
    ],
    ['HTML with bytes behind it', 'a.gif', `<script>alert(1)</script>\0\x01`, 'html', 'attachment'],
    [
      'XML with a stylesheet',
      'a.svg',
      '<?xml version="1.0"?><?xml-stylesheet href="x"?><r/>',
      'xml',
      'attachment',
    ],
    ['a script', 'a.js', 'alert(1)', 'txt', 'attachment'],
    ['a GIF that is a script too', 'a.js', 'GIF89a=1;alert(1)//', 'txt', 'attachment'],
    ['a PDF that is HTML too', 'a.html', `%PDF-1.7\n${SCRIPT}`, 'pdf', 'inline'],
    [
      'a program',
      'a.pdf',
      Buffer.from('4d5a90000300000004000000ffff0000', 'hex'),
      'exe',
      'attachment',
    ],
  ])('%s', async (_, name, content, type, shown) => {
    const { file_type, header, disposition } = await previewOf({
      name,
      content: Buffer.from(content as string),
      type: 'image/png',
    })
    expect(file_type).toBe(type)
    expect(disposition).toMatch(new RegExp(`^${shown};`))
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/)
    expect(header('content-type')).not.toMatch(/html|javascript|application\/xml/)
  })

  test('known kinds are known, whatever they are called', async () => {
    const pdf = pdfFile({ title: 'T', paragraphs: ['x'] })
    const kinds = [
      [pdf, 'x.docx', 'pdf'],
      [await pictureOf(9, 9, 'jpeg'), 'x.png', 'jpg'],
      [await pictureOf(9, 9, 'gif'), 'x', 'gif'],
      [wordFile(['x']), 'x.zip', 'docx'],
      [Buffer.from('a,b\n1,2'), 'X.CSV', 'csv'],
      [Buffer.from('# Hello <b>you</b>'), 'x.md', 'md'],
    ] as const
    for (const [content, name, type] of kinds) {
      expect((await previewOf({ content, name })).file_type).toBe(type)
    }
  })

  test('a picture that the specification does not name is handed over, not shown', async () => {
    const sent = { content: await pictureOf(9, 9, 'webp'), name: 'x.webp' }
    const { file_type, disposition } = await previewOf(sent)
    expect([file_type, disposition]).toEqual(['webp', expect.stringMatching(/^attachment;/)])
  })
})

/** RFC 6266 with RFC 8187: a quoted part in ASCII, then one in UTF-8. */
const VALID =
  /^(inline|attachment); filename="[\x20-\x21\x23-\x5b\x5d-\x7e]+"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/

describe('a name', () => {
  test.each<[string, string, string]>([
    ['with a path', '../../../etc/passwd', 'passwd'],
    ['with a Windows path', String.raw`C:\Users\eve\lease.pdf`, 'lease.pdf'],
    ['with quotes, as browsers send them', 'a";b\'c.txt', "a%22;b'c.txt"],
    // A character that turns the rest around would show .exe as .pdf.
    ['from right to left', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['in Hebrew', 'שכירות.pdf', 'שכירות.pdf'],
    ['of an emoji', '🏠.txt', '🏠.txt'],
    ['of 300 characters', `${'ä'.repeat(296)}.txt`, 'ä'.repeat(255)],
  ])('%s is kept as a name and sent in a valid header', async (_, name, kept) => {
    const { id, file_name: stored } = await createDocument(server.api.as(admin), { name })
    expect(stored).toBe(kept)
    const { headers } = await fetch(`${server.url}/api/v1/documents/${id}/file`, {
      headers: { Authorization: `Bearer ${admin.token}` },
    })
    const disposition = headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(VALID)
    const decoded = decodeURIComponent(/UTF-8''(.*)$/.exec(disposition)![1]!)
    expect(decoded).toBe(kept)
  })

  test.each([
    ['line breaks, encoded', 'a%0D%0ASet-Cookie: x=1.txt'],
    ['line breaks, raw', 'a\r\nSet-Cookie: x=1\r\n.txt'],
    ['NUL', 'a\0.txt'],
  ])('with %s puts nothing into a header', async (_, name) => {
    const boundary = 'b'.repeat(24)
    const part = (head: string, body: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
    const body = Buffer.from(
      part('name="title"', 'Hostile name') +
        part('name="category"', 'Other') +
        part(`name="file"; filename="${name}"`, 'text') +
        `--${boundary}--\r\n`,
    )
    const { host } = new URL(server.url)
    const answer = await sendBytes(
      server.url,
      Buffer.concat([
        Buffer.from(
          `POST /api/v1/documents HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nAuthorization: Bearer ${admin.token}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${body.length}\r\n\r\n`,
        ),
        body,
      ]),
    )
    expect(answer.status).toBe(201)
    const { id } = JSON.parse(answer.body) as { id: string }
    const file = await sendBytes(
      server.url,
      `GET /api/v1/documents/${id}/file HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nAuthorization: Bearer ${admin.token}\r\n\r\n`,
    )
    expect(file.status).toBe(200)
    expect(file.headers).not.toHaveProperty('set-cookie')
    expect(file.headers['content-disposition']).toMatch(VALID)
  })
})

describe('an upload that is no form is refused, and nothing of it stays:', () => {
  const part = (head: string, body: string) =>
    `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
  const fields = part('name="title"', 'A') + part('name="category"', 'Other')
  const file = part('name="file"; filename="a.txt"', 'text')
  test.each<[string, string, string, number]>([
    ['no form at all', 'multipart/form-data; boundary=b', 'garbage', 400],
    ['no boundary', 'multipart/form-data', `${fields}${file}--b--\r\n`, 400],
    ['an end within the file', 'multipart/form-data; boundary=b', fields + file.slice(0, -4), 400],
    ['an end after the file', 'multipart/form-data; boundary=b', fields + file, 400],
    ['two files', 'multipart/form-data; boundary=b', `${fields}${file}${file}--b--\r\n`, 422],
  ])('%s', async (_, type, body, status) => {
    const folder = join(server.config.dataDir, 'files', 'documents')
    const before = await readdir(folder)
    const answer = await send(server.url, {
      method: 'POST',
      path: '/api/v1/documents',
      headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': type },
      body,
    })
    expect([answer.status, answer.body]).toEqual([status, expect.stringContaining('"error"')])
    expect(await readdir(folder)).toEqual(before)
  })
})

test('a file cannot be reached without signing in, nor by its key', async () => {
  const { id } = await createDocument(server.api.as(admin))
  const path = `${server.url}/api/v1/documents/${id}/file`
  expect((await fetch(path)).status).toBe(401)
  expect((await fetch(`${path}?token=${admin.token}`)).status).toBe(401)
  const [key] = await readdir(join(server.config.dataDir, 'files', 'documents'))
  expect((await fetch(`${server.url}/files/documents/${key}`)).headers.get('content-type')).toMatch(
    /html|json/,
  )
})

test('while the disk cannot be written to, it is 503, not ready, and heals by itself', async () => {
  const files = join(server.config.dataDir, 'files')
  const api = server.api.as(admin)
  const { id } = await createDocument(api, { content: Buffer.from('Here.') })
  await rename(files, `${files}-away`)
  await writeFile(files, 'in the way')
  const refusal = { status: 503, body: { code: 'storage_unavailable' } }
  expect(await api.raw('POST /documents', { body: documentForm() })).toMatchObject(refusal)
  expect(await api.raw('GET /documents/:id/file', { params: { id } })).toMatchObject(refusal)
  expect(await api.raw('GET /health/ready')).toMatchObject(refusal)
  const { body } = await api('GET /documents', { query: { search: 'Lease' } })
  expect(body.length).toBeGreaterThan(0)
  await rm(files)
  await rename(`${files}-away`, files)
  expect((await api.raw('GET /health/ready')).status).toBe(200)
  expect((await api.raw('GET /documents/:id/file', { params: { id } })).body).toBe('Here.')
})

describe('on S3', () => {
  let s3: LocalS3
  let onS3: TestServer
  let member: Member
  beforeAll(async () => {
    s3 = await startS3()
    onS3 = await startTestServer({
      config: { storage: s3.location, maxUploadBytes: 30 * 1024 ** 2 },
    })
    member = await createMember(onS3)
  })
  afterAll(async () => {
    await onS3.stop()
    await s3.stop()
  })

  test('a document is kept, read by the reader, sent in parts, and refused where it is too large', async () => {
    const api = onS3.api.as(member)
    const content = Buffer.alloc(20 * 1024 ** 2, 'a lease for the files\n')
    const document = await createDocument(api, { content })
    const answer = await fetch(`${onS3.url}/api/v1/documents/${document.id}/file`, {
      headers: { Authorization: `Bearer ${member.token}`, Range: 'bytes=20000000-20000099' },
    })
    expect(answer.status).toBe(206)
    expect(Buffer.from(await answer.arrayBuffer()).equals(content.subarray(20e6, 20_000_100))).toBe(
      true,
    )
    await vi.waitFor(async () => {
      const { body } = await api('GET /documents/:id', { params: { id: document.id } })
      expect(body.text_state).toBe('done')
    }, EVER)
    const large = documentForm({ content: Buffer.alloc(31 * 1024 ** 2) })
    expect((await api.raw('POST /documents', { body: large })).status).toBe(413)
    expect(await readdir(join(onS3.config.dataDir, 'files', 'documents')).catch(() => [])).toEqual(
      [],
    )
  })

  test('while S3 is away it is 503, and not ready', async () => {
    await mkdir(join(onS3.config.dataDir, 'files'), { recursive: true })
    await s3.stop()
    const api = onS3.api.as(member)
    const refusal = { status: 503, body: { code: 'storage_unavailable' } }
    expect(await api.raw('POST /documents', { body: documentForm() })).toMatchObject(refusal)
    expect(await api.raw('GET /health/ready')).toMatchObject(refusal)
    expect((await api.raw('GET /documents')).status).toBe(200)
  })
})
