import { zipFile } from './zip-file.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'application/vnd.openxmlformats-officedocument'
const SCHEMAS = 'http://schemas.openxmlformats.org'
const RELATIONS = `${SCHEMAS}/package/2006/relationships`
const TYPES = `${SCHEMAS}/officeDocument/2006/relationships`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** What every Office file has, with its own parts: `[name, content type, markup]`. */
function officeFile(
  parts: [name: string, type: string, markup: string][],
  others: Record<string, string> = {},
): Buffer {
  const overrides = parts
    .map(([name, type]) => `<Override PartName="/${name}" ContentType="${OFFICE}.${type}+xml"/>`)
    .join('')
  const contentTypes = `${HEAD}<Types xmlns="${SCHEMAS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides}</Types>`
  const [[main] = ['']] = parts
  return zipFile({
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relations([[`${TYPES}/officeDocument`, main]]),
    ...Object.fromEntries(parts.map(([name, , markup]) => [name, HEAD + markup])),
    ...others,
  })
}

function relations(to: [type: string, target: string][]): string {
  const links = to
    .map(
      ([type, target], n) => `<Relationship Id="rId${n + 1}" Type="${type}" Target="${target}"/>`,
    )
    .join('')
  return `${HEAD}<Relationships xmlns="${RELATIONS}">${links}</Relationships>`
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** A Word file: a line that begins with `# ` is a heading, an empty one a gap. */
export function wordFile(lines: string[]): Buffer {
  const paragraphs = lines
    .map((line) => {
      const isHeading = line.startsWith('# ')
      const style = isHeading ? '<w:rPr><w:b/><w:sz w:val="36"/></w:rPr>' : ''
      const text = escaped(isHeading ? line.slice(2) : line)
      return `<w:p><w:r>${style}<w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
    })
    .join('')
  const markup = `<w:document xmlns:w="${WORD}"><w:body>${paragraphs}<w:sectPr/></w:body></w:document>`
  return officeFile([['word/document.xml', 'wordprocessingml.document.main', markup]])
}

const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** An Excel file with one sheet. */
export function sheetFile(rows: string[][]): Buffer {
  const cells = (row: string[]) =>
    row.map((cell) => `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`).join('')
  const sheet = `<worksheet xmlns="${SHEET}"><sheetData>${rows.map((row) => `<row>${cells(row)}</row>`).join('')}</sheetData></worksheet>`
  const book = `<workbook xmlns="${SHEET}" xmlns:r="${TYPES}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`
  return officeFile(
    [
      ['xl/workbook.xml', 'spreadsheetml.sheet.main', book],
      ['xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet', sheet],
    ],
    {
      'xl/_rels/workbook.xml.rels': relations([[`${TYPES}/worksheet`, 'worksheets/sheet1.xml']]),
    },
  )
}

/** As PowerPoint's files are inside; only its text is there. */
export function slidesFile(slides: string[][]): Buffer {
  const drawing = `${SCHEMAS}/drawingml/2006/main`
  const show = `${SCHEMAS}/presentationml/2006/main`
  const slide = (lines: string[]) =>
    `<p:sld xmlns:a="${drawing}" xmlns:p="${show}"><p:cSld><p:spTree>${lines
      .map(
        (line) =>
          `<p:sp><p:txBody><a:p><a:r><a:t>${escaped(line)}</a:t></a:r></a:p></p:txBody></p:sp>`,
      )
      .join('')}</p:spTree></p:cSld></p:sld>`
  return officeFile([
    [
      'ppt/presentation.xml',
      'presentationml.presentation.main',
      `<p:presentation xmlns:p="${show}"/>`,
    ],
    ...slides.map((lines, n): [string, string, string] => [
      `ppt/slides/slide${n + 1}.xml`,
      'presentationml.slide',
      slide(lines),
    ]),
  ])
}
