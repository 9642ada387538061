/** What this browser remembers for good; null where it is blocked. */
export function browserStore(): Storage | null {
  try {
    return globalThis.localStorage
  } catch {
    return null
  }
}
