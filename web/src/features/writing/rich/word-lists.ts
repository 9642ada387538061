/** Word puts lists on the clipboard as paragraphs that say `mso-list:l0 level2 lfo1`, with the bullet as words. */
export function wordLists(root: HTMLElement): void {
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
