import type { FieldIndex } from './field-index.ts'
import type { Lookup } from './lookup.ts'
import { containedScore, INSIDE, MOST_FOR_WORDS, type Term, WORD_START } from './scoring.ts'

type Scorer = (slot: number) => number

/**
 * Says what a field's texts score that have each of the query's words, or one like it: 0 where a word is
 * missing. `null` where no text has them all.
 */
export function wordByWord(field: FieldIndex, lookup: Lookup, slots: number): Scorer | null {
  const scorers: Scorer[] = []
  for (const [number, term] of lookup.words.entries()) {
    // So short a text is part of so many words that it is cheaper to look at the texts which have the
    // others; nothing is like it.
    const isOnlyLookedAt = number > 0 && term.allowed === 0
    const scorer = isOnlyLookedAt ? byText(field, term) : byWords(field, lookup, { term, slots })
    if (!scorer) return null
    scorers.push(scorer)
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

const byText =
  (field: FieldIndex, { text }: Term): Scorer =>
  (slot) =>
    containedScore(field.textAt(slot), text)

/** Reads the scores from the lists of the words that give them, so that few texts must be looked at. */
function byWords(
  field: FieldIndex,
  lookup: Lookup,
  { term, slots }: { term: Term; slots: number },
): Scorer | null {
  const { words: vocabulary } = lookup.vocabularies
  // The best come last, over what a text has by another of its words.
  const levels = [
    ...vocabulary.like(term).toReversed(),
    { score: INSIDE, words: vocabulary.containing(term.text, 'anywhere') },
    { score: WORD_START, words: vocabulary.containing(term.text, 'start') },
  ]
  const reached = new Uint8Array(slots)
  let any = false
  for (const [number, { words }] of levels.entries()) {
    for (const word of words) any = field.words.write(word, reached, number + 1) || any
  }
  if (!any) return null
  const scores = [0, ...levels.map(({ score }) => score)]
  const startsAlike = field.headIs(term.text)
  return (slot) => {
    const level = reached[slot]!
    if (level < levels.length || !startsAlike(slot)) return scores[level]!
    return containedScore(field.textAt(slot), term.text)
  }
}
