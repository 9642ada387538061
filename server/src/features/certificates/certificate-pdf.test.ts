import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Pdf from 'pdfkit'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { pictureOf } from '../../testing/pictures.ts'
import { asPng, makeLogo } from '../../platform/pictures.ts'
import { canSet, layOut } from './certificate-letters.ts'
import { type CertificateFacts, certificatePdf, groupedCode } from './certificate-pdf.ts'

const facts: CertificateFacts = {
  code: '7K3MZQ4T9XWB2HPD',
  person_name: 'Zoë Łukaszewicz-Nguyễn',
  title: 'Wire fraud',
  completed_at: '2026-11-20T23:03:04Z',
  score: 92.5,
}
const place = { verifyUrl: 'https://desk.example.com/verify/7K3M', brokerage: 'Harbor & Pine' }

test('a certificate is one tagged page in PDF with its facts in the title', async () => {
  const text = (await certificatePdf(facts, place)).toString('latin1')
  expect(text.startsWith('%PDF-1.7')).toBe(true)
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1)
  expect(text).toContain('/MarkInfo')
  expect(text).toContain(place.verifyUrl)
  const title = Buffer.from(`${facts.title}: certificate of ${facts.person_name}`, 'utf16le')
  expect(text).toContain(title.swap16().toString('latin1').slice(0, 20))
})

test('the brokerage’s logo stands where the product’s mark stands without one', async () => {
  const picture = join(await mkdtemp(join(tmpdir(), 'frontdesk-logo-')), 'logo.png')
  await writeFile(picture, await pictureOf(400, 120))
  const logo = await asPng(await makeLogo(picture))
  const images = async (more: { logo?: Buffer }) =>
    (await certificatePdf(facts, { ...place, ...more }))
      .toString('latin1')
      .match(/\/Subtype \/Image/g)
  expect(await images({ logo })).not.toBeNull()
  expect(await images({})).toBeNull()
})

test('titles of any length and letters of any alphabet are set', async () => {
  const hard = { ...facts, person_name: '王小明 😀', title: 'Fair'.repeat(200), score: null }
  expect((await certificatePdf(hard, place)).length).toBeGreaterThan(5000)
})

/** The words on the page, from left to right and line by line. */
async function wordsOn(pdf: Buffer): Promise<string> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const page = await (await task.promise).getPage(1)
  const { items } = await page.getTextContent()
  await task.destroy()
  return items.map((item) => ('str' in item ? item.str : '')).join(' ')
}

test('the day on it is the one that its verification says: that of UTC', async () => {
  for (const completed_at of ['2026-11-21T00:00:00Z', '2026-11-21T23:59:59Z'])
    expect(await wordsOn(await certificatePdf({ ...facts, completed_at }, place))).toContain(
      'November 21, 2026',
    )
})

test.each([
  ['Greek', 'Γιώργος Παπαδόπουλος'],
  ['Cyrillic', 'Иван Ерёмин'],
  ['Arabic', 'محمد علي'],
  ['Hebrew', 'דוד כהן-לוי'],
  ['Thai', 'สมชาย ใจดี'],
  ['Devanagari', 'प्रिया शर्मा'],
])('%s has letters of its own', async (_, name) => {
  const document = new Pdf()
  expect(canSet(document, name)).toBe(true)
  const runs = layOut(document, name, 600)
  // In one piece, so that it is shaped and put in its direction as a whole.
  expect(runs.map(({ text }) => text)).toEqual([name.normalize('NFC')])
  const words = await wordsOn(await certificatePdf({ ...facts, person_name: name }, place))
  expect(words).not.toContain('in its own letters')
})

test('a line that begins on the right is put together from there', () => {
  const pieces = layOut(new Pdf(), 'דוד Cohen כהן', 600).map(({ text }) => text)
  expect(pieces).toEqual(['כהן', 'Cohen ', 'דוד '])
})

test('for letters that there are none of, the page says where they are; no boxes, no other words', async () => {
  const hard = { ...facts, person_name: '王小明', title: '공정 주택 😀' }
  const words = await wordsOn(await certificatePdf(hard, place))
  expect(words).toContain('the person whose name stands, in its own letters, at the address below')
  expect(words).toContain('what stands, in its own letters, at the address below')
  const signs = { ...facts, person_name: 'Ana 😀 Whitfield' }
  expect(await wordsOn(await certificatePdf(signs, place))).toContain('Ana Whitfield')
})

test('a code is read out in fours', () => {
  expect(groupedCode(facts.code)).toBe('7K3M-ZQ4T-9XWB-2HPD')
})
