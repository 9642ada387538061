import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipFile } from '../../../testing/files/zip-file.ts'
import { scaled } from '../../../testing/patience.ts'
import { readText } from './read-text.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontdesk-text-'))
})
afterAll(async () => rm(folder, { recursive: true }))

async function read(type: string, content: string | Buffer): Promise<string | null> {
  const path = join(folder, 'file')
  await writeFile(path, content)
  return readText(path, type)
}

const word = (markup: string) => zipFile({ 'word/document.xml': markup })
const MEGABYTE = 1_000_000

// Where each piece was looked at anew with all before it, these took minutes.
test.each<[string, string, () => string | Buffer]>([
  ['50 MB of text without a tag', 'docx', () => word('x'.repeat(50 * MEGABYTE))],
  ['50 MB of one tag', 'docx', () => word(`<w:t ${'x'.repeat(50 * MEGABYTE)}`)],
  ['50 MB of tags that only begin', 'docx', () => word('<'.repeat(50 * MEGABYTE))],
  ['50 MB of halves of entities', 'docx', () => word(`<w:t>${'&'.repeat(50 * MEGABYTE)}`)],
  ['tags that only begin', 'html', () => '<p '.repeat(MEGABYTE)],
  ['scripts that never end', 'html', () => '<script>'.repeat(400_000)],
  ['comments that never end', 'html', () => '<!--'.repeat(800_000)],
  ['nothing but brackets', 'html', () => '<'.repeat(3 * MEGABYTE)],
  ['closed tags without number', 'html', () => '</p>'.repeat(800_000)],
])('%s is read in one pass', async (_name, type, make) => {
  const content = make()
  const started = performance.now()
  await read(type, content)
  expect(performance.now() - started).toBeLessThan(scaled(20_000))
})

test('text that falls into several pieces is whole', async () => {
  // Longer than a piece of 64 KB, with tags and entities over every seam.
  const paragraphs = Array.from({ length: 6000 }, (_, at) => `Line ${at} of Fair & square`)
  const markup = paragraphs
    .map(
      (line) =>
        `<w:p><w:r><w:t xml:space="preserve">${line.replace('&', '&amp;')}</w:t></w:r></w:p>`,
    )
    .join('')
  expect(await read('docx', word(markup))).toBe(paragraphs.join('\n'))
})

test.each([
  ['a <b>bold</b> word', 'a bold word'],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['seen<!-- hidden -->too', 'seen too'],
  ['seen<SCRIPT>hidden()</Script >too', 'seen too'],
  ['one<p>two</P>three<br/>four', 'one\ntwo\nthree\nfour'],
  ['<style>a > b { }</style>Keys &amp; &#76;ocks', 'Keys & Locks'],
  ['seen<script>hidden', 'seen'],
])('%j reads %j', async (html, text) => {
  expect(await read('html', html)).toBe(text)
})
