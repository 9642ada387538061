/** More than this is never asked for. */
const MOST = 2
const FAR = MOST + 1

let rows: Int32Array[] = [new Int32Array(64), new Int32Array(64), new Int32Array(64)]

/**
 * Optimal-string-alignment distance of two texts given as code points: inserted, removed, replaced and
 * neighbouring swapped characters. 3 stands for any distance above `allowed`, which is at most 2.
 * @param length how many of `b` count
 */
export function osaDistance(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  allowed: number,
  length = b.length,
): number {
  if (Math.abs(a.length - length) > allowed) return FAR
  if (rows[0]!.length <= length) rows = rows.map(() => new Int32Array(length * 2 + 2))
  let [before, last, row] = rows as [Int32Array, Int32Array, Int32Array]
  for (let j = 0; j <= Math.min(length, allowed); j += 1) last[j] = j
  if (allowed < length) last[allowed + 1] = FAR
  for (let i = 1; i <= a.length; i += 1) {
    // Only the cells this near to the diagonal can hold a distance that is allowed.
    const from = Math.max(1, i - allowed)
    const to = Math.min(length, i + allowed)
    row[from - 1] = from === 1 ? i : FAR
    let least = row[from - 1]!
    for (let j = from; j <= to; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let cell = Math.min(last[j - 1]! + same, last[j]! + 1, row[j - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cell = Math.min(cell, before[j - 2]! + 1)
      }
      row[j] = cell
      if (cell < least) least = cell
    }
    if (to < length) row[to + 1] = FAR
    if (least > allowed) return FAR
    ;[before, last, row] = [last, row, before]
  }
  return last[length]! > allowed ? FAR : last[length]!
}

/**
 * Which characters a text has, as 32 bits. One edit takes away at most one of them and brings at most
 * one, so that most texts that are too different need not be compared.
 */
export function letterMask(points: ArrayLike<number>): number {
  let mask = 0
  for (let index = 0; index < points.length; index += 1) mask |= 1 << (points[index]! & 31)
  return mask
}
