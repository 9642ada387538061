import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'

/** By whose clock the person is reminded. */
export const ownTimeZoneQuery = queryOptions({
  queryKey: ['me', 'time-zone'],
  queryFn: ({ signal }) => call('GET /users/me/time-zone', { signal }),
})

export function useChangeTimeZone() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (timeZone: string | null) =>
      call('PUT /users/me/time-zone', { body: { time_zone: timeZone } }),
    onSuccess: (saved) => client.setQueryData(ownTimeZoneQuery.queryKey, saved),
  })
}
