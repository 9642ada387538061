import { useEffect } from 'react'

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
