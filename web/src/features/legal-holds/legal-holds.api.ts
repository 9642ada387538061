import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, callForPage } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'
import { TABLE_PAGE } from '#web/ui/data-table.tsx'

type HoldFilter = Pick<
  NonNullable<Input<Api['GET /admin/legal-holds']['query']>>,
  'user_id' | 'item_id'
>

/** Those that stand on one person or item. */
export const standingHoldsQuery = (of: HoldFilter) =>
  queryOptions({
    queryKey: ['legal_holds', 'standing', of],
    queryFn: ({ signal }) =>
      call('GET /admin/legal-holds', { signal, query: { ...of, state: 'standing' } }),
  })

/** A page of all of them. */
export const legalHoldsQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ['legal_holds', 'list', cursor],
    queryFn: ({ signal }) =>
      callForPage('GET /admin/legal-holds', { signal, query: { limit: TABLE_PAGE, cursor } }),
  })

export function useSetLegalHold() {
  const refresh = useRefresh('legal_holds')
  return useMutation({
    mutationFn: (body: Input<Api['POST /admin/legal-holds']['body']>) =>
      call('POST /admin/legal-holds', { body }),
    onSuccess: refresh,
  })
}

export function useLiftLegalHold() {
  const refresh = useRefresh('legal_holds')
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      call('POST /admin/legal-holds/:id/lift', { params: { id }, body: { reason } }),
    onSuccess: refresh,
  })
}
