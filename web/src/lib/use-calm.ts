import { useSyncExternalStore } from 'react'

/** A page that is never at rest goes on all the same. */
const AT_LATEST_MS = 2000

let isCalm = false
let isAwaited = false
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (!isCalm && !isAwaited) {
    isAwaited = true
    const tell = () => {
      isCalm = true
      for (const one of listeners) one()
    }
    if ('requestIdleCallback' in globalThis) requestIdleCallback(tell, { timeout: AT_LATEST_MS })
    else setTimeout(tell)
  }
  return () => listeners.delete(listener)
}

/** Whether the page has been at rest since it was opened: what nobody looks for first is asked for then. */
export const useCalm = () => useSyncExternalStore(subscribe, () => isCalm)
