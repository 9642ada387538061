import { sameBytes } from './bytes.ts'
import { sha256 } from './sha256.ts'

/** The tree of RFC 9162: a leaf is the hash of a record, in the order of the chain. */

const LEAF = new Uint8Array([0])
const NODE = new Uint8Array([1])

/** The root of a tree without leaves. */
export const EMPTY_ROOT = sha256()

const node = (left: Uint8Array, right: Uint8Array) => sha256(NODE, left, right)
const isOdd = (value: number) => value % 2 === 1
const half = (value: number) => Math.floor(value / 2)
const isPowerOfTwo = (value: number): boolean =>
  value === 1 || (!isOdd(value) && isPowerOfTwo(value / 2))

/** RFC 9162, 2.1.3.2. @param data 32 bytes: the record's hash */
export function isInTree(
  data: Uint8Array,
  index: number,
  path: Uint8Array[],
  tree: { size: number; root: Uint8Array },
): boolean {
  if (index < 0 || index >= tree.size) return false
  let [at, last] = [index, tree.size - 1]
  let hash = sha256(LEAF, data)
  for (const beside of path) {
    if (last === 0) return false
    if (isOdd(at) || at === last) {
      hash = node(beside, hash)
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)]
    } else {
      hash = node(hash, beside)
    }
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && sameBytes(hash, tree.root)
}

/** RFC 9162, 2.1.4.2: whether the second tree begins with all of the first. Nothing precedes everything. */
export function grewFrom(
  first: { size: number; root: Uint8Array },
  second: { size: number; root: Uint8Array },
  path: Uint8Array[],
): boolean {
  if (first.size > second.size) return false
  if (first.size === second.size) return path.length === 0 && sameBytes(first.root, second.root)
  if (first.size === 0) return path.length === 0 && sameBytes(first.root, EMPTY_ROOT)
  const [start, ...rest] = isPowerOfTwo(first.size) ? [first.root, ...path] : path
  if (!start || path.length === 0) return false
  let [at, last] = [first.size - 1, second.size - 1]
  while (isOdd(at)) [at, last] = [half(at), half(last)]
  let [one, two] = [start, start]
  for (const beside of rest) {
    if (last === 0) return false
    if (isOdd(at) || at === last) {
      one = node(beside, one)
      two = node(beside, two)
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)]
    } else {
      two = node(two, beside)
    }
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && sameBytes(one, first.root) && sameBytes(two, second.root)
}
