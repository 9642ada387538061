import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from './call.ts'

/** Every time zone that has a name, by the part of the world it begins with. */
export function timeZonesByRegion(): { region: string; zones: string[] }[] {
  const named = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))
  const regions = [...new Set(named.map((zone) => zone.split('/')[0] ?? ''))]
  return [
    { region: 'Everywhere', zones: ['UTC'] },
    ...regions.map((region) => ({
      region,
      zones: named.filter((zone) => zone.startsWith(`${region}/`)),
    })),
  ]
}

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
