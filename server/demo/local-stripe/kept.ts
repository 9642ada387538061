import type Stripe from 'stripe'

/** Parameters as they come over the wire: a form knows texts only. */
export type Sent<T> = T extends number | boolean
  ? string
  : T extends object
    ? { [K in keyof T]: Sent<T[K]> }
    : T

/** What is kept, as it is written to a file: Stripe's objects by their ids. */
export interface Kept {
  /** Seconds that its clock is ahead of ours. */
  ahead: number
  customers: Record<string, Stripe.Customer>
  cards: Record<string, Stripe.PaymentMethod>
  checkouts: Record<string, Stripe.Checkout.Session>
  portals: Record<string, Stripe.BillingPortal.Session>
  subscriptions: Record<string, Stripe.Subscription>
  invoices: Record<string, Stripe.Invoice>
  /** What waits for the next invoice of a subscription. */
  pending: Record<string, Stripe.InvoiceLineItem[]>
  events: Record<string, Stripe.Event>
  /** Cards that are declined from now on. */
  declined: string[]
}

/** Where nobody has bought anything. */
export const emptyBooks = (): Kept => ({
  ahead: 0,
  customers: {},
  cards: {},
  checkouts: {},
  portals: {},
  subscriptions: {},
  invoices: {},
  pending: {},
  events: {},
  declined: [],
})

/** A refusal, as Stripe words it. */
export class Refusal extends Error {
  readonly status: number
  readonly body: { type: string; message: string; code?: string; param?: string }

  constructor(status: number, body: Refusal['body']) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** For what is not there. */
export const missing = (what: string, id: string, param = 'id') =>
  new Refusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  })

/** For what Stripe does not do. */
export const refused = (message: string, code?: string) =>
  new Refusal(400, { type: 'invalid_request_error', message, code })

/** The item of a subscription whose quantity are the seats. */
export const seatsOf = (subscription: Stripe.Subscription): Stripe.SubscriptionItem => {
  const [item] = subscription.items.data
  if (!item) throw new Error('A subscription has an item')
  return item
}

/** What a reference leads to, whether it is expanded or not. */
export function idOf(reference: string | { id: string } | null | undefined): string {
  return (typeof reference === 'string' ? reference : reference?.id) ?? ''
}

/** Stripe's own test cards: one that is refused at once, and one that is from the next payment on. */
export const isDeclined = (number: string) => digits(number) === '4000000000000002'
export const isDeclinedLater = (number: string) => digits(number) === '4000000000000341'
const digits = (number: string) => number.replaceAll(/\D/g, '')
