/** Whether the server answers, as the last call found. */
let reachable = true
const listeners = new Set<() => void>()

export function isServerReachable(): boolean {
  return reachable
}

export function setServerReachable(next: boolean) {
  if (next === reachable) return
  reachable = next
  for (const listener of listeners) listener()
}

/** Calls back whenever the answer changes; returns what stops it. */
export function watchConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
