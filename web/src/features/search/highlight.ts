import {
  foldWithOrigins,
  likeness,
  normalise,
  placeOf,
  queryOf,
  wordPlacesOf,
  wordsOf,
} from '@frontdesk/contract/search-scoring'

/** A piece of a text, and whether it is what was looked for. */
export interface Piece {
  text: string
  isHit: boolean
}

/** The pieces of a text, with what matches the query marked; one piece where nothing does. */
export function highlight(text: string, query: string): Piece[] {
  const q = normalise(query)
  const { folded, origins } = foldWithOrigins(text)
  if (q === '') return [{ text, isHit: false }]
  const marks = new Uint8Array(text.length)
  const mark = (from: number, to: number) => {
    marks.fill(1, origins[from], origins[to] ?? text.length)
  }
  const whole = placeOf(folded, q)
  if (whole >= 0) mark(whole, whole + q.length)
  else for (const word of wordsOf(q)) markWord(folded, word, mark)
  return piecesOf(text, marks)
}

function markWord(text: string, word: string, mark: (from: number, to: number) => void) {
  const at = placeOf(text, word)
  if (at >= 0) {
    mark(at, at + word.length)
    return
  }
  const term = queryOf(word)
  for (const other of wordPlacesOf(text)) {
    if (likeness(term, other.word) > 0) mark(other.index, other.index + other.word.length)
  }
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
