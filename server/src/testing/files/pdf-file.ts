/** A4, in points. */
const PAGE = { width: 595, height: 842 }
const MARGIN = 64
const LINE = 17
const MOST_LINES = 38
const LETTERS_A_LINE = 84

export interface PdfText {
  title: string
  /** A line that begins with `# ` is a heading. */
  paragraphs: string[]
  footer?: string
}

/** A PDF in Helvetica, on as many pages as it takes. */
export function pdfFile({ title, paragraphs, footer = '' }: PdfText): Buffer {
  const lines = paragraphs.flatMap((text) => [...wrapped(text), ''])
  const pages: string[][] = []
  for (let from = 0; from < Math.max(1, lines.length); from += MOST_LINES) {
    pages.push(lines.slice(from, from + MOST_LINES))
  }
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, n) => `${5 + 2 * n} 0 R`).join(' ')}] >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    ...pages.flatMap((page, n) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents ${6 + 2 * n} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
      stream(drawPage(page, n === 0 ? title : '', `${footer}  ${n + 1} / ${pages.length}`.trim())),
    ]),
  ]
  return withTable(objects)
}

const font = (name: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

const stream = (content: string) =>
  `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`

function wrapped(text: string): string[] {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line.length + word.length < LETTERS_A_LINE)
      lines[lines.length - 1] = `${line} ${word}`.trim()
    else lines.push(word)
  }
  return lines
}

function drawPage(lines: string[], title: string, footer: string): string {
  const top = PAGE.height - MARGIN
  const parts = [`0.15 0.25 0.33 rg 0 ${PAGE.height - 12} ${PAGE.width} 12 re f`]
  if (title) parts.push(write('F2', 20, MARGIN, top - 24, title))
  lines.forEach((line, n) => {
    const y = top - (title ? 64 : 16) - n * LINE
    const isHeading = line.startsWith('# ')
    parts.push(
      write(isHeading ? 'F2' : 'F1', isHeading ? 13 : 11, MARGIN, y, line.replace('# ', '')),
    )
  })
  parts.push(write('F1', 9, MARGIN, 36, footer))
  return parts.join('\n')
}

/** Where the encoding of the built-in fonts has what Latin-1 has not. */
const PUNCTUATION: Record<string, string> = {
  '…': '\x85',
  '‘': '\x91',
  '’': '\x92',
  '“': '\x93',
  '”': '\x94',
  '–': '\x96',
}

/** What the built-in fonts know (Windows-1252); other characters are left out. */
function write(name: string, size: number, x: number, y: number, text: string): string {
  const known = [...text]
    .map((character) => PUNCTUATION[character] ?? character)
    .join('')
    .replaceAll(/[^\x20-\x7e\x80-\xff]/g, '')
    .replaceAll(/[\\()]/g, '\\$&')
  return `BT /${name} ${size} Tf 0.1 0.12 0.15 rg ${x} ${y} Td (${known}) Tj ET`
}

function withTable(objects: string[]): Buffer {
  let text = '%PDF-1.4\n'
  const places = objects.map((object, n) => {
    const place = text.length
    text += `${n + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const start = text.length
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
