import {
  containedScore,
  EQUAL,
  INSIDE,
  LEAST,
  MOST_FOR_LIKENESS,
  MOST_FOR_WORDS,
  PREFIX,
  WORD_START,
} from '@frontdesk/contract/search-scoring'
import { bitCountOf, eachBit, hasBit } from './bits.ts'
import type { FieldIndex } from './field-index.ts'
import type { Lookup } from './lookup.ts'
import { findPassage, type PassagePlace } from './passages.ts'
import { Ranking } from './ranking.ts'
import { selectionLength } from './signature.ts'
import type { TypeIndex } from './type-index.ts'
import { wordByWord } from './word-by-word.ts'

/** Queries of so many characters are the start of some word in most texts. */
const SHORT = 2

export interface Found {
  id: string
  title: string
  subtitle: string
  /** Unrounded. */
  score: number
  /** Where the body has something that was looked for and no other field has. */
  passage: PassagePlace | null
}

/** One part of a search, which gives no item more than `most`. It may name further parts. */
interface Step {
  most: number
  run: () => Step[] | void
}

/**
 * The best items of one type. What can give the most comes first, and the search ends as soon as
 * nothing that is left could change what is found.
 */
export function searchType(
  index: TypeIndex,
  lookup: Lookup,
  options: { limit: number; admin: boolean },
): Found[] {
  const search = new TypeSearch(index, lookup, new Ranking(index, options))
  return search.run().map(({ slot, score }) => {
    const { id, title, subtitle } = index.entryAt(slot)
    return { id, title, subtitle, score, passage: findPassage(index, lookup.query, slot) }
  })
}

class TypeSearch {
  readonly #index: TypeIndex
  readonly #lookup: Lookup
  readonly #ranking: Ranking

  constructor(index: TypeIndex, lookup: Lookup, ranking: Ranking) {
    this.#index = index
    this.#lookup = lookup
    this.#ranking = ranking
  }

  run(): { slot: number; score: number }[] {
    const steps = this.#index.fields.flatMap((field) => this.#stepsFor(field))
    if (this.#lookup.words.length > 0) {
      steps.push({ most: MOST_FOR_WORDS, run: () => this.#wordByWord() })
    }
    while (steps.length > 0) {
      const most = Math.max(...steps.map((step) => step.most))
      if (this.#ranking.isFullAbove(most)) break
      const [step] = steps.splice(
        steps.findIndex((one) => one.most === most),
        1,
      )
      steps.push(...(step!.run() ?? []))
    }
    return this.#ranking.best()
  }

  #stepsFor(field: FieldIndex): Step[] {
    const { weight } = field
    const steps: Step[] = [
      { most: EQUAL * weight, run: () => this.#atWordStart(field) },
      { most: INSIDE * weight, run: () => this.#inside(field) },
    ]
    if (field.isLong) return steps
    steps.push({ most: MOST_FOR_LIKENESS * weight, run: () => this.#alike(field) })
    return steps
  }

  /** The texts with the query at the start of a word, their own start above all. */
  #atWordStart(field: FieldIndex): Step[] {
    const { isOneWord, query } = this.#lookup
    let candidates: Uint32Array | null = null
    const found = () => (candidates ??= this.#candidates(field, true))
    // Most texts that a letter or two are the start of a word in needn't be known: many begin with them.
    const first = query.text.length <= SHORT ? null : found()
    if (first?.every((word) => word === 0)) return []
    const startsAlike = field.headIs(query.text)
    const step = (
      score: number,
      slots: () => Uint32Array | null,
      holds: (slot: number) => boolean,
    ): Step => ({
      most: score * field.weight,
      run: () => this.#raiseFirst(slots(), score * field.weight, holds),
    })
    return [
      step(
        EQUAL,
        () => first,
        (slot) => startsAlike(slot) && field.textAt(slot) === query.text,
      ),
      step(
        PREFIX,
        () => first,
        (slot) => startsAlike(slot) && field.textAt(slot).startsWith(query.text),
      ),
      step(
        WORD_START,
        found,
        (slot) => isOneWord || containedScore(field.textAt(slot), query.text) >= WORD_START,
      ),
    ]
  }

  #inside(field: FieldIndex): void {
    const { isOneWord, query } = this.#lookup
    this.#raiseFirst(
      this.#candidates(field, false),
      INSIDE * field.weight,
      (slot) => isOneWord || field.textAt(slot).includes(query.text),
    )
  }

  #candidates(field: FieldIndex, atWordStart: boolean): Uint32Array {
    return this.#lookup.candidates(field, { slots: this.#index.slots, atWordStart })
  }

  /** The texts that are like the query as a whole, or have a word that is. */
  #alike(field: FieldIndex): Step[] {
    const steps = (lists: FieldIndex['words'], likeWords: { score: number; words: number[] }[]) =>
      likeWords
        .filter(({ score }) => score * field.weight >= LEAST)
        .map(({ score, words }) => ({
          most: score * field.weight,
          run: () => {
            const slots = new Uint32Array(selectionLength(this.#index.slots))
            for (const word of words) lists.mark(word, slots)
            this.#raiseFirst(slots, score * field.weight)
          },
        }))
    const { query, vocabularies } = this.#lookup
    return [
      ...steps(field.words, vocabularies.words.like(query)),
      ...steps(field.wholes, vocabularies.wholes.like(query)),
    ]
  }

  /** The items that have each of the query's words somewhere, in whichever of their fields. */
  #wordByWord(): void {
    const scoreOf = wordByWord(this.#index, this.#lookup)
    if (!scoreOf) return
    let best = 0
    for (const slot of this.#index.order) {
      const score = scoreOf(slot)
      if (score === 0) continue
      if (this.#ranking.raise(slot, score) && score === MOST_FOR_WORDS) best += 1
      if (best === this.#ranking.limit) return
    }
  }

  /**
   * Gives a score to the first of some items, or of all, by title. Later ones can't come before them:
   * what has a better score has been given it already, or will be by a step of its own.
   */
  #raiseFirst(
    slots: Uint32Array | null,
    score: number,
    holds: (slot: number) => boolean = () => true,
  ): void {
    const { limit } = this.#ranking
    const raise = (slot: number) => holds(slot) && this.#ranking.raise(slot, score)
    // Of few their order needn't be known.
    if (slots && bitCountOf(slots) <= limit) return eachBit(slots, raise)
    let found = 0
    for (const slot of this.#index.order) {
      if ((slots && !hasBit(slots, slot)) || !raise(slot)) continue
      found += 1
      if (found === limit) return
    }
  }
}
