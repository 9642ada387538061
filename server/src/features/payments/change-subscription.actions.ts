import type { StripeSubscription } from '@frontdesk/contract/payments'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { StripeConfig } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { conflict, unprocessable } from '../../http/errors.ts'
import { recordAudit } from '../../platform/audit.ts'
import { addJob, isJobDue } from '../../platform/jobs.ts'
import { brokerageName, findSettings } from '../settings/settings.queries.ts'
import { readAndKeep, refuseOthers } from './billing.actions.ts'
import {
  type BillingRow,
  countActivePeople,
  findBilling,
  lockBilling,
  insertBilling,
  updateCustomer,
} from './billing.queries.ts'
import {
  findSubscription,
  isThere,
  isWebAddress,
  seatsDiffer,
  seatsFor,
} from './read-subscription.ts'
import { askStripe, sourceOf, StripeProblem } from './stripe.ts'

/** Who asks, and with which key; `address` is where the browser comes back to. */
export interface BillingCall {
  db: Db
  config: StripeConfig
  actor: SignedIn
  origin: Origin
  address: string
}

/** Two who ask within the same ten minutes make one Checkout between them. */
const SAME_CHECKOUT_SECONDS = 600

/**
 * Opens Checkout for as many seats as there are people. However often it is asked for, it can't end in two
 * subscriptions: one that is there is refused, and Checkouts left open are closed.
 * @throws AppError 409 `already_subscribed`, 422 `no_price`; StripeProblem
 */
export async function startCheckout(call: BillingCall): Promise<{ id: string; url: string }> {
  const { db, config, address } = call
  const { priceId } = config
  if (!priceId) {
    throw unprocessable('no_price', 'Nobody can subscribe yet: STRIPE_PRICE_ID is not set.')
  }
  const seats = seatsFor(await countActivePeople(db))
  const customer = await findOrMakeCustomer(call)
  const session = await following(call, () =>
    askStripe(config, 'person', async (stripe) => {
      const found = await findSubscription(stripe, customer)
      if (found && isThere(found.status)) return null
      const open = await findOpenCheckout(stripe, customer, { priceId, seats })
      if (open) return open
      const span = Math.floor(Date.now() / 1000 / SAME_CHECKOUT_SECONDS)
      const key = `checkout:${customer}:${found?.id ?? 'first'}:${priceId}:${seats}:${span}`
      return stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer,
          line_items: [{ price: priceId, quantity: seats }],
          success_url: `${address}/admin/billing/return?session_id={CHECKOUT_SESSION_ID}`,
          cancel_url: `${address}/admin/billing/return?cancelled=1`,
        },
        { idempotencyKey: key },
      )
    }),
  )
  if (!session) {
    await readAndKeep(db, config, 'person')
    throw conflict('already_subscribed', 'There is a subscription already.')
  }
  const url = webAddressOf(session)
  await inTransaction(db, (tx) =>
    recordAudit(tx, call, { action: 'billing.checkout_started', details: { seats } }),
  )
  return { id: session.id, url }
}

/** One that was left open is gone on with; others could still be paid beside it, and are closed. */
async function findOpenCheckout(
  stripe: Stripe,
  customer: string,
  wanted: { priceId: string; seats: number },
): Promise<Stripe.Checkout.Session | null> {
  const { data } = await stripe.checkout.sessions.list({
    customer,
    status: 'open',
    limit: 100,
    expand: ['data.line_items'],
  })
  const soon = Date.now() / 1000 + SAME_CHECKOUT_SECONDS
  const same = data.find(
    ({ line_items: items, expires_at: end }) =>
      end > soon &&
      items?.data.some(
        ({ price, quantity }) => price?.id === wanted.priceId && quantity === wanted.seats,
      ),
  )
  for (const other of data) if (other !== same) await stripe.checkout.sessions.expire(other.id)
  return same ?? null
}

/** Whom Stripe knows the brokerage as. Two who ask at once get one: the key is the row's. */
async function findOrMakeCustomer(call: BillingCall): Promise<string> {
  const { db, config, actor } = call
  const source = sourceOf(config)
  await insertBilling(db, source)
  // By the way it finds out whether the customer is still there.
  await readAndKeep(db, config, 'person')
  const { customer_id: known, customer_key: key } = (await findBilling(db, source))!
  if (known) return known
  const name = brokerageName(await findSettings(db))
  const made = await askStripe(config, 'person', (stripe) =>
    stripe.customers.create(
      { name, email: actor.email, description: 'Front Desk' },
      { idempotencyKey: `customer:${key}` },
    ),
  )
  if (typeof made.id !== 'string') throw unreadable()
  await updateCustomer(db, source, made.id)
  return made.id
}

/** Has the subscription end with its period. @throws AppError 409 `subscription_over`; StripeProblem */
export async function cancelSubscription(call: BillingCall, id: string): Promise<void> {
  await change(call, id, {
    action: 'billing.cancelled',
    isDone: (it) => it.cancel_at_period_end,
    ask: (stripe, it) => stripe.subscriptions.update(it, { cancel_at_period_end: true }),
  })
}

/** Takes a cancellation back. @throws AppError 409 `subscription_over`; StripeProblem */
export async function reactivateSubscription(call: BillingCall, id: string): Promise<void> {
  await change(call, id, {
    action: 'billing.reactivated',
    isDone: (it) => !it.cancel_at_period_end,
    ask: async (stripe, it) => {
      const { cancel_at_period_end: byPeriod } = await stripe.subscriptions.retrieve(it)
      // The portal may have set a moment instead.
      await stripe.subscriptions.update(
        it,
        byPeriod ? { cancel_at_period_end: false } : { cancel_at: '' },
      )
    },
  })
}

interface Change {
  action: 'billing.cancelled' | 'billing.reactivated'
  isDone: (it: StripeSubscription) => boolean
  ask: (stripe: Stripe, id: string) => Promise<unknown>
}

/** Reads, asks where it is not so yet, reads again; of two who ask at once one has done it. */
async function change(call: BillingCall, id: string, { action, isDone, ask }: Change) {
  const { db, config } = call
  const { rows } = await sql<{ now: string }>`select now()`.execute(db)
  const { after } = await readKnown(call, id)
  if (!after.id || !isThere(after.status)) {
    throw conflict('subscription_over', 'There is no running subscription. You can subscribe anew.')
  }
  const subscription = after.id
  if (isDone(after)) return
  await following(call, () => askStripe(config, 'person', (stripe) => ask(stripe, subscription)))
  const reading = await following(call, () => readAndKeep(db, config, 'person'))
  if (!isDone(reading.after)) return
  // While it was ending, seats did not follow.
  await addSeatsJob(db)
  await inTransaction(db, async (tx) => {
    await lockBilling(tx, sourceOf(config))
    // That it is so already says nothing: the job that follows Stripe's news may have read it before us.
    const told = await tx
      .selectFrom('audit_events')
      .select('id')
      .where('action', '=', action)
      .where('happened_at', '>=', rows[0]!.now)
      .executeTakeFirst()
    if (told) return
    const details = { subscription, ends_at: reading.after.ends_at }
    await recordAudit(tx, call, { action, details })
  })
}

/** Opens the portal. @throws AppError 409 `no_customer`; StripeProblem */
export async function openPortal(call: BillingCall, id: string): Promise<{ url: string }> {
  const { db, config, address } = call
  const row = await findBilling(db, sourceOf(config))
  refuseOthers(row, id)
  const customer = row?.customer_id
  if (!customer) {
    throw conflict('no_customer', 'There is nothing to manage before somebody has subscribed.')
  }
  const session = await askStripe(config, 'person', (stripe) =>
    stripe.billingPortal.sessions.create({
      customer,
      return_url: `${address}/admin/billing?back=portal`,
    }),
  )
  const url = webAddressOf(session)
  await inTransaction(db, (tx) => recordAudit(tx, call, { action: 'billing.portal_opened' }))
  return { url }
}

async function readKnown({ db, config }: BillingCall, id: string) {
  const row: BillingRow | undefined = await findBilling(db, sourceOf(config))
  refuseOthers(row, id)
  return readAndKeep(db, config, 'person')
}

/** Where Stripe did not answer, it may have done it all the same: a job looks again. */
async function following<T>({ db }: BillingCall, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StripeProblem && error.code !== 'stripe_refused') {
      await addSyncJob(db, { delaySeconds: 15 })
    }
    throw error
  }
}

const SYNC_KEY = 'billing:sync'

/** Has a job read the subscription; one that waits already is replaced. */
export async function addSyncJob(db: Db, options: { delaySeconds?: number } = {}): Promise<void> {
  await addJob(db, 'sync_billing', {}, { key: SYNC_KEY, queue: 'billing', ...options })
}

/**
 * The same, where none is about to begin: it will read what is so now. Of many events at once the others
 * need no lock; whatever is missed between two statements the minute's job finds.
 */
export async function ensureSyncJob(db: Db): Promise<void> {
  if (!(await isJobDue(db, SYNC_KEY))) await addSyncJob(db)
}

/** Has a job look whether Stripe knows how many people there are. */
export async function addSeatsJob(db: Db, options: { delaySeconds?: number } = {}): Promise<void> {
  await addJob(db, 'follow_seats', {}, { key: 'billing:seats', queue: 'billing', ...options })
}

/** Reads the subscription at Stripe now, and takes up what was given up. @throws StripeProblem */
export async function refreshSubscription(db: Db, config: StripeConfig, id: string): Promise<void> {
  refuseOthers(await findBilling(db, sourceOf(config)), id)
  const { after } = await readAndKeep(db, config, 'person')
  if (seatsDiffer(after, await countActivePeople(db))) await addSeatsJob(db)
}

function webAddressOf({ url }: { url: string | null }): string {
  if (isWebAddress(url)) return url
  throw unreadable()
}

const unreadable = () =>
  new StripeProblem('stripe_rubbish', 'Stripe answered something that cannot be read.')
