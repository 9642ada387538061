import { wordPlacesOf, type Query, queryOf, type Term } from '@frontdesk/contract/search-scoring'
import { bitCountOf } from './bits.ts'
import type { FieldIndex, Vocabularies } from './field-index.ts'
import { marksOf, selectionLength } from './signature.ts'

/** To look at so many texts costs less than to find out which of them needn't be looked at. */
const FEW = 20

/** A run of letters and digits of a query; where it ends within the query, so does a word that has it. */
interface Piece {
  text: string
  index: number
  endsWithin: boolean
}

/** A query, with what the search of every type and field needs of it. */
export class Lookup {
  readonly query: Query
  /** The query's different words, where it has several; the longest, which fewest texts have, first. */
  readonly words: Term[]
  /** Whether it is one run of letters and digits, so that words alone tell which texts contain it. */
  readonly isOneWord: boolean
  readonly vocabularies: Vocabularies
  readonly #pieces: Piece[]

  /** @param text normalised, not empty */
  constructor(text: string, vocabularies: Vocabularies) {
    this.query = queryOf(text)
    this.vocabularies = vocabularies
    const different = new Map(this.query.words.map((term) => [term.text, term]))
    this.words = [...different.values()].toSorted((a, b) => b.text.length - a.text.length)
    this.#pieces = wordPlacesOf(text)
      .map(({ word, index }) => {
        return { text: word, index, endsWithin: index + word.length < text.length }
      })
      .toSorted((a, b) => b.text.length - a.text.length)
    this.isOneWord = this.#pieces[0]?.text === text
  }

  /**
   * The bits of the texts that may contain the query; none that does is missing. Where the query is one
   * word they do contain it.
   * @param atWordStart whether it shall stand where a word starts
   */
  candidates(field: FieldIndex, options: { slots: number; atWordStart: boolean }): Uint32Array {
    const bits = new Uint32Array(selectionLength(options.slots))
    const isOne = this.#pieces.length === 1
    // One letter among others is in nearly all texts: finding these would cost more than it saves.
    const telling = this.#pieces.filter((piece) => isOne || piece.text.length > 1)
    if (telling.length === 0) bits.fill(0xffffffff)
    for (const [number, piece] of telling.entries()) {
      const found = number === 0 ? bits : new Uint32Array(bits.length)
      for (const word of this.#wordsWith(piece, options.atWordStart)) field.words.mark(word, found)
      if (number > 0) keepCommon(bits, found)
      if (bitCountOf(bits) <= FEW) return bits
    }
    if (!this.isOneWord) field.signature.narrow(marksOf(this.query.text, options.atWordStart), bits)
    return bits
  }

  #wordsWith({ text, index, endsWithin }: Piece, atWordStart: boolean): number[] {
    const { words } = this.vocabularies
    const startsWithin = index > 0 || atWordStart
    if (startsWithin && endsWithin) {
      const number = words.numberOf(text)
      return number === undefined ? [] : [number]
    }
    return words.containing(text, startsWithin ? 'start' : endsWithin ? 'end' : 'anywhere')
  }
}

/** Leaves the bits that both have. */
function keepCommon(bits: Uint32Array, others: Uint32Array): void {
  for (let word = 0; word < bits.length; word += 1) bits[word]! &= others[word]!
}
