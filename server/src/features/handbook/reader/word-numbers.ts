/**
 * Word says of a paragraph only to which list it belongs; where that stands is counted from the beginning of
 * the file (ECMA-376, 17.9). What makes a page of it forgets the list, so the number goes along in the text.
 */
export const NUMBER_BEGINS = '\uE010'
export const NUMBER_ENDS = '\uE011'

/** A number on its way: as counted, and as Word writes it, such as `4.2` or `(b)`. */
export const NUMBER = new RegExp(`${NUMBER_BEGINS}(\\d+) ([^${NUMBER_ENDS}]*)${NUMBER_ENDS}`, 'g')

/** Word has nine levels. */
const DEEPEST = 9

interface Level {
  start: number
  /** `decimal`, `lowerLetter`, `upperRoman`, `bullet`, `none` … */
  format: string
  /** `%1.%2` for 4.2. */
  text: string
  /** The style whose paragraphs are of it. */
  style: string | undefined
  /** It begins anew behind an item of so many levels above it; 0: never. */
  restarts: number
}
type Levels = ReadonlyMap<number, Level>

interface List {
  /** Lists of one kind count on, unless one says where it starts. */
  kind: string
  levels: Levels
  startsAt: ReadonlyMap<number, number>
}

export const valueOf = (xml: string, name: string) =>
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

/** The styles of a file, each with what it is based on. */
export class Styles {
  #styles: Map<string, string>

  /** @param xml `word/styles.xml` */
  constructor(xml: string) {
    this.#styles = new Map(elementsIn(xml, 'style', 'styleId'))
  }

  /** The markup of a style, then of those below it. */
  *chainOf(id: string | undefined): Generator<{ id: string; xml: string }> {
    const seen = new Set<string>()
    let next = id
    while (next !== undefined && !seen.has(next)) {
      seen.add(next)
      const xml: string | undefined = this.#styles.get(next)
      if (xml === undefined) return
      yield { id: next, xml }
      next = valueOf(xml, 'basedOn')
    }
  }
}

/** Counts the paragraphs of a file's lists, in their order. */
export class NumberedLists {
  #lists = new Map<string, List>()
  #styles: Styles
  #counts = new Map<string, (number | undefined)[]>()
  #begun = new Set<string>()

  /** @param numbering `word/numbering.xml` */
  constructor(numbering: string, styles: Styles) {
    this.#styles = styles
    const kinds = new Map(elementsIn(numbering, 'abstractNum', 'abstractNumId'))
    const lists = new Map(elementsIn(numbering, 'num', 'numId'))
    for (const [id, xml] of lists) {
      const kind = this.#kindOf(xml, { kinds, lists })
      this.#lists.set(id, listOf(xml, kind, levelsIn(kinds.get(kind) ?? '')))
    }
  }

  /** A kind may only name the style that has its list. */
  #kindOf(
    list: string,
    { kinds, lists }: { kinds: Map<string, string>; lists: Map<string, string> },
  ): string {
    const kind = valueOf(list, 'abstractNumId') ?? ''
    const [style] = this.#styles.chainOf(valueOf(kinds.get(kind) ?? '', 'numStyleLink'))
    const linked = lists.get(valueOf(style?.xml ?? '', 'numId') ?? '')
    return (linked && valueOf(linked, 'abstractNumId')) ?? kind
  }

  /** The number of a paragraph with these properties: counted, a space, and as Word writes it. */
  next(properties: string): string | null {
    const chain = [...this.#styles.chainOf(valueOf(properties, 'pStyle'))]
    const numbered = chain.find(({ xml }) => xml.includes('<w:numPr>'))
    const id = valueOf(properties, 'numId') ?? valueOf(numbered?.xml ?? '', 'numId') ?? ''
    const list = this.#lists.get(id)
    if (!list) return null
    const byStyle = [...list.levels].find(([, { style }]) => style && style === numbered?.id)
    const own = valueOf(properties, 'ilvl')
    const depth = Number(own ?? byStyle?.[0] ?? valueOf(numbered?.xml ?? '', 'ilvl') ?? 0)
    const level = list.levels.get(depth)
    if (!level || depth >= DEEPEST) return null
    const counts = this.#count(id, list, depth)
    if (level.format === 'bullet' || level.format === 'none') return null
    const label = level.text.replaceAll(/%(\d)/g, (_, place: string) => {
      const at = Number(place) - 1
      const { format = 'decimal', start = 1 } = list.levels.get(at) ?? {}
      return written(counts[at] ?? start, format)
    })
    return `${counts[depth]} ${label}`
  }

  #count(id: string, { kind, levels, startsAt }: List, depth: number): (number | undefined)[] {
    const counts = this.#counts.get(kind) ?? []
    this.#counts.set(kind, counts)
    const place = `${id} ${depth}`
    const from = this.#begun.has(place) ? undefined : startsAt.get(depth)
    this.#begun.add(place)
    counts[depth] = from ?? (counts[depth] ?? (levels.get(depth)?.start ?? 1) - 1) + 1
    for (let below = depth + 1; below < counts.length; below += 1) {
      if (depth < (levels.get(below)?.restarts ?? below)) counts[below] = undefined
    }
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
        restarts: Number(valueOf(level, 'lvlRestart') ?? depth),
      },
    ]),
  )
}

/** A list may put levels of its own in the place of its kind's, and begin them elsewhere. */
function listOf(xml: string, kind: string, levels: Levels): List {
  const startsAt = new Map<number, number>()
  const own = new Map(levels)
  for (const [depth, override] of elementsIn(xml, 'lvlOverride', 'ilvl')) {
    for (const [at, level] of levelsIn(override)) {
      own.set(at, level)
      startsAt.set(at, level.start)
    }
    const start = valueOf(override, 'startOverride')
    if (start !== undefined) startsAt.set(Number(depth), Number(start))
  }
  return { kind, levels: own, startsAt }
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
    case 'none':
    case 'bullet':
      return ''
    case 'decimalZero':
      return String(value).padStart(2, '0')
    case 'lowerLetter':
    case 'upperLetter': {
      if (value < 1) return String(value)
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
