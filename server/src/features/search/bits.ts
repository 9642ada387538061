/** How many bits of a word of 32 are set. */
export function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** How many bits are set in all. */
export function bitCountOf(bits: Uint32Array): number {
  let count = 0
  for (const word of bits) count += bitCount(word)
  return count
}

export const hasBit = (bits: Uint32Array, index: number) =>
  ((bits[index >>> 5]! >>> (index & 31)) & 1) === 1

/** Visits the set bits in ascending order. */
export function eachBit(bits: Uint32Array, visit: (index: number) => void): void {
  for (let word = 0; word < bits.length; word += 1) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
      visit(word * 32 + 31 - Math.clz32(rest & -rest))
    }
  }
}
