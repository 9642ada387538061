import { createRequire } from 'node:module'
import type PDFDocument from 'pdfkit'

export type Weight = 400 | 600 | 700

/** Fonts come in files by alphabet; each letter is set in the first that has it. */
const FILES = [
  'hanken-grotesk/files/hanken-grotesk-latin',
  'hanken-grotesk/files/hanken-grotesk-latin-ext',
  'hanken-grotesk/files/hanken-grotesk-vietnamese',
  'hanken-grotesk/files/hanken-grotesk-cyrillic-ext',
  'noto-sans/files/noto-sans-cyrillic',
  'noto-sans/files/noto-sans-cyrillic-ext',
  'noto-sans/files/noto-sans-greek',
  'noto-sans/files/noto-sans-greek-ext',
  'noto-sans/files/noto-sans-devanagari',
  'noto-sans-arabic/files/noto-sans-arabic-arabic',
  'noto-sans-hebrew/files/noto-sans-hebrew-hebrew',
  'noto-sans-thai/files/noto-sans-thai-thai',
]

const { resolve } = createRequire(import.meta.url)

/** The font that most letters are set in; others, where it lacks them. */
export const fontFile = (weight: Weight, file = FILES[0]!) =>
  resolve(`@fontsource/${file}-${weight}-normal.woff`)

type Document = InstanceType<typeof PDFDocument>

/** Letters that are set in one font. */
export interface Run {
  text: string
  font: string
}

const LETTER = /[\p{L}\p{N}]/u
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Whether there is a font for each letter. Signs such as emoji may be missing: they are left out. */
export function canSet(document: Document, text: string): boolean {
  return [...text.normalize('NFC')].every(
    (character) => !LETTER.test(character) || fontFor(document, character, 400) !== undefined,
  )
}

/** Signs that are seen; joiners and the like are not missed. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/gu

/** The same with each sign that no font has as its number in Unicode, such as `[U+65E5]`: nothing goes without a word. */
export function spelled(document: Document, line: string): string {
  return line
    .normalize('NFC')
    .replaceAll(SEEN, (character) =>
      fontFor(document, character, 400) === undefined
        ? `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`
        : character,
    )
}

/** One line as it is printed from left to right, cut where the font changes. */
export function layOut(document: Document, line: string, weight: Weight): Run[] {
  const runs: Run[] = []
  for (const character of line.normalize('NFC')) {
    const last = runs.at(-1)
    // Spaces and marks belong to the letters before them.
    const staysIn =
      last && !LETTER.test(character) && hasGlyph(document, last.font, character)
        ? last.font
        : undefined
    const font = staysIn ?? fontFor(document, character, weight)
    if (font === undefined) continue
    if (last?.font === font) last.text += character
    else runs.push({ text: character, font })
  }
  // Each run is shaped in its own direction; a line that begins on the right has the first one there.
  const [first = ''] = LETTER.exec(line) ?? []
  return RIGHT_TO_LEFT.test(first) ? runs.toReversed() : runs
}

export const widthOf = (document: Document, runs: Run[], size: number) =>
  runs.reduce(
    (sum, { font, text }) =>
      sum + document.font(font).fontSize(size).widthOfString(text, { features: [] }),
    0,
  )

/** What was found for each letter of a document: lines are measured many times before they fit. */
const found = new WeakMap<Document, Map<string, string | undefined>>()

function fontFor(document: Document, character: string, weight: Weight): string | undefined {
  const known = found.get(document) ?? new Map<string, string | undefined>()
  found.set(document, known)
  const key = `${weight} ${character}`
  if (!known.has(key)) {
    const file = FILES.find((one) => hasGlyph(document, fontFile(weight, one), character))
    known.set(key, file && fontFile(weight, file))
  }
  return known.get(key)
}

/** pdfkit keeps fontkit's font behind its own; its types don't say so. */
function hasGlyph(document: Document, file: string, character: string): boolean {
  document.font(file)
  const { _font: opened } = document as unknown as {
    _font: { font: { hasGlyphForCodePoint(point: number): boolean } }
  }
  return opened.font.hasGlyphForCodePoint(character.codePointAt(0)!)
}
