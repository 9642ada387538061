import { layOut, spelled, type Weight } from '../certificates/certificate-letters.ts'
import type { Document } from './pdf-file.ts'

/** Letters of one font, as PDF shows them; independent of their size. */
interface Shown {
  font: Font
  /** What stands in the brackets of `TJ`; `rise` is above the line, in thousandths of the size. */
  parts: { rise: number; letters: string }[]
  /** In sizes. */
  width: number
}

interface Font {
  id: string
  ref: () => unknown
  encode: (text: string, features: []) => [string[], Position[]]
  font: {
    unitsPerEm: number
    layout: (text: string) => { glyphs: Glyph[]; positions: Position[] }
  }
}

interface Position {
  xAdvance: number
  yAdvance: number
  xOffset: number
  yOffset: number
  advanceWidth: number
}

interface Glyph {
  id: number
  path: { commands: { command: string; args: number[] }[] }
}

/** A word or some, ready to be drawn. */
export interface Word {
  text: string
  weight: Weight
  shown: Shown[]
  width: number
}

export interface Place {
  x: number
  /** Of the line that the letters stand on, from the head of the page. */
  y: number
  size: number
  /** As `rg` takes it. */
  color: string
}

const MOST_KEPT = 20_000
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
/** Numbers and hashes: new ones in every row, and nothing in them touches its neighbour. */
const DIGITS = /^(?=.*\d)[\d:.,a-f]+$/

/** Sets words: what was set before is known, since the same words come again and again. */
export class PdfLetters {
  readonly #document: Document
  readonly #known = new Map<string, Word>()
  readonly #outlines = new Map<string, string>()

  constructor(document: Document) {
    this.#document = document
  }

  word(text: string, weight: Weight): Word {
    if (DIGITS.test(text) && text.length > 1) {
      return this.together([...text].map((letter) => this.word(letter, weight)))
    }
    const key = `${weight} ${text}`
    const known = this.#known.get(key)
    if (known) return known
    const shown = layOut(this.#document, spelled(this.#document, text), weight).map(
      ({ font, text: run }) => this.#shown(font, run),
    )
    const width = shown.reduce((sum, one) => sum + one.width, 0)
    const word = { text, weight, shown, width }
    if (this.#known.size > MOST_KEPT) this.#known.clear()
    this.#known.set(key, word)
    return word
  }

  /** Words of one line and weight as one; those that run from right to left are set anew. */
  together(words: Word[]): Word {
    const text = words.map((word) => word.text).join('')
    const [first] = words
    if (words.length === 1 || !first) return first ?? this.word('', 400)
    if (RIGHT_TO_LEFT.test(text)) return this.word(text, first.weight)
    const shown: Shown[] = []
    for (const one of words.flatMap((word) => word.shown)) {
      const last = shown.at(-1)
      if (last?.font !== one.font) {
        shown.push({ ...one, parts: [...one.parts] })
        continue
      }
      last.parts.push(...one.parts)
      last.width += one.width
    }
    return { ...first, text, shown, width: words.reduce((sum, { width }) => sum + width, 0) }
  }

  draw({ shown }: Word, { x, y, size, color }: Place): void {
    const { page } = this.#document as unknown as { page: { fonts: Record<string, unknown> } }
    let at = x
    for (const { font, parts, width } of shown) {
      page.fonts[font.id] ??= font.ref()
      const shows = joined(parts).map(({ rise, letters }) =>
        rise === 0 ? `[${letters}]TJ` : `${short(rise * size)} Ts [${letters}]TJ 0 Ts`,
      )
      this.#document.addContent(
        `BT /${font.id} ${size} Tf ${color} rg 1 0 0 -1 ${short(at)} ${short(y)} Tm ${shows.join(' ')} ET`,
      )
      at += width * size
    }
  }

  /** As a picture of the words, which nobody reads aloud, copies or finds. */
  drawOutlines({ text, weight }: Word, { x, y, size, color }: Place): void {
    let at = x
    for (const run of layOut(this.#document, spelled(this.#document, text), weight)) {
      const { font } = this.#font(run.font)
      const scale = size / font.unitsPerEm
      const { glyphs, positions } = font.layout(run.text)
      for (const [index, glyph] of glyphs.entries()) {
        const { xOffset, yOffset, xAdvance } = positions[index]!
        const path = this.#outline(run.font, glyph)
        const place = `${scale.toFixed(5)} 0 0 ${(-scale).toFixed(5)} ${short(at + xOffset * scale)} ${short(y - yOffset * scale)}`
        if (path) this.#document.addContent(`q ${place} cm ${color} rg ${path} f Q`)
        at += xAdvance * scale
      }
    }
  }

  #shown(file: string, text: string): Shown {
    const font = this.#font(file)
    const [codes, positions] = font.encode(text, [])
    const parts: Shown['parts'] = []
    let width = 0
    for (const [index, code] of codes.entries()) {
      const { xAdvance, xOffset, yOffset, advanceWidth } = positions[index]!
      const before = xOffset === 0 ? '' : `${short(-xOffset)} `
      const after = short(advanceWidth - xAdvance + xOffset)
      parts.push({
        rise: yOffset / 1000,
        letters: `${before}<${code}>${after === '0' ? '' : ` ${after}`}`,
      })
      width += xAdvance / 1000
    }
    return { font, parts: joined(parts), width }
  }

  #font(file: string): Font {
    this.#document.font(file)
    // oxlint-disable-next-line no-underscore-dangle -- pdfkit's own name
    return (this.#document as unknown as { _font: Font })._font
  }

  #outline(file: string, { id, path }: Glyph): string {
    const key = `${file} ${id}`
    const known = this.#outlines.get(key)
    if (known !== undefined) return known
    const outline = outlineOf(path.commands)
    this.#outlines.set(key, outline)
    return outline
  }
}

const short = (number: number) => String(Math.round(number * 100) / 100)

/** Letters at the same height in one string. */
function joined(parts: Shown['parts']): Shown['parts'] {
  const all: Shown['parts'] = []
  for (const { rise, letters } of parts) {
    const last = all.at(-1)
    if (last?.rise === rise) last.letters = `${last.letters}${letters}`.replaceAll('><', '')
    else all.push({ rise, letters })
  }
  return all
}

/** PDF has no curve with one handle: it is one with two. */
function outlineOf(commands: Glyph['path']['commands']): string {
  let [fromX, fromY] = [0, 0]
  const parts: string[] = []
  for (const { command, args } of commands) {
    if (command === 'closePath') {
      parts.push('h')
      continue
    }
    const [x = 0, y = 0] = args.slice(-2)
    if (command === 'moveTo') parts.push(`${x} ${y} m`)
    else if (command === 'lineTo') parts.push(`${x} ${y} l`)
    else if (command === 'bezierCurveTo') parts.push(`${args.join(' ')} c`)
    else {
      const [handleX = 0, handleY = 0] = args
      const near = (from: number, handle: number) => short(from + ((handle - from) * 2) / 3)
      parts.push(
        `${near(fromX, handleX)} ${near(fromY, handleY)} ${near(x, handleX)} ${near(y, handleY)} ${x} ${y} c`,
      )
    }
    ;[fromX, fromY] = [x, y]
  }
  return parts.join(' ')
}
