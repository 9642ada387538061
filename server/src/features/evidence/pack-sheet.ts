import { setImmediate as breath } from 'node:timers/promises'
import type PDFDocument from 'pdfkit'
import { fontFile, layOut, type Weight, widthOf } from '../certificates/certificate-letters.ts'
import type { PdfSigningKey } from './pdf-signature.ts'

type Document = InstanceType<typeof PDFDocument>

/** US Letter; in points. */
const WIDTH = 612
const HEIGHT = 792
const MARGIN = 60
const BOTTOM = HEIGHT - 64

const MOST_HELD_MS = 15

const INK = '#1b2521'
export const MUTED = '#5c655f'
const EVERGREEN = '#1b5a45'

export interface TextStyle {
  size: number
  weight: Weight
  color: string
  /** Above it, in points; not at the head of a page. */
  before: number
  indent: number
}

const PLAIN: TextStyle = { size: 10, weight: 400, color: INK, before: 4, indent: 0 }

/** Words that are set alike. */
export interface Piece {
  text: string
  /** New words are underlined, and words that are gone are struck out. */
  mark?: 'new' | 'gone'
}

interface Word {
  text: string
  mark?: Piece['mark']
  width: number
}

/** A tagged document that is written from top to bottom, on as many pages as it takes. */
export class Sheet {
  readonly #document: Document
  readonly #whole: Promise<Buffer>
  readonly #widths = new Map<string, number>()
  #y = MARGIN
  #breathed = performance.now()

  /** @param title also what a reader's window says */
  static async open(title: string, author: string, made: Date): Promise<Sheet> {
    const { default: Pdf } = await import('pdfkit')
    const document = new Pdf({
      size: 'LETTER',
      margin: 0,
      lang: 'en',
      tagged: true,
      displayTitle: true,
      pdfVersion: '1.7',
      bufferPages: true,
      font: fontFile(400),
      info: { Title: title, Author: author, CreationDate: made, ModDate: made },
    })
    return new Sheet(document)
  }

  private constructor(document: Document) {
    this.#document = document
    this.#whole = collect(document)
  }

  async heading(level: 1 | 2 | 3, text: string): Promise<void> {
    const style = { 1: 22, 2: 15, 3: 11.5 }[level]
    const before = { 1: 0, 2: 22, 3: 14 }[level]
    // With what follows it.
    if (this.#y + before + style * 2 + (level === 2 ? 110 : 60) > BOTTOM) this.#turn()
    const weight = level === 3 ? 600 : 700
    const color = level === 2 ? EVERGREEN : INK
    await this.text(`H${level}`, text, { size: style, weight, before, color })
  }

  async paragraph(text: string, style: Partial<TextStyle> = {}): Promise<void> {
    await this.text('P', text, style)
  }

  async text(tag: string, text: string, style: Partial<TextStyle> = {}): Promise<void> {
    await this.flow(tag, [{ text }], style)
  }

  async list(items: string[]): Promise<void> {
    for (const item of items) await this.text('P', `•  ${item}`, { indent: 10, before: 3 })
  }

  /** What is written stays in its lines where it has some. */
  async flow(tag: string, pieces: Piece[], given: Partial<TextStyle> = {}): Promise<void> {
    const style = { ...PLAIN, ...given }
    const element = this.#document.struct(tag)
    this.#document.addStructure(element)
    if (this.#y > MARGIN) this.#y += style.before
    for (const line of this.#linesOf(pieces, style)) {
      const height = style.size * 1.4
      if (this.#y + height > BOTTOM) this.#turn()
      if (line.length > 0) element.add(() => this.#draw(line, style))
      this.#y += height
      await this.#breathe()
    }
    element.end()
  }

  /** Lets the server answer others in between: setting a long text takes seconds. */
  async #breathe(): Promise<void> {
    if (performance.now() - this.#breathed < MOST_HELD_MS) return
    await breath()
    this.#breathed = performance.now()
  }

  newPage(): void {
    if (this.#y > MARGIN) this.#turn()
  }

  /**
   * Numbers the pages and signs the file.
   * @param foot stands beside the number on each
   */
  async end(
    foot: string,
    signature: { signing: PdfSigningKey; reason: string; at: Date },
  ): Promise<Buffer> {
    const { count } = this.#document.bufferedPageRange()
    for (let page = 0; page < count; page += 1) {
      this.#document.switchToPage(page)
      this.#asLayout(() => {
        this.#document.font(fontFile(400)).fontSize(8).fillColor(MUTED)
        const place = { lineBreak: false, features: [] }
        this.#document.text(foot, MARGIN, HEIGHT - 44, place)
        const number = `${page + 1} of ${count}`
        const width = this.#document.widthOfString(number)
        this.#document.text(number, WIDTH - MARGIN - width, HEIGHT - 44, place)
      })
    }
    const { placeSignature } = await import('./pdf-signature.ts')
    const sign = placeSignature(this.#document, signature)
    this.#document.end()
    return sign(await this.#whole)
  }

  #turn(): void {
    this.#document.addPage()
    this.#y = MARGIN
  }

  /** What is no part of the text, for whoever has it read aloud. */
  #asLayout(draw: () => void): void {
    this.#document.markContent('Artifact', { type: 'Layout' })
    draw()
    this.#document.endMarkedContent()
  }

  #draw(line: Word[], style: TextStyle): void {
    const document = this.#document
    let x = MARGIN + style.indent
    for (const { text, mark } of together(line)) {
      const start = x
      const weight = mark === 'new' ? 600 : style.weight
      const color = mark === 'new' ? EVERGREEN : mark === 'gone' ? MUTED : style.color
      for (const run of layOut(document, text, weight)) {
        document.font(run.font).fontSize(style.size).fillColor(color)
        document.text(run.text, x, this.#y, { lineBreak: false, features: [] })
        x += widthOf(document, [run], style.size)
      }
      if (!mark) continue
      const height = mark === 'new' ? style.size * 1.15 : style.size * 0.65
      document
        .lineWidth(0.6)
        .moveTo(start, this.#y + height)
        .lineTo(x, this.#y + height)
        .stroke(color)
    }
  }

  *#linesOf(pieces: Piece[], style: TextStyle): Generator<Word[]> {
    const room = WIDTH - 2 * MARGIN - style.indent
    let line: Word[] = []
    let width = 0
    for (const { text, mark } of pieces) {
      for (const part of text.replaceAll('\r', '').split(/(\n| +)/)) {
        if (part === '\n') {
          yield line
          line = []
          width = 0
          continue
        }
        for (const word of this.#cut(part, mark, style, room)) {
          if (width + word.width > room && word.text.trim() !== '' && line.length > 0) {
            yield line
            line = []
            width = 0
          }
          if (line.length === 0 && word.text.trim() === '') continue
          line.push(word)
          width += word.width
        }
      }
    }
    if (line.length > 0) yield line
  }

  /** A word, in parts where it is longer than a line. */
  *#cut(text: string, mark: Piece['mark'], style: TextStyle, room: number): Generator<Word> {
    if (text === '') return
    const weight = mark === 'new' ? 600 : style.weight
    const width = this.#widthOf(text, weight, style.size)
    if (width <= room) {
      yield { text, mark, width }
      return
    }
    const characters = [...text]
    const half = Math.ceil(characters.length / 2)
    yield* this.#cut(characters.slice(0, half).join(''), mark, style, room)
    yield* this.#cut(characters.slice(half).join(''), mark, style, room)
  }

  #widthOf(text: string, weight: Weight, size: number): number {
    const key = `${weight} ${size} ${text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known
    const width = widthOf(this.#document, layOut(this.#document, text, weight), size)
    if (this.#widths.size > 20_000) this.#widths.clear()
    this.#widths.set(key, width)
    return width
  }
}

/** Words of one line that are set alike, in one piece: they are shaped together. */
function together(line: Word[]): Piece[] {
  const pieces: Piece[] = []
  for (const { text, mark } of line) {
    const last = pieces.at(-1)
    if (last && last.mark === mark) last.text += text
    else pieces.push({ text, mark })
  }
  return pieces
}

async function collect(document: Document): Promise<Buffer> {
  const parts: Buffer[] = []
  return new Promise((done, fail) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => done(Buffer.concat(parts)))
    document.on('error', fail)
  })
}
