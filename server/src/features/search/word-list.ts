import { bitCount } from './bits.ts'
import { codePointsOf } from './normalise.ts'
import { letterMask } from './osa.ts'
import { likeness, type Term } from './scoring.ts'

interface Word {
  text: string
  /** The texts that have it, each once. */
  slots: number[]
}

/** A word with how much it is like what was looked for: up to 60. */
export type LikeWord = Word & { score: number }

/** The words of one field over all items, and its whole texts, to be searched for those like another. */
export class WordList {
  readonly #numbers = new Map<string, number>()
  readonly #words: (Word | null)[] = []
  readonly #free: number[] = []
  /** Lengths and letters of the words side by side: reading these is most of a search. */
  #lengths = new Uint16Array(256)
  #masks = new Int32Array(256)

  add(slot: number, texts: Iterable<string>): void {
    for (const text of new Set(texts)) {
      const number = this.#numbers.get(text)
      if (number === undefined) this.#enter(text, slot)
      else this.#words[number]!.slots.push(slot)
    }
  }

  remove(slot: number, texts: Iterable<string>): void {
    for (const text of new Set(texts)) {
      const number = this.#numbers.get(text)
      const slots = number === undefined ? undefined : this.#words[number]?.slots
      if (number === undefined || !slots) continue
      const last = slots.pop()!
      if (last !== slot) slots[slots.indexOf(slot)] = last
      if (slots.length === 0) this.#forget(number, text)
    }
  }

  /** The words that are like a term, with their slots and a score of up to 60. */
  like(term: Term): LikeWord[] {
    if (term.allowed === 0) return []
    const found: LikeWord[] = []
    const { length } = term.points
    for (let number = 0; number < this.#words.length; number += 1) {
      const difference = this.#lengths[number]! - length
      if (difference > term.allowed || -difference > term.allowed) continue
      // One edit changes at most two letters.
      if (bitCount(this.#masks[number]! ^ term.mask) > 2 * term.allowed) continue
      const word = this.#words[number]
      const score = word ? likeness(term, codePointsOf(word.text)) : 0
      if (score > 0) found.push({ ...word!, score })
    }
    return found
  }

  #enter(text: string, slot: number): void {
    const number = this.#free.pop() ?? this.#words.length
    if (number === this.#lengths.length) this.#grow()
    const points = codePointsOf(text)
    this.#words[number] = { text, slots: [slot] }
    this.#lengths[number] = Math.min(points.length, 0xffff)
    this.#masks[number] = letterMask(points)
    this.#numbers.set(text, number)
  }

  #forget(number: number, text: string): void {
    this.#numbers.delete(text)
    this.#words[number] = null
    this.#lengths[number] = 0xffff
    this.#free.push(number)
  }

  #grow(): void {
    const lengths = new Uint16Array(this.#lengths.length * 2)
    lengths.set(this.#lengths)
    this.#lengths = lengths
    const masks = new Int32Array(this.#masks.length * 2)
    masks.set(this.#masks)
    this.#masks = masks
  }
}
