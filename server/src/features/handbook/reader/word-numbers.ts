import { readFile } from 'node:fs/promises'
import JSZip from 'jszip'
import { UnreadableError } from '../../documents/reader/unreadable.ts'

/**
 * Word says of a paragraph only to which list it belongs; where that stands is counted from the beginning of
 * the file (ECMA-376, 17.9). What makes a page of it forgets the list, so the number goes along in the text.
 */
const BEGIN = '\uE010'
const END = '\uE011'

/** A number on its way: as counted, and as Word writes it, such as `4.2` or `(b)`. */
export const NUMBER = new RegExp(`${BEGIN}(\\d+) ([^${END}]*)${END}`, 'g')
export const startsWithNumber = (text: string) => text.startsWith(BEGIN)

/** What is longer has no numbers: looking for them would take too much memory. */
const MOST_CHARACTERS = 20_000_000
const DEEPEST = 9

interface Level {
  start: number
  /** `decimal`, `lowerLetter`, `upperRoman`, `bullet`, `none` … */
  format: string
  /** `%1.%2` for 4.2. */
  text: string
  /** The style whose paragraphs are of it. */
  style: string | undefined
}

interface List {
  /** Lists of one kind count on, unless one says where it starts. */
  kind: string
  startsAt: Map<number, number>
}

/** A Word file with the number of each numbered paragraph in its text. */
export interface NumberedFile {
  content: Buffer
  /** Whether some are letters or Roman numerals, which lists here can't be. */
  hasLetters: boolean
}

/** @throws UnreadableError */
export async function readNumbered(path: string): Promise<NumberedFile> {
  const content = await readFile(path)
  const zip = await JSZip.loadAsync(content).catch((cause: unknown) => {
    throw new UnreadableError('The file is damaged', { cause })
  })
  const [page] = zip.file(/^word\/document\d*\.xml$/)
  const xmlOf = async (name: string) => (await zip.file(name)?.async('string')) ?? ''
  const [body, numbering] = await Promise.all([
    page?.async('string') ?? '',
    xmlOf('word/numbering.xml'),
  ])
  if (!page || numbering === '' || body.length + numbering.length > MOST_CHARACTERS) {
    return { content, hasLetters: false }
  }
  const lists = new NumberedLists(numbering, await xmlOf('word/styles.xml'))
  // What a paragraph was before it was changed stands inside of what it is.
  const numbered = body
    .replaceAll(/<w:pPrChange\b[\s\S]*?<\/w:pPrChange>/g, '')
    .replaceAll(/<w:pPr>([\s\S]*?)<\/w:pPr>/g, (whole, properties: string) => {
      const number = lists.next(properties)
      return number ? `${whole}<w:r><w:t>${BEGIN}${number}${END}</w:t></w:r>` : whole
    })
  zip.file(page.name, numbered)
  return {
    content: await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }),
    hasLetters: lists.hasLetters,
  }
}

const valueOf = (xml: string, name: string) =>
  new RegExp(`<w:${name} [^>]*w:val="([^"]*)"`).exec(xml)?.[1]

/** Each element of this name: what its attribute says, and what is in it. */
const elementsIn = (xml: string, name: string, attribute: string): [string, string][] =>
  Array.from(
    xml.matchAll(
      new RegExp(
        `<w:${name}\\b[^>]*\\bw:${attribute}="([^"]*)"[^>]*>([\\s\\S]*?)</w:${name}>`,
        'g',
      ),
    ),
    ([, id = '', inner = '']) => [id, inner],
  )

/** Counts the paragraphs of a file's lists, in their order. */
class NumberedLists {
  hasLetters = false
  #kinds: Map<string, Map<number, Level>>
  #lists: Map<string, List>
  #styles: Map<string, string>
  #counts = new Map<string, (number | undefined)[]>()
  #begun = new Set<string>()

  constructor(numbering: string, styles: string) {
    this.#kinds = new Map(
      elementsIn(numbering, 'abstractNum', 'abstractNumId').map(([id, xml]) => [id, levelsIn(xml)]),
    )
    this.#lists = new Map(
      elementsIn(numbering, 'num', 'numId').map(([id, xml]) => [id, listOf(xml)]),
    )
    this.#styles = new Map(
      elementsIn(styles, 'style', 'styleId').filter(([, xml]) => xml.includes('<w:numPr>')),
    )
  }

  /** The number of a paragraph with these properties: counted, a space, and as Word writes it. */
  next(properties: string): string | null {
    const style = valueOf(properties, 'pStyle')
    const own = (style !== undefined && this.#styles.get(style)) || ''
    const id = valueOf(properties, 'numId') ?? valueOf(own, 'numId') ?? ''
    const list = this.#lists.get(id)
    const levels = list && this.#kinds.get(list.kind)
    if (!list || !levels) return null
    const byStyle = [...levels].find(
      ([, level]) => level.style !== undefined && level.style === style,
    )
    const depth = Number(valueOf(properties, 'ilvl') ?? byStyle?.[0] ?? valueOf(own, 'ilvl') ?? 0)
    const level = levels.get(depth)
    if (!level || depth >= DEEPEST) return null
    const counts = this.#count(id, list, { depth, levels })
    if (level.format === 'bullet' || level.format === 'none') return null
    if (!level.format.startsWith('decimal')) this.hasLetters = true
    const label = level.text.replaceAll(/%(\d)/g, (_, place: string) => {
      const at = Number(place) - 1
      const { format = 'decimal', start = 1 } = levels.get(at) ?? {}
      return written(counts[at] ?? start, format)
    })
    return `${counts[depth]} ${label}`
  }

  #count(
    id: string,
    { kind, startsAt }: List,
    { depth, levels }: { depth: number; levels: Map<number, Level> },
  ): (number | undefined)[] {
    const counts = this.#counts.get(kind) ?? []
    this.#counts.set(kind, counts)
    const place = `${id} ${depth}`
    const isFirst = !this.#begun.has(place)
    this.#begun.add(place)
    const from = isFirst ? startsAt.get(depth) : undefined
    counts[depth] = from ?? (counts[depth] ?? (levels.get(depth)?.start ?? 1) - 1) + 1
    // What is below begins anew.
    counts.length = depth + 1
    return counts
  }
}

function levelsIn(xml: string): Map<number, Level> {
  return new Map(
    elementsIn(xml, 'lvl', 'ilvl').map(([depth, level]) => [
      Number(depth),
      {
        start: Number(valueOf(level, 'start') ?? 1),
        format: valueOf(level, 'numFmt') ?? 'decimal',
        text: valueOf(level, 'lvlText') ?? '',
        style: valueOf(level, 'pStyle'),
      },
    ]),
  )
}

function listOf(xml: string): List {
  const overrides = elementsIn(xml, 'lvlOverride', 'ilvl').flatMap(
    ([depth, override]): [number, number][] => {
      const start = valueOf(override, 'startOverride')
      return start === undefined ? [] : [[Number(depth), Number(start)]]
    },
  )
  return { kind: valueOf(xml, 'abstractNumId') ?? '', startsAt: new Map(overrides) }
}

const ROMAN: [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

function written(value: number, format: string): string {
  switch (format) {
    case 'decimalZero':
      return String(value).padStart(2, '0')
    case 'lowerLetter':
    case 'upperLetter': {
      // After z comes aa, then bb.
      const letter = String.fromCharCode(97 + ((value - 1) % 26))
      const letters = letter.repeat(Math.min(9, Math.ceil(value / 26)))
      return format === 'upperLetter' ? letters.toUpperCase() : letters
    }
    case 'lowerRoman':
    case 'upperRoman': {
      const numeral = roman(Math.min(value, 3999))
      return format === 'upperRoman' ? numeral.toUpperCase() : numeral
    }
    default:
      return String(value)
  }
}

function roman(value: number): string {
  let left = value
  let made = ''
  for (const [worth, letters] of ROMAN) {
    while (left >= worth) {
      made += letters
      left -= worth
    }
  }
  return made
}
