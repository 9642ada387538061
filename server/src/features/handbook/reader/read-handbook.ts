import { readText, UnreadableError } from '../../documents/reader/read-text.ts'
import type { Handbook } from './blocks.ts'
import { type OnPicture, WRITTEN } from './carried-pictures.ts'
import { readDocx } from './docx.ts'
import { readHtml } from './html.ts'
import { readMarkdown } from './markdown.ts'
import { readPdf } from './pdf-markdown.ts'

const BYTES = new RegExp(WRITTEN, 'gi')
/** Of the Markdown, in characters: a book of 800 pages. */
const MOST_CHARACTERS = 2_000_000

/**
 * The text of a file as Markdown, and its bare words as another reader has them, to compare with.
 * @param onPicture is handed what the file carries; without it pictures are left out
 * @throws UnreadableError with the reason, in a sentence
 */
export async function readHandbook(
  path: string,
  type: string,
  onProgress: (percent: number) => void,
  onPicture?: OnPicture,
): Promise<Required<Handbook> & { plain: string }> {
  const { markdown, notes, boldHeadings = [] } = await read(path, type, { onProgress, onPicture })
  const tidy = markdown
    .toWellFormed()
    .replaceAll('\0', '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  if (tidy === '') throw new UnreadableError('There is no text in this file')
  if (tidy.length > MOST_CHARACTERS) {
    throw new UnreadableError(
      'The text is longer than 2,000,000 characters. Please split the file into several',
    )
  }
  // A PDF is shown as it is. The bytes of a picture are nothing to read.
  const plain = type === 'pdf' ? '' : ((await readText(path, type)) ?? '').replaceAll(BYTES, '')
  return { markdown: tidy, plain, notes, boldHeadings }
}

async function read(
  path: string,
  type: string,
  { onProgress, onPicture }: { onProgress: (percent: number) => void; onPicture?: OnPicture },
): Promise<Handbook> {
  switch (type) {
    case 'docx':
      return readDocx(path, onProgress, onPicture)
    case 'pdf':
      return readPdf(path, onProgress)
    case 'html':
      return readHtml(path, onPicture)
    default:
      return readMarkdown(path, onPicture)
  }
}
