import { ITEMS } from '@frontdesk/contract/items'
import type { PolicyQuote } from '@frontdesk/contract/policy-quotes'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'

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

/** Of what refers to a policy; a test as those see it who write it. */
export const pathOfQuote = ({ type, id }: Pick<PolicyQuote, 'type' | 'id'>) =>
  (type === 'test' ? ITEMS.test.adminPath : ITEMS[type].path) + id

/** Where in it, in words: "Process, step 2, not in use". */
export function placeOfQuote({
  type,
  place,
  number,
  in_use: inUse,
}: Pick<PolicyQuote, 'type' | 'place' | 'number' | 'in_use'>): string {
  const where = number === null ? '' : `, ${place} ${number}`
  const belongs = place === 'linked' ? ', belongs to it' : ''
  return `${ITEMS[type].label}${where}${belongs}${inUse ? '' : ', not in use'}`
}
