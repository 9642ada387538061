import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import type { Review } from '@frontdesk/contract/reviews'
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { call, callForPage } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'
import { byCursor } from '#web/lib/paging.ts'

export type ReviewedItem = Pick<Review, 'type' | 'id'>
export type ReviewChange = Input<Api['PUT /admin/reviews/:type/:id']['body']>

const PAGE = 50

/** By date, a page at a time; `due`: only what is overdue or soon. */
export const reviewsQuery = (due: boolean) =>
  infiniteQueryOptions({
    queryKey: ['reviews', 'list', due],
    queryFn: ({ pageParam, signal }) =>
      callForPage('GET /admin/reviews', {
        signal,
        query: { limit: PAGE, cursor: pageParam, due: due ? 'true' : undefined },
      }),
    ...byCursor,
    // Titles and authors change elsewhere, and tell nobody who looks here.
    staleTime: 0,
  })

/** Who looks after one policy or training, and when. */
export const reviewQuery = ({ type, id }: ReviewedItem) =>
  queryOptions({
    queryKey: ['reviews', 'one', type, id],
    queryFn: ({ signal }) => call('GET /admin/reviews/:type/:id', { signal, params: { type, id } }),
  })

export function useChangeReview({ type, id }: ReviewedItem) {
  return useMutation({
    mutationFn: (body: ReviewChange) =>
      call('PUT /admin/reviews/:type/:id', { params: { type, id }, body }),
    onSuccess: useRefresh('reviews'),
  })
}

/** Says that it is still right; `nextOn` is a day such as `2027-01-31`, null for none. */
export function useFinishReview({ type, id }: ReviewedItem) {
  return useMutation({
    mutationFn: (nextOn: string | null) =>
      call('POST /admin/reviews/:type/:id/done', {
        params: { type, id },
        body: { next_on: nextOn },
      }),
    onSuccess: useRefresh('reviews'),
  })
}
