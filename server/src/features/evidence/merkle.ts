import { hash as digest } from 'node:crypto'
import { KeptNodes } from './kept-nodes.ts'

/** The tree over records of RFC 9162, section 2.1: what stands in it, in its order. Hashes are 32 bytes. */

const HASH_BYTES = 32

const LEAF = Buffer.from([0x00])
const NODE = Buffer.from([0x01])

/** `crypto.hash` with a buffer takes half the time of a hash object. */
const sha256 = (bytes: Buffer) => digest('sha256', bytes, 'buffer')

/** Of a record's own hash. */
export const hashOfLeaf = (data: Buffer) => sha256(Buffer.concat([LEAF, data]))

const hashOfNode = (left: Buffer, right: Buffer) => sha256(Buffer.concat([NODE, left, right]))

/** Leaves `from` until, without it, `to`: one node of a tree. */
interface Span {
  from: number
  to: number
}

const sizeOf = ({ from, to }: Span) => to - from

/** The largest power of two below `size`, which is 2 at least. Without bits: a size may go beyond 2^31. */
function splitOf(size: number): number {
  let half = 1
  while (half * 2 < size) half *= 2
  return half
}

/** A tree that only grows: the roots of the full subtrees on the way to its end, largest first. */
export class Frontier {
  size: number
  readonly #roots: Buffer[]

  /** @param roots as `bytes` gave them for this size */
  constructor(size = 0, roots: Buffer = Buffer.alloc(0)) {
    this.size = size
    this.#roots = Array.from({ length: roots.length / HASH_BYTES }, (_, at) =>
      roots.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
    )
  }

  /** @param full hears of each full subtree that the leaf completes: leaves `index * 2^level` and on */
  push(leaf: Buffer, full?: (level: number, index: number, hash: Buffer) => void): void {
    let hash = leaf
    let index = this.size
    full?.(0, index, hash)
    for (let level = 1; index % 2 === 1; level += 1) {
      hash = hashOfNode(this.#roots.pop()!, hash)
      index = (index - 1) / 2
      full?.(level, index, hash)
    }
    this.#roots.push(hash)
    this.size += 1
  }

  root(): Buffer {
    const hashes = this.#roots.toReversed()
    const [smallest, ...larger] = hashes
    if (!smallest) return sha256(Buffer.alloc(0))
    return larger.reduce((right, left) => hashOfNode(left, right), smallest)
  }

  bytes(): Buffer {
    return Buffer.concat(this.#roots)
  }
}

/**
 * Proofs about one list of records, all from one pass over it: say first what you will ask for (`expect…`), then
 * have it `read`, then ask. What is kept in memory is only what proofs need.
 */
export class ProofReader {
  /** By level. */
  readonly #nodes: KeptNodes[] = []
  #size = 0

  expectRoot(size: number): void {
    if (size > 0) this.#expect({ from: 0, to: size })
  }

  expectInclusion(index: number, size: number): void {
    for (const span of inclusionSpans(index, { from: 0, to: size })) this.#expect(span)
  }

  expectConsistency(from: number, to: number): void {
    for (const span of consistencySpans(from, to)) this.#expect(span)
  }

  /** @param records the hashes of records from the first on, some at a time; it takes no more than it needs */
  async read(records: AsyncIterable<Buffer[]>): Promise<void> {
    const frontier = new Frontier()
    if (this.#size === 0) return
    for await (const some of records) {
      for (const record of some) {
        frontier.push(hashOfLeaf(record), (level, index, hash) => {
          this.#nodes[level]?.keep(index, hash)
        })
        if (frontier.size === this.#size) return
      }
    }
    throw new Error(`There are ${frontier.size} records, and a proof is about ${this.#size}`)
  }

  root(size: number): Buffer {
    return size === 0 ? new Frontier().root() : this.#hashOf({ from: 0, to: size })
  }

  /** From the leaf's sibling to below the root. @param index from 0 */
  inclusion(index: number, size: number): Buffer[] {
    return inclusionSpans(index, { from: 0, to: size }).map((span) => this.#hashOf(span))
  }

  /** Empty where the sizes are equal or `from` is 0. */
  consistency(from: number, to: number): Buffer[] {
    return consistencySpans(from, to).map((span) => this.#hashOf(span))
  }

  #expect(span: Span): void {
    this.#size = Math.max(this.#size, span.to)
    for (const { level, index } of fullNodes(span)) {
      ;(this.#nodes[level] ??= new KeptNodes()).choose(index)
    }
  }

  #hashOf(span: Span): Buffer {
    const hashes = fullNodes(span).map(({ level, index }) => {
      const hash = this.#nodes[level]?.get(index)
      if (!hash) throw new Error('Nobody said before reading that this would be asked for')
      return hash
    })
    return hashes.reduceRight((right, left) => hashOfNode(left, right))
  }
}

/** The full subtrees of which a node is made, largest first. */
function fullNodes(span: Span): { level: number; index: number }[] {
  const nodes: { level: number; index: number }[] = []
  let { from } = span
  while (from < span.to) {
    let level = 0
    let size = 1
    while (size * 2 <= span.to - from) {
      size *= 2
      level += 1
    }
    nodes.push({ level, index: from / size })
    from += size
  }
  return nodes
}

/** RFC 9162, 2.1.3.1: `PATH`. */
function inclusionSpans(index: number, tree: Span): Span[] {
  const size = sizeOf(tree)
  if (index < 0 || index >= size) throw new Error(`A tree of ${size} has no leaf ${index}`)
  if (size === 1) return []
  const middle = tree.from + splitOf(size)
  const left = { from: tree.from, to: middle }
  const right = { from: middle, to: tree.to }
  return index < sizeOf(left)
    ? [...inclusionSpans(index, left), right]
    : [...inclusionSpans(index - sizeOf(left), right), left]
}

/** RFC 9162, 2.1.4.1: `PROOF`. */
function consistencySpans(from: number, to: number): Span[] {
  if (from > to) throw new Error(`A tree of ${to} does not come after one of ${from}`)
  return from === 0 ? [] : consistencyWithin(from, { from: 0, to }, true)
}

/** `SUBPROOF`. @param known whether who checks has this node's hash already */
function consistencyWithin(from: number, tree: Span, known: boolean): Span[] {
  const size = sizeOf(tree)
  if (from === size) return known ? [] : [tree]
  const middle = tree.from + splitOf(size)
  const left = { from: tree.from, to: middle }
  const right = { from: middle, to: tree.to }
  return from <= sizeOf(left)
    ? [...consistencyWithin(from, left, known), right]
    : [...consistencyWithin(from - sizeOf(left), right, false), left]
}
