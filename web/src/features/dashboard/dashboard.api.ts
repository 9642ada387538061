import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'

/** The policies that await the person. */
export const pendingPolicies = queryOptions({
  queryKey: ['policies', 'awaiting-me'],
  queryFn: ({ signal }) => call('GET /policies', { query: { pending: 'true' }, signal }),
})

/** What an owner does first, and what of it is done. */
export const firstStepsQuery = queryOptions({
  queryKey: ['settings', 'first-steps'],
  queryFn: ({ signal }) => call('GET /admin/first-steps', { signal }),
  // It is about everything that was done elsewhere meanwhile.
  staleTime: 0,
})

type Said = Input<Api['PUT /admin/first-steps']['body']>

/** Says what only a person can say. */
export function useSayFirstSteps() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Said) => call('PUT /admin/first-steps', { body }),
    onSuccess: (steps, { dismissed }) => {
      client.setQueryData(firstStepsQuery.queryKey, steps)
      // Whether the dashboard shows them is said there.
      if (dismissed === undefined) return
      return client.invalidateQueries({ queryKey: ['settings', 'front-desk'] })
    },
  })
}
