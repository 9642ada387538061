import { type Block, plain, type Run, withoutStart } from './blocks.ts'
import { bodyOf, isLarger, type Line } from './pdf-lines.ts'

const LONGEST_HEADING = 110
const LEVELS = 4
const MARK = /^\s*(?:([•◦▪●○■–‣·\u{f0a7}\u{f0b7}*-])|(\d{1,3}|[a-z])[.)])\s+/iu

/** What pages without tags are made of, by the size of letters and where they stand. */
export function blocksOfLines(lines: Line[]): Block[] {
  const body = bodyOf(lines)
  const right = Math.max(0, ...lines.map((line) => line.right))
  const sizes = [
    ...new Set(lines.filter((line) => isLarge(line, body)).map(({ size }) => Math.round(size))),
  ].sort((one, other) => other - one)
  const made = new LayoutWalk({ body, right, sizes })
  lines.forEach((line, at) => made.add(line, { before: lines[at - 1], after: lines[at + 1] }))
  return made.blocks
}

const isLarge = (line: Line, body: number) =>
  isLarger(line, body) && line.text.length <= LONGEST_HEADING && /\p{L}/u.test(line.text)

interface Measures {
  body: number
  right: number
  /** Of headings, the largest first. */
  sizes: number[]
}

type Neighbours = { before: Line | undefined; after: Line | undefined }

class LayoutWalk {
  readonly blocks: Block[] = []
  readonly #measures: Measures
  /** Where the marks of the lists that are open stand, the outermost first. */
  #marks: number[] = []

  constructor(measures: Measures) {
    this.#measures = measures
  }

  add(line: Line, { before, after }: Neighbours): void {
    const last = this.blocks.at(-1)
    const level = this.#levelOf(line, before)
    if (level !== null) return this.#addHeading(line, level, before)
    if (line.cells.length > 1 && !MARK.test(line.text)) {
      if (last?.kind === 'table') {
        // A table that goes on says its head once more on each page.
        const isHead =
          before?.page !== line.page && wordsOf(last.rows[0]!) === wordsOf(cellsOf(line))
        if (!isHead) last.rows.push(cellsOf(line))
        return
      }
      if (after && after.cells.length === line.cells.length) {
        this.blocks.push({ kind: 'table', rows: [cellsOf(line)] })
        return
      }
    }
    const mark = MARK.exec(line.text)
    if (mark) return this.#addItem(line, mark)
    const runs = runsOf(line)
    const goesOn = before !== undefined && this.#goesOn(line, before)
    if (
      last?.kind === 'table' &&
      before &&
      line.page === before.page &&
      this.#isOfCell(line, before)
    ) {
      appendToCell(last.rows.at(-1)!, before, line)
      return
    }
    if (goesOn && (last?.kind === 'paragraph' || last?.kind === 'item')) {
      last.runs.push({ text: ' ', bold: false }, ...runs)
      return
    }
    this.blocks.push({ kind: 'paragraph', runs })
  }

  #addHeading(line: Line, level: number, before: Line | undefined): void {
    const last = this.blocks.at(-1)
    this.#marks = []
    const isWrapped =
      last?.kind === 'heading' &&
      last.level === level &&
      before !== undefined &&
      before.page === line.page &&
      before.right > this.#measures.right * 0.75 &&
      before.y - line.y < line.size * 1.6
    if (isWrapped) last.runs.push({ text: ' ', bold: false }, ...runsOf(line))
    else this.blocks.push({ kind: 'heading', level, runs: runsOf(line) })
  }

  /** Null for what is no heading. */
  #levelOf(line: Line, before: Line | undefined): number | null {
    const { body, sizes } = this.#measures
    if (isLarge(line, body)) {
      return Math.min(LEVELS, sizes.indexOf(Math.round(line.size)) + 1)
    }
    const isShort = line.text.length <= LONGEST_HEADING && !/[.,;:!?]$/.test(line.text.trim())
    if (!line.bold || !isShort || line.cells.length > 1 || MARK.test(line.text)) return null
    const isApart =
      !before || before.page !== line.page || before.y - line.y > line.size * 1.5 || !before.bold
    return isApart && line.size >= body * 0.95 ? Math.min(LEVELS, sizes.length + 1) : null
  }

  #addItem(line: Line, mark: RegExpExecArray): void {
    const { x } = line
    this.#marks = this.#marks.filter((place) => place < x + 3)
    if (!this.#marks.some((place) => Math.abs(place - x) <= 3)) this.#marks.push(x)
    const number = Number.parseInt(mark[2] ?? '', 10)
    this.blocks.push({
      kind: 'item',
      depth: this.#marks.length - 1,
      number: Number.isNaN(number) ? null : number,
      runs: withoutStart(runsOf(line), mark[0].length),
    })
  }

  /** Whether a line belongs to the one before it. */
  #goesOn(line: Line, before: Line): boolean {
    const ends = /[.!?:]["”’)]?$/.test(before.text.trim())
    if (line.page !== before.page) return !ends && /^\p{Ll}/u.test(line.text.trim())
    const gap = before.y - line.y
    if (gap <= 0 || gap > line.size * 1.6) return false
    return !ends || before.right > this.#measures.right * 0.82
  }

  /** A line below a row, in one of its columns but the first. */
  #isOfCell(line: Line, before: Line): boolean {
    const gap = before.y - line.y
    const isInColumn = before.cells.some((cell) => Math.abs(cell.x - line.x) < 3)
    return isInColumn && gap > 0 && gap < line.size * 1.35
  }
}

const runsOf = (line: Line): Run[] =>
  line.cells.flatMap(({ runs }, at) => (at === 0 ? runs : [{ text: ' ', bold: false }, ...runs]))

const wordsOf = (row: Run[][]) => row.map(plain).join('|')

const cellsOf = (line: Line): Run[][] => line.cells.map(({ runs }) => [...runs])

function appendToCell(row: Run[][], before: Line, line: Line): void {
  const column = before.cells.findIndex((cell) => Math.abs(cell.x - line.x) < 3)
  row[Math.min(column, row.length - 1)]?.push({ text: ' ', bold: false }, ...runsOf(line))
}
