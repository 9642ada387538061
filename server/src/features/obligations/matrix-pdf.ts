import { setImmediate as otherWork } from 'node:timers/promises'
import type { Matrix } from '@frontdesk/contract/matrix'
import type PDFDocument from 'pdfkit'
import {
  fontFile,
  layOut,
  spelled,
  type Weight,
  widthOf,
} from '../certificates/certificate-letters.ts'
import { CELL_WORDS } from './matrix-cells.ts'

/** US Letter, landscape; in points. */
const [WIDTH, HEIGHT] = [792, 612]
const MARGIN = 36
const NAME_WIDTH = 150
const CELL_WIDTH = 18
const ROW_HEIGHT = 15
/** Where the slanted titles end and the rows begin. */
const TOP = 196
const COLUMNS = Math.floor((WIDTH - 2 * MARGIN - NAME_WIDTH) / CELL_WIDTH)
const ROWS = Math.floor((HEIGHT - MARGIN - 16 - TOP) / ROW_HEIGHT)

const INK = '#1b2521'
const MUTED = '#5c655f'
const LINE = '#cfd6cd'

/** A letter and a paper for each state: whoever prints without colour reads the letter. */
const LOOKS: Record<string, { sign: string; paper: string; ink: string }> = {
  m: { sign: 'D', paper: '#e9efdd', ink: '#3d651c' },
  o: { sign: 'T', paper: '#fffdf8', ink: INK },
  s: { sign: 'S', paper: '#f7ecd0', ink: '#76510b' },
  l: { sign: 'O', paper: '#9c2f27', ink: '#ffffff' },
  w: { sign: 'W', paper: '#e0eae0', ink: '#1b5a45' },
  u: { sign: 'R', paper: '#efe9dc', ink: MUTED },
}

type Document = InstanceType<typeof PDFDocument>

interface Place {
  /** The brokerage by name. */
  house: string
  /** IANA name of the brokerage's time zone. */
  zone: string
}

/** The matrix on paper, in blocks of so many people and items; each person's line can be read aloud. */
export async function matrixPdf(matrix: Matrix, { house, zone }: Place): Promise<Document> {
  const { default: Pdf } = await import('pdfkit')
  const title = `Compliance matrix as of ${momentIn(matrix.as_of, zone)}`
  const document = new Pdf({
    size: 'LETTER',
    layout: 'landscape',
    margin: 0,
    lang: 'en',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    font: fontFile(400),
    autoFirstPage: false,
    info: { Title: title, Author: house },
  })
  const write = async () => {
    const blocks = blocksOf(matrix)
    for (const [index, block] of blocks.entries()) {
      document.addPage()
      writeHead(document, { house, title, page: `Page ${index + 1} of ${blocks.length}` })
      writeBlock(document, matrix, block)
      // A page takes some milliseconds, in which nobody else is answered.
      await otherWork()
    }
    document.end()
  }
  write().catch((error: unknown) => document.destroy(error as Error))
  return document
}

const momentIn = (moment: string, timeZone: string) =>
  new Date(moment).toLocaleString('en-US', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })

interface Block {
  row: number
  column: number
}

function blocksOf({ people, items }: Matrix): Block[] {
  const starts = (length: number, step: number) =>
    Array.from({ length: Math.max(1, Math.ceil(length / step)) }, (_, index) => index * step)
  return starts(people.length, ROWS).flatMap((row) =>
    starts(items.length, COLUMNS).map((column) => ({ row, column })),
  )
}

function writeHead(
  document: Document,
  { house, title, page }: { house: string; title: string; page: string },
): void {
  tag(document, 'P', house, () => put(document, house, { x: MARGIN, y: 36, size: 9, color: MUTED }))
  tag(document, 'H1', title, () => {
    put(document, title, { x: MARGIN, y: 50, size: 15, weight: 700, color: INK })
  })
  const legend = Object.entries(LOOKS).map(([letter, look]) => ({
    ...look,
    word: CELL_WORDS[letter]!,
  }))
  const said = legend.map(({ sign, word }) => `${sign}: ${word}`).join(', ')
  tag(document, 'P', `${said}, empty: not asked. ${page}`, () => {
    let x = MARGIN
    for (const look of legend) {
      drawCell(document, look, { x, y: 74 })
      put(document, look.word, { x: x + 22, y: 76, size: 8, color: INK })
      x += 86
    }
    put(document, page, { x: WIDTH - MARGIN - 70, y: 76, size: 8, color: MUTED })
  })
}

function writeBlock(document: Document, { people, items }: Matrix, { row, column }: Block): void {
  const columns = items.slice(column, column + COLUMNS)
  if (columns.length === 0) {
    const nothing = 'Nothing is or was asked of anybody.'
    return tag(document, 'P', nothing, () => {
      put(document, nothing, { x: MARGIN, y: 110, size: 10, color: INK })
    })
  }
  for (const [index, { title }] of columns.entries()) {
    tag(document, 'P', title, () => {
      const x = MARGIN + NAME_WIDTH + index * CELL_WIDTH + 5
      document.save().rotate(-60, { origin: [x, TOP - 6] })
      put(document, title, { x, y: TOP - 14, size: 8, color: INK, width: 112 })
      document.restore()
    })
  }
  for (const [index, { name, cells }] of people.slice(row, row + ROWS).entries()) {
    const own = cells.slice(column, column + COLUMNS)
    const y = TOP + index * ROW_HEIGHT
    tag(document, 'P', `${name}. ${saidOf(own, columns)}`, () => {
      put(document, name, { x: MARGIN, y: y + 3, size: 9, color: INK, width: NAME_WIDTH - 8 })
      for (const [place, letter] of [...own].entries()) {
        drawCell(document, LOOKS[letter], { x: MARGIN + NAME_WIDTH + place * CELL_WIDTH, y })
      }
    })
  }
}

/** A line in words: `Done: Wire Fraud, Fair Housing. Overdue: Lockbox keys`. */
function saidOf(cells: string, items: Matrix['items']): string {
  const said = Object.keys(LOOKS).flatMap((letter) => {
    const titles = items.filter((_, index) => cells[index] === letter).map(({ title }) => title)
    return titles.length > 0 ? `${CELL_WORDS[letter]!}: ${titles.join(', ')}` : []
  })
  return said.length > 0 ? said.join('. ') : 'Nothing asked'
}

function drawCell(
  document: Document,
  look: (typeof LOOKS)[string] | undefined,
  { x, y }: { x: number; y: number },
): void {
  const box = document.rect(x + 0.5, y + 0.5, CELL_WIDTH - 1, ROW_HEIGHT - 1).lineWidth(0.5)
  if (!look) {
    box.stroke(LINE)
    return
  }
  box.fillAndStroke(look.paper, LINE)
  put(document, look.sign, { x: x + 6, y: y + 3, size: 8, weight: 600, color: look.ink })
}

const tag = (document: Document, name: string, actual: string, draw: () => void): void => {
  document.addStructure(document.struct(name, { actual }, draw))
}

interface Words {
  x: number
  y: number
  size: number
  color: string
  weight?: Weight
  /** What is longer is cut. */
  width?: number
}

function put(
  document: Document,
  text: string,
  { x, y, size, color, weight = 400, width }: Words,
): void {
  let at = x
  const whole = spelled(document, text)
  const line = width === undefined ? whole : cut(document, whole, { size, weight, width })
  for (const run of layOut(document, line, weight)) {
    document.font(run.font).fontSize(size).fillColor(color)
    document.text(run.text, at, y + size, {
      lineBreak: false,
      features: [],
      baseline: 'alphabetic',
    })
    at += widthOf(document, [run], size)
  }
}

function cut(
  document: Document,
  text: string,
  { size, weight, width }: { size: number; weight: Weight; width: number },
): string {
  const fits = (line: string) => widthOf(document, layOut(document, line, weight), size) <= width
  if (fits(text)) return text
  const characters = [...text].slice(0, 80)
  while (characters.length > 1 && !fits(`${characters.join('')}…`)) characters.pop()
  return `${characters.join('').trimEnd()}…`
}
