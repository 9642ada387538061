import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, callForPage } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'

const KEYS_PAGE = 25

/** A page of keys, with how many there are in all. */
export const apiKeysQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ['api_keys', 'list', cursor],
    queryFn: ({ signal }) =>
      callForPage('GET /admin/api-keys', { signal, query: { limit: KEYS_PAGE, cursor } }),
  })

export type NewApiKey = Input<Api['POST /admin/api-keys']['body']>

export function useCreateApiKey() {
  const refresh = useRefresh('api_keys')
  return useMutation({
    mutationFn: (body: NewApiKey) => call('POST /admin/api-keys', { body }),
    onSuccess: refresh,
  })
}

export function useRevokeApiKey() {
  const refresh = useRefresh('api_keys')
  return useMutation({
    mutationFn: (id: string) => call('POST /admin/api-keys/:id/revoke', { params: { id } }),
    onSuccess: refresh,
  })
}
