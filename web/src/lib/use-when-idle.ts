import { useEffect } from 'react'

/** Without the browser's own word for it, so long after the screen stands. */
const SOON_MS = 1500

/** Runs something once the screen stands and nothing else is to be done; `run` is one and the same function. */
export function useWhenIdle(isReady: boolean, run: () => Promise<unknown>) {
  useEffect(() => {
    if (!isReady) return undefined
    // Who goes there all the same gets the error where it can be shown.
    const begin = () => void run().catch(() => undefined)
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(begin, SOON_MS)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(begin)
    return () => cancelIdleCallback(handle)
  }, [isReady, run])
}
