import { type ChangeObject, diffArrays, diffWordsWithSpace } from 'diff'

/** A stretch of one side: shared with the other side, or only on this one. */
export type Segment = { text: string; changed: boolean }

/** One paragraph of the comparison; `null` where that side has nothing. */
export type ComparisonRow =
  | { kind: 'same'; text: string }
  | { kind: 'changed' | 'removed' | 'added'; before: Segment[] | null; after: Segment[] | null }

/** Pairs of paragraphs to weigh against each other before position alone has to do. */
const MAX_PAIRS = 2500
/** Below this share of common words, two paragraphs are read as one removed and one added. */
const ALIKE = 0.35
const TIMEOUT_MS = 1500

/** A picture of a text; its words and its name are caught. */
export const PICTURE =
  /!\[([^\]\n]*)\]\(\/api\/v1\/pictures\/([\da-f]{64}-\d+x\d+\.webp)(?: "[^"\n]*")?\)/

/** Signs that nobody writes: each stands for a picture, which is compared as a whole. */
const FIRST_SIGN = 0xf0000
const SIGN = /[\u{f0000}-\u{fffff}]/gu

/** The paragraphs of two texts side by side, with the words that differ; blank lines don't count. */
export function compareTexts(before: string, after: string): ComparisonRow[] {
  const pictures: string[] = []
  const signed = (text: string) =>
    text.replaceAll(new RegExp(PICTURE, 'g'), (picture) => {
      const known = pictures.indexOf(picture)
      const at = known < 0 ? pictures.push(picture) - 1 : known
      return String.fromCodePoint(FIRST_SIGN + at)
    })
  const rows = compareParagraphs(paragraphsOf(signed(before)), paragraphsOf(signed(after)))
  if (pictures.length === 0) return rows
  const shown = (text: string) =>
    text.replaceAll(SIGN, (sign) => pictures[sign.codePointAt(0)! - FIRST_SIGN] ?? sign)
  const side = (segments: Segment[] | null) =>
    segments?.map((segment) => ({ ...segment, text: shown(segment.text) })) ?? null
  return rows.map((row) =>
    row.kind === 'same'
      ? { ...row, text: shown(row.text) }
      : { ...row, before: side(row.before), after: side(row.after) },
  )
}

function compareParagraphs(old: string[], fresh: string[]): ComparisonRow[] {
  const changes = diffArrays(old, fresh, { timeout: TIMEOUT_MS })
  if (!changes) return compareBlock(old, fresh)

  const rows: ComparisonRow[] = []
  let removed: string[] = []
  let added: string[] = []
  const flush = () => {
    rows.push(...compareBlock(removed, added))
    removed = []
    added = []
  }
  for (const change of changes) {
    if (change.removed) removed.push(...change.value)
    else if (change.added) added.push(...change.value)
    else {
      flush()
      rows.push(...change.value.map((text) => ({ kind: 'same', text }) as const))
    }
  }
  flush()
  return rows
}

function paragraphsOf(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
}

/** Rows for a run of paragraphs that all differ: alike ones share a row. */
function compareBlock(before: string[], after: string[]): ComparisonRow[] {
  const rows: ComparisonRow[] = []
  let [i, j] = [0, 0]
  for (const [left, right] of [...pairAlike(before, after), [before.length, after.length]]) {
    while (i < left!) rows.push({ kind: 'removed', before: whole(before[i++]!), after: null })
    while (j < right!) rows.push({ kind: 'added', before: null, after: whole(after[j++]!) })
    if (i < before.length && j < after.length) rows.push(compareWords(before[i++]!, after[j++]!))
  }
  return rows
}

/** Index pairs of paragraphs that are versions of each other, both ascending (an LCS by likeness). */
function pairAlike(before: string[], after: string[]): [number, number][] {
  if (before.length * after.length > MAX_PAIRS) return []
  const oldWords = before.map(wordsOf)
  const newWords = after.map(wordsOf)
  const likeness = oldWords.map((words) => newWords.map((others) => shareOf(words, others)))
  const best = bestSums(likeness, after.length)

  const pairs: [number, number][] = []
  let [i, j] = [0, 0]
  while (i < before.length && j < after.length) {
    const here = likeness[i]![j]!
    if (here >= ALIKE && best[i]![j] === here + best[i + 1]![j + 1]!) pairs.push([i++, j++])
    else if (best[i]![j] === best[i + 1]![j]) i++
    else j++
  }
  return pairs
}

/** `best[i][j]`: the largest sum of likeness over pairs from `i` and `j` on. */
function bestSums(likeness: number[][], columns: number): number[][] {
  const best = Array.from({ length: likeness.length + 1 }, () =>
    Array.from({ length: columns + 1 }, () => 0),
  )
  for (let i = likeness.length - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const here = likeness[i]![j]!
      const paired = here >= ALIKE ? here + best[i + 1]![j + 1]! : 0
      best[i]![j] = Math.max(paired, best[i + 1]![j]!, best[i]![j + 1]!)
    }
  }
  return best
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))
}

/** The share of words that two paragraphs have in common (Dice), 0 to 1. */
function shareOf(one: Set<string>, other: Set<string>): number {
  if (one.size + other.size === 0) return 0
  let common = 0
  for (const word of one) if (other.has(word)) common++
  return (2 * common) / (one.size + other.size)
}

function compareWords(before: string, after: string): ComparisonRow {
  const changes = diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS })
  if (!changes) return { kind: 'changed', before: whole(before), after: whole(after) }
  const side = (gone: 'added' | 'removed') =>
    changes.filter((change) => !change[gone]).flatMap(segmentsOf)
  return { kind: 'changed', before: side('added'), after: side('removed') }
}

/** A mark covers words, not the spaces around them. */
function segmentsOf({ value, added, removed }: ChangeObject<string>): Segment[] {
  if (!added && !removed) return [{ text: value, changed: false }]
  const words = value.trim()
  const start = value.indexOf(words)
  return [
    { text: value.slice(0, start), changed: false },
    { text: words, changed: true },
    { text: value.slice(start + words.length), changed: false },
  ].filter((segment) => segment.text !== '')
}

const whole = (text: string): Segment[] => [{ text, changed: true }]

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
