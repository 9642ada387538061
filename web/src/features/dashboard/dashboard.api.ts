import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'

export const frontDeskTexts = queryOptions({
  queryKey: ['settings', 'front-desk'],
  queryFn: ({ signal }) => call('GET /settings/front-desk', { signal }),
})

/** What awaits the person, the earliest date first. */
export const pendingPolicies = queryOptions({
  queryKey: ['policies', 'pending'],
  queryFn: ({ signal }) => call('GET /policies', { query: { pending: 'true' }, signal }),
})
