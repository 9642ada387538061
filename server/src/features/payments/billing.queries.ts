import type { BillingProblem, StripeSubscription } from '@frontdesk/contract/payments'
import { type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import type { Billing } from '../../db/schema.ts'
import type { Source, StripeProblem } from './stripe.ts'

/** What is known of the subscription at one place; `snapshot` as it was read there last. */
export interface BillingRow extends Omit<Selectable<Billing>, 'snapshot' | 'seats_change'> {
  snapshot: StripeSubscription | null
  seats_change: SeatsChange | null
}

/** A change that Stripe is being asked for: asked again, it bears the same key. */
export interface SeatsChange {
  from: number
  to: number
  key: string
}

/** What is known; undefined while nobody has asked for anything. */
export async function findBilling(db: Db, source: Source): Promise<BillingRow | undefined> {
  const row = await db
    .selectFrom('billing')
    .selectAll()
    .where('source', '=', source)
    .executeTakeFirst()
  return row as BillingRow | undefined
}

/** The same, made where it is not there and held until the transaction ends. */
export async function lockBilling(tx: Db, source: Source): Promise<BillingRow> {
  await insertBilling(tx, source)
  const row = await tx
    .selectFrom('billing')
    .selectAll()
    .where('source', '=', source)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row as BillingRow
}

/** Makes the row where it is not there. */
export async function insertBilling(db: Db, source: Source): Promise<void> {
  await db
    .insertInto('billing')
    .values({ source, customer_key: uuidv7() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The number of a reading that begins now: of two, the later number has seen what the earlier has, or more. */
export async function beginReading(db: Db): Promise<number> {
  const { rows } = await sql<{ reading: number }>`
    select nextval('billing_readings')::int8 as reading
  `.execute(db)
  return rows[0]!.reading
}

/** Keeps what was read; what failed before is over. */
export async function updateSnapshot(
  tx: Db,
  source: Source,
  read: { reading: number; snapshot: StripeSubscription },
): Promise<void> {
  await tx
    .updateTable('billing')
    .set({
      snapshot: JSON.stringify(read.snapshot),
      reading: read.reading,
      read_at: sql`now()`,
      problem_code: null,
      problem: null,
      problem_since: null,
      tries: 0,
      next_try_at: null,
    })
    .where('source', '=', source)
    .execute()
}

/** Whom Stripe knows the brokerage as; null forgets them, and the next one will be another. */
export async function updateCustomer(
  db: Db,
  source: Source,
  customerId: string | null,
): Promise<void> {
  await db
    .updateTable('billing')
    .set({ customer_id: customerId, ...(customerId === null && { customer_key: uuidv7() }) })
    .where('source', '=', source)
    .execute()
}

/** @param change null: it is done, or nothing to do any more */
export async function updateSeatsChange(
  db: Db,
  source: Source,
  change: SeatsChange | null,
): Promise<void> {
  await db
    .updateTable('billing')
    .set({ seats_change: change && JSON.stringify(change) })
    .where('source', '=', source)
    .execute()
}

/** Writes down why Stripe could not be asked. @param delaySeconds null: it is given up */
export async function markProblem(
  db: Db,
  source: Source,
  failed: { problem: StripeProblem; tries: number; delaySeconds: number | null },
): Promise<void> {
  const { problem, tries, delaySeconds } = failed
  await insertBilling(db, source)
  await db
    .updateTable('billing')
    .set({
      problem_code: problem.code,
      problem: problem.message,
      problem_since: sql`coalesce(problem_since, now())`,
      tries,
      next_try_at:
        delaySeconds === null ? null : sql`now() + ${delaySeconds} * interval '1 second'`,
    })
    .where('source', '=', source)
    .execute()
}

/** What is wrong, for the page; null where nothing is. */
export function problemOf(row: BillingRow | undefined): BillingProblem | null {
  if (!row?.problem_code || !row.problem || !row.problem_since) return null
  return {
    code: row.problem_code,
    error: row.problem,
    since: row.problem_since,
    tries: row.tries,
    next_try_at: row.next_try_at,
  }
}

/** What the nightly comparison found, as sentences. */
export async function markCompared(db: Db, source: Source, differences: string[]): Promise<void> {
  await db
    .updateTable('billing')
    .set({ compared_at: sql`now()`, differences })
    .where('source', '=', source)
    .execute()
}

/** Whether the event is new here; then it is kept. `waits`: until a reading has handled it. */
export async function insertEvent(
  db: Db,
  event: { id: string; source: Source; type: string; created: number; waits: boolean },
): Promise<boolean> {
  const added = await db
    .insertInto('billing_events')
    .values({
      id: event.id,
      source: event.source,
      type: event.type,
      created_at: new Date(event.created * 1000).toISOString(),
      handled_at: event.waits ? null : sql`now()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** Which events wait now: a reading that begins after this handles them. */
export async function listWaitingEvents(db: Db, source: Source): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_events')
    .select('id')
    .where('source', '=', source)
    .where('handled_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether events wait for longer than a job takes to begin: theirs was lost, or not in a backup. */
export async function hasForgottenEvents(db: Db, source: Source): Promise<boolean> {
  const row = await db
    .selectFrom('billing_events')
    .innerJoin('billing', 'billing.source', 'billing_events.source')
    .select('billing_events.id')
    .where('billing_events.source', '=', source)
    .where('handled_at', 'is', null)
    .where('received_at', '<', sql<string>`now() - interval '30 seconds'`)
    // A problem has its own next try, or is given up until the night.
    .where('problem', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Says that these are handled. */
export async function markHandled(db: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('billing_events')
    .set({ handled_at: sql`now()` })
    .where(sql<boolean>`id = any(${ids})`)
    .where('handled_at', 'is', null)
    .execute()
}

/** Stripe sends an event again for three days at most, and shows it for thirty. */
const KEEP_EVENTS = '90 days'

/** Forgets events that Stripe itself no longer knows. */
export async function deleteOldEvents(db: Db): Promise<void> {
  await db
    .deleteFrom('billing_events')
    .where('received_at', '<', sql<string>`now() - ${KEEP_EVENTS}::interval`)
    .where('handled_at', 'is not', null)
    .execute()
}

/** Who needs a seat. */
export async function countActivePeople(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
