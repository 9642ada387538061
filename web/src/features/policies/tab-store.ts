/** What this tab remembers until it is closed; null where the browser blocks it. */
export function tabStore(): Storage | null {
  try {
    return globalThis.sessionStorage
  } catch {
    return null
  }
}
