import type PDFDocument from 'pdfkit'
import { canSet, fontFile, layOut, type Weight, widthOf } from './certificate-letters.ts'

/** What a certificate says; nothing else of the person or the training is in it. */
export interface CertificateFacts {
  code: string
  person_name: string
  title: string
  completed_at: string
  /** Percent; null where there was nothing to answer. */
  score: number | null
}

/** Whose certificate it is, and where it can be checked. */
export interface CertificatePlace {
  verifyUrl: string
  brokerage: string | null
  /** PNG; without one the page has the product's mark. */
  logo?: Buffer | null
}

const EVERGREEN = '#1b5a45'
const INK = '#1b2521'
const MUTED = '#5c655f'
const LINE = '#cfd6cd'

/** US Letter, landscape; in points. */
const WIDTH = 792
const HEIGHT = 612
const MARGIN = 84

const NAME_ELSEWHERE = 'the person whose name stands, in its own letters, at the address below'
const TITLE_ELSEWHERE = 'what stands, in its own letters, at the address below'

type Document = InstanceType<typeof PDFDocument>

/** A page that can be printed, read aloud and checked at `verifyUrl`. */
export async function certificatePdf(
  facts: CertificateFacts,
  { verifyUrl, brokerage, logo = null }: CertificatePlace,
): Promise<Buffer> {
  const { default: Pdf } = await import('pdfkit')
  const document = new Pdf({
    size: 'LETTER',
    layout: 'landscape',
    margin: 0,
    lang: 'en',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    font: fontFile(400),
    info: {
      Title: `${facts.title}: certificate of ${facts.person_name}`,
      Author: brokerage ?? 'Front Desk',
      Subject: `Certificate ${groupedCode(facts.code)}`,
      CreationDate: new Date(facts.completed_at),
    },
  })
  const whole = collect(document)
  drawFrame(document, logo)
  writeFacts(document, facts, brokerage)
  writeProof(document, facts.code, verifyUrl)
  document.end()
  return whole
}

/** Four and four characters, as people read it out. */
export const groupedCode = (code: string) => code.match(/.{1,4}/g)?.join('-') ?? code

function writeFacts(document: Document, facts: CertificateFacts, brokerage: string | null): void {
  const day = new Date(facts.completed_at).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  const result = facts.score === null ? day : `${day} with a score of ${facts.score.toFixed(1)}%`
  let y = 150
  const put = (tag: string, text: string, style: LineStyle, gap: number) => {
    y = writeLines(document, { tag, text, y, ...style }) + gap
  }
  /** What there are no letters for is read aloud, and told where it is written. */
  const putOr = (instead: string, text: string, style: LineStyle, gap: number) => {
    if (canSet(document, text)) return put('P', text, style, gap)
    const plain = { ...style, size: 15, most: 2 }
    y = writeLines(document, { tag: 'P', text: instead, actual: text, y, ...plain }) + gap
  }
  const house = brokerage ?? 'Front Desk'
  if (canSet(document, house)) put('P', house, { size: 15, weight: 600, color: EVERGREEN }, 24)
  put('H1', 'Certificate of completion', { size: 34, weight: 700, color: INK }, 34)
  put('P', 'This is to certify that', { size: 13, weight: 400, color: MUTED }, 8)
  putOr(NAME_ELSEWHERE, facts.person_name, { size: 28, weight: 600, color: INK, most: 2 }, 14)
  put('P', 'completed', { size: 13, weight: 400, color: MUTED }, 8)
  putOr(TITLE_ELSEWHERE, facts.title, { size: 20, weight: 600, color: EVERGREEN, most: 3 }, 14)
  put('P', `on ${result}`, { size: 13, weight: 400, color: MUTED }, 0)
}

function writeProof(document: Document, code: string, verifyUrl: string): void {
  const style = { size: 11, color: MUTED }
  const text = `Certificate ${groupedCode(code)}`
  writeLines(document, { tag: 'P', text, y: HEIGHT - 108, ...style, weight: 600, color: INK })
  const check = `Anyone can check it at ${verifyUrl}`
  writeLines(document, { tag: 'P', text: check, y: HEIGHT - 90, ...style, weight: 400 })
  document.link(MARGIN, HEIGHT - 92, WIDTH - 2 * MARGIN, 16, verifyUrl)
}

function drawFrame(document: Document, logo: Buffer | null): void {
  document.markContent('Artifact', { type: 'Layout' })
  document.rect(0, 0, WIDTH, HEIGHT).fill('#fffdf8')
  document
    .lineWidth(1)
    .roundedRect(36, 36, WIDTH - 72, HEIGHT - 72, 10)
    .stroke(LINE)
  if (logo) drawLogo(document, logo)
  else drawMark(document)
  document.endMarkedContent()
}

/** The name of the brokerage stands below it, to be read aloud. */
function drawLogo(document: Document, logo: Buffer): void {
  const [width, height] = [320, 56]
  const place = { align: 'center', valign: 'center' } as const
  document.image(logo, (WIDTH - width) / 2, 76, { fit: [width, height], ...place })
}

function drawMark(document: Document): void {
  // The product's mark, a desk bell with a keyhole (web/src/ui/logo.tsx).
  document
    .save()
    .translate(WIDTH / 2 - 26, 78)
    .scale(52 / 32)
  document.roundedRect(0, 0, 32, 32, 7).fill(EVERGREEN)
  document.roundedRect(13.25, 5, 5.5, 2.75, 1.375).rect(15, 7, 2, 3.5).fill('#fffdf8')
  document
    .path(
      'M5.25 21.25a10.75 10.75 0 0 1 21.5 0zM16 13.6a2.35 2.35 0 0 0-1.15 4.4l-.75 3.25h3.8L17.15 18A2.35 2.35 0 0 0 16 13.6z',
    )
    .fill('#fffdf8', 'even-odd')
  document.roundedRect(4, 23, 24, 3.25, 1.625).fill('#fffdf8')
  document.restore()
}

interface LineStyle {
  size: number
  weight: Weight
  color: string
  /** Lines at most; the rest is cut with an ellipsis. */
  most?: number
}

type Lines = LineStyle & { tag: string; text: string; y: number; actual?: string }

/** Writes centred lines from `y` down; returns where they end. `actual` is what is read aloud. */
function writeLines(document: Document, { tag, text, y, actual = text, ...style }: Lines): number {
  const { size, weight, color, most = 1 } = style
  const lines = wrap(document, text, { size, weight, most })
  const height = size * 1.25
  const write = () => {
    for (const [index, line] of lines.entries()) {
      const runs = layOut(document, line, weight)
      let x = (WIDTH - widthOf(document, runs, size)) / 2
      for (const run of runs) {
        document.font(run.font).fontSize(size).fillColor(color)
        // On one line whatever the fonts; with `features` a run is shaped as a whole, and not word by
        // word from the left.
        document.text(run.text, x, y + index * height + size, {
          lineBreak: false,
          features: [],
          baseline: 'alphabetic',
        })
        x += widthOf(document, [run], size)
      }
    }
  }
  document.addStructure(document.struct(tag, { actual }, write))
  return y + lines.length * height
}

function wrap(
  document: Document,
  text: string,
  { size, weight, most }: { size: number; weight: Weight; most: number },
): string[] {
  const fits = (line: string) =>
    widthOf(document, layOut(document, line, weight), size) <= WIDTH - 2 * MARGIN
  const lines: string[] = []
  let rest = text.trim()
  while (rest && lines.length < most) {
    const isLast = lines.length === most - 1
    const line = fits(rest) ? rest : cut(rest, fits, isLast)
    lines.push(line)
    rest = isLast ? '' : rest.slice(line.length).trimStart()
  }
  return lines
}

/** As much as fits, ended after a word where there is one. */
function cut(text: string, fits: (line: string) => boolean, isLast: boolean): string {
  const characters = [...text]
  const tail = isLast ? '…' : ''
  let low = 1
  let high = characters.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(characters.slice(0, middle).join('') + tail)) low = middle
    else high = middle - 1
  }
  const line = characters.slice(0, low).join('')
  const space = line.lastIndexOf(' ')
  return isLast || space <= 0 ? line + tail : line.slice(0, space)
}

async function collect(document: Document): Promise<Buffer> {
  const parts: Buffer[] = []
  return new Promise((done, fail) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => done(Buffer.concat(parts)))
    document.on('error', fail)
  })
}
