import type {
  DeliveryState,
  WEBHOOK_DATA,
  WebhookDelivery,
  WebhookTry,
} from '@frontdesk/contract/webhooks'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { type Page, type PageOptions, readPage } from '../../db/page.ts'

const deliveries = (db: Db) =>
  db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_events as event', 'event.id', 'delivery.event_id')
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('webhook_tries')
          .select(['tried_at', 'status', 'problem'])
          .whereRef('delivery_id', '=', 'delivery.id')
          .orderBy('tried_at', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select([
      'delivery.id',
      'event.id as event_id',
      'event.type',
      'delivery.state',
      'event.happened_at',
      'delivery.tries',
      'last.tried_at as last_try_at',
      'last.status as last_status',
      'last.problem as last_problem',
      'delivery.next_try_at',
      'delivery.settled_at',
    ])

/** Newest first. */
export async function listDeliveries(
  db: Db,
  options: PageOptions & { endpointId: string; state?: DeliveryState | undefined },
): Promise<Page<WebhookDelivery>> {
  const { endpointId, state } = options
  const found = deliveries(db)
    .where('delivery.endpoint_id', '=', endpointId)
    .$if(state !== undefined, (some) => some.where('delivery.state', '=', state!))
  return readPage(found, [sql`delivery.number`, sql`delivery.id`], 'desc', options)
}

/** Of this endpoint; undefined where it has none such. */
export async function findDelivery(
  db: Db,
  endpointId: string,
  id: string,
): Promise<WebhookDelivery | undefined> {
  return deliveries(db)
    .where('delivery.endpoint_id', '=', endpointId)
    .where('delivery.id', '=', id)
    .executeTakeFirst()
}

/** One event; its data as the triggers write it, which is what is sent but for where the web app shows it. */
export interface EventRow {
  type: keyof typeof WEBHOOK_DATA
  happened_at: string
  data: { [named: `${string}_id`]: string; item_type?: 'policy' | 'test' | 'training' }
}

export async function findEvent(db: Db, id: string): Promise<EventRow> {
  return db
    .selectFrom('webhook_events')
    .select(['type', 'happened_at', 'data'])
    .where('id', '=', id)
    .$castTo<EventRow>()
    .executeTakeFirstOrThrow()
}

/** Oldest first. */
export async function listTries(db: Db, deliveryId: string): Promise<WebhookTry[]> {
  return db
    .selectFrom('webhook_tries')
    .select(['tried_at', 'took_ms', 'status', 'problem', 'answer'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('tried_at')
    .orderBy('id')
    .execute()
}

/** As if it had just happened, but for its number: it comes in its old place. */
const ANEW = {
  state: 'waiting',
  tries_in_row: 0,
  next_try_at: sql<string>`now()`,
  give_up_at: sql<string>`now() + interval '3 days'`,
  settled_at: null,
} as const

/** Has one sent again, whatever became of it. */
export async function requeueDelivery(db: Db, id: string): Promise<void> {
  await db.updateTable('webhook_deliveries').set(ANEW).where('id', '=', id).execute()
}

/** Has all sent again that were given up and happened since then. @returns how many */
export async function requeueFailed(db: Db, endpointId: string, since: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set(ANEW)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'failed')
    .where('event_id', 'in', (of) =>
      of.selectFrom('webhook_events').select('id').where('happened_at', '>=', since),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** What is to be tried now. */
export interface DueDelivery {
  id: string
  endpoint_id: string
  event_id: string
  tries_in_row: number
  give_up_at: string
  url: string
  description: string
  secret_sealed: Buffer
  /** While it still signs. */
  old_secret_sealed: Buffer | null
  failing_since: string | null
}

/** Longer than a try takes: whoever holds one for longer has died, and it is tried again. */
const HELD = '45 seconds'

/**
 * Takes the first due delivery of each endpoint at which nobody is, and holds these endpoints: one try at a time
 * each, whichever nodes look.
 */
export async function claimDue(db: Db, most: number): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with free as (
      select id from webhook_endpoints as endpoint
      where enabled and (busy_until is null or busy_until < now()) and exists (
        select from webhook_deliveries
        where endpoint_id = endpoint.id and state = 'waiting' and next_try_at <= now()
      )
      order by busy_until nulls first limit ${most}
      for no key update skip locked
    ), held as (
      update webhook_endpoints as endpoint set busy_until = now() + ${HELD}::interval
      from free where endpoint.id = free.id
      returning endpoint.*
    )
    select due.id, held.id as endpoint_id, due.event_id, due.tries_in_row, due.give_up_at, held.url,
      held.description, held.secret_sealed, held.failing_since,
      case when held.old_secret_until > now() then held.old_secret_sealed end as old_secret_sealed
    from held
    cross join lateral (
      select * from webhook_deliveries
      where endpoint_id = held.id and state = 'waiting' and next_try_at <= now()
      order by number limit 1
    ) as due
  `.execute(db)
  return rows
}

/** Makes whoever deletes or changes it wait until the transaction ends; false where it is gone. */
export async function holdEndpoint(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Lets go of an endpoint whose try came to nothing, because the server stops. */
export async function releaseEndpoint(db: Db, endpointId: string): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ busy_until: null })
    .where('id', '=', endpointId)
    .execute()
}

export interface MadeTry {
  tookMs: number
  status: number | null
  problem: string | null
  answer: string
}

/** Writes down one try. */
export async function insertTry(db: Db, deliveryId: string, made: MadeTry): Promise<void> {
  await db
    .insertInto('webhook_tries')
    .values({
      id: uuidv7(),
      delivery_id: deliveryId,
      tried_at: sql`clock_timestamp()`,
      took_ms: made.tookMs,
      status: made.status,
      problem: made.problem,
      answer: made.answer,
    })
    .execute()
}

/** What becomes of a delivery after a try. @param pauseSeconds until the next one; null: there is none */
export async function settleDelivery(
  db: Db,
  id: string,
  { state, pauseSeconds }: { state: DeliveryState; pauseSeconds: number | null },
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({
      state,
      tries: sql`tries + 1`,
      tries_in_row: sql`tries_in_row + 1`,
      next_try_at:
        pauseSeconds === null
          ? null
          : sql`clock_timestamp() + ${pauseSeconds} * interval '1 second'`,
      settled_at: state === 'waiting' ? null : sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()
}

/** What becomes of the endpoint after a try; it is free for the next one, once it wants one. */
export async function settleEndpoint(
  db: Db,
  id: string,
  after: { problem: string | null; disabled: 'failing' | 'gone' | null; waitSeconds: number },
): Promise<void> {
  const { problem, disabled, waitSeconds } = after
  await db
    .updateTable('webhook_endpoints')
    .set({
      busy_until:
        waitSeconds > 0 ? sql`clock_timestamp() + ${waitSeconds} * interval '1 second'` : null,
      failing_since: problem === null ? null : sql`coalesce(failing_since, clock_timestamp())`,
      failing_because: problem,
      ...(disabled && {
        enabled: false,
        disabled_because: disabled,
        revision: sql`revision + 1`,
      }),
    })
    .where('id', '=', id)
    .execute()
}

/** Whether an endpoint has failed at every try for a week, by the database's clock. */
export async function hasFailedForAWeek(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('id', '=', id)
    .where('failing_since', '<', sql<string>`clock_timestamp() - interval '7 days'`)
    .executeTakeFirst()
  return row !== undefined
}

/** Gives up what waited for three days at an endpoint that is off, and forgets what is older than 30 days. */
export async function forgetOldDeliveries(db: Db): Promise<void> {
  await sql`
    update webhook_deliveries
    set state = 'failed', next_try_at = null, settled_at = now()
    where state = 'waiting' and give_up_at < now() and endpoint_id in (
      select id from webhook_endpoints where not enabled
    )
  `.execute(db)
  await sql`
    delete from webhook_deliveries where created_at < now() - interval '30 days' and state <> 'waiting'
  `.execute(db)
  await sql`
    delete from webhook_events as event
    where happened_at < now() - interval '1 hour'
      and not exists (select from webhook_deliveries where event_id = event.id)
  `.execute(db)
}

/** So many at once; the rest a minute later. */
const MOST_OVERDUE = 1000

/** Keeps an event for each obligation that was not seen to be overdue before: once each, whatever becomes of its date. */
export async function noteOverdue(db: Db): Promise<void> {
  await sql`
    with noticed as (
      insert into overdue_notices (obligation_id)
      select id from obligations
      where closed_at is null and opens_at <= now() and coalesce(due_at, 'infinity') <= now()
        and not exists (select from overdue_notices where obligation_id = obligations.id)
      order by coalesce(due_at, 'infinity'), id limit ${MOST_OVERDUE}
      on conflict do nothing
      returning obligation_id
    ), overdue as (
      select obligations.*, coalesce(text.title, trainings.title, tests.title) as title,
        tests.training_id
      from noticed join obligations on obligations.id = noticed.obligation_id
      left join policies on policies.id = item_id
      left join policy_versions as text on text.policy_id = policies.id
        and text.version = policies.current_version
      left join tests on tests.id = item_id
      left join trainings on trainings.id = tests.training_id
      order by due_at, obligations.id
    )
    select note_webhook_event(
      'obligation.overdue',
      jsonb_build_object(
        'obligation_id', id, 'person_id', user_id,
        'item_type', case when training_id is not null then 'training' else kind end,
        'item_id', coalesce(training_id, item_id), 'title', title, 'due_at', webhook_time(due_at)
      )
    ) from overdue
  `.execute(db)
}
