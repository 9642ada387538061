import { eachBit, hasBit, setBit } from './bits.ts'
import type { FieldIndex } from './field-index.ts'
import { wordsOf } from './normalise.ts'
import { Ranking } from './ranking.ts'
import {
  containedScore,
  EQUAL,
  INSIDE,
  LEAST,
  MOST_FOR_LIKENESS,
  MOST_FOR_WORDS,
  PREFIX,
  type Query,
  queryOf,
  type Term,
  WORD_START,
} from './scoring.ts'
import { LONG_TEXT, type QueryRows, rowsOf, selectionLength, SHORT_TEXT } from './signature.ts'
import type { TypeIndex } from './type-index.ts'

/** Of so many texts each is scored; among more, those of the next best score are looked for. */
const FEW = 200

/** A query with what every type's search needs of it. */
export interface PreparedQuery {
  query: Query
  rows: { short: QueryRows; long: QueryRows }
  /** Its different words, where it has several. */
  words: { term: Term; rows: Int32Array }[]
}

/** @param text normalised, not empty */
export function prepareQuery(text: string): PreparedQuery {
  const query = queryOf(text)
  const different = new Map(query.words.map((term) => [term.text, term]))
  return {
    query,
    rows: { short: rowsOf(SHORT_TEXT, text), long: rowsOf(LONG_TEXT, text) },
    words: [...different.values()].map((term) => ({
      term,
      rows: rowsOf(SHORT_TEXT, term.text).contains,
    })),
  }
}

export interface Found {
  id: string
  title: string
  subtitle: string
  /** Unrounded. */
  score: number
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
  prepared: PreparedQuery,
  options: { limit: number; admin: boolean },
): Found[] {
  const search = new TypeSearch(index, prepared, new Ranking(index, options))
  return search.run().map(({ slot, score }) => {
    const { id, title, subtitle } = index.entryAt(slot)
    return { id, title, subtitle, score }
  })
}

class TypeSearch {
  readonly #index: TypeIndex
  readonly #prepared: PreparedQuery
  readonly #ranking: Ranking
  readonly #selection: Uint32Array

  constructor(index: TypeIndex, prepared: PreparedQuery, ranking: Ranking) {
    this.#index = index
    this.#prepared = prepared
    this.#ranking = ranking
    this.#selection = new Uint32Array(selectionLength(index.slots))
  }

  run(): { slot: number; score: number }[] {
    const steps = this.#index.fields.flatMap((field) => this.#stepsFor(field))
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
    const contained: Step = { most: EQUAL * field.weight, run: () => this.#contained(field) }
    if (field.isLong) return [contained]
    const isSeveral = this.#prepared.words.length > 0
    return [
      contained,
      {
        most: (isSeveral ? MOST_FOR_WORDS : MOST_FOR_LIKENESS) * field.weight,
        run: () => {
          this.#alike(field)
          if (isSeveral) this.#wordByWord(field)
        },
      },
    ]
  }

  /** The texts that contain the query. */
  #contained(field: FieldIndex): Step[] | void {
    const { text } = this.#prepared.query
    const { contains } = this.#rowsFor(field)
    const count = field.signature.select(contains, this.#selection)
    if (count <= FEW) {
      eachBit(this.#selection, (slot) => {
        this.#raise(slot, containedScore(field.textAt(slot), text) * field.weight)
      })
      return undefined
    }
    const startsAlike = field.headIs(text)
    const { startsWord } = this.#rowsFor(field)
    const cases: [number, Int32Array, (slot: number) => boolean][] = [
      [EQUAL, startsWord, (slot) => startsAlike(slot) && field.textAt(slot) === text],
      [PREFIX, startsWord, (slot) => startsAlike(slot) && field.textAt(slot).startsWith(text)],
      [WORD_START, startsWord, (slot) => containedScore(field.textAt(slot), text) >= WORD_START],
      [INSIDE, contains, (slot) => field.textAt(slot).includes(text)],
    ]
    return cases.map(([score, rows, holds]) => ({
      most: score * field.weight,
      run: () => this.#firstWhere(field, { score, rows, holds }),
    }))
  }

  /**
   * Scores the first items by title for which a case holds. Later ones can't come before them: what
   * has a better score has been scored already.
   */
  #firstWhere(
    field: FieldIndex,
    { score, rows, holds }: { score: number; rows: Int32Array; holds: (slot: number) => boolean },
  ): void {
    field.signature.select(rows, this.#selection)
    let found = 0
    for (const slot of this.#index.order) {
      if (!hasBit(this.#selection, slot) || !holds(slot)) continue
      if (this.#raise(slot, score * field.weight)) found += 1
      if (found === this.#ranking.limit) return
    }
  }

  /** The texts that are like the query as a whole, or have a word that is. */
  #alike(field: FieldIndex): void {
    const least = Math.max(LEAST, this.#ranking.floor())
    for (const { slots, score } of field.words!.like(this.#prepared.query)) {
      if (score * field.weight < least) continue
      for (const slot of slots) this.#raise(slot, score * field.weight)
    }
  }

  /** The texts that have each of the query's words, or one like it. */
  #wordByWord(field: FieldIndex): void {
    const { query, words } = this.#prepared
    const scorers: ((text: string) => number)[] = []
    const slots = this.#withAllWords(field, scorers)
    let best = 0
    for (const slot of this.#index.order) {
      if (!hasBit(slots, slot)) continue
      const text = field.textAt(slot)
      const scores = new Map<string, number>()
      if (words.some(({ term }, number) => noScore(scores, term.text, scorers[number]!(text))))
        continue
      let sum = 0
      for (const { text: word } of query.words) sum += scores.get(word)!
      const score = Math.min(MOST_FOR_WORDS, sum / query.words.length)
      if (this.#raise(slot, score * field.weight) && score === MOST_FOR_WORDS) best += 1
      if (best === this.#ranking.limit) return
    }
  }

  /** The slots of texts that may have all words; and for each word a function that scores a text by it. */
  #withAllWords(field: FieldIndex, scorers: ((text: string) => number)[]): Uint32Array {
    const all = new Uint32Array(this.#selection.length).fill(0xffffffff)
    let any = 1
    for (const { term, rows } of this.#prepared.words) {
      if (any === 0) break
      field.signature.select(rows, this.#selection)
      const alike = new Map<string, number>()
      for (const { text, slots, score } of field.words!.like(term)) {
        alike.set(text, score)
        for (const slot of slots) setBit(this.#selection, slot)
      }
      any = 0
      for (let word = 0; word < all.length; word += 1) any |= all[word]! &= this.#selection[word]!
      scorers.push((text) => containedScore(text, term.text) || bestOf(alike, text))
    }
    return all
  }

  #rowsFor(field: FieldIndex): QueryRows {
    return field.isLong ? this.#prepared.rows.long : this.#prepared.rows.short
  }

  #raise(slot: number, score: number): boolean {
    return this.#ranking.raise(slot, score)
  }
}

/** Remembers a score, and says whether it is none. */
function noScore(scores: Map<string, number>, word: string, score: number): boolean {
  scores.set(word, score)
  return score === 0
}

/** The best score that a text, or a word of it, has in `alike`. */
function bestOf(alike: Map<string, number>, text: string): number {
  if (alike.size === 0) return 0
  const scores = wordsOf(text).map((word) => alike.get(word) ?? 0)
  return Math.max(alike.get(text) ?? 0, ...scores)
}
