import { type ComponentType, useEffect, useState } from 'react'
import type { SearchResultsProps } from './search-results.tsx'

/** The list of results, whose code comes when somebody turns to the box. */
export function useSearchResults(isWanted: boolean, text: string) {
  const [Results, setResults] = useState<ComponentType<SearchResultsProps>>()
  const [hasFailed, setHasFailed] = useState(false)
  // A further letter tries again.
  useEffect(() => {
    if (!isWanted || Results) return
    import('./search-results.tsx').then(
      (module) => {
        setHasFailed(false)
        setResults(() => module.SearchResults)
      },
      () => setHasFailed(true),
    )
  }, [isWanted, text, Results])
  return { Results, hasFailed }
}
