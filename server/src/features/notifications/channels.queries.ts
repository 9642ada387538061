import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { ToldOf } from './notification-text.ts'

/** Mails wait for so long: what is read in the meantime needs none. */
const MAIL_AFTER_SECONDS = 120
/** Whoever was mentioned gets a mail after so long away. */
const AWAY_MINUTES = 30
/** A page that is open marks what it shows as read: no device rings for that. */
export const PUSH_AFTER_SECONDS = 10
/** What a device missed for longer is old news. */
const PUSH_WITHIN_HOURS = 24
/** The day; the digest comes from the chosen hour on to its end, or in the evening that was chosen. */
const FROM_HOUR = 8
const TO_HOUR = 20

/** One that goes out now, and to whom. */
export interface Outgoing extends ToldOf {
  id: string
  user_id: string
  email: string
  time_zone: string | null
}

const joined = sql`
  join users as person on person.id = told.user_id
  left join notification_choices as choice on choice.user_id = told.user_id and choice.kind = told.kind`
const mailChoice = sql`coalesce(choice.mail, default_mail_choice(told.kind))`
/** Neither read nor seen: whoever saw it in the app is told by no other way. */
const isNews = sql`(told.read_at is null and told.seen_at is null)`
const isHere = sql`(person.status = 'active' and person.deleted_at is null)`
const columns = sql`told.id, told.user_id, told.kind, told.facts, told.created_at, told.chat_id`

/** With what is read beside them, in the order that they happened. */
const outgoing = (decided: string) => sql`
  select told.*, person.email, person.time_zone, message.body as said
  from ${sql.table(decided)} as told
  join users as person on person.id = told.user_id
  left join chat_messages as message on message.id = told.message_id
  order by told.user_id, told.created_at, told.id`

/** What goes out now by one of the ways, and whether there may be more to decide. */
interface Taken {
  going: Outgoing[]
  more: boolean
}

/**
 * Decides of those that wait for one of the ways, and are ready, whether they go, a batch at a time, each
 * once: two that ask at the same moment get different ones.
 * @param wanted of those that are ready; true where they go
 */
async function take(
  db: Db,
  way: 'mail' | 'push',
  {
    ready,
    wanted,
    limit,
  }: { ready: RawBuilder<unknown>; wanted: RawBuilder<unknown>; limit: number },
): Promise<Taken> {
  const column = sql.ref(way)
  const { rows } = await sql<Outgoing & { taken: number }>`
    with ready as (
      select told.id, ${isNews} and ${isHere} and (${wanted}) as wanted
      from notifications as told ${joined}
      where told.${column} is null and (${ready})
      order by told.created_at, told.id limit ${limit} for update of told skip locked
    ), decided as (
      update notifications as told
      set ${column} = case when ready.wanted then 'sent' else 'left_out' end
      from ready where told.id = ready.id
      returning ${columns}, told.message_id, ready.wanted
    ), wanted as (
      select * from decided where wanted
    ), counted as (
      select count(*)::int as taken from decided
    )
    select going.*, counted.taken
    from counted left join (${outgoing('wanted')}) as going on true
  `.execute(db)
  const taken = rows[0]?.taken ?? 0
  return { going: rows.filter(({ id }) => id !== null), more: taken === limit }
}

/** Decides which go by mail at once. */
export function takeMails(db: Db, now: Date, limit: number): Promise<Taken> {
  const before = (interval: RawBuilder<unknown>) => sql`${now}::timestamptz - ${interval}`
  return take(db, 'mail', {
    wanted: sql`${mailChoice} = 'at_once'`,
    ready: sql`told.created_at <= ${before(sql`make_interval(secs => ${MAIL_AFTER_SECONDS})`)}
      and (
        not ${isNews} or not ${isHere} or ${mailChoice} = 'off'
        or ${mailChoice} = 'at_once' and (
          told.kind <> 'mentioned'
          or greatest(told.created_at, told.there_at)
            <= ${before(sql`make_interval(mins => ${AWAY_MINUTES})`)}
        )
      )`,
    limit,
  })
}

/** When the brokerage's people live, and the time zones that the database knows. */
export interface Clock {
  now: Date
  zones: string[]
  fallback: string
}

const zoneOf = ({ zones, fallback }: Clock) => sql`(
  case when person.time_zone = any(${zones}::text[]) then person.time_zone else ${fallback}::text end
)`

/** Decides which go to devices; what the clock alone has brought rings nobody at night. */
export function takePushes(db: Db, clock: Clock, limit: number): Promise<Taken> {
  const { now } = clock
  const hour = sql`extract(hour from ${now}::timestamptz at time zone ${zoneOf(clock)})`
  return take(db, 'push', {
    wanted: sql`coalesce(choice.push, true)
      and told.created_at > ${now}::timestamptz - make_interval(hours => ${PUSH_WITHIN_HOURS})`,
    ready: sql`told.created_at <= ${now}::timestamptz - make_interval(secs => ${PUSH_AFTER_SECONDS})
      and (
        told.kind not in ('certificate', 'renewal') or not ${isNews}
        or ${hour} between ${FROM_HOUR} and ${TO_HOUR - 1}
      )`,
    limit,
  })
}

/** Whether something waits that somebody's devices shall hear of soon. */
export async function hasNewPush(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from notifications
    where push is null and created_at > now() - interval '1 minute' limit 1
  `.execute(db)
  return rows.length > 0
}

/** Notes that these people have just done something: from the next moment on they may be away. */
export async function noteThere(db: Db, userIds: string[], now: Date): Promise<void> {
  await sql`
    update notifications set there_at = ${now}
    where id in (
      select id from notifications
      where user_id = any(${userIds}::uuid[]) and mail is null and kind = 'mentioned' and read_at is null
      order by id for update skip locked
    )
  `.execute(db)
}

/** Somebody whose digest is due, and their own day. */
export interface DigestOfDay {
  user_id: string
  email: string
  time_zone: string
  local_day: string
}

/** Those who have something for their digest, whose hour has come, and who had none that day. */
export async function listDigests(db: Db, clock: Clock): Promise<DigestOfDay[]> {
  const { now } = clock
  const { rows } = await sql<DigestOfDay>`
    select person.id as user_id, person.email, zoned.zone as time_zone, there.local::date::text as local_day
    from (
      select distinct told.user_id
      from notifications as told ${joined}
      where told.mail is null and told.created_at <= ${now}::timestamptz
        and ${isNews} and ${mailChoice} = 'digest' and ${isHere}
    ) as waiting
    join users as person on person.id = waiting.user_id
    left join notification_hours as hours on hours.user_id = person.id
    cross join lateral (
      select ${zoneOf(clock)} as zone
    ) as zoned
    cross join lateral (
      select ${now}::timestamptz at time zone zoned.zone as local,
        coalesce(hours.digest_hour, default_digest_hour()) as wanted
    ) as there
    where extract(hour from there.local) >= there.wanted
      and extract(hour from there.local) < greatest(${TO_HOUR}, there.wanted + 1)
      and not exists (
        select from notification_digests as had
        where had.user_id = person.id and had.local_day = there.local::date
      )
    order by person.id
  `.execute(db)
  return rows
}

/** Takes all that these people's digests have, but for those to whom another node gives theirs. */
export async function takeDigests(db: Db, digests: DigestOfDay[]): Promise<Outgoing[]> {
  const ours = await db
    .insertInto('notification_digests')
    .values(digests.map(({ user_id, local_day }) => ({ user_id, local_day })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  const { rows } = await sql<Outgoing>`
    with ready as (
      select told.id from notifications as told ${joined}
      where told.user_id = any(${ours.map((digest) => digest.user_id)}::uuid[])
        and told.mail is null and ${isNews} and ${mailChoice} = 'digest' and ${isHere}
      order by told.user_id, told.id for update of told
    ), decided as (
      update notifications as told set mail = 'sent'
      from ready where told.id = ready.id
      returning ${columns}, told.message_id
    )
    ${outgoing('decided')}
  `.execute(db)
  return rows
}

/** Those of a mail or a push that are news by now, as it leaves: neither read nor seen, nor taken back. */
export async function listNews(db: Db, ids: string[]): Promise<Outgoing[]> {
  const { rows } = await sql<Outgoing>`
    with news as (
      select ${columns}, told.message_id from notifications as told
      where told.id = any(${ids}::uuid[]) and ${isNews}
    )
    ${outgoing('news')}
  `.execute(db)
  return rows
}

/**
 * Tells of what has begun by the clock alone since this was last asked: renewals. Where two ask at the same
 * moment, one waits for the other.
 */
export async function insertOpened(db: Db, now: Date): Promise<void> {
  await sql`
    with clock as (
      select opened_until from notification_clock for update
    ), opened as (
      select array_agg(found.id) as ids
      from obligations as found, clock
      -- A little is looked at twice: what was being written then had not been there to see.
      where found.opens_at > clock.opened_until - interval '5 minutes'
        and found.opens_at <= ${now}::timestamptz and found.closed_at is null
        and not exists (
          select from notifications as told
          where told.user_id = found.user_id and told.source = 'obligation:' || found.id
        )
    ), moved as (
      update notification_clock set opened_until = greatest(opened_until, ${now}::timestamptz)
    )
    select tell_of_obligations(ids) from opened where ids is not null
  `.execute(db)
}
