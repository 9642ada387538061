import { queryOptions } from '@tanstack/react-query'
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
