import type Stripe from 'stripe'
import { aList, planOf } from './customer-objects.ts'

export function aSubscription(
  id: string,
  created: number,
  given: { item: string; customer: string; card: string; price: Stripe.Price; quantity: number },
): Stripe.Subscription {
  const item: Stripe.SubscriptionItem = {
    id: given.item,
    object: 'subscription_item',
    billing_thresholds: null,
    created,
    current_period_end: monthAfter(created),
    current_period_start: created,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(given.price),
    price: given.price,
    quantity: given.quantity,
    subscription: id,
    tax_rates: [],
  }
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: created,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created,
    currency: 'usd',
    customer: given.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: given.card,
    default_source: null,
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: aList([item], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: created,
    status: 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  }
}

export function aLine(
  id: string,
  given: {
    subscription: Stripe.Subscription
    amount: number
    quantity: number
    proration: boolean
    description: string
    period: { start: number; end: number }
  },
): Stripe.InvoiceLineItem {
  const [item] = given.subscription.items.data
  return {
    id,
    object: 'line_item',
    amount: given.amount,
    currency: 'usd',
    description: given.description,
    discount_amounts: [],
    discountable: !given.proration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: given.proration,
        proration_details: { credited_items: null },
        subscription: given.subscription.id,
        subscription_item: item?.id ?? '',
      },
      type: 'subscription_item_details',
    },
    period: given.period,
    pretax_credit_amounts: [],
    pricing: null,
    quantity: given.quantity,
    quantity_decimal: null,
    subscription: given.subscription.id,
    subtotal: given.amount,
    taxes: [],
  }
}

/** What is the same in every invoice here. */
const PLAIN_INVOICE = {
  object: 'invoice',
  account_country: 'US',
  account_name: 'Local Stripe',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  auto_advance: true,
  automatic_tax: {
    disabled_reason: null,
    enabled: false,
    liability: null,
    provider: null,
    status: null,
  },
  automatically_finalizes_at: null,
  collection_method: 'charge_automatically',
  currency: 'usd',
  custom_fields: null,
  customer_account: null,
  customer_address: null,
  customer_phone: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  ending_balance: 0,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  next_payment_attempt: null,
  on_behalf_of: null,
  payment_settings: {
    default_mandate: null,
    payment_method_options: null,
    payment_method_types: null,
  },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Partial<Stripe.Invoice>

export function anInvoice(
  id: string,
  created: number,
  given: {
    customer: Stripe.Customer
    subscription: Stripe.Subscription
    lines: Stripe.InvoiceLineItem[]
    reason: Stripe.Invoice.BillingReason
    number: string | null
  },
): Stripe.Invoice {
  const { customer, subscription } = given
  const total = given.lines.reduce((sum, { amount }) => sum + amount, 0)
  const due = Math.max(0, total)
  return {
    ...PLAIN_INVOICE,
    id,
    amount_due: due,
    amount_remaining: due,
    billing_reason: given.reason,
    created,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    effective_at: created,
    lines: aList(given.lines, `/v1/invoices/${id}/lines`),
    number: given.number,
    parent: {
      quote_details: null,
      subscription_details: { metadata: {}, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: created,
    period_start: created,
    status: given.number === null ? 'draft' : 'open',
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  }
}

/** The same day a month later, as Stripe reckons periods. */
export function monthAfter(moment: number): number {
  const day = new Date(moment * 1000)
  const wanted = day.getUTCDate()
  const next = new Date(day)
  next.setUTCDate(1)
  next.setUTCMonth(next.getUTCMonth() + 1)
  const last = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  next.setUTCDate(Math.min(wanted, last))
  return next.getTime() / 1000
}
