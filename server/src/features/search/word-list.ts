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

/** The words of one length, side by side with their letters: reading these is most of a search. */
interface SameLength {
  words: Word[]
  masks: Int32Array
}

/** The words of one field over all items, and its whole texts, to be searched for those like another. */
export class WordList {
  readonly #places = new Map<string, { length: number; place: number }>()
  readonly #byLength = new Map<number, SameLength>()

  add(slot: number, texts: Iterable<string>): void {
    for (const text of new Set(texts)) {
      const at = this.#places.get(text)
      if (at) this.#byLength.get(at.length)!.words[at.place]!.slots.push(slot)
      else this.#enter(text, slot)
    }
  }

  remove(slot: number, texts: Iterable<string>): void {
    for (const text of new Set(texts)) {
      const { length, place } = this.#places.get(text)!
      const { slots } = this.#byLength.get(length)!.words[place]!
      const last = slots.pop()!
      if (last !== slot) slots[slots.indexOf(slot)] = last
      if (slots.length === 0) this.#forget(text)
    }
  }

  /** The words that are like a term, with their slots and a score of up to 60. */
  like(term: Term): LikeWord[] {
    const found: LikeWord[] = []
    if (term.allowed === 0) return found
    const { length } = term.points
    for (let other = length - term.allowed; other <= length + term.allowed; other += 1) {
      const same = this.#byLength.get(other)
      if (same) collectLike(term, same, found)
    }
    return found
  }

  #enter(text: string, slot: number): void {
    const points = codePointsOf(text)
    const { length } = points
    const same = this.#byLength.get(length) ?? { words: [], masks: new Int32Array(4) }
    this.#byLength.set(length, same)
    const place = same.words.length
    if (place === same.masks.length) {
      const masks = new Int32Array(place * 2)
      masks.set(same.masks)
      same.masks = masks
    }
    same.words.push({ text, slots: [slot] })
    same.masks[place] = letterMask(points)
    this.#places.set(text, { length, place })
  }

  /** The last word of its length takes its place. */
  #forget(text: string): void {
    const { length, place } = this.#places.get(text)!
    const same = this.#byLength.get(length)!
    this.#places.delete(text)
    const last = same.words.pop()!
    if (last.text === text) return
    same.words[place] = last
    same.masks[place] = same.masks[same.words.length]!
    this.#places.get(last.text)!.place = place
  }
}

function collectLike(term: Term, { words, masks }: SameLength, found: LikeWord[]): void {
  // One edit changes at most two letters.
  const most = 2 * term.allowed
  for (let place = 0; place < words.length; place += 1) {
    if (bitCount(masks[place]! ^ term.mask) > most) continue
    const word = words[place]!
    const score = likeness(term, codePointsOf(word.text))
    if (score > 0) found.push({ ...word, score })
  }
}
