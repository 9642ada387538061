import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/use-refresh.ts'

/** Nothing on the page is read faster than it is looked at. */
const LOOK_EVERY_MS = 15_000

/** How the installation does. A backup that begins or ends says so itself; the rest is asked for anew. */
export const systemQuery = queryOptions({
  queryKey: ['backups', 'system'],
  queryFn: ({ signal }) => call('GET /admin/system', { signal }),
  refetchInterval: LOOK_EVERY_MS,
  staleTime: 0,
})

export function useRetryJob() {
  const refresh = useRefresh('backups')
  return useMutation({
    mutationFn: (id: string) => call('POST /admin/system/jobs/:id/retry', { params: { id } }),
    onSettled: refresh,
  })
}
