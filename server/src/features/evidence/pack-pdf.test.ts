import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictureOf } from '../../testing/pictures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { evidencePdf, type PdfFacts } from './pack-pdf.ts'
import type { PackedRecord } from './pack-records.queries.ts'
import { openPdfSigner, type PdfSigner } from './pdf-certificates.ts'

let server: TestServer
let signer: PdfSigner
const folder = mkdtempSync(join(tmpdir(), 'pack-pdf-'))
beforeAll(async () => {
  server = await startTestServer()
  signer = await openPdfSigner(server)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.stop()
})

const NOW = '2026-11-25T19:05:09.070Z'
const TEXTS = [
  'Do not pay for a review, and do not write bad ones.\n\nFamily is fine.',
  'Do not write for a review, and suppressing bad ones.\n\nFamily and friends are fine (ask first).\n\n- one\n- two',
]

const recordOf = (user: string, sequence: number): PackedRecord => ({
  sequence,
  policy_id: 'reviews',
  user_id: user,
  version: 2,
  acknowledged_at: NOW,
  policy_title: 'Reviews',
  person_name: user,
  person_email: `${user}@example.com`,
  person_role: 'agent',
  sign_in_method: 'password_and_totp',
  session_origin: 'after_invitation',
  consent: 'I agree.',
  ip: '192.0.2.7',
  hash: sequence.toString(16).padEnd(64, '0'),
})

/** @param each so many records of each of so many people */
const pdfOf = async (people: number, each: number, given: Partial<PdfFacts> = {}) =>
  buffer(evidencePdf(factsOf(people, each, given)))

function factsOf(people: number, each: number, given: Partial<PdfFacts> = {}): PdfFacts {
  const names = Array.from({ length: people }, (_, n) => `Person-${n + 1}`)
  return {
    id: '01a1fc28-2eac-7096-87c2-76a65149f25e',
    scope: { userIds: null, itemIds: null, from: null, to: null },
    about: { people: null, items: null },
    asOf: NOW,
    madeAt: NOW,
    timeZone: 'America/New_York',
    brokerage: 'Harbor',
    address: 'http://127.0.0.1',
    checkpoint: { number: 1, size: 0 },
    counts: {},
    signer,
    people: names.map((id) => ({
      id,
      name: id,
      email: null,
      role: null,
      signed: each,
      owes: 1,
    })),
    // oxlint-disable-next-line typescript/require-await -- as what reads the database
    async *recordsOf({ id }) {
      const before = names.indexOf(id) * each
      for (let n = 1; n <= each; n += 1) yield recordOf(id, before + n)
    },
    // oxlint-disable-next-line typescript/require-await -- as above
    async *owedBy({ id }) {
      const who = { user_id: id, person_name: id }
      const what = { kind: 'policy', item_id: 'keys', item_title: 'Lockbox keys' } as const
      const when = { cycle: 1, opens_at: NOW, due_at: '2026-12-01T05:00:00.000Z' }
      yield { id: 'owed', ...who, ...what, ...when, state: 'overdue', closed_at: null }
    },
    textOf: async (id, version) =>
      Promise.resolve({
        policy_id: id,
        version,
        title: 'Reviews',
        content: TEXTS[version - 1]!,
        content_sha256: 'f'.repeat(64),
      }),
    readPicture: async () => Promise.reject(new Error('There are no pictures')),
    onRow: () => undefined,
    ...given,
  }
}

interface Part {
  role?: string
  alt?: string
  children?: Part[]
}

interface Page {
  words: string
  tree: Part
}

async function pagesOf(pdf: Buffer): Promise<Page[]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await task.promise
  const pages: Page[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const words = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : ''))
    pages.push({ words: spaced(words.join('')), tree: (await page.getStructTree()) as Part })
  }
  await task.destroy()
  return pages
}

const figuresIn = ({ role, alt, children = [] }: Part): (string | undefined)[] =>
  role === 'Figure' ? [alt] : children.flatMap(figuresIn)

const spaced = (words: string) => words.replaceAll(/\s+/g, ' ')

/** Each element as the way to it: `Document/L/LI`. */
function waysIn({ role = '', children = [] }: Part, above = ''): string[] {
  const way = role === 'Root' || role === '' ? above : `${above}/${role}`
  return [way, ...children.flatMap((child) => waysIn(child, way))]
}

/** What Poppler says of a file; undefined where it is not installed. */
function poppler(command: string, pdf: Buffer, ...options: string[]) {
  const file = join(folder, 'evidence.pdf')
  writeFileSync(file, pdf)
  const { error, stdout, stderr } = spawnSync(
    command,
    [...options, file, ...(command === 'pdftotext' ? ['-'] : [])],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    },
  )
  return error ? undefined : { stdout, stderr }
}

test('more than a thousand records are told one by one: what, when, how and what is owed', async () => {
  const pages = await pagesOf(await pdfOf(12, 100))
  const words = pages.map((page) => page.words).join(' ')
  for (const number of [1, 1000, 1200]) {
    // Not `toContain`, which would print all of it.
    const row = `Reviews Version 2 (T1, C1) Nov 25, 2026 2:05:09 PM EST With a password and a code from an app, from 192.0.2.7 (S1) No. ${number.toLocaleString('en')} ${number.toString(16).padEnd(12, '0')}`
    expect({ number, isTold: words.includes(row) }).toEqual({ number, isTold: true })
  }
  expect(words.split('Lockbox keys Nov 25, 2026 Dec 1, 2026 Overdue')).toHaveLength(13)
  expect(words).toContain('C1: “I agree.”')
  expect(words).toContain('S1: the session began after an invitation that was mailed to them.')
  // Each text once, however many signed it.
  expect(words.split('T1: Reviews')).toHaveLength(2)
})

test('a text that is copied or read aloud has the words that were signed, and no other', async () => {
  const pdf = await pdfOf(1, 1)
  const signed = spaced(TEXTS[1]!)
  const last = (await pagesOf(pdf)).at(-1)!
  // A reader that goes by places sees a space where a word that is gone lies before a comma.
  expect(last.words.replaceAll(' (', '(')).toContain(signed.replaceAll(' (', '('))
  expect(last.words).not.toContain('pay')
  expect(last.words).not.toContain('not write bad')
  const text = poppler('pdftotext', pdf)
  expect(spaced(text?.stdout ?? signed)).toContain(signed)
  const aloud = poppler('pdfinfo', pdf, '-struct-text')
  const line = '"Do not write for a review, and suppressing bad ones."'
  expect(aloud?.stdout ?? line).toContain(line)
})

test('no letter goes without a word: where there is no font for it, its number is told', async () => {
  const content = 'Ring \u{65e5}\u{672c} first, then \u{645}\u{631}\u{62d}\u{628}\u{627} \u{1f600}.'
  const [last] = (
    await pagesOf(
      await pdfOf(1, 1, {
        textOf: async (id, version) =>
          Promise.resolve({
            policy_id: id,
            version,
            title: 'Reviews',
            content,
            content_sha256: 'f'.repeat(64),
          }),
      }),
    )
  ).slice(-1)
  expect(last!.words).toContain('Ring [U+65E5][U+672C] first, then')
  expect(last!.words).toContain('[U+1F600].')
  expect(last!.words.match(/\[U\+/g)).toHaveLength(4)
})

test('a picture of a text stands below the line that names it, once in the file, with what it shows', async () => {
  const name = `${'a'.repeat(64)}-400x200.webp`
  const gone = `${'b'.repeat(64)}-40x20.webp`
  const address = (one: string) => `/api/v1/pictures/${one}`
  const texts = [
    `Ring first.\n\n![Old](${address(gone)})\n\n![The \\[left\\] key](${address(name)} "Key")`,
    `Ring first.\n\nSee ![The \\[left\\] key](${address(name)} "Key") and again ![](${address(name)}).\n\nDone.`,
  ]
  const read: string[] = []
  const pdf = await pdfOf(1, 1, {
    textOf: async (id, version) =>
      Promise.resolve({
        policy_id: id,
        version,
        title: 'Keys',
        content: texts[version - 1]!,
        content_sha256: 'f'.repeat(64),
      }),
    readPicture: async (one) => {
      read.push(one)
      return pictureOf(400, 200, 'webp')
    },
  })
  expect(read).toEqual([name])
  const [last] = (await pagesOf(pdf)).slice(-1)
  expect(figuresIn(last!.tree)).toEqual(['The [left] key'])
  expect(pdf.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(1)
  const listed = poppler('pdfimages', pdf, '-list')
  expect(listed?.stdout ?? ' image 400 200 ').toMatch(/ image +400 +200 /)
})

test('it is one document of headings, lists, tables and paragraphs, which readers take without a warning', async () => {
  const pdf = await pdfOf(2, 60)
  const pages = await pagesOf(pdf)
  const ways = new Set(pages.flatMap(({ tree }) => waysIn(tree)))
  expect([...ways].filter((way) => way !== '' && !way.startsWith('/Document'))).toEqual([])
  for (const way of [
    '/Document/H1',
    '/Document/L/LI/Lbl',
    '/Document/L/LI/LBody',
    '/Document/Sect/H2',
    '/Document/Sect/Table/TR/TH',
    '/Document/Sect/Table/TR/TD',
    '/Document/Sect/P',
  ]) {
    expect([...ways]).toContain(way)
  }
  const said = poppler('pdfinfo', pdf, '-struct')
  expect(said?.stderr ?? '').toBe('')
  expect(said?.stdout.match(/^ *Table/gm) ?? ['', '', '', '']).toHaveLength(4)
})

test('its first page names whom, what and which time it is about', async () => {
  const pdf = await pdfOf(0, 0, {
    scope: { userIds: [], itemIds: null, from: '2026-11-01T04:00:00.000Z', to: null },
    about: {
      people: { names: ['Ben Ortiz', 'Maya Okafor'], count: 14 },
      items: { names: ['Wire fraud'], count: 1 },
    },
  })
  const [first] = await pagesOf(pdf)
  expect(first!.words).toContain('About whom: Ben Ortiz, Maya Okafor, and 12 more.')
  expect(first!.words).toContain('About what: Wire fraud.')
  expect(first!.words).toContain('Of which time: from November 1, 2026 at 12:00:00 AM EDT')
})

test('whoever stops taking it stops its writing', async () => {
  let told = 0
  const pieces = evidencePdf(factsOf(5, 5000, { onRow: () => (told += 1) }))
  for await (const piece of pieces) {
    expect(piece.length).toBeGreaterThan(0)
    if (told > 0) break
  }
  expect(told).toBeGreaterThan(0)
  expect(told).toBeLessThan(25_000)
})

test('what goes wrong while it is written is thrown to whoever takes it', async () => {
  // oxlint-disable-next-line require-yield, typescript/require-await -- a database that is away
  const recordsOf = async function* (): AsyncGenerator<PackedRecord> {
    throw new Error('No database')
  }
  await expect(pdfOf(1, 1, { recordsOf })).rejects.toThrow('No database')
})
