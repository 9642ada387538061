import type { SearchResult, SearchResults } from '@frontdesk/contract/search'
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#web/lib/call.ts'
import { normalise } from './highlight.ts'

/** As the specification sets it for every search while typing. */
const DEBOUNCE_MS = 300
/** Of each type; the best of several types have to fit into a short list. */
const LIMIT = 5

const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => call('POST /search', { signal, body: { query: text, limit: LIMIT } }),
    enabled: text !== '',
    // What is known is shown at once, and asked for again all the same.
    staleTime: 0,
    // Whoever types on asks anew by that; the failure is told at once.
    retry: false,
    placeholderData: keepPreviousData,
  })

/** What is found for a text, or what is known to fit while the server is asked. */
export function useSearch(text: string) {
  const wanted = normalise(text)
  const asked = useDebounced(wanted)
  const client = useQueryClient()
  const query = useQuery(searchQuery(asked))
  const known = wanted === asked && !query.isPlaceholderData ? query.data : knownFor(client, wanted)
  const settled = wanted === asked && !query.isPlaceholderData && !query.isPending
  return {
    results: known ?? query.data,
    /** Whether these fit the text; else they are those of the text before. */
    isFitting: known !== undefined,
    /** Whether these are the server's words on this very text. */
    isSettled: settled,
    error: wanted === asked ? query.error : null,
  }
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), text === '' ? 0 : DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

/** An earlier answer to this text, or what of an answer to its beginning still fits. */
function knownFor(client: QueryClient, text: string): SearchResults | undefined {
  for (let length = text.length; length > 0; length -= 1) {
    const earlier = client.getQueryData(searchQuery(text.slice(0, length)).queryKey)
    if (!earlier) continue
    if (length === text.length) return earlier
    const fits = ({ title, subtitle }: SearchResult) =>
      normalise(title).includes(text) || normalise(subtitle).includes(text)
    const entries = Object.entries(earlier).map(([type, items]) => [type, items.filter(fits)])
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same keys as before
    const fitting = Object.fromEntries(entries) as SearchResults
    return Object.values(fitting).some((items) => items.length > 0) ? fitting : undefined
  }
  return undefined
}

/** The groups that have something, that with the best result first. */
export function groupsOf(
  results: SearchResults,
): { type: SearchResult['type']; items: SearchResult[] }[] {
  return Object.values(results)
    .filter((items) => items.length > 0)
    .map((items) => ({ type: items[0]!.type, items }))
    .toSorted((a, b) => b.items[0]!.score - a.items[0]!.score)
}
