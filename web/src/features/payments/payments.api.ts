import type { Subscription } from '@frontdesk/contract/payments'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'

const current = { id: 'current' }

/** The subscription as the server knows it; it never waits for Stripe. */
export const subscriptionQuery = queryOptions({
  queryKey: ['billing', 'subscription'],
  queryFn: ({ signal }) => call('GET /payments/subscription/:id', { params: current, signal }),
})

/** Goes to Stripe's Checkout. */
export function useCheckout() {
  return useMutation({
    mutationFn: () => call('POST /payments/checkout'),
    onSuccess: ({ url }) => globalThis.location.assign(url),
  })
}

/** Goes to Stripe's portal. */
export function usePortal() {
  return useMutation({
    mutationFn: () => call('POST /payments/subscription/:id/portal', { params: current }),
    onSuccess: ({ url }) => globalThis.location.assign(url),
  })
}

const changes = {
  cancel: () => call('POST /payments/subscription/:id/cancel', { params: current }),
  reactivate: () => call('POST /payments/subscription/:id/reactivate', { params: current }),
  refresh: () => call('POST /payments/subscription/:id/refresh', { params: current }),
}

/** Has the server change the subscription, or read it at Stripe; what comes back is shown at once. */
export function useChange(what: keyof typeof changes) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: changes[what],
    onSuccess: (subscription: Subscription) => {
      client.setQueryData(subscriptionQuery.queryKey, subscription)
      void client.invalidateQueries({ queryKey: ['settings', 'front-desk'] })
    },
  })
}
