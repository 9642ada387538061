import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { SearchResultsProps } from './search-results.tsx'

/** The list of results, whose code comes when somebody turns to the box. */
export function useSearchResults(isWanted: boolean) {
  const [Results, setResults] = useState<ComponentType<SearchResultsProps>>()
  const [hasFailed, setHasFailed] = useState(false)
  const isComing = useRef(false)

  /** Fetches it unless it is there or on its way; a further letter tries again. */
  async function load() {
    if (isComing.current) return
    isComing.current = true
    try {
      const module = await import('./search-results.tsx')
      setResults(() => module.SearchResults)
      setHasFailed(false)
    } catch {
      isComing.current = false
      setHasFailed(true)
    }
  }

  const latestLoad = useRef(load)
  useEffect(() => {
    if (isWanted) void latestLoad.current()
  }, [isWanted])
  return { Results, hasFailed, load }
}
