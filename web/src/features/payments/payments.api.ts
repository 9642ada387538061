import type { BillingPlan, Subscription, SubscriptionStatus } from '@frontdesk/contract/payments'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import type { Tone } from '#web/ui/badge.tsx'

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

/** Without coins, and yet told in hundredths by Stripe (https://docs.stripe.com/currencies#special-cases). */
const TOLD_IN_HUNDREDTHS = new Set(['isk', 'ugx'])

/**
 * Money as the person's own locale writes it. `amount` is in the smallest unit of its currency as Stripe
 * counts: 100 cents, 1 yen, 1,000 fils make a whole, which Intl knows but for two currencies.
 */
export function formatMoney(
  { amount, currency }: { amount: number; currency: string },
  locales: readonly string[] = globalThis.navigator.languages,
): string {
  const format = new Intl.NumberFormat([...locales], {
    style: 'currency',
    currency: currency.toUpperCase(),
  })
  const { maximumFractionDigits } = format.resolvedOptions()
  const digits = TOLD_IN_HUNDREDTHS.has(currency) ? 2 : (maximumFractionDigits ?? 2)
  return format.format(amount / 10 ** digits)
}

/** `$12.00 a seat every month`. */
export function pricePerSeat({ amount, currency, interval, interval_count: count }: BillingPlan) {
  if (amount === null) return 'a price in tiers'
  const span = count === 1 ? interval : `${count} ${interval}s`
  return `${formatMoney({ amount, currency })} a seat every ${span}`
}

export const statusLooks: Record<SubscriptionStatus, { label: string; tone: Tone }> = {
  none: { label: 'No subscription', tone: 'neutral' },
  incomplete: { label: 'First payment missing', tone: 'warning' },
  incomplete_expired: { label: 'Never paid', tone: 'neutral' },
  trialing: { label: 'On trial', tone: 'success' },
  active: { label: 'Active', tone: 'success' },
  past_due: { label: 'Past due', tone: 'danger' },
  unpaid: { label: 'Unpaid', tone: 'danger' },
  paused: { label: 'Paused', tone: 'warning' },
  canceled: { label: 'Ended', tone: 'neutral' },
}

/** Whether there is one to manage; the opposite is one to begin. */
export const isThere = ({ status }: Pick<Subscription, 'status'>) =>
  !['none', 'canceled', 'incomplete_expired'].includes(status)

/** Whether it is paid for, or a payment is being tried again. */
export const isRunning = ({ status }: Pick<Subscription, 'status'>) =>
  ['active', 'trialing', 'past_due'].includes(status)

export const seatsOf = (count: number) => (count === 1 ? '1 seat' : `${count} seats`)
