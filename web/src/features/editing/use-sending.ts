import { useEffect, useRef } from 'react'

export type SendOptions = { signal: AbortSignal; onProgress: (share: number) => void }

/** Files under way, each by a key of its own; whoever leaves the page stops them all. */
export function useSending() {
  const aborts = useRef(new Map<number, AbortController>())
  useEffect(() => {
    const { current } = aborts
    return () => current.forEach((abort) => abort.abort())
  }, [])
  return {
    /** What `send` makes of the file; undefined where it was cancelled. */
    send: async <T>(
      key: number,
      send: (options: SendOptions) => Promise<T>,
      onProgress: (share: number) => void,
    ): Promise<T | undefined> => {
      const abort = new AbortController()
      aborts.current.set(key, abort)
      try {
        const sent = await send({ signal: abort.signal, onProgress })
        return abort.signal.aborted ? undefined : sent
      } catch (error) {
        if (abort.signal.aborted) return undefined
        throw error
      } finally {
        // By then it may be under way once more.
        if (aborts.current.get(key) === abort) aborts.current.delete(key)
      }
    },
    cancel: (key: number) => aborts.current.get(key)?.abort(),
  }
}
