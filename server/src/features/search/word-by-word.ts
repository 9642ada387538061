import type { FieldIndex } from './field-index.ts'
import type { Lookup } from './lookup.ts'
import { containedScore, INSIDE, MOST_FOR_WORDS, type Term, WORD_START } from './scoring.ts'

type Scorer = (slot: number) => number

/** To look at so many texts costs less than to read the lists of all words that have a letter or two. */
const FEW = 500

/**
 * Says what a field's texts score that have each of the query's words, or one like it: 0 where a word is
 * missing. `null` where no text has them all.
 */
export function wordByWord(field: FieldIndex, lookup: Lookup, slots: number): Scorer | null {
  const scorers: Scorer[] = []
  let fewest = Infinity
  for (const term of lookup.words) {
    const isShort = term.allowed === 0
    if (isShort && fewest <= FEW) scorers.push(byText(field, term))
    else {
      const { scoreOf, count } = byWords(field, lookup, { term, slots })
      if (count === 0) return null
      fewest = Math.min(fewest, count)
      scorers.push(scoreOf)
    }
  }
  const places = lookup.query.words.map(({ text }) =>
    lookup.words.findIndex((term) => term.text === text),
  )
  const scores = new Float64Array(scorers.length)
  return (slot) => {
    for (let number = 0; number < scorers.length; number += 1) {
      if ((scores[number] = scorers[number]!(slot)) === 0) return 0
    }
    let sum = 0
    for (const place of places) sum += scores[place]!
    return Math.min(MOST_FOR_WORDS, sum / places.length)
  }
}

/** For a term that no other word is like. */
const byText =
  (field: FieldIndex, { text }: Term): Scorer =>
  (slot) =>
    containedScore(field.textAt(slot), text)

/** Reads the scores from the lists of the words that give them, so that few texts must be looked at. */
function byWords(
  field: FieldIndex,
  lookup: Lookup,
  { term, slots }: { term: Term; slots: number },
): { scoreOf: Scorer; count: number } {
  const { words: vocabulary } = lookup.vocabularies
  // The best come last, over what a text has by another of its words.
  const levels = [
    ...vocabulary.like(term).toReversed(),
    { score: INSIDE, words: vocabulary.containing(term.text, 'anywhere') },
    { score: WORD_START, words: vocabulary.containing(term.text, 'start') },
  ]
  const reached = new Uint8Array(slots)
  for (const [number, { words }] of levels.entries()) {
    for (const word of words) field.words.write(word, reached, number + 1)
  }
  let count = 0
  for (let slot = 0; slot < slots; slot += 1) if (reached[slot] !== 0) count += 1
  const scores = [0, ...levels.map(({ score }) => score)]
  const startsAlike = field.headIs(term.text)
  return {
    count,
    scoreOf: (slot) => {
      const level = reached[slot]!
      if (level < levels.length || !startsAlike(slot)) return scores[level]!
      return containedScore(field.textAt(slot), term.text)
    },
  }
}
