import {
  containedScore,
  EQUAL,
  INSIDE,
  MOST_FOR_WORDS,
  type Term,
  WORD_START,
} from '@frontdesk/contract/search-scoring'
import type { FieldIndex } from './field-index.ts'
import type { Lookup } from './lookup.ts'
import type { PostingLists } from './posting-lists.ts'
import type { TypeIndex } from './type-index.ts'

type Scorer = (slot: number) => number

/** One of a query's words: what it gives the items of a type, by the best of their fields. */
interface WordScores {
  /** Which items may have it, 0 for those that don't; `null` where only a look at each would tell. */
  reached: Uint8Array | null
  /** Exact, for an item that may have it; 0 where it doesn't. */
  scoreOf: Scorer
}

/** A letter or two are in so many words that reading their lists costs more than reading the texts. */
const POSTINGS_PER_TEXT = 4

/**
 * Says what the items of a type score that have each of the query's words, or one like it, in any of
 * their fields: 0 where a word is missing. `null` where no item has them all.
 */
export function wordByWord(index: TypeIndex, lookup: Lookup): Scorer | null {
  const fields = index.fields.toSorted((a, b) => b.weight - a.weight)
  const common = new Uint8Array(index.slots).fill(1)
  let left = index.slots
  const words = lookup.words.map((term) => {
    if (left === 0) return null
    const scores = wordScores(fields, lookup, { term, slots: index.slots, left })
    if (scores.reached) left = keepCommon(common, scores.reached)
    return scores
  })
  if (left === 0) return null
  const places = lookup.query.words.map(({ text }) =>
    lookup.words.findIndex((term) => term.text === text),
  )
  const scores = new Float64Array(words.length)
  return (slot) => {
    if (common[slot] === 0) return 0
    for (let number = 0; number < words.length; number += 1) {
      if ((scores[number] = words[number]!.scoreOf(slot)) === 0) return 0
    }
    let sum = 0
    for (const place of places) sum += scores[place]!
    return Math.min(MOST_FOR_WORDS, sum / places.length)
  }
}

/** Leaves those that both have; says how many these are. */
function keepCommon(common: Uint8Array, reached: Uint8Array): number {
  let left = 0
  for (let slot = 0; slot < common.length; slot += 1) {
    if (reached[slot] === 0) common[slot] = 0
    else left += common[slot]!
  }
  return left
}

function wordScores(
  fields: FieldIndex[],
  lookup: Lookup,
  { term, slots, left }: { term: Term; slots: number; left: number },
): WordScores {
  // No other word is like one so short: the texts themselves tell all.
  if (term.allowed === 0 && isInMore(POSTINGS_PER_TEXT * left, fields, lookup, term)) {
    return { reached: null, scoreOf: byText(fields, term) }
  }
  return byLists(fields, lookup, { term, slots })
}

/** Whether the lists of the words that contain a term have more entries than this. */
function isInMore(most: number, fields: FieldIndex[], lookup: Lookup, term: Term): boolean {
  let count = 0
  for (const word of lookup.vocabularies.words.containing(term.text, 'anywhere')) {
    for (const field of fields) count += field.words.count(word)
    if (count > most) return true
  }
  return false
}

const byText =
  (fields: FieldIndex[], { text }: Term): Scorer =>
  (slot) => {
    let best = 0
    for (const field of fields) {
      // The weightiest come first.
      if (EQUAL * field.weight <= best) break
      best = Math.max(best, containedScore(field.textAt(slot), text) * field.weight)
    }
    return best
  }

/** Reads the scores from the lists of the words that give them, so that few texts must be looked at. */
function byLists(
  fields: FieldIndex[],
  lookup: Lookup,
  { term, slots }: { term: Term; slots: number },
): { reached: Uint8Array; scoreOf: Scorer } {
  const reached = new Uint8Array(slots)
  // The best come last, over what an item has by another word or field.
  const levels = levelsOf(fields, lookup, term).sort((a, b) => a.score - b.score)
  for (const [number, { lists, words }] of levels.entries()) {
    for (const word of words) lists.write(word, reached, number + 1)
  }
  const scores = [0, ...levels.map(({ score }) => score)]
  const starts = fields.map((field) => ({ field, startsAlike: field.headIs(term.text) }))
  return {
    reached,
    scoreOf: (slot) => {
      let best = scores[reached[slot]!]!
      if (best === 0) return 0
      for (const { field, startsAlike } of starts) {
        if (EQUAL * field.weight <= best) break
        if (!startsAlike(slot)) continue
        best = Math.max(best, containedScore(field.textAt(slot), term.text) * field.weight)
      }
      return best
    },
  }
}

/** What each list of words gives in each field, without what a field's own start adds. */
function levelsOf(fields: FieldIndex[], { vocabularies }: Lookup, term: Term) {
  const { words, wholes } = vocabularies
  const starting = words.containing(term.text, 'start')
  const inside = words.containing(term.text, 'anywhere')
  const levels: { score: number; lists: PostingLists; words: number[] }[] = []
  for (const field of fields) {
    const add = (lists: PostingLists, score: number, some: number[]) =>
      levels.push({ score: score * field.weight, lists, words: some })
    add(field.words, WORD_START, starting)
    add(field.words, INSIDE, inside)
    if (field.isLong) continue
    for (const { score, words: alike } of words.like(term)) add(field.words, score, alike)
    for (const { score, words: alike } of wholes.like(term)) add(field.wholes, score, alike)
  }
  return levels
}
