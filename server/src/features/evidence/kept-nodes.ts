const HASH_BYTES = 32
/** Nodes that lie beside each other and are kept together. */
const PAGE = 256

/**
 * Hashes of chosen nodes of one level of a tree, by their index. Side by side in few buffers: one object for each takes
 * six times as much, which for a pack of 50,000 records is 60 MB.
 */
export class KeptNodes {
  readonly #pages = new Map<number, Page>()

  /** Chooses a node; all are chosen before the first is kept. */
  choose(index: number): void {
    const number = Math.floor(index / PAGE)
    let page = this.#pages.get(number)
    if (!page) this.#pages.set(number, (page = new Page()))
    page.choose(index % PAGE)
  }

  /** Keeps the hash of a node, if it was chosen. */
  keep(index: number, hash: Buffer): void {
    this.#pages.get(Math.floor(index / PAGE))?.keep(index % PAGE, hash)
  }

  /** Undefined where it was not chosen, or nothing was kept yet. */
  get(index: number): Buffer | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.get(index % PAGE)
  }
}

class Page {
  /** A bit for each that was chosen. */
  readonly #chosen = new Uint32Array(PAGE / 32)
  /** Of the chosen ones only, in their order. */
  #hashes: Buffer | null = null

  choose(index: number): void {
    if (this.#hashes) throw new Error('This page of hashes is being filled already')
    this.#chosen[index >> 5]! |= 1 << (index & 31)
  }

  keep(index: number, hash: Buffer): void {
    if (!this.#has(index)) return
    this.#hashes ??= Buffer.alloc(HASH_BYTES * this.#countBefore(PAGE))
    hash.copy(this.#hashes, HASH_BYTES * this.#countBefore(index))
  }

  get(index: number): Buffer | undefined {
    if (!this.#has(index)) return undefined
    const at = HASH_BYTES * this.#countBefore(index)
    return this.#hashes?.subarray(at, at + HASH_BYTES)
  }

  #has(index: number): boolean {
    return (this.#chosen[index >> 5]! & (1 << (index & 31))) !== 0
  }

  #countBefore(index: number): number {
    let count = 0
    for (let word = 0; word < index >> 5; word += 1) count += bitsOf(this.#chosen[word]!)
    const rest = index & 31
    return rest === 0 ? count : count + bitsOf(this.#chosen[index >> 5]! & ((1 << rest) - 1))
  }
}

/** How many bits of 32 are set. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
