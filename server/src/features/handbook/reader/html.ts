import { readWholeText, UnreadableError } from '../../documents/reader/read-text.ts'
import { CarriedPictures, type OnPicture, WRITTEN } from './carried-pictures.ts'
import { COUNTED, markdownOf } from './html-markdown.ts'
import type { Handbook } from './blocks.ts'

/** What is left without scripts and styles, in characters: building a page of more takes too much memory. */
const MOST_CHARACTERS = 4_000_000

/** One whose bytes are in the page. */
const PICTURE = new RegExp(String.raw`(<img\b[^<>]{0,2000}?\ssrc\s*=\s*["']?)${WRITTEN}`, 'gi')

/** A page as Markdown. Nothing in it runs, and nothing is fetched for it. @throws UnreadableError */
export async function readHtml(path: string, onPicture?: OnPicture): Promise<Handbook> {
  const pictures = new CarriedPictures(onPicture)
  const page = (await readWholeText(path)).replaceAll(
    PICTURE,
    (_, before: string, kind: string, base64: string) =>
      `${before}${pictures.takeWritten(kind, base64) ?? COUNTED}`,
  )
  const { html, scripts } = withoutScripts(page)
  if (html.length > MOST_CHARACTERS) {
    throw new UnreadableError('The page is too long to be read. Please split it into several')
  }
  const { markdown, notes } = markdownOf(html, pictures)
  return {
    markdown,
    notes: scripts === 0 ? notes : ['Scripts were left out; none of them ran.', ...notes],
  }
}

/** What closes by its own tag only, so that counting tells how deep it goes. */
const CLOSED =
  /^<(\/?)(?:div|span|table|ul|ol|dl|blockquote|section|article|main|center|font|b|i|em|strong)[\s/>]/
/** Browsers stop at 512. */
const MOST_DEPTH = 1000

const HIDDEN = /^<(script|style|template|noscript|svg|iframe|object|embed|head)[\s/>]/i

/**
 * Without what nobody reads, in one pass: what never ends hides the rest, as in a browser. The head goes but
 * for what it hides.
 * @throws UnreadableError for a nesting that would take minutes to walk through
 */
function withoutScripts(page: string): { html: string; scripts: number } {
  const lower = page.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const kept: string[] = []
  let scripts = 0
  let depth = 0
  let at = 0
  const after = (mark: string, from: number) => {
    const found = lower.indexOf(mark, from)
    return found < 0 ? page.length : found + mark.length
  }
  while (at < page.length) {
    const start = lower.indexOf('<', at)
    kept.push(page.slice(at, start < 0 ? undefined : start))
    if (start < 0) break
    const tag = lower.slice(start, start + 13)
    const [, hidden] = HIDDEN.exec(tag) ?? []
    const [, close] = CLOSED.exec(tag) ?? []
    if (close !== undefined) depth = Math.max(0, depth + (close === '' ? 1 : -1))
    if (depth > MOST_DEPTH) {
      throw new UnreadableError('What is in the page is nested too deeply to be read')
    }
    if (lower.startsWith('<!--', start)) at = after('-->', start + 4)
    else if (hidden !== undefined) {
      if (hidden === 'script') scripts += 1
      // A page whose head has no end of its own still has a body.
      const end = lower.indexOf(`</${hidden}`, start)
      at = end < 0 && hidden === 'head' ? start + 5 : end < 0 ? page.length : after('>', end)
    } else {
      kept.push('<')
      at = start + 1
    }
  }
  return { html: kept.join(''), scripts }
}
