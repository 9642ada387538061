import type { NamedPicture } from '@frontdesk/contract/picture-names'
import { fontFile, type Weight } from '../certificates/certificate-letters.ts'
import { PdfFile } from './pdf-file.ts'
import { PdfLetters } from './pdf-letters.ts'
import { linesOf, type Piece, type SetWord, together } from './pdf-lines.ts'
import { type PdfSignature, signedPieces } from './pdf-signature.ts'
import { pdfText, PdfTree, type Tag } from './pdf-tree.ts'

/** US Letter; in points. */
const WIDTH = 612
const HEIGHT = 792
const MARGIN = 60
const BOTTOM = HEIGHT - 64
const FOOT = HEIGHT - 36

const INK = '#1b2521'
export const MUTED = '#5c655f'
const EVERGREEN = '#1b5a45'
const LINE = '#cfd6cd'

export interface TextStyle {
  size: number
  weight: Weight
  color: string
  /** Above it, in points; not at the head of a page. */
  before: number
  indent: number
}

const PLAIN: TextStyle = { size: 10, weight: 400, color: INK, before: 4, indent: 0 }

/** A cell of a table, paragraph by paragraph. */
export type Cell = { text: string; weight?: Weight; color?: string }[]

export interface Column {
  title: string
  /** In points; together as wide as the page. */
  width: number
}
const TABLE_WIDTH = WIDTH - 2 * MARGIN

const IN_TABLE: TextStyle = { ...PLAIN, size: 8.5, before: 0 }
const GUTTER = 10
/** Above and below the words of a row. */
const ROW_SPACE = 3.5
const LEADING = 1.4
/** 96 pixels to the inch. */
const POINTS_PER_PIXEL = 0.75
const HIGHEST_FIGURE = 420
const FIGURE_SPACE = 7
const MOST_KNOWN_CELLS = 10_000
/** For the number of all pages, at the right of the foot. */
const FOR_TOTAL = 20

interface LaidLine {
  words: SetWord[]
  color: string
}

interface Reference {
  data: Record<string, unknown>
  end: (content?: string) => void
}

/** A tagged document that is written from top to bottom, on as many pages as it takes. */
export class Sheet {
  readonly #file: PdfFile
  readonly #tree: PdfTree
  readonly #letters: PdfLetters
  readonly #foot: string
  /** How many pages there are, which stands on each and is known at the end. */
  readonly #total: Reference
  #page = 0
  #y = MARGIN
  #columns: Column[] = []
  readonly #knownCells = new Map<string, SetWord[][]>()
  /** Drawn beside the words when these have ended: no part of them. */
  #beside: (() => void)[] = []

  /** @param title also what a reader's window says; `foot` stands on each page, beside its number */
  static async open(about: { title: string; author: string; made: Date; foot: string }) {
    return new Sheet(await PdfFile.open(about), about.foot)
  }

  private constructor(file: PdfFile, foot: string) {
    this.#file = file
    this.#foot = foot
    this.#tree = new PdfTree(file)
    this.#letters = new PdfLetters(file.document)
    this.#total = file.document.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 60, 16],
    })
    this.#turn()
  }

  /** The file, signed, while `write` writes it. */
  async *written(
    write: () => Promise<void>,
    signature: Omit<PdfSignature, 'document'>,
  ): AsyncGenerator<Buffer> {
    const { document } = this.#file
    const signed = signedPieces({ document, ...signature })
    const writeAll = async () => {
      try {
        await write()
        this.#writeTotal()
        signed.place()
        await this.#tree.end()
      } catch (error) {
        document.destroy(error as Error)
      }
    }
    const writing = writeAll()
    try {
      yield* signed.pieces()
    } finally {
      document.destroy()
      await writing
    }
  }

  /** What belongs together, such as all about one person. */
  async section(write: () => Promise<void>): Promise<void> {
    this.#tree.open('Sect')
    await write()
    this.#tree.close()
  }

  async heading(level: 1 | 2 | 3, text: string): Promise<void> {
    const size = { 1: 22, 2: 15, 3: 11.5 }[level]
    const before = { 1: 0, 2: 22, 3: 14 }[level]
    // With what follows it.
    if (this.#y + before + size * 2 + (level === 2 ? 110 : 60) > BOTTOM) this.#turn()
    const weight = level === 3 ? 600 : 700
    const color = level === 2 ? EVERGREEN : INK
    await this.flow(`H${level}`, [{ text }], { size, weight, before, color })
  }

  async paragraph(text: string | Piece[], style: Partial<TextStyle> = {}): Promise<void> {
    await this.flow('P', typeof text === 'string' ? [{ text }] : text, style)
  }

  async list(items: string[]): Promise<void> {
    this.#tree.open('L', '/A<</O/List/ListNumbering/Disc>>')
    for (const item of items) {
      if (this.#y + 3 + PLAIN.size * LEADING > BOTTOM) this.#turn()
      this.#tree.open('LI')
      const y = this.#y + 3
      this.#tree.open('Lbl')
      const bullet = { ...this.#letters.word('•', 400), gap: 0 }
      this.#content(() => this.#draw([bullet], { ...PLAIN, x: MARGIN + 10, y }))
      this.#tree.close()
      await this.flow('LBody', [{ text: item }], { indent: 20, before: 3 })
      this.#tree.close()
    }
    this.#tree.close()
  }

  /** What is written stays in its lines where it has some. */
  async flow(tag: Tag, pieces: Piece[], given: Partial<TextStyle> = {}): Promise<void> {
    const style = { ...PLAIN, ...given }
    const isMarked = pieces.some(({ mark }) => mark === 'gone')
    const words = pieces.filter(({ mark }) => mark !== 'gone').map(({ text }) => text)
    this.#tree.open(
      tag,
      isMarked ? `/ActualText${pdfText(words.join('').replaceAll('\n', ' '))}` : '',
    )
    if (this.#y > MARGIN) this.#y += style.before
    const height = style.size * LEADING
    let isOpen = false
    const room = (TABLE_WIDTH - style.indent) / style.size
    for (const line of linesOf(this.#letters, pieces, { weight: style.weight, room })) {
      if (this.#y + height > BOTTOM) {
        if (isOpen) this.#endContent()
        isOpen = false
        this.#turn()
      }
      if (!isOpen) this.#tree.beginContent()
      isOpen = true
      this.#tree.reads(wordsIn(line), () =>
        this.#draw(line, { ...style, x: MARGIN + style.indent, y: this.#y }),
      )
      this.#y += height
      await this.#file.breathe()
    }
    if (isOpen) this.#endContent()
    this.#tree.close()
  }

  /**
   * A picture, no larger than on a screen.
   * @param read its JPEG; each name is read once, and is once in the file
   * @param words what it shows, for whoever has it read aloud
   */
  async figure(
    { name, width, height }: NamedPicture,
    { read, words }: { read: () => Promise<Buffer>; words: string },
  ): Promise<void> {
    const image = await this.#file.image(name, read)
    const scale = Math.min(POINTS_PER_PIXEL, TABLE_WIDTH / width, HIGHEST_FIGURE / height)
    const [across, down] = [width * scale, height * scale]
    if (this.#y + FIGURE_SPACE + down > BOTTOM) this.#turn()
    this.#y += FIGURE_SPACE
    const top = HEIGHT - this.#y
    const box = [MARGIN, top - down, MARGIN + across, top].map((at) => at.toFixed(2)).join(' ')
    this.#tree.open('Figure', `/Alt${pdfText(words)}/A<</O/Layout/Placement/Block/BBox[${box}]>>`)
    this.#content(() =>
      this.#file.document.image(image, MARGIN, this.#y, { width: across, height: down }),
    )
    this.#tree.close()
    this.#y += down
    await this.#file.breathe()
  }

  /** @param write its rows, by `row` */
  async table(columns: Column[], write: () => Promise<void>): Promise<void> {
    this.#columns = columns
    this.#y += 6
    if (this.#y + 60 > BOTTOM) this.#turn()
    this.#tree.open('Table')
    this.#writeRow(this.#headCells(), () => this.#tree.open('TH', '/A<</O/Table/Scope/Column>>'))
    await write()
    this.#tree.close()
    this.#y += 4
  }

  /** Not longer than a page. */
  async row(cells: Cell[]): Promise<void> {
    const laid = cells.map((cell, index) => this.#layCell(cell, this.#columns[index]!.width))
    if (this.#y + heightOf(laid) > BOTTOM) {
      this.#turn()
      const head = this.#headCells()
      // For whoever sees the page; who has it read aloud knows the columns.
      this.#tree.artifact('Pagination', () => this.#drawCells(head, (draw) => draw()))
      this.#rule(heightOf(head))
    }
    this.#writeRow(laid, () => this.#tree.open('TD'))
    await this.#file.breathe()
  }

  #writeRow(cells: LaidLine[][], open: () => void): void {
    this.#tree.open('TR')
    this.#drawCells(cells, (draw) => {
      open()
      this.#content(draw)
      this.#tree.close()
    })
    this.#tree.close()
    this.#rule(heightOf(cells))
  }

  #drawCells(cells: LaidLine[][], each: (draw: () => void) => void): void {
    let x = MARGIN
    for (const [index, lines] of cells.entries()) {
      const left = x
      each(() => {
        for (const [row, { words, color }] of lines.entries()) {
          const y = this.#y + ROW_SPACE + row * IN_TABLE.size * LEADING_IN_TABLE
          this.#draw(words, { ...IN_TABLE, color, x: left, y })
        }
      })
      x += this.#columns[index]!.width
    }
  }

  /** Below a row, from where the next one begins. */
  #rule(height: number): void {
    this.#y += height
    const { document } = this.#file
    this.#tree.artifact('Layout', () => {
      document.addContent(
        `${rgb(LINE)} RG 0.5 w ${MARGIN} ${this.#y} m ${WIDTH - MARGIN - GUTTER} ${this.#y} l S`,
      )
    })
  }

  newPage(): void {
    if (this.#y > MARGIN) this.#turn()
  }

  #turn(): void {
    this.#tree.newPage()
    this.#page += 1
    this.#y = MARGIN
    const { document } = this.#file
    const { page } = document as unknown as { page: { xobjects: Record<string, unknown> } }
    page.xobjects.Total = this.#total
    this.#tree.artifact('Pagination', () => {
      const place = { y: FOOT, size: 8, color: rgb(MUTED) }
      this.#letters.draw(this.#letters.word(this.#foot, 400), { ...place, x: MARGIN })
      const number = this.#letters.word(`Page ${this.#page.toLocaleString('en')} of `, 400)
      const x = WIDTH - MARGIN - FOR_TOTAL - number.width * place.size
      this.#letters.draw(number, { ...place, x })
      document.addContent(`q 1 0 0 -1 ${WIDTH - MARGIN - FOR_TOTAL} ${FOOT + 4} cm /Total Do Q`)
    })
  }

  #writeTotal(): void {
    const { document } = this.#file
    const word = this.#letters.word(this.#page.toLocaleString('en'), 400)
    const { font, parts } = word.shown[0]!
    this.#total.data.Resources = { Font: { [font.id]: font.ref() } }
    const letters = parts.map((part) => part.letters).join('')
    this.#total.end(`BT /${font.id} 8 Tf ${rgb(MUTED)} rg 1 0 0 1 0 4 Tm [${letters}]TJ ET`)
    document.font(fontFile(400))
  }

  #content(draw: () => void): void {
    this.#tree.beginContent()
    draw()
    this.#endContent()
  }

  #endContent(): void {
    this.#tree.endContent()
    if (this.#beside.length === 0) return
    const beside = this.#beside
    this.#beside = []
    this.#tree.artifact('Layout', () => {
      for (const draw of beside) draw()
    })
  }

  #headCells(): LaidLine[][] {
    return this.#columns.map(({ title, width }) =>
      this.#layCell([{ text: title, weight: 600, color: MUTED }], width),
    )
  }

  #layCell(cell: Cell, width: number): LaidLine[] {
    return cell.flatMap(({ text, weight = 400, color = INK }) =>
      this.#linesInCell(text, { width, weight }).map((words) => ({ words, color })),
    )
  }

  /** The same titles and names come in row after row. */
  #linesInCell(text: string, { width, weight }: { width: number; weight: Weight }): SetWord[][] {
    const key = `${width} ${weight} ${text}`
    const known = this.#knownCells.get(key)
    if (known) return known
    const room = (width - GUTTER) / IN_TABLE.size
    const lines = [...linesOf(this.#letters, [{ text: `${text} ` }], { weight, room })]
    const laid = lines.map((line) => together(this.#letters, line))
    if (this.#knownCells.size >= MOST_KNOWN_CELLS) this.#knownCells.clear()
    this.#knownCells.set(key, laid)
    return laid
  }

  #draw(line: SetWord[], at: { x: number; y: number; size: number; color: string }): void {
    const { size } = at
    const y = at.y + size
    let { x } = at
    for (const word of together(this.#letters, line)) {
      x += word.gap * size
      const hue = word.mark === 'new' ? EVERGREEN : word.mark === 'gone' ? MUTED : at.color
      const place = { x, y, size, color: rgb(hue) }
      const end = x + word.width * size
      if (word.mark !== 'gone') this.#letters.draw(word, place)
      if (word.mark) {
        const height = word.mark === 'new' ? y + size * 0.15 : y - size * 0.28
        this.#beside.push(() => {
          // A picture: who copies the text or has it read aloud gets the words that were signed, and no other.
          if (word.mark === 'gone') this.#letters.drawOutlines(word, place)
          this.#file.document.addContent(
            `${rgb(hue)} RG 0.6 w ${place.x.toFixed(2)} ${height} m ${end.toFixed(2)} ${height} l S`,
          )
        })
      }
      x = end
    }
  }
}

const LEADING_IN_TABLE = 1.3

/** What a line reads as where words that are gone lie between; null where its letters say it. */
function wordsIn(line: SetWord[]): string | null {
  if (!line.some(({ mark }) => mark === 'gone')) return null
  const words = line.filter(({ mark }) => mark !== 'gone').map(({ text }) => text)
  return words.length === 0 ? null : words.join('')
}

const heightOf = (cells: LaidLine[][]) =>
  Math.max(1, ...cells.map((lines) => lines.length)) * IN_TABLE.size * LEADING_IN_TABLE +
  2 * ROW_SPACE

const known = new Map<string, string>()

/** `#1b5a45` as PDF has it. */
function rgb(hex: string): string {
  const parts = known.get(hex) ?? [1, 3, 5].map((at) => partOf(hex, at)).join(' ')
  known.set(hex, parts)
  return parts
}

const partOf = (hex: string, at: number) =>
  (Number.parseInt(hex.slice(at, at + 2), 16) / 255).toFixed(3)
