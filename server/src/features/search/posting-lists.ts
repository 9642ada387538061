/** Numbers of 32 bits that are set aside together, as a power of two. */
const PAGE_BITS = 12
const PAGE = 1 << PAGE_BITS
/** A chunk begins with the address of the one before it, and with its size and how many slots it holds. */
const HEADER = 2
const SIZE_SHIFT = 16
const USED = (1 << SIZE_SHIFT) - 1
/** The sizes of chunks, as powers of two, header and all: a list's first ones are small. */
const SMALLEST = 2
const LARGEST = 6

/**
 * Which slots have a word, for each word of a field. A list is a chain of chunks, the newest first, and
 * all but that one full. An array for each list would take three times the memory: most words are
 * seldom said.
 */
export class PostingLists {
  readonly #pages: Uint32Array[] = []
  /** The address of each word's newest chunk, by the word's number; 0 where there is none. */
  #newest = new Uint32Array(64)
  /** Chunks that are no longer used, by size, chained as lists are. */
  readonly #unused = new Uint32Array(LARGEST + 1)
  /** Where the last page is free. Address 0 stands for no chunk. */
  #end = 1

  /** Enters a slot that the list doesn't have. */
  add(word: number, slot: number): void {
    if (word >= this.#newest.length) this.#growTo(word + 1)
    let address = this.#newest[word]!
    if (address === 0) address = this.#addChunk(word, SMALLEST)
    else {
      const head = this.#pageOf(address)[at(address) + 1]!
      const size = head >>> SIZE_SHIFT
      if ((head & USED) === (1 << size) - HEADER) {
        address = this.#addChunk(word, Math.min(size + 1, LARGEST))
      }
    }
    const page = this.#pageOf(address)
    const start = at(address)
    page[start + HEADER + (page[start + 1]! & USED)] = slot
    page[start + 1]! += 1
  }

  /** Takes out a slot that the list has; the last one entered takes its place. */
  remove(word: number, slot: number): void {
    const newest = this.#newest[word]!
    const page = this.#pageOf(newest)
    const start = at(newest)
    const place = start + HEADER + (page[start + 1]! & USED) - 1
    const last = page[place]!
    if (last !== slot) this.#replace(newest, slot, last)
    page[start + 1]! -= 1
    if (place === start + HEADER) this.#freeChunk(word)
  }

  /** Sets the bits of the slots that have a word. */
  mark(word: number, bits: Uint32Array): void {
    for (let address = this.#newest[word] ?? 0; address !== 0;) {
      const page = this.#pageOf(address)
      const from = at(address) + HEADER
      const to = from + (page[from - 1]! & USED)
      for (let index = from; index < to; index += 1) {
        const slot = page[index]!
        bits[slot >>> 5]! |= 1 << (slot & 31)
      }
      address = page[from - HEADER]!
    }
  }

  /** Gives the slots that have a word a value. */
  write(word: number, values: Uint8Array, value: number): void {
    for (let address = this.#newest[word] ?? 0; address !== 0;) {
      const page = this.#pageOf(address)
      const from = at(address) + HEADER
      const to = from + (page[from - 1]! & USED)
      for (let index = from; index < to; index += 1) values[page[index]!] = value
      address = page[from - HEADER]!
    }
  }

  /** How many slots have a word. */
  count(word: number): number {
    let count = 0
    for (let address = this.#newest[word] ?? 0; address !== 0;) {
      const page = this.#pageOf(address)
      count += page[at(address) + 1]! & USED
      address = page[at(address)]!
    }
    return count
  }

  slotsOf(word: number): number[] {
    const slots: number[] = []
    for (let address = this.#newest[word] ?? 0; address !== 0;) {
      const page = this.#pageOf(address)
      const from = at(address) + HEADER
      const to = from + (page[from - 1]! & USED)
      for (let index = from; index < to; index += 1) slots.push(page[index]!)
      address = page[from - HEADER]!
    }
    return slots
  }

  #pageOf(address: number): Uint32Array {
    return this.#pages[address >>> PAGE_BITS]!
  }

  #growTo(words: number): void {
    const newest = new Uint32Array(Math.max(words, this.#newest.length * 2))
    newest.set(this.#newest)
    this.#newest = newest
  }

  #replace(newest: number, slot: number, by: number): void {
    for (let address = newest; address !== 0;) {
      const page = this.#pageOf(address)
      const from = at(address) + HEADER
      const to = from + (page[from - 1]! & USED)
      for (let index = from; index < to; index += 1) {
        if (page[index] !== slot) continue
        page[index] = by
        return
      }
      address = page[from - HEADER]!
    }
  }

  #addChunk(word: number, size: number): number {
    let address = this.#unused[size]!
    if (address === 0) address = this.#newChunk(1 << size)
    else this.#unused[size] = this.#pageOf(address)[at(address)]!
    const page = this.#pageOf(address)
    page[at(address)] = this.#newest[word]!
    page[at(address) + 1] = size << SIZE_SHIFT
    this.#newest[word] = address
    return address
  }

  #newChunk(length: number): number {
    // None stands on two pages.
    if (at(this.#end) + length > PAGE) this.#end += PAGE - at(this.#end)
    const address = this.#end
    this.#end += length
    if (address >>> PAGE_BITS === this.#pages.length) this.#pages.push(new Uint32Array(PAGE))
    return address
  }

  #freeChunk(word: number): void {
    const address = this.#newest[word]!
    const page = this.#pageOf(address)
    const start = at(address)
    const size = page[start + 1]! >>> SIZE_SHIFT
    this.#newest[word] = page[start]!
    page[start] = this.#unused[size]!
    this.#unused[size] = address
  }
}

/** Where in its page an address is. */
const at = (address: number) => address & (PAGE - 1)
