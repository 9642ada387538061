import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** Reminders go out between these hours of the person's own day. */
export const FROM_HOUR = 8
export const TO_HOUR = 20

export type ItemKind = 'policy' | 'test' | 'training'

/** Something that a person still has to do, within a week or since a while. */
export interface DueItem {
  /** Left out of mails that were queued before there were any. */
  obligation_id?: string
  kind: ItemKind
  id: string
  training_id: string | null
  title: string
  due_at: string
  /** Whether a reminder of it has come due that nobody has had yet; said by `listDueDigests` alone. */
  fresh?: boolean
  /** The day of that reminder. */
  stage_day?: string
  /** Days from the person's own day to the one by whose evening it is due; negative: overdue. */
  days_left: number
}

/** What one person is to be told today. */
export interface Digest {
  user_id: string
  email: string
  time_zone: string
  /** Their own day, such as `2026-11-21`. */
  local_day: string
  items: DueItem[]
}

/** When, and which time zone is the brokerage's: people without one of their own live by it. */
export interface Clock {
  now: Date
  timeZone: string
}

/**
 * What is due of everybody or of these people, each by their own time zone.
 *
 * A due moment in the night belongs to the day before: its last reminder comes in a morning when there
 * still is time. `stage_day` is the newest day on which a reminder was due: 7 and 1 days before, the
 * day, each week after.
 */
async function dueItems(db: Db, { now, timeZone }: Clock, userIds: string[] | null) {
  const known = await findTimeZones(db)
  const fallback = known.includes(timeZone) ? timeZone : 'UTC'
  // Said of both: the planner looks for some people only where it is told to.
  const ofPeople = (column: string) =>
    userIds === null ? sql`` : sql`and ${sql.ref(column)} = any(${userIds}::uuid[])`
  return sql`
    with people as (
      select users.id, users.email, zones.zone, ${now}::timestamptz at time zone zones.zone as clock
      from users
      cross join lateral (
        select case when users.time_zone = any (${known}) then users.time_zone else ${fallback} end as zone
      ) as zones
      where users.status = 'active' and users.deleted_at is null ${ofPeople('users.id')}
    ),
    due as (
      select people.*, people.clock::date as today,
        item.id as obligation_id, item.item_id, item.due_at,
        case when test.id is null then 'policy' when test.training_id is null then 'test' else 'training' end as kind,
        coalesce(text.title, test.title) as title,
        test.training_id,
        ((item.due_at at time zone people.zone) - ${FROM_HOUR} * interval '1 hour')::date as due_day,
        (item.due_set_at at time zone people.zone)::date as set_day
      from people
      join obligations as item on item.user_id = people.id
      left join policies as policy on policy.id = item.item_id
      left join policy_versions as text on text.policy_id = policy.id and text.version = policy.current_version
      left join tests as test on test.id = item.item_id
      where item.closed_at is null and item.opens_at <= ${now}::timestamptz
        -- In the words of the index that finds them among millions.
        and coalesce(item.due_at, 'infinity') < ${now}::timestamptz + interval '9 days'
        ${ofPeople('item.user_id')}
    ),
    staged as (
      select due.*, due_day - today as days_left,
        case
          when due_day - today > 1 then due_day - 7
          when due_day - today = 1 then due_day - 1
          when due_day - today > -7 then due_day
          else due_day + 7 * ((today - due_day) / 7)
        end as stage_day
      from due
      where due_day - today <= 7
    )`
}

let timeZones: Promise<string[]> | undefined

/** The time zones that PostgreSQL knows, by name. It reads them from many files, so it is asked once. */
export function findTimeZones(db: Db): Promise<string[]> {
  const found = timeZones ?? readTimeZones(db)
  timeZones = found
  // A failure is not kept.
  found.catch(() => {
    timeZones = undefined
  })
  return found
}

async function readTimeZones(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(db)
  return rows.map(({ name }) => name)
}

const itemFields = sql`
  'obligation_id', obligation_id, 'kind', kind, 'id', item_id, 'training_id', training_id, 'title', title, 'due_at', due_at, 'days_left', days_left`
const itemOrder = sql`order by due_at, title, item_id`

/** Whether a reminder of an item has come due since the last one. */
const isFresh = sql`(
  stage_day >= set_day and (
    last.local_day is null
    or stage_day > last.local_day
    or (stage_day = last.local_day and item_id <> all (last.item_ids))
  )
)`

/**
 * Who is to be reminded now, and of what: those for whom a reminder has come due since the last one,
 * and who had none today. A day that was over before the due date was set is not made up for. It begins in
 * the morning, earlier for who wants the digest earlier, later for who wants it at night.
 * @param userIds looks at these alone
 */
export async function listDueDigests(
  db: Db,
  clock: Clock,
  userIds: string[] | null = null,
): Promise<Digest[]> {
  const { rows } = await sql<Digest>`
    ${await dueItems(db, clock, userIds)}
    select staged.id as user_id, email, zone as time_zone, today::text as local_day,
      json_agg(json_build_object(
        ${itemFields}, 'fresh', ${isFresh}, 'stage_day', stage_day
      ) ${itemOrder}) as items
    from staged
    left join notification_hours as hours on hours.user_id = staged.id
    left join lateral (
      select local_day, item_ids from reminder_digests
      where user_id = staged.id order by local_day desc limit 1
    ) as last on true
    where extract(hour from clock) >= least(${FROM_HOUR}, hours.digest_hour)
      and extract(hour from clock) < greatest(${TO_HOUR}, hours.digest_hour + 1)
      and (last.local_day is null or last.local_day < today)
    group by staged.id, email, zone, today
    having bool_or(${isFresh})
    order by staged.id
  `.execute(db)
  return rows
}

/** The next of those who may be reminded, after the one of this id. */
export async function listNextPeople(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** All that is due of these people, whatever they were told already; nobody who has nothing. */
export async function listDueItems(db: Db, clock: Clock, userIds: string[]): Promise<Digest[]> {
  const { rows } = await sql<Digest>`
    ${await dueItems(db, clock, userIds)}
    select id as user_id, email, zone as time_zone, today::text as local_day,
      json_agg(json_build_object(${itemFields}) ${itemOrder}) as items
    from staged
    group by id, email, zone, today
  `.execute(db)
  return rows
}

/** Writes down who is told today, and returns those of whom nobody was faster. */
export async function insertDigests(db: Db, digests: Digest[]): Promise<Digest[]> {
  const inserted = await db
    .insertInto('reminder_digests')
    .values(
      digests.map(({ user_id, local_day, items }) => ({
        user_id,
        local_day,
        item_ids: items.map(({ id }) => id),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  const ours = new Set(inserted.map((row) => row.user_id))
  return digests.filter((digest) => ours.has(digest.user_id))
}

/** Writes down of what somebody was reminded, and when. */
export async function markReminded(db: Db, digests: Digest[], at: Date): Promise<void> {
  const ids = digests.flatMap(({ items }) => items.map((item) => item.obligation_id))
  await sql`
    update obligations set reminded_at = ${at}
    where id in (select unnest(${ids}::uuid[])) and closed_at is null
  `.execute(db)
}

/** So long it matters which reminder was the last: weeks come and go meanwhile. */
const KEPT_DAYS = 60

/** Removes what no later reminder depends on; runs hourly. */
export async function deleteOldDigests(db: Db): Promise<void> {
  await db
    .deleteFrom('reminder_digests')
    .where('local_day', '<', sql<Date>`current_date - ${KEPT_DAYS}::integer`)
    .execute()
}
