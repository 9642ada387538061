import { AUTHORS_KIND, MOST_UNREAD, NOTIFICATION_KINDS } from '@frontdesk/contract/constants'
import type { NotificationChoices, NotificationKind } from '@frontdesk/contract/notifications'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { type Page, type PageOptions, readKeptPage } from '../../db/page.ts'
import type { NotificationFacts, ToldOf } from './notification-text.ts'

export interface StoredNotification extends ToldOf {
  id: string
  read_at: string | null
}

/** What is written of somebody's; `source` is unique for each person. */
export interface NotificationDraft {
  user_id: string
  kind: NotificationKind
  source: string
  facts: NotificationFacts
  obligation_id?: string
  step_id?: string
}

/**
 * Writes down what people are to be told, in the caller's transaction and in one statement however many
 * they are: of active people alone, and not what they have been told. Their browsers hear of it at the
 * commit, but for what is `quiet`: that its caller tells.
 * @param options.at when it happened; now where left out
 * @param options.isMailed they get a mail of its own about it: none of the usual kind follows
 */
export async function insertNotifications(
  db: Db,
  drafts: NotificationDraft[],
  { at, quiet = false, isMailed = false }: { at?: Date; quiet?: boolean; isMailed?: boolean } = {},
): Promise<void> {
  if (drafts.length === 0) return
  await sql`
    with written as (
      insert into notifications (user_id, kind, source, facts, obligation_id, step_id, mail, created_at)
      select person.id, draft.kind, draft.source, draft.facts, draft.obligation_id, draft.step_id,
        case when ${isMailed}::boolean then 'left_out' end, coalesce(${at ?? null}::timestamptz, now())
      from json_to_recordset(${JSON.stringify(drafts)}) as draft (
        user_id uuid, kind text, source text, facts jsonb, obligation_id uuid, step_id uuid
      )
      join users as person
        on person.id = draft.user_id and person.status = 'active' and person.deleted_at is null
      order by person.id, draft.source
      on conflict do nothing
      returning user_id
    )
    select announce_notifications(case when not ${quiet}::boolean then array_agg(user_id) end)
    from written
  `.execute(db)
}

/**
 * Tells those whom these messages name or call on, once of each message; nobody who is not in the
 * conversation. What no longer names somebody, and was not told yet, is taken back.
 * @returns whose list has changed, for the caller to tell their browsers after the commit
 */
export async function insertMentions(db: Db, messageIds: string[]): Promise<string[]> {
  const { rows: takenBack } = await sql<{ user_id: string }>`
    delete from notifications as told using chat_messages as message
    where told.message_id = any(${messageIds}::uuid[]) and message.id = told.message_id
      and told.read_at is null and told.mail is null and told.push is null
      and not message.mentions_everyone and not message.announcement
      and not exists (
        select from chat_mentions as named
        where named.message_id = told.message_id and named.user_id = told.user_id
      )
    returning told.user_id
  `.execute(db)
  const { rows } = await sql<{ user_id: string }>`
    insert into notifications (user_id, kind, source, facts, chat_id, message_id)
    select person.id, 'mentioned', 'message:' || message.id,
      jsonb_build_object(
        'about', 'message', 'by', author.name, 'chat', chats.title, 'number', message.number,
        'how', case
          when message.announcement then 'announcement'
          when called.by_name then 'named'
          else 'everyone'
        end
      ),
      message.chat_id, message.id
    from chat_messages as message
    join users as author on author.id = message.user_id
    join chats on chats.id = message.chat_id
    cross join lateral (
      select user_id, bool_or(by_name) as by_name from (
        select named.user_id, true as by_name from chat_mentions as named
        where named.message_id = message.id
        union all
        select member.user_id, false from chat_members as member
        where member.chat_id = message.chat_id and (message.mentions_everyone or message.announcement)
      ) as each
      group by user_id
    ) as called
    join chat_members as member on member.chat_id = message.chat_id and member.user_id = called.user_id
    join users as person on person.id = called.user_id and person.status = 'active'
    where message.id = any(${messageIds}::uuid[]) and message.deleted_at is null
      and called.user_id <> message.user_id
    order by person.id, message.id
    on conflict do nothing
    returning user_id
  `.execute(db)
  return [...new Set([...takenBack, ...rows].map((row) => row.user_id))]
}

/** What somebody has chosen to see; rows of other kinds are there, but are not theirs to read. */
function notificationsOf(db: Db, userId: string) {
  return db
    .selectFrom('notifications')
    .leftJoin('notification_choices as choice', (join) =>
      join
        .onRef('choice.user_id', '=', 'notifications.user_id')
        .onRef('choice.kind', '=', 'notifications.kind'),
    )
    .where('notifications.user_id', '=', userId)
    .where(sql<boolean>`coalesce(choice.in_app, true)`)
}

function withTexts(db: Db, userId: string) {
  return notificationsOf(db, userId)
    .leftJoin('chat_messages as message', 'message.id', 'notifications.message_id')
    .select([
      'notifications.id',
      'notifications.kind',
      sql<NotificationFacts>`notifications.facts`.as('facts'),
      'notifications.created_at',
      'notifications.read_at',
      'notifications.chat_id',
      'message.body as said',
    ])
}

/** Newest first. */
export async function listNotifications(
  db: Db,
  userId: string,
  options: PageOptions & { unread: boolean },
): Promise<Page<StoredNotification>> {
  const found = withTexts(db, userId).$if(options.unread, (query) =>
    query.where('notifications.read_at', 'is', null),
  )
  const key = [sql`notifications.created_at`, sql`notifications.id`] as const
  return readKeptPage(db, found, key, 'desc', options)
}

/** Up to `MOST_UNREAD`. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const some = notificationsOf(db, userId)
    .where('notifications.read_at', 'is', null)
    .select('notifications.id')
    .limit(MOST_UNREAD)
  const { unread } = await db
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)::int`.as('unread'))
    .executeTakeFirstOrThrow()
  return unread
}

/** Undefined where it is not somebody's own. */
export async function findNotification(
  db: Db,
  userId: string,
  id: string,
): Promise<StoredNotification | undefined> {
  return withTexts(db, userId).where('notifications.id', '=', id).executeTakeFirst()
}

const SEEN = sql<string>`coalesce(seen_at, now())`

/** Says whether it is read; what was read before keeps its time. Either way it was seen. */
export async function updateRead(db: Db, id: string, read: boolean): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: read ? sql`coalesce(read_at, now())` : null, seen_at: SEEN })
    .where('id', '=', id)
    .execute()
}

/** Marks what somebody sees as read, up to one of it, and returns how many were not. */
export async function updateAllRead(
  db: Db,
  userId: string,
  newest: StoredNotification | null,
): Promise<number> {
  const unread = notificationsOf(db, userId)
    .where('notifications.read_at', 'is', null)
    .$if(newest !== null, (query) =>
      query.where(
        sql<boolean>`(notifications.created_at, notifications.id) <= (
          select created_at, id from notifications where id = ${newest!.id}
        )`,
      ),
    )
    .select('notifications.id')
  const { numUpdatedRows: updated } = await db
    .updateTable('notifications')
    .set({ read_at: sql`now()`, seen_at: SEEN })
    .where('id', 'in', unread)
    .executeTakeFirstOrThrow()
  return Number(updated)
}

/** Notes what somebody has seen; what is not theirs, or was taken back meanwhile, is left as it is. */
export async function updateSeen(db: Db, userId: string, ids: string[]): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ seen_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where('seen_at', 'is', null)
    .execute()
}

/** What somebody chose of what they can be told of, with the defaults of the rest. */
export async function findChoices(
  db: Db,
  { userId, isAuthor }: { userId: string; isAuthor: boolean },
): Promise<NotificationChoices> {
  const kinds = NOTIFICATION_KINDS.filter((kind) => isAuthor || kind !== AUTHORS_KIND)
  const { rows } = await sql<NotificationChoices['choices'][number]>`
    select kinds.kind, coalesce(choice.in_app, true) as in_app,
      coalesce(choice.mail, default_mail_choice(kinds.kind)) as mail, coalesce(choice.push, true) as push
    from unnest(${kinds}::text[]) with ordinality as kinds (kind, place)
    left join notification_choices as choice on choice.kind = kinds.kind and choice.user_id = ${userId}
    order by place
  `.execute(db)
  const { rows: hours } = await sql<{ digest_hour: number }>`
    select coalesce(
      (select digest_hour from notification_hours where user_id = ${userId}), default_digest_hour()
    ) as digest_hour
  `.execute(db)
  return { choices: rows, digest_hour: hours[0]!.digest_hour }
}

export async function saveChoices(
  db: Db,
  userId: string,
  { choices, digest_hour: hour }: NotificationChoices,
): Promise<void> {
  await db
    .insertInto('notification_choices')
    .values(choices.map((choice) => ({ ...choice, user_id: userId })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).doUpdateSet((eb) => ({
        in_app: eb.ref('excluded.in_app'),
        mail: eb.ref('excluded.mail'),
        push: eb.ref('excluded.push'),
      })),
    )
    .execute()
  await db
    .insertInto('notification_hours')
    .values({ user_id: userId, digest_hour: hour })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ digest_hour: hour }))
    .execute()
}

/** Days that what was read is kept, and what nobody read. */
const KEPT_READ_DAYS = 90
const KEPT_DAYS = 365
const AT_ONCE = 5000

/** Removes what was told long ago; runs hourly. */
export async function deleteOldNotifications(db: Db): Promise<void> {
  for (let removed = AT_ONCE; removed === AT_ONCE;) {
    const { numAffectedRows } = await sql`
      delete from notifications where id in (
        select id from notifications where read_at < now() - ${KEPT_READ_DAYS} * interval '1 day'
        union all
        select id from notifications where created_at < now() - ${KEPT_DAYS} * interval '1 day'
        limit ${AT_ONCE}
      )
    `.execute(db)
    removed = Number(numAffectedRows ?? 0)
  }
  await sql`delete from notification_digests where local_day < current_date - 7`.execute(db)
}
