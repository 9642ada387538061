import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/use-refresh.ts'

/** What refers to paragraphs that have changed: everything, or one item. */
export const changedQuotesQuery = (itemId?: string) =>
  queryOptions({
    queryKey: ['reviews', 'quotes', itemId ?? 'all'],
    queryFn: ({ signal }) =>
      call('GET /admin/changed-quotes', { signal, query: itemId ? { item_id: itemId } : {} }),
    // The texts that refer to them are saved elsewhere, and tell nobody who looks here.
    staleTime: 0,
  })

/** Says that a text may stay as it is. */
export function useLookAtQuote() {
  return useMutation({
    mutationFn: (id: string) => call('POST /admin/changed-quotes/:id/looked', { params: { id } }),
    onSettled: useRefresh('reviews'),
  })
}
