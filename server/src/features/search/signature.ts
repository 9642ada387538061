import { isLetterOrDigit, startsWord } from '@frontdesk/contract/search-scoring'

/** Texts a block stands for: eight words of 32 bits in each of its rows. */
const BLOCK = 256
const BLOCK_WORDS = BLOCK / 32
/** So long are the runs of characters that are kept. */
const RUN = 5

/** How many rows there are, a power of two: the longer the texts, the more are needed to tell them apart. */
export const SHORT_TEXT = 512
export const LONG_TEXT = 4096

/**
 * What stands between the words of texts, which their words alone don't tell: runs of characters that
 * go from one word into the next, and each character that is no part of a word. One bit for each text,
 * in the row of each of these that the text has. A text that contains a query has all of the query's:
 * their rows, ANDed, name every text that may contain it, and few others.
 */
export class Signature {
  readonly #rows: number
  readonly #blocks: Uint32Array[] = []

  constructor(rows: number) {
    this.#rows = rows
  }

  /** Enters a text. Its slot must be empty. */
  add(slot: number, text: string): void {
    const index = Math.floor(slot / BLOCK)
    while (this.#blocks.length <= index) {
      this.#blocks.push(new Uint32Array(this.#rows * BLOCK_WORDS))
    }
    const block = this.#blocks[index]!
    const word = (slot % BLOCK) >>> 5
    const bit = 1 << (slot & 31)
    eachMark(text, 0, (mark) => {
      block[(mark & (this.#rows - 1)) * BLOCK_WORDS + word]! |= bit
    })
  }

  /** Empties a slot. */
  remove(slot: number): void {
    const block = this.#blocks[Math.floor(slot / BLOCK)]
    if (!block) return
    const others = ~(1 << (slot & 31))
    for (let at = (slot % BLOCK) >>> 5; at < block.length; at += BLOCK_WORDS) block[at]! &= others
  }

  /** Leaves the bits of the texts that have all of a query's marks. */
  narrow(marks: number[], bits: Uint32Array): void {
    const rows = [...new Set(marks.map((mark) => mark & (this.#rows - 1)))]
    bits.fill(0, this.#blocks.length * BLOCK_WORDS)
    for (const [index, block] of this.#blocks.entries()) {
      const start = index * BLOCK_WORDS
      for (const row of rows) {
        const from = row * BLOCK_WORDS
        for (let word = 0; word < BLOCK_WORDS; word += 1) bits[start + word]! &= block[from + word]!
      }
    }
  }
}

/** How many words of 32 bits stand for so many slots. */
export const selectionLength = (slots: number) => Math.ceil(slots / BLOCK) * BLOCK_WORDS

/**
 * The marks of a text that contains a query.
 * @param atWordStart whether the query stands where a word may start
 */
export function marksOf(query: string, atWordStart: boolean): number[] {
  const marks: number[] = []
  eachMark(query, atWordStart ? 0 : 1, (mark) => marks.push(mark))
  return marks
}

/** @param wordsFrom where it is first known whether a word may start */
function eachMark(text: string, wordsFrom: number, visit: (mark: number) => void): void {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (isLetterOrDigit(unit)) continue
    const last = Math.min(index - 1, text.length - RUN)
    for (let from = Math.max(0, index - RUN + 2); from <= last; from += 1) visit(markOf(text, from))
    if (unit === 32) continue
    visit(spread(unit))
    if (index >= wordsFrom && startsWord(text, index)) visit(spread(unit + 0x10000))
  }
}

function markOf(text: string, from: number): number {
  let value = 0
  for (let index = from; index < from + RUN; index += 1) {
    value = Math.imul(value ^ (value >>> 15), 0x9e3779b1) + text.charCodeAt(index)
  }
  return spread(value)
}

const spread = (value: number) => Math.imul(value ^ (value >>> 15), 0x85ebca6b) >>> 11
