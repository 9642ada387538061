import { BillingInvoice, BillingPlan, SubscriptionStatus } from '@frontdesk/contract/payments'
import type { StripeSubscription } from '@frontdesk/contract/payments'
import type Stripe from 'stripe'
import { z } from 'zod'
import { StripeProblem } from './stripe.ts'

/** What is read of Stripe's answers. Whatever else they are is rubbish, and never reaches the database. */
const seconds = z.int().min(0)
const list = <S extends z.ZodType>(item: S) => z.object({ data: z.array(item) })
const price = z.object({
  id: z.string().min(1),
  unit_amount: z.int().nullable(),
  currency: z.string().length(3),
  nickname: z.string().nullish(),
  recurring: BillingPlan.pick({ interval: true, interval_count: true }).nullable(),
})
const paymentMethod = z.object({
  type: z.string(),
  card: z
    .object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() })
    .nullish(),
})
const subscription = z.object({
  id: z.string().min(1),
  status: SubscriptionStatus.exclude(['none']),
  created: seconds,
  cancel_at_period_end: z.boolean(),
  cancel_at: seconds.nullable(),
  ended_at: seconds.nullable(),
  trial_end: seconds.nullable(),
  default_payment_method: z.union([z.string(), paymentMethod]).nullable(),
  customer: z.union([
    z.string(),
    z.object({
      invoice_settings: z
        .object({ default_payment_method: z.union([z.string(), paymentMethod]).nullable() })
        .optional(),
    }),
  ]),
  items: list(
    z.object({
      id: z.string().min(1),
      quantity: z.int().optional(),
      current_period_end: seconds,
      price,
    }),
  ),
})
const invoice = z.object({
  id: z.string().min(1),
  number: z.string().nullable(),
  status: BillingInvoice.shape.status.nullable(),
  total: z.int(),
  amount_due: z.int(),
  currency: z.string().length(3),
  created: seconds,
  next_payment_attempt: seconds.nullable(),
  invoice_pdf: z.string().nullish(),
  hosted_invoice_url: z.string().nullish(),
})
const preview = z.object({
  amount_due: z.int(),
  currency: z.string().length(3),
  lines: list(
    z.object({
      amount: z.int(),
      parent: z
        .object({
          subscription_item_details: z.object({ proration: z.boolean() }).nullish(),
          invoice_item_details: z.object({ proration: z.boolean() }).nullish(),
        })
        .nullable(),
    }),
  ),
})
const product = z.union([z.string(), z.object({ name: z.string().optional() })])

type ReadSubscription = z.infer<typeof subscription>
type Preview = z.infer<typeof preview>

/** Whether people can have seats in it: it runs, if perhaps unpaid for the moment. */
export const isRunning = (it: SubscriptionStatus) =>
  it === 'active' || it === 'trialing' || it === 'past_due'

/** Whether there is one at all: another must not be begun beside it. */
export const isThere = (it: SubscriptionStatus) =>
  isRunning(it) || it === 'unpaid' || it === 'paused' || it === 'incomplete'

/** Whether seats have to follow the people: not in one that ends, where nothing more is charged. */
export const seatsDiffer = (it: StripeSubscription, activePeople: number) =>
  isRunning(it.status) && !it.cancel_at_period_end && it.seats !== seatsFor(activePeople)

/** Stripe sells no less than one. */
export const seatsFor = (activePeople: number) => Math.max(1, activePeople)

/** The customer's subscription that counts: the newest that is there, else the newest. */
export async function findSubscription(
  stripe: Stripe,
  customer: string,
): Promise<ReadSubscription | null> {
  const answer = await stripe.subscriptions.list({
    customer,
    status: 'all',
    limit: 100,
    expand: [
      'data.default_payment_method',
      'data.customer.invoice_settings.default_payment_method',
    ],
  })
  const found = list(subscription)
    .parse(answer)
    .data.toSorted((one, other) => other.created - one.created)
  return found.find((one) => isThere(one.status)) ?? found[0] ?? null
}

/** Its item whose quantity are the seats. */
export function seatsItemOf({ items: { data } }: ReadSubscription, priceId: string | null) {
  const item = data.find((one) => one.price.id === priceId) ?? data[0]
  if (item) return item
  throw new StripeProblem('stripe_rubbish', 'Stripe’s subscription has no seats.')
}

/** Everything that is shown of a customer's subscription; without a customer, what it would cost. */
export async function readSubscription(
  stripe: Stripe,
  known: { customerId: string | null; priceId: string | null },
): Promise<StripeSubscription> {
  const { customerId, priceId } = known
  const [found, invoices] = customerId
    ? await Promise.all([
        findSubscription(stripe, customerId),
        stripe.invoices.list({ customer: customerId, limit: 24 }),
      ])
    : [null, { data: [] }]
  if (!found) {
    const plan = priceId ? await readPlan(stripe, priceId) : null
    return { ...NO_SUBSCRIPTION, plan, invoices: list(invoice).parse(invoices).data.map(asInvoice) }
  }
  const item = seatsItemOf(found, priceId)
  const [plan, next] = await Promise.all([
    readPlan(stripe, item.price.id),
    readPreviews(stripe, found, item),
  ])
  const ends = found.ended_at ?? found.cancel_at ?? null
  const runsOut = found.cancel_at_period_end ? item.current_period_end : null
  return {
    id: found.id,
    status: found.status,
    plan,
    seats: item.quantity ?? null,
    current_period_end: timeOf(item.current_period_end),
    cancel_at_period_end: found.cancel_at_period_end || found.cancel_at !== null,
    ends_at: timeOf(ends ?? runsOut),
    trial_ends_at: timeOf(found.trial_end),
    payment_method: paymentMethodOf(found),
    ...next,
    invoices: list(invoice).parse(invoices).data.map(asInvoice),
  }
}

/** What is known where nobody has subscribed, or nothing was read yet. */
export const NO_SUBSCRIPTION: StripeSubscription = {
  id: null,
  status: 'none',
  plan: null,
  seats: null,
  current_period_end: null,
  cancel_at_period_end: false,
  ends_at: null,
  trial_ends_at: null,
  next_invoice: null,
  one_more_seat: null,
  payment_method: null,
  invoices: [],
}

async function readPlan(stripe: Stripe, id: string): Promise<BillingPlan> {
  const answer = await stripe.prices.retrieve(id, { expand: ['product'] })
  const { recurring, ...read } = price.extend({ product }).parse(answer)
  if (!recurring) {
    throw new StripeProblem('stripe_refused', 'STRIPE_PRICE_ID is not the price of a subscription.')
  }
  const name = typeof read.product === 'string' ? undefined : read.product.name
  return {
    price_id: read.id,
    name: name ?? read.nickname ?? read.id,
    amount: read.unit_amount,
    currency: read.currency,
    ...recurring,
  }
}

type Item = ReturnType<typeof seatsItemOf>

/** The next invoice, and what one more seat would add to it: Stripe reckons both. */
async function readPreviews(
  stripe: Stripe,
  { id, status: state, ...rest }: ReadSubscription,
  item: Item,
) {
  const ends = rest.cancel_at_period_end || rest.cancel_at !== null
  const none = { next_invoice: null, one_more_seat: null }
  if (!isRunning(state) || ends) return none
  const previews = await Promise.all([
    stripe.invoices.createPreview({ subscription: id }),
    stripe.invoices.createPreview({
      subscription: id,
      subscription_details: {
        items: [{ id: item.id, quantity: (item.quantity ?? 0) + 1 }],
        proration_behavior: 'create_prorations',
      },
    }),
  ]).catch((error: unknown) => {
    // Somebody cancelled it after it was read.
    if (error instanceof Error && 'code' in error && error.code === 'invoice_upcoming_none') {
      return null
    }
    throw error
  })
  if (!previews) return none
  const [now, more] = previews.map((one) => preview.parse(one)) as [Preview, Preview]
  return {
    next_invoice: {
      date: timeOf(item.current_period_end),
      amount: now.amount_due,
      currency: now.currency,
    },
    one_more_seat: { amount: proratedIn(more) - proratedIn(now), currency: more.currency },
  }
}

const proratedIn = ({ lines }: Preview) =>
  lines.data
    .filter(
      ({ parent }) =>
        parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration,
    )
    .reduce((sum, { amount }) => sum + amount, 0)

function paymentMethodOf(read: ReadSubscription): StripeSubscription['payment_method'] {
  const { customer, default_payment_method: own } = read
  const fallback =
    typeof customer === 'string' ? null : customer.invoice_settings?.default_payment_method
  const method = own ?? fallback
  if (!method || typeof method === 'string') return null
  const { type, card } = method
  return {
    type,
    brand: card?.brand ?? null,
    last4: card?.last4 ?? null,
    exp_month: card?.exp_month ?? null,
    exp_year: card?.exp_year ?? null,
  }
}

const asInvoice = (read: z.infer<typeof invoice>): BillingInvoice => ({
  id: read.id,
  number: read.number,
  status: read.status ?? 'draft',
  total: read.total,
  amount_due: read.amount_due,
  currency: read.currency,
  created_at: timeOf(read.created),
  next_payment_attempt: timeOf(read.next_payment_attempt),
  pdf_url: linkOf(read.invoice_pdf),
  page_url: linkOf(read.hosted_invoice_url),
})

/** What a browser may be led to: nothing but the web. */
export const isWebAddress = (url: unknown): url is string =>
  typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

const linkOf = (url: string | null | undefined) => (isWebAddress(url) ? url : null)

function timeOf(moment: number): string
function timeOf(moment: number | null): string | null
function timeOf(moment: number | null): string | null {
  return moment === null ? null : new Date(moment * 1000).toISOString()
}
