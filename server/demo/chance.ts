/** From 0 to 1, the same at every filling. */
export function chance(seed: string): number {
  let hash = 2166136261
  for (const character of seed) hash = Math.imul(hash ^ character.codePointAt(0)!, 16777619)
  return (hash >>> 0) / 2 ** 32
}
