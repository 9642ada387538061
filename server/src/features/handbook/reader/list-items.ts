import type { PageElement } from './page-element.ts'
import { NUMBER } from './word-numbers.ts'

interface Place {
  number: number
  /** Lists that stand next to each other are parted by what stands behind their numbers. */
  delimiter: '.' | ')'
  /** Whether a list begins with it that the file has as another one. */
  isFirst: boolean
}

const known = new WeakMap<PageElement, Map<PageElement, Place>>()

/** The number of a list's item; null for bullets. */
export function placeOf(item: PageElement): Place | null {
  const list = item.parentNode
  if (list?.nodeName !== 'OL') return null
  const places = known.get(list) ?? placesIn(list)
  known.set(list, places)
  return places.get(item) ?? null
}

function placesIn(list: PageElement): Map<PageElement, Place> {
  const places = new Map<PageElement, Place>()
  const start = whole(list.getAttribute('start'))
  let last = (start ?? 1) - 1
  let isBegun = false
  let delimiter: Place['delimiter'] = '.'
  for (const item of Array.from(list.children)) {
    const word = numberOf(item)
    // It stands as a paragraph, which parts lists anyway.
    const isText = word !== undefined && !isPlain(word.label)
    const number = word?.count ?? whole(item.getAttribute('value')) ?? last + 1
    const isFirst = isBegun && !isText && number !== last + 1
    if (isFirst) delimiter = delimiter === '.' ? ')' : '.'
    places.set(item, { number, delimiter, isFirst })
    isBegun = !isText
    last = number
  }
  return places
}

function numberOf(item: PageElement): { count: number; label: string } | undefined {
  const text = (item.textContent ?? '').trimStart()
  const [found] = text.matchAll(NUMBER)
  return found?.index === 0 ? { count: Number(found[1]), label: found[2]! } : undefined
}

/** Below this a list of a page has Markdown's numbers. */
const MOST = 999_999_999

function whole(value: string | null): number | undefined {
  const number = Number.parseInt(value ?? '', 10)
  return number >= 0 && number <= MOST ? number : undefined
}

/** Whether nothing stands in an item but a list: its own words are of an item further up. */
export const holdsOnlyAList = ({ childNodes }: PageElement): boolean =>
  childNodes.length > 0 &&
  Array.from(childNodes).every(
    ({ nodeName, textContent }) => /^[OU]L$/.test(nodeName) || (textContent ?? '').trim() === '',
  )

/** Whether a list can show a number as Word writes it: `3`, `3.`, `3)`, `(3)`. */
export const isPlain = (label: string) => /^\(?\d+[.)]?$/.test(label)
