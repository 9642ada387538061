import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'

/** The name of the brokerage and how one joins it; known to everybody. */
export const publicSettings = queryOptions({
  queryKey: ['settings', 'public'],
  queryFn: ({ signal }) => call('GET /settings/public', { signal }),
})
