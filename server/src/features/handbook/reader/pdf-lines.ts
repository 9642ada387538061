import type { Run } from './blocks.ts'
import type { PdfPage, Piece } from './pdf-page.ts'

/** A line of a page; lengths in points, `y` from below. */
export interface Line {
  page: number
  x: number
  y: number
  right: number
  size: number
  bold: boolean
  text: string
  /** What stands apart from each other on it, as the cells of a row do. */
  cells: { x: number; runs: Run[] }[]
}

/** The lines of all pages, without what repeats at the edges of them. */
export function linesOf(pages: PdfPage[]): { lines: Line[]; dropped: boolean } {
  const byPage = pages.map((page, number) => linesOfPage(page.pieces, number))
  const isEdge = edgesOf(pages, byPage)
  const lines = byPage.flat()
  const kept = lines.filter((line) => !isEdge(line))
  return { lines: kept, dropped: kept.length < lines.length }
}

function linesOfPage(pieces: Piece[], page: number): Line[] {
  const lines: Line[] = []
  let line: Line | undefined
  for (const { text, bold, x, y, right, size } of pieces) {
    if (text.trim() === '') continue
    const isSame = line && Math.abs(line.y - y) < size * 0.4 && x > line.right - size
    if (!line || !isSame) {
      line = { page, x, y, right, size, bold, text, cells: [{ x, runs: [{ text, bold }] }] }
      lines.push(line)
      continue
    }
    const gap = x - line.right
    const blank = gap > size * 0.15 && !/\s$/.test(line.text) && !/^\s/.test(text) ? ' ' : ''
    if (gap > size * 1.5 && !isMark(line.text)) line.cells.push({ x, runs: [{ text, bold }] })
    else line.cells.at(-1)!.runs.push({ text: blank + text, bold })
    line.text += blank + text
    line.right = right
    line.size = Math.max(line.size, size)
    line.bold &&= bold
  }
  return lines
}

/** What begins an item of a list stands apart from its text, and is no cell. */
const isMark = (text: string) => /^(?:\W|(?:\d{1,3}|[a-z])[.)])$/iu.test(text.trim())

/** What share of a page from above and from below is its edge. */
const EDGE = 0.12

/** The size that most letters have, in points. */
export function bodyOf(lines: Line[]): number {
  const letters = new Map<number, number>()
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length)
  }
  return [...letters].sort((one, other) => other[1] - one[1])[0]?.[0] ?? 11
}

/** So much larger than the text is a heading. */
const LARGER = 1.12
export const isLarger = ({ size }: Line, body: number) => size >= body * LARGER

/** Finds what stands at the edge of most pages, whatever number is in it; a chapter's heading is none of it. */
function edgesOf(pages: PdfPage[], byPage: Line[][]): (line: Line) => boolean {
  const isAtEdge = ({ page, y }: Line) => {
    const { height } = pages[page]!
    return y > height * (1 - EDGE) || y < height * EDGE
  }
  const body = bodyOf(byPage.flat())
  const keyOf = ({ text }: Line) => text.replaceAll(/\d+/g, '#').replaceAll(/\s+/g, ' ').trim()
  const seen = new Map<string, Set<number>>()
  const mayRepeat = (line: Line) => isAtEdge(line) && !isLarger(line, body)
  for (const line of byPage.flat().filter(mayRepeat)) {
    const key = keyOf(line)
    seen.set(key, (seen.get(key) ?? new Set()).add(line.page))
  }
  const enough = Math.max(2, pages.length / 2)
  return (line) =>
    mayRepeat(line) &&
    ((seen.get(keyOf(line))?.size ?? 0) >= enough ||
      /(?:^|\bpage )#(?: (?:of|\/) #)?$/i.test(keyOf(line)))
}
