import { useSyncExternalStore } from 'react'

/** Whether the server answers, as the last call found. */
let reachable = true
/** When the oldest of what was read from this device since the page was opened was kept there. */
let oldest: string | null = null
const listeners = new Set<() => void>()

export function isServerReachable(): boolean {
  return reachable
}

export function setServerReachable(next: boolean) {
  if (next === reachable) return
  reachable = next
  if (next) oldest = null
  tell()
}

/** There is no line, and what was kept on this device has come instead. */
export function noteKeptAnswer(keptAt: string) {
  setServerReachable(false)
  if (oldest !== null && oldest <= keptAt) return
  oldest = keptAt
  tell()
}

/** Another page is opened: what the one before showed no longer counts. */
export function forgetKeptAnswers() {
  oldest = null
  tell()
}

function tell() {
  for (const listener of listeners) listener()
}

/** Calls back whenever the answer changes; returns what stops it. */
export function watchConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useServerReachable = () => useSyncExternalStore(watchConnection, isServerReachable)

/** Null where nothing on screen comes from this device. */
export const useOldestKept = () => useSyncExternalStore(watchConnection, () => oldest)
