import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentForm } from '../../testing/documents.ts'
import { createMember, type Member } from '../../testing/factories.ts'
import { wordFile } from '../../testing/files/office-file.ts'
import { pdfFile } from '../../testing/files/pdf-file.ts'
import { zipFile } from '../../testing/files/zip-file.ts'
import { bringIn } from '../../testing/imports.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { readApart } from './read-import.actions.ts'

let server: TestServer
let admin: Member
/** Somewhere else, where nobody is to ask for anything. */
let elsewhere: string
const asked: string[] = []
const other = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.end()
})

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', () => resolve()))
  elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
})
afterAll(async () => {
  await server.stop()
  await new Promise((resolve) => other.close(resolve))
})

const drop = async (name: string, content: Buffer | string) =>
  bringIn(server.api.as(admin), name, Buffer.from(content as string))

const fixture = async (name: string) => readFile(new URL(`fixtures/${name}`, import.meta.url))

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'

/** A Word file of this markup, and of other files. */
const wordOf = (body: string, others: Record<string, string> = {}) =>
  zipFile({
    '[Content_Types].xml': TYPES,
    'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
    ...others,
  })
const line = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const tableOf = (rows: string[][]) =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${cell}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`

const pages = (count: number) =>
  pdfFile({
    title: 'Long',
    paragraphs: Array.from({ length: count * 19 }, (_, n) => `Line ${n} of a long book`),
  })

const refused: [string, string, () => Promise<Buffer> | Buffer, RegExp][] = [
  [
    'an archive that unpacks to 310 MB',
    'bomb.docx',
    () => zipFile({ '[Content_Types].xml': TYPES, 'word/media/x': Buffer.alloc(310_000_000) }),
    /^The file unpacks to more than can be read$/,
  ],
  [
    'an archive with 70 MB of text',
    'text-bomb.docx',
    () => wordOf(line('a'.repeat(70_000_000))),
    /^The file unpacks to more than can be read$/,
  ],
  ['an archive that is cut', 'cut.docx', () => wordFile(['x']).subarray(0, -40), /is damaged$/],
  [
    'Word’s markup that is none',
    'odd.docx',
    () => zipFile({ '[Content_Types].xml': TYPES, 'word/document.xml': '<w:p>' }),
    /is damaged$/,
  ],
  ['a PDF that is cut', 'cut.pdf', () => pages(1).subarray(0, 300), /is damaged$/],
  ['a PDF of nothing', 'none.pdf', () => Buffer.from('%PDF-1.7\nxxxx'), /is damaged$/],
  [
    'a PDF with a password',
    'locked.pdf',
    () => fixture('locked.pdf'),
    /^The file is protected by a password$/,
  ],
  [
    'a PDF of 501 pages',
    'long.pdf',
    () => pages(501),
    /^This PDF has 501 pages; at most 500 can be read at a time\. Please split it$/,
  ],
  [
    'a scan',
    'scan.pdf',
    () => pdfFile({ title: '', paragraphs: [] }),
    /^This PDF is a scan: pictures of pages/,
  ],
  ['a Word file without a word', 'empty.docx', () => wordOf(line('')), /^There is no text/],
  ['a page without a word', 'empty.html', () => Buffer.from('<html><p></p>'), /^There is no text/],
  [
    'a page of 5 MB of tags',
    'tags.html',
    () => Buffer.from(`<html>${'<p>a'.repeat(1_250_000)}`),
    /^The page is too long to be read/,
  ],
  [
    'a text of 11 MB',
    'long.md',
    () => Buffer.from('a line\n'.repeat(1_600_000)),
    /^The text is longer than 2,000,000 characters/,
  ],
  [
    'a page of 14 MB that only begins pictures',
    'pictures.html',
    () => Buffer.from(`<!doctype html><p>${'<img a '.repeat(2_000_000)}`),
    /^The page is too long to be read/,
  ],
  [
    'a text of 12 MB that only begins pictures',
    'pictures.md',
    () => Buffer.from('![a['.repeat(3_000_000)),
    /^The text is longer than 2,000,000 characters/,
  ],
  [
    'a text of 3 MB',
    'longish.md',
    () => Buffer.from('a line\n'.repeat(430_000)),
    /^The text is longer than 2,000,000 characters/,
  ],
  [
    'a page nested 200,000 deep',
    'deep.html',
    () => Buffer.from(`<html>${'<div>'.repeat(200_000)}a`),
    /^What is in the page is nested too deeply to be read$/,
  ],
  [
    'a Word file of tables 5,000 deep',
    'deep.docx',
    () =>
      wordOf(
        `${'<w:tbl><w:tr><w:tc>'.repeat(5000)}${line('a')}${'</w:tc></w:tr></w:tbl>'.repeat(5000)}`,
      ),
    /nested too deeply/,
  ],
]

describe('what can’t be read says why in a sentence:', () => {
  test.each(refused)('%s', async (_, name, content, reason) => {
    const bad = await drop(name, await content())
    expect(bad).toMatchObject({ state: 'failed', markdown: '', plain: '' })
    expect(bad.reason).toMatch(reason)
    expect((await server.api('GET /health/ready')).status).toBe(200)
  })

  test('what was dropped with it is read', async () => {
    const files: [string, Buffer | string][] = [
      ['first.md', '# Hours\n\nNine to five.'],
      ['cut.pdf', pages(1).subarray(0, 300)],
      ['deep.html', `<html>${'<div>'.repeat(200_000)}a`],
      ['last.md', '# Keys\n\nIn the safe.'],
    ]
    const read = await Promise.all(files.map(async ([name, content]) => drop(name, content)))
    expect(read.map(({ state, markdown }) => [state, markdown])).toEqual([
      ['ready', '# Hours\n\nNine to five.'],
      ['failed', ''],
      ['failed', ''],
      ['ready', '# Keys\n\nIn the safe.'],
    ])
  })

  test.each<[string, string, Buffer, RegExp]>([
    ['Word’s older format', 'old.doc', olderOffice(), /^This is Word’s older format/],
    ['a Word file with a password', 'locked.docx', olderOffice(), /protected by a password/],
    ['bytes called .pdf', 'no.pdf', Buffer.from([0, 1, 2, 3]), /^This is not a PDF/],
    ['a table', 'a.csv', Buffer.from('a,b'), /^Please choose a Word \(\.docx\), PDF/],
  ])('%s is not taken at all, and nothing of it stays', async (_, name, content, sentence) => {
    const before = await filesThere()
    const { status, body } = await server.api
      .as(admin)
      .raw('POST /imports', { body: documentForm({ name, content }) })
    expect([status, body]).toEqual([
      422,
      expect.objectContaining({
        code: 'not_readable',
        error: expect.stringMatching(sentence) as string,
      }),
    ])
    expect(await filesThere()).toEqual(before)
  })
})

/** The beginning of a compound file: older Office, and what Office locks by a password. */
function olderOffice(): Buffer {
  return Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)])
}

const filesThere = async () =>
  readdir(join(server.config.dataDir, 'files', 'imports')).catch(() => [])

test('macros are left out, which is said', async () => {
  const macros = { 'word/vbaProject.bin': 'Sub AutoOpen()\nShell "calc"\nEnd Sub' }
  const made = await drop('macros.docm', wordOf(line('Hours are nine to five.'), macros))
  expect(made).toMatchObject({ state: 'ready', markdown: 'Hours are nine to five.' })
  expect(made.notes).toContain('The file has macros; they were left out and did not run.')
})

test('what stands in angle brackets, and what reads like a character’s name, stays as it is written', async () => {
  const written = 'Send it to &lt;client name&gt; by &lt;date&gt;, a &lt; b, AT&amp;amp;T &amp; Co.'
  const meant = String.raw`Send it to \<client name> by \<date>, a < b, AT\&amp;T & Co.`
  const word = await drop('brackets.docx', wordOf(line(written)))
  expect(word.markdown).toBe(meant)
  const page = await drop('brackets.html', `<html><body><p>${written}</p></body></html>`)
  expect(page.markdown).toBe(meant)
})

test('a page’s forms and captions keep their words, and its lists their numbers', async () => {
  const { markdown } = await drop(
    'page.html',
    `<html><body><form><p>Within 45 days.</p><button>Send</button></form>
    <table><caption>Table 1: <b>Fees</b></caption><tr><td>Who</td><td>What</td></tr><tr><td>Lee</td><td>Ten</td></tr></table>
    <ol><li>one</li><li value="9">nine</li><li>ten</li></ol></body></html>`,
  )
  expect(markdown.split('\n\n')).toEqual([
    'Within 45 days.',
    '**Table 1: Fees**',
    '| Who | What |\n| --- | --- |\n| Lee | Ten |',
    '1. one',
    '9) nine\n10) ten',
  ])
})

test('lists in Word’s own styles are as deep as the styles say', async () => {
  const styled = (name: string, text: string) =>
    `<w:p><w:pPr><w:pStyle w:val="${name.replaceAll(' ', '')}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
  const names = ['List Bullet', 'List Bullet 2', 'List Bullet 3', 'List Number', 'List Number 2']
  const styles = names
    .map(
      (name) =>
        `<w:style w:type="paragraph" w:styleId="${name.replaceAll(' ', '')}"><w:name w:val="${name}"/></w:style>`,
    )
    .join('')
  const made = await drop(
    'lists.docx',
    wordOf(
      [
        styled('List Bullet', 'One'),
        styled('List Bullet 2', 'Two'),
        styled('List Bullet 3', 'Three'),
        styled('List Bullet', 'Four'),
        line('Then:'),
        styled('List Number', 'First'),
        styled('List Number 2', 'Below it'),
      ].join(''),
      {
        'word/styles.xml': `<w:styles xmlns:w="${WORD}">${styles}</w:styles>`,
        'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
      },
    ),
  )
  expect(made.markdown).toBe(
    '- One\n  - Two\n    - Three\n- Four\n\nThen:\n\n1. First\n   1. Below it',
  )
})

test('500 pages are read', async () => {
  const made = await drop('book.pdf', pages(500))
  expect(made).toMatchObject({ state: 'ready', reason: null })
  expect(made.markdown).toContain('Line 9499 of a long book')
})

test('a table in a table becomes lines of text, however deep', async () => {
  let inner = tableOf([[line('Gold'), line('80 / 20')]])
  for (let depth = 0; depth < 40; depth += 1) inner = tableOf([[line(`Level ${depth}`), inner]])
  const made = await drop(
    'tables.docx',
    wordOf(
      tableOf([
        [line('Who'), line('Split')],
        [line('Agent'), inner],
      ]),
    ),
  )
  expect(made.state).toBe('ready')
  const lines = made.markdown.split('\n')
  expect(lines.slice(0, 2)).toEqual(['| Who | Split |', '| --- | --- |'])
  expect(lines).toHaveLength(3)
  expect(lines[2]).toMatch(/Gold.*80 \/ 20/)
  expect(made.notes).toContain('A table within a table became lines of text.')
})

test('of 10 MB of HTML only the words stay: no script, and nothing is fetched', async () => {
  const script = `<script>fetch('${elsewhere}/script')</script>`
  const picture = `<p onclick="steal()">See <img src="${elsewhere}/pixel.png" onerror="steal()"> <a href="javascript:steal()">this</a>.`
  const page = `<!doctype html><html><head><title>Rules</title><link rel="stylesheet" href="${elsewhere}/style.css"><meta http-equiv="refresh" content="0;url=${elsewhere}/away"></head>
    <body><h1>Rules</h1>${script.repeat(200_000)}${picture.repeat(500)}<iframe src="${elsewhere}/frame"></iframe>
    <p hidden>unseen</p><p>A <a href="https://example.com/a b">link</a> and <i>words</i>.`
  expect(page.length).toBeGreaterThan(10_000_000)
  const made = await drop('rules.html', page)
  expect(made).toMatchObject({ state: 'ready', reason: null })
  expect(made.markdown).toMatch(/^# Rules\n\nSee {2}this\.\n/)
  expect(made.markdown).toMatch(/A \[link\]\(https:\/\/example\.com\/a%20b\) and \*words\*\.$/)
  expect(made.markdown).not.toMatch(/script|steal|pixel|unseen|frame|127\.0\.0\.1|</)
  expect(made.notes).toEqual([
    'Scripts were left out; none of them ran.',
    'Pictures were left out, and none was fetched from elsewhere.',
    'Text that the page hides was left out.',
  ])
  expect(asked).toEqual([])
})

test('a Word file fetches no picture, and shows none from a disk', async () => {
  const rels = 'http://schemas.openxmlformats.org'
  const made = await drop(
    'linked.docx',
    wordOf(
      `${line('Before')}<w:p><w:r><w:drawing><wp:inline xmlns:wp="${rels}/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="${rels}/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="${rels}/drawingml/2006/picture"><pic:blipFill><a:blip r:link="rId9" xmlns:r="${rels}/officeDocument/2006/relationships"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>${line('After')}`,
      {
        'word/_rels/document.xml.rels': `<Relationships xmlns="${rels}/package/2006/relationships"><Relationship Id="rId9" Type="${rels}/officeDocument/2006/relationships/image" Target="${elsewhere}/x.png" TargetMode="External"/></Relationships>`,
      },
    ),
  )
  expect(made.state).toBe('ready')
  expect(made.markdown).toBe('Before\n\nAfter')
  expect(made.notes).toContain('Pictures were left out, and none was fetched from elsewhere.')
  expect(asked).toEqual([])
})

describe('a reading that goes beyond its bounds is ended:', () => {
  const page = `<html>${'<p>Some <b>words</b> to read.'.repeat(100_000)}`
  test.each([
    ['time', { seconds: 0.3, heapMegabytes: 512, megabytes: 1024 }, /takes too long/],
    ['memory', { seconds: 60, heapMegabytes: 512, megabytes: 120 }, /takes too much memory/],
    ['its heap', { seconds: 60, heapMegabytes: 40, megabytes: 4096 }, /takes too much memory/],
  ])('%s', async (_, bounds, reason) => {
    const folder = await mkdtemp(join(tmpdir(), 'frontdesk-handbook-'))
    try {
      const path = join(folder, 'a.html')
      await writeFile(path, page)
      const read = await readApart(path, 'html', { bounds })
      expect(read).toEqual({ state: 'failed', reason: expect.stringMatching(reason) as string })
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

test('at the end nothing is left behind but what was taken, and that can be taken back', async () => {
  const api = server.api.as(admin)
  const { body } = await api('GET /imports')
  expect((await filesThere()).length).toBe(body.length)
  for (const { id } of body) await api('DELETE /imports/:id', { params: { id } })
  expect(await filesThere()).toEqual([])
  expect((await api('GET /imports')).body).toEqual([])
})
