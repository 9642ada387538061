import { IMPORT_BOLD_LINES_MAX } from '@frontdesk/contract/constants'
import { headingsOf } from '@frontdesk/contract/import-parts'
import mammoth from 'mammoth'
import { checkArchive } from '../../documents/reader/office-text.ts'
import { UnreadableError } from '../../documents/reader/unreadable.ts'
import { BOLD_LINE, BoldLines } from './bold-lines.ts'
import { BOLD_CLASS, BOLD_MARK, COUNTED, markdownOf } from './html-markdown.ts'
import type { Handbook } from './blocks.ts'
import { CarriedPictures, type OnPicture } from './carried-pictures.ts'
import type { WordElement } from './word-elements.ts'
import { NUMBER, NUMBER_BEGINS } from './word-numbers.ts'
import { readAsShown } from './word-shown.ts'

/** What Word's XML may unpack to; 500 pages of text are some 20 MB. */
const MOST_XML_BYTES = 64_000_000

const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh > em",
  ...[1, 2, 3, 4, 5, 6].flatMap((level) => [
    `p[style-name='heading ${level}'] => h${level}:fresh`,
    `p[style-name='${BOLD_LINE} ${level}'] => h${level}.${BOLD_CLASS}:fresh`,
  ]),
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Quotations'] => blockquote > p:fresh",
  // Word's own styles for lists say how deep they are, and have no numbering that mammoth finds.
  ...['List Bullet', 'List Number'].flatMap((style) => {
    const list = style === 'List Bullet' ? 'ul' : 'ol'
    return [1, 2, 3, 4, 5].map((level) => {
      const name = level === 1 ? style : `${style} ${level}`
      return `p[style-name='${name}'] => ${'ul|ol > li > '.repeat(level - 1)}${list} > li:fresh`
    })
  }),
]

/** A Word file as Markdown. Macros don't run, and nothing is fetched. @throws UnreadableError */
export async function readDocx(
  path: string,
  onProgress: (percent: number) => void,
  onPicture?: OnPicture,
): Promise<Handbook> {
  const names = await checkArchive(path, MOST_XML_BYTES)
  onProgress(10)
  const notes: string[] = []
  if (names.some((name) => /vbaProject\.bin$/i.test(name))) {
    notes.push('The file has macros; they were left out and did not run.')
  }
  if (names.some((name) => /^word\/(?:header|footer)\d*\.xml$/.test(name))) {
    notes.push('Headers, footers and page numbers were left out.')
  }
  const lines = new BoldLines()
  const contents = { count: 0 }
  const pictures = new CarriedPictures(onPicture)
  const content = await readAsShown(path, notes)
  const made = await convert(content, pictures, (root) => {
    lines.measure(root)
    return withParagraphs(root, (paragraph) => {
      if (isOfContents(paragraph)) {
        contents.count += 1
        return null
      }
      return lines.asHeading(paragraph)
    })
  })
  const html = numbersFirst(withNotesInPlace(made, notes))
  onProgress(60)
  if (contents.count > 0)
    notes.push('The table of contents was left out; the headings make a new one.')
  if (listsWithoutNumbers(html) > 1) {
    notes.push(
      'Each numbered list begins with 1. Where Word counts on, please look at the numbers.',
    )
  }
  const { markdown, notes: lost } = markdownOf(html, pictures)
  onProgress(90)
  return { ...withoutMarks(markdown), notes: [...notes, ...lost] }
}

/** The headings that were bold lines are known by a mark until the text stands. */
function withoutMarks(markdown: string): Pick<Handbook, 'markdown' | 'boldHeadings'> {
  const headings = headingsOf(markdown)
  return {
    markdown: markdown.replaceAll(new RegExp(`^(#+ )${BOLD_MARK}`, 'gm'), '$1'),
    boldHeadings: [...headings.keys()]
      .filter((at) => headings[at]!.title.startsWith(BOLD_MARK))
      .slice(0, IMPORT_BOLD_LINES_MAX),
  }
}

async function convert(
  content: Buffer,
  pictures: CarriedPictures,
  transform: (root: WordElement) => WordElement,
) {
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: content },
      {
        styleMap: STYLES,
        includeEmbeddedStyleMap: false,
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async (picture) => ({
          src: (await pictures.take(picture)) ?? COUNTED,
        })),
        transformDocument: transform,
      },
    )
    return value
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw new UnreadableError('The file is damaged', { cause: error })
  }
}

/** Words, and what stands among them, between the beginning of a paragraph and its number. */
const BEFORE_NUMBER = new RegExp(
  `(<(?:p|li|h[1-6])(?: [^>]*)?>)((?:[^<${NUMBER_BEGINS}]|</?(?:strong|em|a|s|sup|sub|br)\\b[^>]*>)+)(${NUMBER.source})`,
  'g',
)

/** A paragraph whose end was deleted goes on in the next one, which has the number. */
const numbersFirst = (html: string) =>
  html.replaceAll(BEFORE_NUMBER, (_, begin: string, words: string, number: string) =>
    [begin, number, words].join(''),
  )

const NOTE = /<li id="((?:foot|end)note-[^"]*)">/
const REFERENCE = /<sup><a href="#((?:foot|end)note-[^"]*)" id="[^"]*">\[\d+\]<\/a><\/sup>/g

/** Footnotes where they are referred to: at the end they would be of another policy, and of the list there. */
function withNotesInPlace(html: string, notes: string[]): string {
  const [body = '', ...rest] = html.split(/<ol>(?=<li id="(?:foot|end)note-)/)
  const pieces = rest.join('').split(NOTE).slice(1)
  if (pieces.length === 0) return html
  const words = new Map<string, string>()
  for (let at = 0; at < pieces.length; at += 2) {
    const text = pieces[at + 1]!.replaceAll(
      /<a href="#(?:foot|end)note-ref-[^"]*">[^<]*<\/a>/g,
      '',
    ).replaceAll(/<\/?(?:p|ol|ul|li|table|thead|tbody|tr|td|th|h\d|br)\b[^>]*>/g, ' ')
    words.set(pieces[at]!, text.trim())
  }
  notes.push(
    words.size === 1
      ? 'One footnote stands in brackets where it belongs.'
      : `${words.size} footnotes stand in brackets where they belong.`,
  )
  return body.replaceAll(REFERENCE, (_, id: string) => ` [Note: ${words.get(id) ?? ''}]`)
}

/** Those that stand in no other list, and of which it is not known where they begin. */
function listsWithoutNumbers(html: string): number {
  let count = 0
  let depth = 0
  for (const { 0: tag, 1: end, 2: kind, index } of html.matchAll(/<(\/?)(ol|ul)>(?:<li>)?/g)) {
    const isKnown = html.startsWith(NUMBER_BEGINS, index + tag.length)
    if (end === '' && depth === 0 && kind === 'ol' && !isKnown) count += 1
    depth += end === '' ? 1 : -1
  }
  return count
}

/** Word names them `toc 1` and so on, LibreOffice `Contents 1`. */
const isOfContents = ({ styleName }: WordElement) =>
  /^(?:toc|contents|table of contents|index) ?(?:heading|\d)/i.test(styleName ?? '')

/** The same with each paragraph outside tables and lists as `change` has it; null takes it out. */
function withParagraphs(
  element: WordElement,
  change: (paragraph: WordElement) => WordElement | null,
): WordElement {
  if (!element.children || element.type === 'table') return element
  const children = element.children.flatMap((child) => {
    if (child.type !== 'paragraph') return [withParagraphs(child, change)]
    const changed = change(child)
    return changed ? [changed] : []
  })
  return { ...element, children }
}
