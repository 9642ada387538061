import type { Weight } from '../certificates/certificate-letters.ts'
import type { PdfLetters, Word } from './pdf-letters.ts'

/** Words that are set alike. */
export interface Piece {
  text: string
  /** New words are underlined, and words that are gone are struck out. */
  mark?: 'new' | 'gone'
  isStrong?: boolean
}

/** A word in its line. */
export interface SetWord extends Word {
  mark?: Piece['mark']
  /** Left of it, in sizes. */
  gap: number
}

/** Between a word that is gone and the one that came for it, in sizes. */
const GAP = 0.22

/** Breaks text into lines. @param room in sizes */
export function* linesOf(
  letters: PdfLetters,
  pieces: Piece[],
  { weight, room }: { weight: Weight; room: number },
): Generator<SetWord[]> {
  let line: SetWord[] = []
  let width = 0
  for (const { text, mark, isStrong } of pieces) {
    const own = mark === 'new' || isStrong ? 600 : weight
    for (const part of text.replaceAll('\r', '').split(/(\n| +)/)) {
      if (part === '\n') {
        // Where it is read aloud or copied the last word must not run into the next one.
        if (mark !== 'gone') line.push({ ...letters.word(' ', own), gap: 0 })
        yield line
        line = []
        width = 0
        continue
      }
      for (const word of cut(letters, part, own, room)) {
        const isSpace = word.text.trim() === ''
        const gap = gapBetween(line.at(-1), { text: word.text, mark })
        if (width + gap + word.width > room && !isSpace && line.length > 0) {
          yield line
          line = []
          width = 0
        }
        if (line.length === 0 && isSpace) continue
        line.push({ ...word, mark, gap: line.length === 0 ? 0 : gap })
        width += gap + word.width
      }
    }
  }
  if (line.length > 0) yield line
}

function gapBetween(before: SetWord | undefined, { text, mark }: Piece): number {
  if (!before || before.mark === mark || (before.mark !== 'gone' && mark !== 'gone')) return 0
  return before.text.endsWith(' ') || text.startsWith(' ') ? 0 : GAP
}

/** A word, in parts where it is longer than a line. */
function* cut(letters: PdfLetters, text: string, weight: Weight, room: number): Generator<Word> {
  if (text === '') return
  const word = letters.word(text, weight)
  const characters = word.width <= room ? [] : [...text]
  if (characters.length <= 1) {
    yield word
    return
  }
  const half = Math.ceil(characters.length / 2)
  yield* cut(letters, characters.slice(0, half).join(''), weight, room)
  yield* cut(letters, characters.slice(half).join(''), weight, room)
}

/** Words of one line that are set alike and touch, in one. */
export function together(letters: PdfLetters, line: SetWord[]): SetWord[] {
  const groups: SetWord[][] = []
  for (const word of line) {
    const last = groups.at(-1)
    const [first] = last ?? []
    if (last && first?.mark === word.mark && first?.weight === word.weight && word.gap === 0) {
      last.push(word)
    } else groups.push([word])
  }
  return groups.map((words) => {
    const { mark, gap } = words[0]!
    return { ...letters.together(words), mark, gap }
  })
}
