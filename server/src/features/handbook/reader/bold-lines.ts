import { elementsOf, textOf, type WordElement } from './word-elements.ts'

/** A longer line is a sentence. */
const LONGEST = 90
/** So much larger than the text is large. */
const LARGER = 1.15
/** What a run is taken for that says no size: the size of most styles. */
const USUAL_POINTS = 11

/** How paragraphs are called that were made headings here, with the level behind it. */
export const BOLD_LINE = 'bold line'

const isHeading = ({ styleName }: WordElement) => /^(?:heading \d|title$)/i.test(styleName ?? '')

/**
 * Lines that only look like headings: short, bold as a whole, and larger than the text. Where a file has no
 * headings at all, bold alone will do.
 */
export class BoldLines {
  #body = USUAL_POINTS
  #deepest = 0
  #hasHeadings = false
  #sizes: number[] = []

  /** Looks the whole file through: what the text is like, and which headings there are. */
  measure(root: WordElement): void {
    const characters = new Map<number, number>()
    for (const paragraph of elementsOf(root, 'paragraph')) {
      if (isHeading(paragraph)) {
        this.#hasHeadings = true
        const [, level] = /heading (\d)/i.exec(paragraph.styleName ?? '') ?? []
        this.#deepest = Math.max(this.#deepest, Number(level ?? 1))
        continue
      }
      for (const run of elementsOf(paragraph, 'run')) {
        const size = run.fontSize ?? USUAL_POINTS
        characters.set(size, (characters.get(size) ?? 0) + textOf(run).length)
      }
    }
    this.#body = [...characters].sort((one, other) => other[1] - one[1])[0]?.[0] ?? USUAL_POINTS
    const sizes = new Set<number>()
    for (const paragraph of elementsOf(root, 'paragraph')) {
      if (this.#looksLikeOne(paragraph)) sizes.add(sizeOf(paragraph))
    }
    this.#sizes = [...sizes].sort((one, other) => other - one)
  }

  /** The paragraph, as a heading where it looks like one: below those that are, the largest first. */
  asHeading(paragraph: WordElement): WordElement {
    if (!this.#looksLikeOne(paragraph)) return paragraph
    const rank = this.#sizes.indexOf(sizeOf(paragraph)) + 1
    const level = Math.min(6, (this.#hasHeadings ? this.#deepest : 0) + rank)
    return { ...paragraph, styleId: `BoldLine${level}`, styleName: `${BOLD_LINE} ${level}` }
  }

  #looksLikeOne(paragraph: WordElement): boolean {
    if (isHeading(paragraph) || paragraph.numbering) return false
    const text = textOf(paragraph).trim()
    if (text === '' || text.length > LONGEST || /[.,;:!?]$/.test(text)) return false
    const runs = [...elementsOf(paragraph, 'run')].filter((run) => textOf(run).trim() !== '')
    if (runs.length === 0 || runs.some(({ isBold }) => !isBold)) return false
    return !this.#hasHeadings || sizeOf(paragraph) >= this.#body * LARGER
  }
}

const sizeOf = (paragraph: WordElement) =>
  Math.max(...Array.from(elementsOf(paragraph, 'run'), ({ fontSize }) => fontSize ?? USUAL_POINTS))
