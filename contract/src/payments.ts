import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { line, time } from './fields.ts'

export const SubscriptionStatus = z
  .enum([
    'none',
    'incomplete',
    'incomplete_expired',
    'trialing',
    'active',
    'past_due',
    'unpaid',
    'paused',
    'canceled',
  ])
  .describe('In Stripe’s own words; `none` while nobody has subscribed.')
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

const amount = z.int().describe('In the smallest unit of its currency, such as cents.')
const currency = z.string().describe('Three small letters, such as `usd`.')

/** What one seat costs. */
export const BillingPlan = z.object({
  price_id: z.string(),
  name: z.string(),
  amount: amount.nullable().describe('For one seat; null where the price has tiers.'),
  currency,
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: z.int(),
})
export type BillingPlan = z.infer<typeof BillingPlan>

export const BillingInvoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  total: amount,
  amount_due: amount,
  currency,
  created_at: time,
  next_payment_attempt: time.nullable().describe('When Stripe tries again to be paid.'),
  pdf_url: z.string().nullable(),
  page_url: z.string().nullable().describe('Where it can be looked at and paid.'),
})
export type BillingInvoice = z.infer<typeof BillingInvoice>

/** What Stripe says of the brokerage's subscription, as it was read there last. */
export const StripeSubscription = z.object({
  id: z.string().nullable().describe('Stripe’s, such as `sub_1Q…`; null where there is none.'),
  status: SubscriptionStatus,
  plan: BillingPlan.nullable().describe('Without a subscription: what it would be.'),
  seats: z.int().nullable().describe('What is paid for.'),
  current_period_end: time.nullable(),
  cancel_at_period_end: z.boolean(),
  ends_at: time.nullable().describe('When it ends or has ended; null while it goes on.'),
  trial_ends_at: time.nullable(),
  next_invoice: z.object({ date: time, amount, currency }).nullable(),
  one_more_seat: z
    .object({ amount, currency })
    .nullable()
    .describe('What one more person costs until the period ends, as Stripe reckons it.'),
  payment_method: z
    .object({
      type: z.string().describe('Such as `card`.'),
      brand: z.string().nullable(),
      last4: z.string().nullable(),
      exp_month: z.int().nullable(),
      exp_year: z.int().nullable(),
    })
    .nullable(),
  invoices: z.array(BillingInvoice).describe('The newest 24, newest first.'),
})
export type StripeSubscription = z.infer<typeof StripeSubscription>

/** Why what is shown may be old, or seats wait. */
export const BillingProblem = z.object({
  code: z.enum(['stripe_unavailable', 'stripe_refused', 'stripe_rubbish']),
  error: z.string(),
  since: time,
  tries: z.int(),
  next_try_at: time.nullable().describe('Null: it is given up until somebody looks again.'),
})
export type BillingProblem = z.infer<typeof BillingProblem>

export const Subscription = StripeSubscription.extend({
  configured: z.boolean().describe('False: this installation needs no subscription.'),
  mode: z
    .enum(['live', 'test', 'local'])
    .nullable()
    .describe('`local`: a stand-in for Stripe on this machine, where no money moves.'),
  local_stripe: z.string().nullable().describe('Where the stand-in is steered.'),
  missing: z
    .array(z.enum(['STRIPE_PRICE_ID', 'STRIPE_WEBHOOK_SECRET']))
    .describe('Settings without which it works by half.'),
  active_people: z.int().describe('What seats follow.'),
  time_zone: z.string().describe('The brokerage’s, in which dates are shown.'),
  read_at: time.nullable().describe('When all this was read at Stripe.'),
  compared_at: time.nullable().describe('When the nightly comparison ran last.'),
  differences: z.array(z.string()).describe('What it found, as sentences.'),
  problem: BillingProblem.nullable(),
})
export type Subscription = z.infer<typeof Subscription>

/** For admins, where the subscription needs them. */
export const BillingWarning = z.object({
  status: SubscriptionStatus,
  until: time.nullable().describe('When Stripe tries again; null where it does not.'),
  ended_at: time.nullable(),
  time_zone: z.string(),
})
export type BillingWarning = z.infer<typeof BillingWarning>

const whichSubscription = z.object({
  id: line(255).describe('Its id, or `current`.'),
})

export const paymentEndpoints = {
  startCheckout: endpoint({
    method: 'POST',
    path: '/payments/checkout',
    access: 'admin',
    fresh: true,
    summary:
      'Opens Stripe’s Checkout for as many seats as there are active people. 409 `already_subscribed`; 422 `billing_off` without a key.',
    response: z.object({ id: z.string(), url: z.string() }),
  }),
  getSubscription: endpoint({
    method: 'GET',
    path: '/payments/subscription/:id',
    access: 'admin',
    summary:
      'The brokerage’s subscription, as it was read at Stripe last. It never waits for Stripe.',
    params: whichSubscription,
    response: Subscription,
  }),
  refreshSubscription: endpoint({
    method: 'POST',
    path: '/payments/subscription/:id/refresh',
    access: 'admin',
    summary: 'Reads it at Stripe now.',
    params: whichSubscription,
    response: Subscription,
    changesNothing: true,
  }),
  cancelSubscription: endpoint({
    method: 'POST',
    path: '/payments/subscription/:id/cancel',
    access: 'admin',
    fresh: true,
    summary: 'Ends it with the period that is paid for. Asked again, it stays so.',
    params: whichSubscription,
    response: Subscription,
  }),
  reactivateSubscription: endpoint({
    method: 'POST',
    path: '/payments/subscription/:id/reactivate',
    access: 'admin',
    fresh: true,
    summary: 'Takes a cancellation back, until the period ends; 409 `subscription_over` after it.',
    params: whichSubscription,
    response: Subscription,
  }),
  openPortal: endpoint({
    method: 'POST',
    path: '/payments/subscription/:id/portal',
    access: 'admin',
    fresh: true,
    summary: 'Opens Stripe’s Billing Portal: payment method, address, invoices.',
    params: whichSubscription,
    response: z.object({ url: z.string() }),
  }),
  receiveWebhook: endpoint({
    method: 'POST',
    path: '/payments/webhook',
    access: 'public',
    summary:
      'For Stripe. An event without a valid `Stripe-Signature` of the last five minutes is 400 `bad_signature`; one that is known already is taken and changes nothing.',
    response: z.object({ received: z.literal(true) }),
    changesNothing: true,
  }),
}
