import { bitCount } from './bits.ts'
import { startsWord } from './normalise.ts'

/** Texts a block stands for: eight words of 32 bits in each of its rows. */
const BLOCK = 256
const BLOCK_WORDS = BLOCK / 32

/** Runs of so many characters share so many rows, a power of two; `first` is the first of them. */
interface Family {
  length: number
  rows: number
  first: number
}

interface Shape {
  rows: number
  /** Runs that stand anywhere in a text. */
  anywhere: Family[]
  /** Runs that stand where a word may start. Both have the shortest first. */
  atWordStart: Family[]
  /** One for each row. */
  marks: Uint8Array
}

/** For texts of a line or a few. */
export const SHORT_TEXT = shapeOf({ 1: 64, 2: 256, 3: 1024 }, { 1: 64, 2: 128, 3: 512 })

/** For texts of pages: short runs are in most of them, and only long ones tell them apart. */
export const LONG_TEXT = shapeOf(
  { 1: 64, 2: 2048, 3: 4096 },
  { 1: 64, 2: 1024, 3: 2048, 5: 2048, 8: 2048 },
)

/** @param anywhere numbers of rows by length, as is `atWordStart` */
function shapeOf(anywhere: Record<number, number>, atWordStart: Record<number, number>): Shape {
  let first = 0
  const familyOf = ([length, rows]: [string, number]): Family => {
    first += rows
    return { length: Number(length), rows, first: first - rows }
  }
  const families = [anywhere, atWordStart].map((part) => Object.entries(part).map(familyOf))
  return {
    rows: first,
    anywhere: families[0]!,
    atWordStart: families[1]!,
    marks: new Uint8Array(first),
  }
}

/** The rows that a text has where it contains a query, and where one of its words starts with it. */
export interface QueryRows {
  contains: Int32Array
  startsWord: Int32Array
}

/**
 * One bit for each text, in the row of each run of characters that the text has. A text that contains
 * a query has all of the query's runs: their rows, ANDed, name every text that may contain it, and few
 * others.
 */
export class Signature {
  readonly #shape: Shape
  readonly #blocks: Uint32Array[] = []

  constructor(shape: Shape) {
    this.#shape = shape
  }

  /** Enters a text. Its slot must be empty. */
  add(slot: number, text: string): void {
    const index = Math.floor(slot / BLOCK)
    while (this.#blocks.length <= index) {
      this.#blocks.push(new Uint32Array(this.#shape.rows * BLOCK_WORDS))
    }
    const block = this.#blocks[index]!
    const word = (slot % BLOCK) >>> 5
    const bit = 1 << (slot & 31)
    const isIn = rowsWith(this.#shape, text, 0)
    for (let row = 0; row < isIn.length; row += 1) {
      if (isIn[row] === 1) block[row * BLOCK_WORDS + word]! |= bit
    }
  }

  /** Empties a slot. */
  remove(slot: number): void {
    const block = this.#blocks[Math.floor(slot / BLOCK)]
    if (!block) return
    const others = ~(1 << (slot & 31))
    for (let at = (slot % BLOCK) >>> 5; at < block.length; at += BLOCK_WORDS) block[at]! &= others
  }

  /** Sets the bits of the texts that have all of these rows, and no others; returns how many. */
  select(rows: Int32Array, into: Uint32Array): number {
    into.fill(0)
    let count = 0
    for (const [index, block] of this.#blocks.entries()) {
      const start = index * BLOCK_WORDS
      into.set(block.subarray(rows[0]! * BLOCK_WORDS, (rows[0]! + 1) * BLOCK_WORDS), start)
      for (let row = 1, any = 1; row < rows.length && any !== 0; row += 1) {
        const from = rows[row]! * BLOCK_WORDS
        any = 0
        for (let word = 0; word < BLOCK_WORDS; word += 1) {
          any |= into[start + word]! &= block[from + word]!
        }
      }
      for (let word = start; word < start + BLOCK_WORDS; word += 1) count += bitCount(into[word]!)
    }
    return count
  }
}

/** How many words of 32 bits stand for so many slots. */
export const selectionLength = (slots: number) => Math.ceil(slots / BLOCK) * BLOCK_WORDS

/** The rows of a query; the longest runs come first, because they leave the fewest texts to the others. */
export function rowsOf(shape: Shape, query: string): QueryRows {
  // The query's own start may be in the middle of a word.
  const isIn = rowsWith(shape, query, 1)
  const contains = longestFirst(isIn)
  markRuns(shape.atWordStart, query, 0, isIn)
  return { contains, startsWord: longestFirst(isIn) }
}

function longestFirst(isIn: Uint8Array): Int32Array {
  const rows: number[] = []
  for (let row = isIn.length - 1; row >= 0; row -= 1) if (isIn[row] === 1) rows.push(row)
  return Int32Array.from(rows)
}

/**
 * Marks the rows of all runs of a text; what it returns is used again by the next call.
 * @param wordsFrom where the first word may start
 */
function rowsWith(shape: Shape, text: string, wordsFrom: number): Uint8Array {
  const { marks } = shape
  marks.fill(0)
  for (let at = 0; at < text.length; at += 1) markRuns(shape.anywhere, text, at, marks)
  for (let at = wordsFrom; at < text.length; at += 1) {
    // No query begins with a space.
    if (text.charCodeAt(at) !== 32 && startsWord(text, at)) {
      markRuns(shape.atWordStart, text, at, marks)
    }
  }
  return marks
}

/** Marks the rows of the runs that begin at one place, each made from the shorter one before. */
function markRuns(families: Family[], text: string, at: number, marks: Uint8Array): void {
  let value = 0
  let length = 0
  for (const family of families) {
    if (at + family.length > text.length) return
    for (; length < family.length; length += 1) {
      const unit = text.charCodeAt(at + length)
      // Below 64, and another number for each Latin letter and digit.
      const small = unit < 128 ? (unit & 31) | ((unit & 64) >>> 1) : unit % 61
      value = Math.imul(value ^ (value >>> 15), 0x9e3779b1) + small
    }
    // A single character's row is its own; longer runs are spread.
    const spread = length === 1 ? value : Math.imul(value, 0x85ebca6b) >>> 11
    marks[family.first + (spread & (family.rows - 1))] = 1
  }
}
