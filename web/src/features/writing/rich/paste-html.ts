/** What became of a pasted page’s pictures: those that it brought, in their order, and how many could not be taken over. */
export type PastedPictures = { files: File[]; left: number }

/** Stands in the words where a picture is to stand that the page brought. */
export const PICTURE_SIGN = '\uE0F8'

const NOTHING_TO_READ =
  'script, style, head, title, meta, link, template, noscript, iframe, object, embed, svg, math, form > input, input, button, select, textarea, video, audio, canvas, o\\:p, xml'

/** Addresses that a text may lead to, and paths of this site. */
const LINKS = /^(?:(?:https?|mailto|tel):|\/(?![/\\]))/i

/**
 * Makes plain structure of what Word, Google Docs and pages put on the clipboard. Nothing of it is fetched.
 * @param rtf the same as Word says it elsewhere on the clipboard, where it has the pictures themselves
 */
export function cleanPasted(
  root: HTMLElement,
  { origin, rtf }: { origin: string; rtf: string },
): PastedPictures {
  wordLists(root)
  for (const element of root.querySelectorAll(NOTHING_TO_READ)) element.remove()
  dropComments(root)
  unwrapGoogle(root)
  boldByStyle(root)
  const pictures = takePictures(root, origin, rtf)
  for (const anchor of root.querySelectorAll('a')) {
    if (!LINKS.test(anchor.getAttribute('href') ?? '')) unwrap(anchor)
  }
  wordHeadings(root)
  for (const table of [...root.querySelectorAll('table')].toReversed()) plainTable(table)
  emptyParagraphs(root)
  return pictures
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

/** An element with another name and the same content. */
function renamed(element: Element, name: string): HTMLElement {
  const other = element.ownerDocument.createElement(name)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}

function dropComments(root: HTMLElement): void {
  const walker = root.ownerDocument.createTreeWalker(root, 128)
  const found: Node[] = []
  while (walker.nextNode()) found.push(walker.currentNode)
  for (const node of found) node.parentNode?.removeChild(node)
}

/** Google Docs wraps all it copies in bold that isn't, and says what is bold by styles. */
function unwrapGoogle(root: HTMLElement): void {
  for (const element of root.querySelectorAll('b, strong')) {
    const style = element.getAttribute('style') ?? ''
    if (/(?:^|[;\s])font-weight:\s*(?:normal|[1-4]00)\b/i.test(style)) unwrap(element)
  }
}

/** Word has names of its own that end like these, such as `mso-bidi-font-weight`. */
const STYLES: readonly [RegExp, string][] = [
  [/(?:^|[;\s])font-weight:\s*(?:bold|bolder|[6-9]00)\b/i, 'strong'],
  [/(?:^|[;\s])font-style:\s*italic\b/i, 'em'],
  [/(?:^|[;\s])text-decoration(?:-line)?:[^;]*line-through/i, 'del'],
]

function boldByStyle(root: HTMLElement): void {
  for (const element of root.querySelectorAll('span[style]')) {
    // Headings are bold already.
    if (element.closest('h1, h2, h3, h4, h5, h6, th') || element.textContent?.trim() === '')
      continue
    const style = element.getAttribute('style') ?? ''
    let inner: Element = element
    for (const [pattern, name] of STYLES) {
      if (!pattern.test(style)) continue
      const wrapper = element.ownerDocument.createElement(name)
      wrapper.append(...inner.childNodes)
      inner.append(wrapper)
      inner = wrapper
    }
  }
}

/** Pictures of this site stay, and those that came along; the browser is not to ask anybody else for one. */
function takePictures(root: HTMLElement, origin: string, rtf: string): PastedPictures {
  const files: File[] = []
  let left = 0
  const all = [...root.querySelectorAll('img, picture, v\\:imagedata')]
  const ofWord = all.filter((picture) => /^file:/i.test(sourceOf(picture)))
  const inRtf = ofWord.length > 0 ? picturesInRtf(rtf) : []
  for (const picture of all) {
    // What is copied from a text of ours says elsewhere which picture it is.
    const name = picture.closest<HTMLElement>('[data-picture]')?.dataset.picture
    const source = name ? `/api/v1/pictures/${name}` : sourceOf(picture)
    const path = source.startsWith(`${origin}/`) ? source.slice(origin.length) : source
    if (/^\/(?![/\\])/.test(path)) {
      picture.setAttribute('src', path)
      continue
    }
    const ofRtf = inRtf.length === ofWord.length ? inRtf[ofWord.indexOf(picture)] : undefined
    const file = ofRtf ?? fileFrom(source)
    if (file) {
      files.push(file)
      picture.replaceWith(PICTURE_SIGN)
      continue
    }
    // A dot that counts readers is none of the text.
    if (picture.tagName === 'IMG' && picture.getAttribute('width') !== '1') left++
    picture.remove()
  }
  return { files, left }
}

const sourceOf = (picture: Element) => picture.getAttribute('src') ?? ''

/** Word's titles are paragraphs of a class. */
function wordHeadings(root: HTMLElement): void {
  for (const paragraph of root.querySelectorAll('p.MsoTitle')) renamed(paragraph, 'h1')
  for (const paragraph of root.querySelectorAll('p.MsoSubtitle')) renamed(paragraph, 'h2')
}

const BLOCKS = 'p, div, ul, ol, li, h1, h2, h3, h4, h5, h6, blockquote, pre, table, tr, td, th, br'

/** As Markdown can say it: rows of as many cells, each of one line, the first row its head. */
function plainTable(table: HTMLTableElement): void {
  const { ownerDocument: document } = table
  // Within a cell a table is its words.
  if (table.parentElement?.closest('td, th')) {
    const words = document.createElement('span')
    words.textContent = [...table.rows]
      .map((row) => [...row.cells].map((cell) => wordsOf(cell)).join(' '))
      .join(' ')
    table.replaceWith(words)
    return
  }
  const rows = [...table.rows].map((row) => [...row.cells].flatMap(spread))
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  if (width === 0) return table.remove()
  const caption = table.querySelector('caption')
  if (caption) table.before(renamed(caption, 'p'))
  const body = document.createElement('tbody')
  if (rows.length === 1) rows.push([])
  rows.forEach((cells, index) => {
    const row = document.createElement('tr')
    for (let column = 0; column < width; column++) {
      const cell = document.createElement(index === 0 ? 'th' : 'td')
      const said = cells[column]
      if (said) {
        cell.style.textAlign = alignOf(said)
        cell.append(...lineOf(said))
      }
      row.append(cell)
    }
    body.append(row)
  })
  table.replaceChildren(body)
}

const wordsOf = (element: Element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

/** A cell over several columns has empty ones behind it. */
function spread(cell: HTMLTableCellElement): HTMLTableCellElement[] {
  const more = Math.min(cell.colSpan, 50) - 1
  return [cell, ...Array.from({ length: Math.max(0, more) }, () => emptyCell(cell))]
}

const emptyCell = (cell: HTMLTableCellElement) => cell.ownerDocument.createElement('td')

const alignOf = (cell: HTMLTableCellElement) => {
  const said = cell.style.textAlign || cell.getAttribute('align') || ''
  return /^(?:center|right)$/.test(said) ? said : ''
}

/** What a cell says, as one line. */
function lineOf(cell: HTMLTableCellElement): Node[] {
  for (const element of [...cell.querySelectorAll(BLOCKS)].toReversed()) {
    if (element.nextSibling) element.after(' ')
    unwrap(element)
  }
  return [...cell.childNodes]
}

/** Word and mail programs part paragraphs by empty ones. */
function emptyParagraphs(root: HTMLElement): void {
  for (const paragraph of root.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    if (wordsOf(paragraph).replaceAll('\u00A0', '') === '' && !paragraph.querySelector('img')) {
      paragraph.remove()
    }
  }
}

/** Word puts lists on the clipboard as paragraphs that say `mso-list:l0 level2 lfo1`, with the bullet as words. */
function wordLists(root: HTMLElement): void {
  const seen = new Set<Element>()
  for (const paragraph of root.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    if (seen.has(paragraph) || levelOf(paragraph) === null) continue
    const run = runFrom(paragraph)
    for (const item of run) seen.add(item)
    // A numbered heading is a heading.
    if (/^H\d$/.test(paragraph.tagName)) {
      for (const item of run) dropMark(item)
      continue
    }
    const document = paragraph.ownerDocument
    const top = document.createElement('div')
    paragraph.before(top)
    nest(top, run)
    top.replaceWith(...top.childNodes)
  }
}

const LEVEL = /mso-list:\s*(l\d+)\s+level(\d)/i

function listOf(element: Element): RegExpExecArray | null {
  return LEVEL.exec(element.getAttribute('style') ?? '')
}

/** 0 for the outermost items; null for what is no item. */
function levelOf(element: Element): number | null {
  const found = listOf(element)
  return found ? Number(found[2]) - 1 : null
}

/** The items that follow each other from this one on. */
function runFrom(first: Element): Element[] {
  const run = [first]
  for (
    let next = first.nextElementSibling;
    next && levelOf(next) !== null && next.tagName === first.tagName;
    next = next.nextElementSibling
  ) {
    run.push(next)
  }
  return run
}

type Open = { level: number; list: HTMLElement }

/** Items deeper than the one before stand in it. */
function nest(top: HTMLElement, run: readonly Element[]): void {
  const open: Open[] = []
  for (const paragraph of run) {
    const level = levelOf(paragraph)!
    const mark = dropMark(paragraph)
    const name = isNumber(mark) ? 'ol' : 'ul'
    while (open.length > 0 && open.at(-1)!.level > level) open.pop()
    const last = open.at(-1)
    const isOther = last?.level === level && last.list.tagName.toLowerCase() !== name
    if (isOther) open.pop()
    if (open.at(-1)?.level !== level) {
      const list = top.ownerDocument.createElement(name)
      const start = name === 'ol' ? Number.parseInt(mark.replaceAll(/\D/g, ''), 10) : 1
      if (start > 1) list.setAttribute('start', String(start))
      const around = open.at(-1)?.list.lastElementChild ?? top
      around.append(list)
      open.push({ level, list })
    }
    const item = top.ownerDocument.createElement('li')
    const words = top.ownerDocument.createElement('p')
    words.append(...paragraph.childNodes)
    item.append(words)
    open.at(-1)!.list.append(item)
    paragraph.remove()
  }
}

/** Takes the bullet or number out of the item; it stands between comments, or in a span that Word ignores. */
function dropMark(paragraph: Element): string {
  const ignored = paragraph.querySelector('[style*="mso-list:Ignore" i]')
  const mark = (ignored?.textContent ?? '').replaceAll(/[\s\u00A0]+/g, '')
  const around = ignored?.parentElement
  ignored?.remove()
  // The span with the bullet's font is left over.
  if (around && around !== paragraph && around.textContent?.trim() === '') around.remove()
  if (mark !== '') return mark
  // Word on the web says the bullet as words.
  const first = paragraph.firstChild
  const words = /^[\s\u00A0]*([·•▪o§-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])[\s\u00A0]+/i.exec(
    first?.textContent ?? '',
  )
  if (!first || !words || first.nodeType !== 3) return '•'
  first.textContent = first.textContent!.slice(words[0].length)
  return words[1]!
}

const isNumber = (mark: string) => /^\(?(?:\d+|[a-z]|[ivxlc]+)[.)]/i.test(mark)

const KINDS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/** A name that says nothing of the picture: it is described by hand. */
const named = (bytes: Uint8Array<ArrayBuffer>, type: string) =>
  new File([bytes], `image.${KINDS[type]}`, { type })

/** The picture that a `data:` address is; null for any other. */
export function fileFrom(source: string): File | null {
  const [head, type] = /^data:(image\/[a-z]+);base64,/i.exec(source) ?? []
  if (!head || !type || !(type.toLowerCase() in KINDS)) return null
  try {
    const bytes = Uint8Array.from(atob(source.slice(head.length)), (sign) => sign.codePointAt(0)!)
    return named(bytes, type.toLowerCase())
  } catch {
    return null
  }
}

/** The pictures that Word puts on the clipboard beside its page, which names files that no page may read. */
export function picturesInRtf(rtf: string): File[] {
  return Array.from(rtf.matchAll(/\\(png|jpeg)blip/gi), ({ 1: kind, index }) => {
    const digits = groupFrom(rtf, index)
      .replaceAll(/\\[a-z]+-?\d* ?/gi, '')
      .replaceAll(/[^\da-f]/gi, '')
    const bytes = new Uint8Array(Math.floor(digits.length / 2))
    for (let at = 0; at < bytes.length; at++) {
      bytes[at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16)
    }
    return named(bytes, kind!.toLowerCase() === 'png' ? 'image/png' : 'image/jpeg')
  })
}

/** What stands from there to the end of its group, without the groups within it. */
function groupFrom(rtf: string, start: number): string {
  const braces = /[{}]/g
  let words = ''
  let depth = 0
  let from = start
  for (;;) {
    braces.lastIndex = from
    const brace = braces.exec(rtf)
    const to = brace?.index ?? rtf.length
    if (depth === 0) words += `${rtf.slice(from, to)} `
    if (!brace || (brace[0] === '}' && depth === 0)) return words
    depth += brace[0] === '{' ? 1 : -1
    from = to + 1
  }
}
