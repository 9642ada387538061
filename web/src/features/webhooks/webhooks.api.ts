import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import type { DeliveryState } from '@frontdesk/contract/webhooks'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, callForPage, ifMatch } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'
import { TABLE_PAGE } from '#web/ui/data-table.tsx'

/** All of them; there are 20 at most. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: ({ signal }) => call('GET /admin/webhooks', { signal }),
})

/** One of them, and the tag that a save of it names. */
export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: ({ signal }) => callForPage('GET /admin/webhooks/:id', { signal, params: { id } }),
  })

/** A page of what was sent to it. */
export const deliveriesQuery = (
  id: string,
  { state, cursor }: { state: DeliveryState | ''; cursor: string | undefined },
) =>
  queryOptions({
    queryKey: ['webhooks', 'deliveries', id, state, cursor],
    queryFn: ({ signal }) =>
      callForPage('GET /admin/webhooks/:id/deliveries', {
        signal,
        params: { id },
        query: { limit: TABLE_PAGE, cursor, state: state || undefined },
      }),
  })

/** One delivery with its body and tries. */
export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', id, deliveryId],
    queryFn: ({ signal }) =>
      call('GET /admin/webhooks/:id/deliveries/:delivery_id', {
        signal,
        params: { id, delivery_id: deliveryId },
      }),
  })

export type WebhookDraft = Input<Api['POST /admin/webhooks']['body']>

export function useCreateWebhook() {
  const refresh = useRefresh('webhooks')
  return useMutation({
    mutationFn: (body: WebhookDraft) => call('POST /admin/webhooks', { body }),
    onSuccess: refresh,
  })
}

export function useUpdateWebhook(id: string) {
  const refresh = useRefresh('webhooks')
  return useMutation({
    mutationFn: ({ body, etag }: { body: WebhookDraft; etag: string | null }) =>
      call('PUT /admin/webhooks/:id', { params: { id }, body, headers: ifMatch(etag) }),
    onSuccess: refresh,
  })
}

export function useDeleteWebhook(id: string) {
  const refresh = useRefresh('webhooks')
  return useMutation({
    mutationFn: () => call('DELETE /admin/webhooks/:id', { params: { id } }),
    onSuccess: refresh,
  })
}

export function useRollSecret(id: string) {
  const refresh = useRefresh('webhooks')
  return useMutation({
    mutationFn: () => call('POST /admin/webhooks/:id/secret', { params: { id } }),
    onSuccess: refresh,
  })
}

export function usePing(id: string) {
  const refresh = useRefresh('webhooks')
  return useMutation({
    mutationFn: () => call('POST /admin/webhooks/:id/ping', { params: { id } }),
    onSuccess: refresh,
  })
}

export function useResend(id: string) {
  const refresh = useRefresh('webhooks')
  return useMutation({
    mutationFn: (deliveryId: string) =>
      call('POST /admin/webhooks/:id/deliveries/:delivery_id/resend', {
        params: { id, delivery_id: deliveryId },
      }),
    onSuccess: refresh,
  })
}

export function useResendFailed(id: string) {
  const refresh = useRefresh('webhooks')
  return useMutation({
    mutationFn: (since: string) =>
      call('POST /admin/webhooks/:id/resend-failed', { params: { id }, body: { since } }),
    onSuccess: refresh,
  })
}
