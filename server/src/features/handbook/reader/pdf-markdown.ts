import { openPdf } from '../../documents/reader/pdf.ts'
import { UnreadableError } from '../../documents/reader/unreadable.ts'
import { type Block, type Handbook, markdownOfBlocks, plain, type Run } from './blocks.ts'
import { blocksOfLines } from './pdf-layout.ts'
import { linesOf } from './pdf-lines.ts'
import { type PdfPage, readPage } from './pdf-page.ts'
import { hasTableInTable, isTagged, taggedBlocks } from './pdf-tags.ts'

const MOST_PAGES = 500
/** A page with fewer letters is a picture of one. */
const FEWEST_LETTERS = 15

/** A PDF as Markdown: by its tags, and where it has none by the size of letters. @throws UnreadableError */
export async function readPdf(
  path: string,
  onProgress: (percent: number) => void,
): Promise<Handbook> {
  const pdf = await openPdf(path)
  if (pdf.numPages > MOST_PAGES) {
    throw new UnreadableError(
      `This PDF has ${pdf.numPages.toLocaleString('en')} pages; at most ${MOST_PAGES} can be read at a time. Please split it`,
    )
  }
  const pages: PdfPage[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    pages.push(await readPage(page))
    page.cleanup()
    onProgress(Math.round((95 * number) / pdf.numPages))
  }
  const notes = refuseScans(pages)
  const tagged = pages.filter(({ pieces }) => pieces.length > 0).every(isTagged)
  const blocks = tagged ? blocksOfTags(pages, notes) : blocksOfLayout(pages, notes)
  return { markdown: markdownOfBlocks(joined(blocks)), notes }
}

/** @returns a note on pages that are pictures @throws UnreadableError where nearly all are */
function refuseScans(pages: PdfPage[]): string[] {
  const isPicture = ({ pieces }: PdfPage) =>
    pieces.reduce((sum, { text }) => sum + text.trim().length, 0) < FEWEST_LETTERS
  const pictures = pages.flatMap((page, at) => (isPicture(page) ? [at + 1] : []))
  if (pictures.length > pages.length * 0.8) {
    throw new UnreadableError(
      'This PDF is a scan: pictures of pages, with no text in them. Please bring the file it was printed from, or run text recognition (OCR) on it first',
    )
  }
  if (pictures.length === 0) return []
  const which = pictures.length > 10 ? `${pictures.length} pages` : `Page ${pictures.join(', ')}`
  return [`${which} had no text to read: empty, or a picture.`]
}

function blocksOfTags(pages: PdfPage[], notes: string[]): Block[] {
  notes.push(
    'Headings, lists and tables are as the PDF says that they are; what it marks as the edge of a page was left out.',
  )
  if (pages.some(hasTableInTable)) notes.push('A table within a table became lines of text.')
  const blocks = pages.flatMap(taggedBlocks)
  const [first] = blocks
  // Not every program has a tag for a title.
  if (first?.kind === 'paragraph' && isTitle(first.runs)) {
    return [{ ...first, kind: 'heading', level: 1 }, ...blocks.slice(1)]
  }
  return blocks
}

const isTitle = (runs: Run[]) =>
  plain(runs).length <= 90 && runs.every(({ text, bold }) => bold || text.trim() === '')

function blocksOfLayout(pages: PdfPage[], notes: string[]): Block[] {
  const { lines, dropped } = linesOf(pages)
  notes.push(
    'This PDF does not say what its headings and lists are; they were told by the size of letters and where they stand. Please look closely, above all at tables.',
  )
  if (dropped) notes.push('What repeats at the top and bottom of pages was left out.')
  // A table of contents leads with dots to numbers of pages.
  const text = lines.filter((line) => !/(?:\.\s?){5,}\s*\d+\s*$/.test(line.text))
  if (text.length < lines.length) {
    notes.push('The table of contents was left out; the headings make a new one.')
  }
  return blocksOfLines(text)
}

/** A paragraph or table that goes on behind the end of a page is one. */
function joined(blocks: Block[]): Block[] {
  const made: Block[] = []
  for (const block of blocks) {
    const last = made.at(-1)
    if (last?.kind === 'paragraph' && block.kind === 'paragraph' && goesOn(last, block)) {
      last.runs.push({ text: ' ', bold: false }, ...block.runs)
    } else if (last?.kind === 'table' && block.kind === 'table' && isSameTable(last, block)) {
      last.rows.push(...block.rows.slice(isRepeated(last, block) ? 1 : 0))
    } else made.push(block)
  }
  return made
}

type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>

const goesOn = (one: Of<'paragraph'>, next: Of<'paragraph'>) =>
  !/[.!?:;]["”’)]?$/.test(plain(one.runs)) && /^\p{Ll}/u.test(plain(next.runs))

const isSameTable = (one: Of<'table'>, next: Of<'table'>) =>
  one.rows[0]?.length === next.rows[0]?.length

/** Its head once more, as on each page. */
const isRepeated = (one: Of<'table'>, next: Of<'table'>) =>
  one.rows[0]?.map(plain).join('|') === next.rows[0]?.map(plain).join('|')
