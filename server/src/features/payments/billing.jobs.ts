import type { StripeSubscription } from '@frontdesk/contract/payments'
import type { FastifyBaseLogger } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { StripeConfig } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import type { Services } from '../../services.ts'
import { BILLING, jobOrigin, readAndKeep } from './billing.actions.ts'
import {
  type BillingRow,
  countActivePeople,
  deleteOldEvents,
  findBilling,
  hasForgottenEvents,
  listWaitingEvents,
  markCompared,
  markHandled,
  markProblem,
  updateSeatsChange,
} from './billing.queries.ts'
import { addSeatsJob, addSyncJob, ensureSyncJob } from './change-subscription.actions.ts'
import {
  findSubscription,
  isRunning,
  seatsDiffer,
  seatsFor,
  seatsItemOf,
} from './read-subscription.ts'
import { askStripe, sourceOf, StripeProblem } from './stripe.ts'

/** Seconds until the next try; after the last one it is given up, and the page says so. */
const BACK_OFF = [10, 30, 120, 300, 900, 3600, 3 * 3600, 6 * 3600]

/** How each kind of job is added again. */
const SYNC = { name: 'sync_billing', again: addSyncJob }
const SEATS = { name: 'follow_seats', again: addSeatsJob }
type Kind = typeof SYNC

type Asking = Pick<Services, 'db' | 'config'>

type Work = (context: { db: Db; config: StripeConfig }) => Promise<void>

/** Runs what asks Stripe; where that fails, tries again later and later, then gives up visibly. */
async function trying(
  { db, config: { stripe: config } }: Asking,
  log: FastifyBaseLogger,
  job: Kind,
  work: Work,
): Promise<void> {
  if (!config) return
  try {
    await work({ db, config })
  } catch (error) {
    if (!(error instanceof StripeProblem)) throw error
    await tryLater(db, config, job, error)
    log.warn({ job: job.name, code: error.code, reason: error.message }, 'Stripe was asked in vain')
  }
}

async function tryLater(
  db: Db,
  config: StripeConfig,
  { again }: Kind,
  problem: StripeProblem,
): Promise<void> {
  const source = sourceOf(config)
  const tries = ((await findBilling(db, source))?.tries ?? 0) + 1
  const delaySeconds = BACK_OFF[tries - 1] ?? null
  await inTransaction(db, async (tx) => {
    await markProblem(tx, source, { problem, tries, delaySeconds })
    if (delaySeconds !== null) await again(tx, { delaySeconds })
    await publish(tx, { keys: ['billing'], adminsOnly: true })
  })
}

/** Reads the subscription, and with that handles every event that came before. */
export async function syncBilling(services: Asking, log: FastifyBaseLogger): Promise<void> {
  await trying(services, log, SYNC, async ({ db, config }) => {
    const waiting = await listWaitingEvents(db, sourceOf(config))
    const { before, after } = await readAndKeep(db, config, 'job')
    await markHandled(db, waiting)
    const begins = isRunning(after.status) && !(before && isRunning(before.status))
    if (begins) await addSeatsJob(db)
  })
}

/** Every minute: gives events a job that have none. */
export async function requeueForgottenEvents({ db, config: { stripe } }: Asking): Promise<void> {
  if (stripe && (await hasForgottenEvents(db, sourceOf(stripe)))) await ensureSyncJob(db)
}

/** Tells Stripe how many people there are, where it is paid for another number. */
export async function followSeats(services: Asking, log: FastifyBaseLogger): Promise<void> {
  await trying(services, log, SEATS, async ({ db, config }) => {
    const source = sourceOf(config)
    const row = await findBilling(db, source)
    const customer = row?.customer_id
    if (!row || !customer) return
    const found = await askStripe(config, 'job', (stripe) => findSubscription(stripe, customer))
    const ends = found?.cancel_at_period_end || found?.cancel_at
    if (found && isRunning(found.status) && !ends) {
      const item = seatsItemOf(found, config.priceId)
      const from = item.quantity ?? 0
      const to = seatsFor(await countActivePeople(db))
      if (from !== to)
        await changeSeats({ db, config }, row, { found: found.id, item: item.id, from, to })
    }
    await updateSeatsChange(db, source, null)
    await readAndKeep(db, config, 'job')
  })
}

/** The same change that failed before bears the same key: whichever try arrives, it is made once. */
async function changeSeats(
  { db, config }: { db: Db; config: StripeConfig },
  { seats_change: before }: BillingRow,
  { found, item, from, to }: { found: string; item: string; from: number; to: number },
): Promise<void> {
  const isSame = before?.from === from && before.to === to
  const change = isSame ? before : { from, to, key: uuidv7() }
  await updateSeatsChange(db, sourceOf(config), change)
  await askStripe(config, 'job', (stripe) =>
    stripe.subscriptions.update(
      found,
      { items: [{ id: item, quantity: to }], proration_behavior: 'create_prorations' },
      { idempotencyKey: `seats:${change.key}` },
    ),
  )
  await tellOfSeats(db, { from, to })
}

async function tellOfSeats(db: Db, { from, to }: { from: number; to: number }): Promise<void> {
  await recordAudit(
    db,
    { origin: jobOrigin() },
    { action: 'billing.seats_changed', actor: BILLING, details: { from, to } },
  )
}

/** Every night: holds what is known against Stripe, and says what differed. */
export async function compareBilling(services: Asking, log: FastifyBaseLogger): Promise<void> {
  await deleteOldEvents(services.db)
  await trying(services, log, SYNC, async ({ db, config }) => {
    const source = sourceOf(config)
    const known = await findBilling(db, source)
    if (!known) return
    const { after } = await readAndKeep(db, config, 'job')
    const differences = known.snapshot ? differencesOf(known.snapshot, after) : []
    const people = await countActivePeople(db)
    if (seatsDiffer(after, people)) {
      differences.push(`${after.seats} seats are paid for, and ${people} people are active.`)
      await addSeatsJob(db)
    }
    await markCompared(db, source, differences)
    await publish(db, { keys: ['billing'], adminsOnly: true })
    if (differences.length === 0) return
    log.warn({ differences }, 'what was known of the subscription differed from Stripe')
    await recordAudit(
      db,
      { origin: jobOrigin() },
      {
        action: 'billing.compared',
        actor: BILLING,
        details: { differences: differences.join(' ') },
      },
    )
  })
}

/** What ought not to change without an event, as sentences. */
function differencesOf(known: StripeSubscription, now: StripeSubscription): string[] {
  const sentences: [string, (it: StripeSubscription) => string][] = [
    ['The subscription', (it) => it.id ?? 'none'],
    ['Its status', (it) => it.status],
    ['Its seats', (it) => String(it.seats ?? 'none')],
    ['Its plan', (it) => it.plan?.price_id ?? 'none'],
    ['The end of its period', (it) => it.current_period_end ?? 'none'],
    ['Whether it ends', (it) => (it.cancel_at_period_end ? 'yes' : 'no')],
    ['The number of invoices', (it) => String(it.invoices.length)],
  ]
  return sentences
    .filter(([, of]) => of(known) !== of(now))
    .map(([what, of]) => `${what} was known as ${of(known)}, and is ${of(now)} at Stripe.`)
}
