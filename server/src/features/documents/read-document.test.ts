import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kill, pid, platform } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDocument, type SentDocument } from '../../testing/documents.ts'
import { createMember, type Member } from '../../testing/factories.ts'
import { sheetFile, slidesFile, wordFile } from '../../testing/files/office-file.ts'
import { pdfFile } from '../../testing/files/pdf-file.ts'
import { zipFile } from '../../testing/files/zip-file.ts'
import { EVER } from '../../testing/patience.ts'
import { pictureOf, pixelFlood } from '../../testing/pictures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { readFileApart } from './read-file.ts'

let server: TestServer
let admin: Member
let folder: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
  folder = await mkdtemp(join(tmpdir(), 'frontdesk-read-'))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

async function readAfterUpload(sent: SentDocument) {
  const { id } = await createDocument(server.api.as(admin), sent)
  const row = await vi.waitFor(async () => {
    const found = await server.db
      .selectFrom('document_texts')
      .selectAll()
      .where('document_id', '=', id)
      .where('state', '!=', 'waiting')
      .executeTakeFirstOrThrow()
    return found
  }, EVER)
  const answer = await fetch(`${server.url}/api/v1/documents/${id}/thumbnail`, {
    headers: { Authorization: `Bearer ${admin.token}` },
  })
  const thumbnail = answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : null
  return { id, ...row, thumbnail }
}

const pdf = pdfFile({ title: 'Earnest money', paragraphs: ['# Terms', 'Held in the blue folder.'] })

test.each<[string, Buffer, string[]]>([
  ['terms.pdf', pdf, ['Earnest money', 'blue folder']],
  ['a.docx', wordFile(['# Fair & square', 'Second <line>']), ['Fair & square\nSecond <line>']],
  [
    'b.xlsx',
    sheetFile([
      ['Rent', '1,200'],
      ['Deposit', '2,400'],
    ]),
    ['Rent', 'Deposit'],
  ],
  ['c.pptx', slidesFile([['First slide'], ['Second slide']]), ['First slide', 'Second slide']],
  ['d.csv', Buffer.from('name,city\nÀda,Bergen\n'), ['name,city\nÀda,Bergen']],
  ['e.md', Buffer.from('# Open house\n\nBring **signs**.'), ['Open house', 'signs']],
  ['latin.txt', Buffer.from('Caf\u00e9 M\u00fcller', 'latin1'), ['Café Müller']],
  [
    'f.html',
    Buffer.from('<!doctype html><title>T</title><script>secret()</script><p>Keys &amp; locks'),
    ['Keys & locks'],
  ],
])('the text of %s is found in it', async (name, content, phrases) => {
  const { state, text } = await readAfterUpload({ name, content })
  expect(state).toBe('done')
  for (const phrase of phrases) expect(text).toContain(phrase)
  expect(text).not.toContain('secret')
})

test('pictures and the first pages of PDFs get a small picture', async () => {
  const photo = await readAfterUpload({ name: 'x.png', content: await pictureOf(1600, 800) })
  expect(photo.state).toBe('none')
  expect(await sharp(photo.thumbnail!).metadata()).toMatchObject({ width: 480, height: 240 })
  const { thumbnail } = await readAfterUpload({ name: 'x.pdf', content: pdf })
  const { data, info } = await sharp(thumbnail!)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 452, height: 640 })
  // White paper with something on it.
  expect(data[data.length - 1]).toBe(255)
  expect(data.some((level) => level < 100)).toBe(true)
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><rect width="4" height="2" fill="red"/></svg>'
  const drawing = await readAfterUpload({ name: 'x.svg', content: Buffer.from(svg) })
  expect(await sharp(drawing.thumbnail!).metadata()).toMatchObject({ width: 480, height: 240 })
  expect((await readAfterUpload({ name: 'x.txt' })).thumbnail).toBeNull()
})

describe('a file that is broken, or made to do harm, is marked with the reason:', () => {
  const bomb = zipFile({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': Buffer.alloc(400_000_000, '<w:x>'),
  })

  test.each<[string, string, Buffer, RegExp]>([
    ['a PDF cut in the middle', 'a.pdf', pdf.subarray(0, 300), /damaged/],
    [
      'bytes behind the head of a PDF',
      'b.pdf',
      Buffer.from(`%PDF-1.7\n${'x'.repeat(9)}`),
      /damaged/,
    ],
    ['an archive cut in the middle', 'c.docx', wordFile(['x']).subarray(0, -40), /damaged/],
    ['an archive that unpacks to 400 MB', 'd.docx', bomb, /unpacks to more/],
    [
      'an archive without text',
      'e.docx',
      zipFile({ '[Content_Types].xml': '', 'word/x': '' }),
      /damaged/,
    ],
  ])('%s', async (_, name, content, reason) => {
    const row = await readAfterUpload({ name, content })
    expect(row).toMatchObject({ state: 'failed', text: '', tries: 1 })
    expect(row.reason).toMatch(reason)
    const jobs = await server.db
      .selectFrom('document_texts')
      .select('document_id')
      .where('state', '=', 'waiting')
      .execute()
    expect(jobs).toEqual([])
  })

  test('a pixel flood has no picture, and costs nothing', async () => {
    const flood = await readAfterUpload({ name: 'f.png', content: pixelFlood(30_000, 30_000) })
    expect(flood).toMatchObject({ state: 'none', thumbnail: null })
  })
})

test('whatever takes too long, or too much memory, is ended', async () => {
  const path = join(folder, 'slow.pdf')
  await writeFile(path, pdf)
  const bounds = { seconds: 60, heapMegabytes: 256, megabytes: 768 }
  const slow = await readFileApart(path, 'pdf', { bounds: { ...bounds, seconds: 0.05 } })
  expect(slow).toEqual({ state: 'failed', text: '', reason: 'Reading it takes too long' })
  const large = await readFileApart(path, 'pdf', { bounds: { ...bounds, megabytes: 20 } })
  expect(large).toEqual({ state: 'failed', text: '', reason: 'Reading it takes too much memory' })
  const abort = AbortSignal.timeout(50)
  await expect(readFileApart(path, 'pdf', { signal: abort })).rejects.toThrow(/aborted|timeout/)
})

test.runIf(platform === 'linux')('a busy machine makes no file a slow one', async () => {
  const path = join(folder, 'patient.pdf')
  await writeFile(path, pdf)
  const seconds = 4
  const bounds = { seconds, heapMegabytes: 256, megabytes: 768 }
  const read = readFileApart(path, 'pdf', { bounds })
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const reader = Number(children.trim().split(' ').at(-1))
  kill(reader, 'SIGSTOP')
  await delay(seconds * 1000 + 500)
  kill(reader, 'SIGCONT')
  expect(await read).toMatchObject({ state: 'done' })
})
