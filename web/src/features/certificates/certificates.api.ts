import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'

/** What a certificate's code stands for. */
export const certificateFactsQuery = (code: string) =>
  queryOptions({
    queryKey: ['certificate', code],
    queryFn: ({ signal }) => call('GET /verify/:code', { signal, params: { code } }),
    retry: false,
  })
