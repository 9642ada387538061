import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { aCard, aCheckout, aCustomer, anEvent, aPrice, aProduct } from './customer-objects.ts'
import {
  idOf,
  isDeclined,
  isDeclinedLater,
  type Kept,
  missing,
  refused,
  seatsOf,
  type Sent,
} from './kept.ts'
import { aLine, anInvoice, aSubscription, monthAfter } from './subscription-objects.ts'

const DAY = 86_400
/** When a payment that failed is tried again, and how often in all before the subscription ends. */
const RETRY_SECONDS = 3 * DAY
const MOST_ATTEMPTS = 4

/** What Stripe knows and does about subscriptions for seats at one price, by a clock that can be moved on. */
export class Books {
  readonly kept: Kept
  readonly product: Stripe.Product
  readonly price: Stripe.Price
  readonly #tell: (event: Stripe.Event) => void

  constructor(kept: Kept, options: { name: string; tell: (event: Stripe.Event) => void }) {
    this.kept = kept
    this.product = aProduct('prod_local_seat', options.name, this.now)
    this.price = aPrice('price_local_seat', this.product.id, { amount: 1200, created: this.now })
    this.#tell = options.tell
  }

  /** Seconds since 1970, as its clock has it. */
  get now(): number {
    return Math.floor(Date.now() / 1000) + this.kept.ahead
  }

  newId(prefix: string): string {
    return `${prefix}_${randomBytes(12).toString('hex')}`
  }

  makeCustomer(params: Sent<Stripe.CustomerCreateParams>): Stripe.Customer {
    const customer = aCustomer(this.newId('cus'), this.now, params)
    this.kept.customers[customer.id] = customer
    this.#happened('customer.created', customer)
    return customer
  }

  customer(id: string): Stripe.Customer {
    const found = this.kept.customers[id]
    if (!found) throw missing('customer', id, 'customer')
    return found
  }

  subscription(id: string): Stripe.Subscription {
    const found = this.kept.subscriptions[id]
    if (!found) throw missing('subscription', id)
    return found
  }

  priceOf(id: string, param = 'price'): Stripe.Price {
    if (id !== this.price.id) throw missing('price', id, param)
    return this.price
  }

  makeCheckout(
    params: Sent<Stripe.Checkout.SessionCreateParams>,
    base: string,
  ): Stripe.Checkout.Session {
    const [item] = params.line_items ?? []
    if (params.mode !== 'subscription' || !item?.price || !params.customer) {
      throw refused('This stand-in knows Checkout for a subscription at a price only')
    }
    const price = this.priceOf(item.price, 'line_items[0][price]')
    const customer = this.customer(params.customer)
    const id = this.newId('cs_test')
    const checkout = aCheckout(id, this.now, {
      ...params,
      customer: customer.id,
      price,
      quantity: Number(item.quantity ?? 1),
      url: `${base}/checkout/${id}`,
    })
    this.kept.checkouts[id] = checkout
    return checkout
  }

  checkout(id: string): Stripe.Checkout.Session {
    const found = this.kept.checkouts[id]
    if (!found) throw missing('checkout.session', id)
    return found
  }

  expireCheckout(id: string): Stripe.Checkout.Session {
    const checkout = this.checkout(id)
    if (checkout.status !== 'open') throw refused('Only Checkout Sessions that are open can expire')
    Object.assign(checkout, { status: 'expired', url: null })
    this.#happened('checkout.session.expired', checkout)
    return checkout
  }

  /** Somebody pays on the page of Checkout. @returns null where the card is declined */
  payCheckout(id: string, card: { number: string; name: string }): Stripe.Subscription | null {
    const checkout = this.checkout(id)
    if (checkout.status !== 'open') throw refused('This Checkout Session is no longer open')
    if (isDeclined(card.number)) return null
    const customer = this.customer(idOf(checkout.customer))
    const method = this.#attach(customer, card)
    const quantity = checkout.line_items?.data[0]?.quantity ?? 1
    const subscription = aSubscription(this.newId('sub'), this.now, {
      item: this.newId('si'),
      customer: customer.id,
      card: method.id,
      price: this.price,
      quantity,
    })
    this.kept.subscriptions[subscription.id] = subscription
    const line = this.#line(subscription, quantity * this.price.unit_amount!, quantity)
    const invoice = this.#invoice(subscription, [line], 'subscription_create')
    this.#settle(subscription, invoice)
    this.#declineLater(method, card.number)
    Object.assign(checkout, {
      status: 'complete',
      payment_status: 'paid',
      subscription: subscription.id,
      invoice: invoice.id,
      url: null,
    })
    this.#happened('checkout.session.completed', checkout)
    this.#happened('customer.subscription.created', subscription)
    return subscription
  }

  /** Puts a card on file, which the next payments are taken from. */
  addCard(customer: Stripe.Customer, card: { number: string; name: string }): void {
    this.#declineLater(this.#attach(customer, card), card.number)
  }

  #attach(
    customer: Stripe.Customer,
    { number, name }: { number: string; name: string },
  ): Stripe.PaymentMethod {
    const card = aCard(this.newId('pm'), this.now, { customer: customer.id, number, name })
    this.kept.cards[card.id] = card
    customer.invoice_settings.default_payment_method = card.id
    for (const subscription of this.subscriptionsOf(customer.id)) {
      subscription.default_payment_method = card.id
    }
    this.#happened('payment_method.attached', card)
    return card
  }

  #declineLater(card: Stripe.PaymentMethod, number: string): void {
    if (isDeclinedLater(number)) this.kept.declined.push(card.id)
  }

  /** Has the card on file refused from now on, or no longer. */
  decline(customerId: string, declined: boolean): void {
    const card = idOf(this.customer(customerId).invoice_settings.default_payment_method)
    this.kept.declined = this.kept.declined.filter((id) => id !== card)
    if (declined) this.kept.declined.push(card)
  }

  subscriptionsOf(customer: string): Stripe.Subscription[] {
    return Object.values(this.kept.subscriptions)
      .filter((one) => one.customer === customer)
      .toReversed()
  }

  invoicesOf(customer: string): Stripe.Invoice[] {
    return Object.values(this.kept.invoices)
      .filter((one) => one.customer === customer)
      .toReversed()
  }

  update(id: string, params: Sent<Stripe.SubscriptionUpdateParams>): Stripe.Subscription {
    const [wanted] = params.items ?? []
    const prorates = params.proration_behavior === 'create_prorations'
    if (wanted?.quantity !== undefined) this.setSeats(id, Number(wanted.quantity), prorates)
    const { cancel_at_period_end: ends, cancel_at: at } = params
    if (ends !== undefined || at === '') this.setEnding(id, ends === 'true')
    return this.subscription(id)
  }

  /** Other seats from now on; the difference goes on the next invoice, where that is asked for. */
  setSeats(id: string, quantity: number, prorates = true): void {
    const subscription = this.#living(id)
    const prorations = prorates ? this.#prorations(subscription, quantity) : []
    this.kept.pending[id] = [...(this.kept.pending[id] ?? []), ...prorations]
    seatsOf(subscription).quantity = quantity
    this.#happened('customer.subscription.updated', subscription)
  }

  /** Whether it ends with its period. */
  setEnding(id: string, ends: boolean): void {
    const subscription = this.#living(id)
    Object.assign(subscription, {
      cancel_at_period_end: ends,
      cancel_at: ends ? seatsOf(subscription).current_period_end : null,
      canceled_at: ends ? this.now : null,
    })
    this.#happened('customer.subscription.updated', subscription)
  }

  #living(id: string): Stripe.Subscription {
    const subscription = this.subscription(id)
    if (subscription.status !== 'canceled') return subscription
    throw refused('A canceled subscription can only update its cancellation_details and metadata')
  }

  /** Ends it now, as somebody at Stripe's own dashboard would. */
  end(id: string): Stripe.Subscription {
    const subscription = this.subscription(id)
    Object.assign(subscription, {
      status: 'canceled',
      ended_at: this.now,
      canceled_at: subscription.canceled_at ?? this.now,
    })
    this.#happened('customer.subscription.deleted', subscription)
    return subscription
  }

  /** The next invoice, with other seats if asked; nothing of it is kept. */
  preview(params: Sent<Stripe.InvoiceCreatePreviewParams>): Stripe.Invoice {
    const subscription = this.subscription(params.subscription ?? '')
    if (subscription.status === 'canceled' || subscription.cancel_at_period_end) {
      throw refused('No upcoming invoices for customer', 'invoice_upcoming_none')
    }
    const [wanted] = params.subscription_details?.items ?? []
    const quantity = Number(wanted?.quantity ?? seatsOf(subscription).quantity)
    const lines = [
      ...(this.kept.pending[subscription.id] ?? []),
      ...(wanted ? this.#prorations(subscription, quantity) : []),
      this.#line(subscription, quantity * this.price.unit_amount!, quantity),
    ]
    return anInvoice(`upcoming_in_${subscription.id}`, this.now, {
      customer: this.customer(idOf(subscription.customer)),
      subscription,
      lines,
      reason: 'upcoming',
      number: null,
    })
  }

  /** Takes an open invoice's money. @returns whether the card gave it */
  pay(invoice: Stripe.Invoice): boolean {
    const subscription = this.subscription(
      idOf(invoice.parent?.subscription_details?.subscription ?? null),
    )
    return this.#settle(subscription, invoice)
  }

  /** Moves the clock on, and does what comes due on the way, in its order. */
  advance(seconds: number): void {
    const target = this.now + seconds
    for (let due = this.#nextDue(); due && due.at <= target; due = this.#nextDue()) {
      this.kept.ahead += Math.max(0, due.at - this.now)
      due.happens()
    }
    this.kept.ahead += Math.max(0, target - this.now)
  }

  #nextDue(): { at: number; happens: () => void } | undefined {
    const periods = Object.values(this.kept.subscriptions)
      .filter(({ status }) => status === 'active' || status === 'past_due')
      .map((one) => ({
        at: seatsOf(one).current_period_end,
        happens: () => this.#endPeriod(one),
      }))
    const retries = Object.values(this.kept.invoices)
      .filter(({ status, next_payment_attempt: next }) => status === 'open' && next !== null)
      .map((one) => ({ at: one.next_payment_attempt!, happens: () => void this.pay(one) }))
    return [...periods, ...retries].toSorted((one, other) => one.at - other.at)[0]
  }

  #endPeriod(subscription: Stripe.Subscription): void {
    if (subscription.cancel_at_period_end) return void this.end(subscription.id)
    const item = seatsOf(subscription)
    item.current_period_start = item.current_period_end
    item.current_period_end = monthAfter(item.current_period_end)
    const quantity = item.quantity ?? 1
    const lines = [
      ...(this.kept.pending[subscription.id] ?? []),
      this.#line(subscription, quantity * this.price.unit_amount!, quantity),
    ]
    delete this.kept.pending[subscription.id]
    const invoice = this.#invoice(subscription, lines, 'subscription_cycle')
    this.#settle(subscription, invoice)
    this.#happened('customer.subscription.updated', subscription)
  }

  /** What the rest of the period costs with other seats, less what it was to cost. */
  #prorations(subscription: Stripe.Subscription, quantity: number): Stripe.InvoiceLineItem[] {
    const item = seatsOf(subscription)
    const length = item.current_period_end - item.current_period_start
    const left = Math.max(0, item.current_period_end - this.now) / length
    const cost = (seats: number) => Math.round(seats * this.price.unit_amount! * left)
    const before = item.quantity ?? 1
    if (before === quantity) return []
    return [
      this.#line(subscription, -cost(before), before, 'Unused time on'),
      this.#line(subscription, cost(quantity), quantity, 'Remaining time on'),
    ]
  }

  #line(subscription: Stripe.Subscription, amount: number, quantity: number, proration = '') {
    return aLine(this.newId('il'), {
      subscription,
      amount,
      quantity,
      proration: proration !== '',
      description: `${proration || `${quantity} ×`} ${this.product.name}`,
      period: { start: this.now, end: seatsOf(subscription).current_period_end },
    })
  }

  #invoice(
    subscription: Stripe.Subscription,
    lines: Stripe.InvoiceLineItem[],
    reason: Stripe.Invoice.BillingReason,
  ): Stripe.Invoice {
    const customer = this.customer(idOf(subscription.customer))
    const count = this.invoicesOf(customer.id).length + 1
    const invoice = anInvoice(this.newId('in'), this.now, {
      customer,
      subscription,
      lines,
      reason,
      number: `${customer.invoice_prefix}-${String(count).padStart(4, '0')}`,
    })
    this.kept.invoices[invoice.id] = invoice
    subscription.latest_invoice = invoice.id
    this.#happened('invoice.created', invoice)
    return invoice
  }

  /** @returns whether the card on file gave what is due */
  #settle(subscription: Stripe.Subscription, invoice: Stripe.Invoice): boolean {
    const before = subscription.status
    invoice.attempted = true
    invoice.attempt_count += 1
    if (this.kept.declined.includes(idOf(subscription.default_payment_method))) {
      const more = invoice.attempt_count < MOST_ATTEMPTS
      invoice.next_payment_attempt = more ? this.now + RETRY_SECONDS : null
      subscription.status = 'past_due'
      this.#happened('invoice.payment_failed', invoice)
      if (!more) this.end(subscription.id)
      else if (before !== 'past_due') this.#happened('customer.subscription.updated', subscription)
      return false
    }
    Object.assign(invoice, {
      status: 'paid',
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, paid_at: this.now },
    })
    this.#happened('invoice.paid', invoice)
    if (before === 'past_due') {
      subscription.status = 'active'
      this.#happened('customer.subscription.updated', subscription)
    }
    return true
  }

  #happened(type: Stripe.Event.Type, object: Stripe.Event.Data.Object): void {
    const event = anEvent(this.newId('evt'), this.now, { type, object })
    this.kept.events[event.id] = event
    this.#tell(event)
  }
}
