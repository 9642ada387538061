import { isDeepStrictEqual } from 'node:util'
import type { BillingWarning, StripeSubscription, Subscription } from '@frontdesk/contract/payments'
import { uuidv7 } from 'uuidv7'
import type { Config, StripeConfig } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin } from '../../http/caller.ts'
import { notFound } from '../../http/errors.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { findSettings, timeZoneOf } from '../settings/settings.queries.ts'
import {
  beginReading,
  type BillingRow,
  countActivePeople,
  findBilling,
  lockBilling,
  problemOf,
  updateCustomer,
  updateSnapshot,
} from './billing.queries.ts'
import { NO_SUBSCRIPTION, readSubscription } from './read-subscription.ts'
import { askStripe, sourceOf, StripeProblem } from './stripe.ts'

/** Who stands in the audit trail for what nobody in the house did. */
export const BILLING = { id: null, name: 'Billing' }

/** Where it comes from then. */
export const jobOrigin = (): Origin => ({ ip: 'a job', userAgent: 'jobs', requestId: uuidv7() })

/** What the page shows: what was read last, beside what this installation knows itself. */
export async function showSubscription(db: Db, config: Config): Promise<Subscription> {
  const { stripe } = config
  const row = stripe ? await findBilling(db, sourceOf(stripe)) : undefined
  const missing = [
    stripe?.priceId === null ? ('STRIPE_PRICE_ID' as const) : null,
    stripe?.webhookSecret === null ? ('STRIPE_WEBHOOK_SECRET' as const) : null,
  ]
  return {
    ...(row?.snapshot ?? NO_SUBSCRIPTION),
    configured: stripe !== null,
    mode: stripe && sourceOf(stripe),
    local_stripe: stripe?.apiBase ?? null,
    missing: missing.filter((name) => name !== null),
    active_people: await countActivePeople(db),
    time_zone: timeZoneOf(await findSettings(db)),
    read_at: row?.read_at ?? null,
    compared_at: row?.compared_at ?? null,
    differences: row?.differences ?? [],
    problem: problemOf(row),
  }
}

/** @throws AppError 404 for a subscription that is not the brokerage's */
export function refuseOthers(row: BillingRow | undefined, id: string): void {
  if (id !== 'current' && id !== row?.snapshot?.id) throw notFound('Subscription not found')
}

/** What admins are told on every screen of theirs; null while all is well. */
export async function findBillingWarning(db: Db, config: Config): Promise<BillingWarning | null> {
  if (!config.stripe) return null
  const row = await findBilling(db, sourceOf(config.stripe))
  const { snapshot } = row ?? {}
  if (!snapshot || !needsAttention(snapshot)) return null
  const attempts = snapshot.invoices
    .filter((invoice) => invoice.status === 'open')
    .map((invoice) => invoice.next_payment_attempt)
    .filter((moment) => moment !== null)
  return {
    status: snapshot.status,
    until: attempts.toSorted()[0] ?? null,
    ended_at: snapshot.ends_at,
    time_zone: timeZoneOf(await findSettings(db)),
  }
}

const needsAttention = ({ status }: StripeSubscription) =>
  ['past_due', 'unpaid', 'paused', 'canceled', 'incomplete', 'incomplete_expired'].includes(status)

/** What one reading changed. */
export interface Reading {
  before: StripeSubscription | null
  after: StripeSubscription
}

/**
 * Reads the subscription at Stripe and keeps it: everything that is known of it comes from here. A reading
 * that another has overtaken is dropped. Outside of any transaction.
 * @throws StripeProblem
 */
export async function readAndKeep(
  db: Db,
  config: StripeConfig,
  waiting: 'person' | 'job',
): Promise<Reading> {
  const source = sourceOf(config)
  const customerId = (await findBilling(db, source))?.customer_id ?? null
  const reading = await beginReading(db)
  const { snapshot, lost } = await readAtStripe(config, waiting, customerId)
  return inTransaction(db, async (tx) => {
    const held = await lockBilling(tx, source)
    if (held.reading > reading) return { before: held.snapshot, after: held.snapshot ?? snapshot }
    if (lost && held.customer_id === customerId) await updateCustomer(tx, source, null)
    await updateSnapshot(tx, source, { reading, snapshot })
    await tellOfChange(tx, held.snapshot, snapshot)
    return { before: held.snapshot, after: snapshot }
  })
}

async function readAtStripe(
  config: StripeConfig,
  waiting: 'person' | 'job',
  customerId: string | null,
): Promise<{ snapshot: StripeSubscription; lost: boolean }> {
  const { priceId } = config
  const read = (id: string | null) =>
    askStripe(config, waiting, (stripe) => readSubscription(stripe, { customerId: id, priceId }))
  try {
    return { snapshot: await read(customerId), lost: false }
  } catch (error) {
    // Of another account, or deleted there: by this key nobody has subscribed.
    if (!(error instanceof StripeProblem && error.misses('customer'))) throw error
    return { snapshot: await read(null), lost: true }
  }
}

/** A change of status is worth a line in the trail; whoever looks is told of any. */
async function tellOfChange(
  tx: Db,
  before: StripeSubscription | null,
  after: StripeSubscription,
): Promise<void> {
  const from = before?.status ?? 'none'
  if (from !== after.status) {
    await recordAudit(
      tx,
      { origin: jobOrigin() },
      {
        action: 'billing.status_changed',
        actor: BILLING,
        details: { from, to: after.status, subscription: after.id },
      },
    )
  }
  if (!isDeepStrictEqual(before, after)) {
    await publish(tx, { keys: ['billing'], adminsOnly: true })
    // The banner comes with the front desk.
    if (from !== after.status || needsAttention(after)) {
      await publish(tx, { keys: ['settings'], adminsOnly: true })
    }
  }
}
