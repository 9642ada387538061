import type { ComparisonRow } from './compare-texts.ts'

/** Rows that follow each other, from the index `from` on. */
export type Stretch = { from: number; rows: ComparisonRow[]; folded: boolean }

/** Unchanged paragraphs that stay in view on each side of a change. */
const CONTEXT = 1
/** Shorter stretches aren't worth a press. */
const MIN_FOLD = 3

/** Cuts rows into stretches; those far from any change are to be folded away. */
export function foldUnchanged(rows: ComparisonRow[]): Stretch[] {
  const stretches: Stretch[] = []
  let start = 0
  while (start < rows.length) {
    const same = rows[start]!.kind === 'same'
    let end = start
    while (end < rows.length && (rows[end]!.kind === 'same') === same) end++
    const foldFrom = start === 0 ? 0 : start + CONTEXT
    const foldTo = end === rows.length ? end : end - CONTEXT
    if (same && foldTo - foldFrom >= MIN_FOLD) {
      stretches.push({ from: start, rows: rows.slice(start, foldFrom), folded: false })
      stretches.push({ from: foldFrom, rows: rows.slice(foldFrom, foldTo), folded: true })
      stretches.push({ from: foldTo, rows: rows.slice(foldTo, end), folded: false })
    } else {
      stretches.push({ from: start, rows: rows.slice(start, end), folded: false })
    }
    start = end
  }
  return stretches.filter((stretch) => stretch.rows.length > 0)
}
