import { wordsOf } from './normalise.ts'
import { type Field, WEIGHTS } from './scoring.ts'
import { LONG_TEXT, SHORT_TEXT, Signature } from './signature.ts'
import { WordList } from './word-list.ts'

/** Characters of a text's start that are kept side by side, so that few texts must be looked at. */
const HEAD = 4

/** One field of all items of one type: their texts, normalised, and what finds them. */
export class FieldIndex {
  readonly weight: number
  /** Of a page or more; such texts have no words, because what is merely like them doesn't count. */
  readonly isLong: boolean
  readonly signature: Signature
  readonly words: WordList | null
  readonly #texts: string[] = []
  #heads = new Uint32Array(64)

  constructor(field: Field) {
    this.weight = WEIGHTS[field]
    this.isLong = field === 'body'
    this.signature = new Signature(this.isLong ? LONG_TEXT : SHORT_TEXT)
    this.words = this.isLong ? null : new WordList()
  }

  /** Empty where the item has none. */
  textAt(slot: number): string {
    return this.#texts[slot] ?? ''
  }

  /** Puts a normalised text in the place of the one before. */
  set(slot: number, text: string): void {
    const before = this.textAt(slot)
    if (before === text) return
    if (before !== '') {
      this.signature.remove(slot)
      this.words?.remove(slot, [before, ...wordsOf(before)])
    }
    // No holes, which would make the whole list slow.
    while (this.#texts.length < slot) this.#texts.push('')
    this.#texts[slot] = text
    this.#setHead(slot, text)
    if (text === '') return
    this.signature.add(slot, text)
    this.words?.add(slot, [text, ...wordsOf(text)])
  }

  /** Says quickly of most texts that they don't start with this one. */
  headIs(start: string): (slot: number) => boolean {
    const mask = start.length >= HEAD ? -1 : (1 << (start.length * 8)) - 1
    const head = headOf(start) & mask
    return (slot) => (this.#heads[slot]! & mask) === head
  }

  #setHead(slot: number, text: string): void {
    if (slot >= this.#heads.length) {
      const heads = new Uint32Array(Math.max(slot + 1, this.#heads.length * 2))
      heads.set(this.#heads)
      this.#heads = heads
    }
    this.#heads[slot] = headOf(text)
  }
}

/** One byte of each of the first characters. */
function headOf(text: string): number {
  let head = 0
  for (let index = Math.min(HEAD, text.length) - 1; index >= 0; index -= 1) {
    head = (head << 8) | (text.charCodeAt(index) & 0xff)
  }
  return head
}
