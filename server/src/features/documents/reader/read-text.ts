import { open, readFile } from 'node:fs/promises'
import { decodeEntities } from './entities.ts'
import { readOffice } from './office-text.ts'
import { readPdf } from './pdf-text.ts'
import { UnreadableError } from './unreadable.ts'

export { UnreadableError }

/** What is kept of a file's text, in characters: a book of 500 pages. */
const MOST_CHARACTERS = 1_000_000
/** Of plain text, in bytes. */
const MOST_BYTES = 4_000_000

/**
 * The text of a file, one line a paragraph; null for a file of a type that has none.
 * @throws UnreadableError with the reason
 */
export async function readText(path: string, type: string): Promise<string | null> {
  const text = await rawText(path, type)
  return text === null ? null : tidy(text)
}

async function rawText(path: string, type: string): Promise<string | null> {
  switch (type) {
    case 'pdf':
      return readPdf(path, MOST_CHARACTERS)
    case 'docx':
    case 'pptx':
    case 'xlsx':
      return readOffice(path, type, MOST_CHARACTERS)
    case 'txt':
    case 'md':
    case 'csv':
    case 'json':
    case 'log':
      return readPlain(path)
    case 'html':
      return withoutMarkup(await readPlain(path))
    default:
      return null
  }
}

async function readPlain(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, 0)
    return decode(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** A text file from its beginning to its end. */
export const readWholeText = async (path: string): Promise<string> =>
  decode(await readFile(path)).replace(/^\ufeff/, '')

/** A text in whatever it is encoded. */
function decode(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    // What was cut off may have been the half of a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const HIDDEN = new Set(['script', 'style', 'template', 'noscript'])
const BREAKS = /^(?:p|div|br|li|tr|h[1-6]|section|article|table)$/
const TAG_NAME = /\/?([a-z][a-z0-9]*)/y

/**
 * One pass: what never ends is looked for once, and hides the rest, as in a browser.
 */
function withoutMarkup(html: string): string {
  const lower = html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const kept: string[] = []
  const after = (mark: string, from: number) => {
    const found = lower.indexOf(mark, from)
    return found < 0 ? html.length : found + mark.length
  }
  let at = 0
  while (at < html.length) {
    const start = lower.indexOf('<', at)
    kept.push(html.slice(at, start < 0 ? undefined : start))
    if (start < 0) break
    TAG_NAME.lastIndex = start + 1
    const [, name = ''] = TAG_NAME.exec(lower) ?? []
    const isTag = name !== '' || '!?/'.includes(lower[start + 1] ?? ' ')
    if (lower.startsWith('<!--', start)) at = after('-->', start + 4)
    else if (isTag) at = after('>', start)
    else at = start + 1
    if (HIDDEN.has(name) && lower[start + 1] !== '/') at = after('>', after(`</${name}`, at))
    kept.push(isTag ? (BREAKS.test(name) ? '\n' : ' ') : '<')
  }
  return decodeEntities(kept.join(''))
}

function tidy(text: string): string {
  return text
    .slice(0, MOST_CHARACTERS)
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n]+/gu, ' ')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim()
}
