/** A piece of a text, and whether it is what was looked for. */
export interface Piece {
  text: string
  isHit: boolean
}

/** As the server compares texts: without accents and letter case, with single spaces. */
export function normalise(text: string): string {
  return foldOf(text).folded.trim()
}

/** The pieces of a text, with what matches the query marked; one piece where nothing does. */
export function highlight(text: string, query: string): Piece[] {
  const q = normalise(query)
  const { folded, origins } = foldOf(text)
  if (q === '') return [{ text, isHit: false }]
  const marks = new Uint8Array(text.length)
  const mark = (from: number, to: number) => {
    marks.fill(1, origins[from], origins[to] ?? text.length)
  }
  const whole = placeOf(folded, q)
  if (whole >= 0) mark(whole, whole + q.length)
  else for (const word of wordsOf(q)) markWord(folded, word.text, mark)
  return piecesOf(text, marks)
}

/** A text as it is compared, and for each character of that where it stood in the text. */
function foldOf(text: string): { folded: string; origins: number[] } {
  let folded = ''
  const origins: number[] = []
  let at = 0
  for (const character of text) {
    const plain = character.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
    for (const unit of plain.replaceAll(/\s/gu, ' ').split('')) {
      if (unit === ' ' && (folded === '' || folded.endsWith(' '))) continue
      folded += unit
      origins.push(at)
    }
    at += character.length
  }
  return { folded, origins }
}

const wordsOf = (text: string) =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({ text: match[0], from: match.index }))

/** Where a text contains another, at the start of a word if it can be; else -1. */
function placeOf(text: string, part: string): number {
  const first = text.indexOf(part)
  for (let at = first; at >= 0; at = text.indexOf(part, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)) return at
  }
  return first
}

function markWord(text: string, word: string, mark: (from: number, to: number) => void) {
  const at = placeOf(text, word)
  if (at >= 0) {
    mark(at, at + word.length)
    return
  }
  const allowed = word.length < 3 ? 0 : word.length < 6 ? 1 : 2
  for (const other of wordsOf(text)) {
    if (allowed > 0 && distance(word, other.text) <= allowed) {
      mark(other.from, other.from + other.text.length)
    }
  }
}

/** Optimal string alignment: inserted, removed, replaced and neighbouring swapped letters. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  const table = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = table[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(replaced, table[i - 1]![j]! + 1, row[j - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, table[i - 2]![j - 2]! + 1)
      }
      row.push(least)
    }
    table.push(row)
  }
  return table[a.length]![b.length]!
}

function piecesOf(text: string, marks: Uint8Array): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < text.length; at += 1) {
    const isHit = marks[at] === 1
    const last = pieces.at(-1)
    if (last?.isHit === isHit) last.text += text[at]!
    else pieces.push({ text: text[at]!, isHit })
  }
  return pieces
}
