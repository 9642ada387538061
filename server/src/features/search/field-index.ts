import { type Field, WEIGHTS, wordsOf } from '@frontdesk/contract/search-scoring'
import { PostingLists } from './posting-lists.ts'
import { LONG_TEXT, SHORT_TEXT, Signature } from './signature.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Characters of a text's start that are kept side by side, so that few texts must be looked at. */
const HEAD = 4

/** What the fields of all types have in common: their words, and short texts as a whole. */
export interface Vocabularies {
  words: Vocabulary
  wholes: Vocabulary
}

/** One field of all items of one type: their texts, normalised, and what finds them. */
export class FieldIndex {
  readonly weight: number
  /** Of a page or more: what is merely like these doesn't count. */
  readonly isLong: boolean
  readonly signature: Signature
  readonly words = new PostingLists()
  readonly wholes = new PostingLists()
  readonly #vocabularies: Vocabularies
  readonly #texts: string[] = []
  #heads = new Uint32Array(64)

  constructor(field: Field, vocabularies: Vocabularies) {
    this.weight = WEIGHTS[field]
    this.isLong = field === 'body'
    this.signature = new Signature(this.isLong ? LONG_TEXT : SHORT_TEXT)
    this.#vocabularies = vocabularies
  }

  /** Empty where the item has none. */
  textAt(slot: number): string {
    return this.#texts[slot] ?? ''
  }

  /** Puts a normalised text in the place of the one before. */
  set(slot: number, text: string): void {
    const before = this.textAt(slot)
    if (before === text) return
    this.#exchange(slot, before, text)
    if (before !== '') this.signature.remove(slot)
    if (text !== '') this.signature.add(slot, text)
    // No holes, which would make the whole list slow.
    while (this.#texts.length < slot) this.#texts.push('')
    this.#texts[slot] = text
    this.#setHead(slot, text)
  }

  /** Says quickly of most texts that they don't start with this one. */
  headIs(start: string): (slot: number) => boolean {
    const mask = start.length >= HEAD ? -1 : (1 << (start.length * 8)) - 1
    const head = headOf(start) & mask
    return (slot) => (this.#heads[slot]! & mask) === head
  }

  #exchange(slot: number, before: string, after: string): void {
    const { words, wholes } = this.#vocabularies
    const old = new Set(wordsOf(before))
    const fresh = new Set(wordsOf(after))
    enterChange(words, this.words, { slot, old, fresh })
    if (this.isLong) return
    // Of a single word nothing more is to be known.
    enterChange(wholes, this.wholes, {
      slot,
      old: new Set(before === '' || old.has(before) ? [] : [before]),
      fresh: new Set(after === '' || fresh.has(after) ? [] : [after]),
    })
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

/** Most words stay when a text changes: only the others are touched. */
function enterChange(
  vocabulary: Vocabulary,
  lists: PostingLists,
  { slot, old, fresh }: { slot: number; old: Set<string>; fresh: Set<string> },
): void {
  for (const word of old) {
    if (fresh.has(word)) continue
    const number = vocabulary.numberOf(word)!
    lists.remove(number, slot)
    vocabulary.release(number)
  }
  for (const word of fresh) if (!old.has(word)) lists.add(vocabulary.use(word), slot)
}

/** One byte of each of the first characters. */
function headOf(text: string): number {
  let head = 0
  for (let index = Math.min(HEAD, text.length) - 1; index >= 0; index -= 1) {
    head = (head << 8) | (text.charCodeAt(index) & 0xff)
  }
  return head
}
