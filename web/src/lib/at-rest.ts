import { useEffect, useSyncExternalStore } from 'react'

/** So long after the screen stands; the first taps on a slow phone find nothing in their way. */
const LATER_MS = 5000

/** Runs something once the screen has stood for a while and nothing else is to be done; `run` is one and the same function. */
export function useWhenIdle(isReady: boolean, run: () => Promise<unknown>) {
  useEffect(() => {
    if (!isReady) return undefined
    // Who goes there all the same gets the error where it can be shown.
    const begin = () => void run().catch(() => undefined)
    let handle: number | undefined
    const timer = setTimeout(() => {
      if ('requestIdleCallback' in globalThis) handle = requestIdleCallback(begin)
      else begin()
    }, LATER_MS)
    return () => {
      clearTimeout(timer)
      if (handle !== undefined) cancelIdleCallback(handle)
    }
  }, [isReady, run])
}

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
