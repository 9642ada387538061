import type { Db } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { inTransaction } from '../../db/transaction.ts'
import { insertMentions } from '../notifications/notifications.queries.ts'

/** A message to be stored, as the statement below reads it. */
export interface Row {
  id: string
  user_id: string
  session_id: string
  client_id: string
  body: string
  announcement: boolean
  everyone: boolean
  /** Who is meant, as the sender says; all of them have to be in the conversation. */
  wanted: string[]
  /** With those whose names the text has. */
  mentions: string[]
  files: string[]
}

/** What the database said of a row. */
export interface Judged {
  live: boolean
  member: boolean
  known: boolean
  complete: boolean
  /** Of the message that the row is or, where it is a repetition, was. */
  message_id: string | null
  /** Of one that was new. */
  number: number | null
  created_at: string | null
  /** Of the whole batch: whose notifications of this conversation are read now. */
  cleared: string[]
  /** Of the whole batch: who had left this conversation of two and is in it again. */
  back: string[]
}

const holdSessions = prepared(
  'select from sessions where id = any($1::uuid[]) order by id for key share',
)
/** Whoever changes who is in a conversation holds it too. */
const lockChat = prepared('select from chats where id = $1 for no key update')

/**
 * Judges and writes all rows at once. Runs as a statement of its own behind the two locks, and so sees
 * everything that was committed while they were waited for.
 */
const insertRows = prepared<Judged>(`
  with sent as (
    select * from jsonb_to_recordset($2::jsonb) as sent (
      place int, id uuid, user_id uuid, session_id uuid, client_id text, body text,
      announcement boolean, everyone boolean, wanted uuid[], mentions uuid[], files uuid[]
    )
  ), judged as (
    select sent.*, person.id is not null as live, member.user_id is not null as member,
      (
        select count(*) from chat_files as file
        where file.id = any(sent.files) and file.chat_id = $1
          and file.added_by = sent.user_id and file.message_id is null
      ) = cardinality(sent.files) as complete,
      (
        select count(*) from users as named
        where named.id = any(sent.wanted) and named.status = 'active' and (
          named.id in (chats.first_person, chats.second_person) or exists (
            select from chat_members where chat_id = $1 and user_id = named.id
          )
        )
      ) = cardinality(sent.wanted) as known,
      (
        select message.id from chat_messages as message
        where message.chat_id = $1 and message.user_id = sent.user_id
          and message.client_id = sent.client_id
      ) as earlier
    from sent
    left join sessions on sessions.id = sent.session_id and sessions.expires_at > now()
    left join users as person on person.id = sessions.user_id and person.id = sent.user_id
      and person.status = 'active'
    left join chats on chats.id = $1 and chats.deleted_at is null
    left join chat_members as member on member.chat_id = chats.id and member.user_id = sent.user_id
  ), fresh as (
    select *, row_number() over (order by place) as step from (
      select distinct on (user_id, client_id) * from judged
      where live and member and known and complete and earlier is null
      order by user_id, client_id, place
    ) as one_of_each
  ), counted as (
    update chats set last_number = last_number + wanted.rows, last_message_at = clock_timestamp()
    from (select count(*) as rows from fresh) as wanted
    where chats.id = $1 and wanted.rows > 0
    returning last_number - wanted.rows as base
  ), written as (
    insert into chat_messages
      (id, chat_id, number, user_id, client_id, body, announcement, mentions_everyone)
    select fresh.id, $1, base + step, user_id, client_id, body, announcement, everyone
    from fresh, counted order by step
    returning id, number, user_id, client_id, created_at
  ), back as (
    -- Who left a conversation of two, and is written to, is in it again; what was said before counts as read.
    insert into chat_members (chat_id, user_id, read_number)
    select chats.id, person.id, base from counted
    join chats on chats.id = $1
    join users as person
      on person.id in (chats.first_person, chats.second_person) and person.status = 'active'
    on conflict do nothing
    returning user_id
  ), attached as (
    update chat_files as file
    set message_id = fresh.id, place = array_position(fresh.files, file.id)
    from fresh where file.id = any(fresh.files) and file.message_id is null
  ), mentioned as (
    insert into chat_mentions (message_id, user_id)
    select distinct fresh.id, named.user_id from fresh
    cross join unnest(fresh.mentions) as named (user_id)
    where named.user_id in (select user_id from back) or exists (
      select from chat_members as member
      where member.chat_id = $1 and member.user_id = named.user_id
    )
  ), cleared as (
    update notifications as told set read_at = now()
    from (select distinct user_id from written) as own
    where told.chat_id = $1 and told.user_id = own.user_id and told.read_at is null
    returning told.user_id
  ), seen as (
    update chat_members as member set read_number = own.number
    from (select user_id, max(number) as number from written group by user_id) as own
    where member.chat_id = $1 and member.user_id = own.user_id and member.read_number < own.number
  )
  select live, member, known, complete, coalesce(written.id, earlier) as message_id,
    written.number, written.created_at,
    array(select user_id::text from cleared) as cleared, array(select user_id::text from back) as back
  from judged
  left join written on written.user_id = judged.user_id and written.client_id = judged.client_id
  order by place
`)

export interface Stored {
  judged: Judged[]
  /** Whose notifications have changed. */
  told: string[]
  /** Whether somebody is in the conversation again. */
  back: boolean
}

/** Stores messages of one conversation; also tells, in the same transaction, those who are named in what is new. */
export async function store(db: Db, chatId: string, rows: Row[]): Promise<Stored> {
  const placed = rows.map((row, place) => ({ place, ...row }))
  const sessions = [...new Set(rows.map((row) => row.session_id))]
  return inTransaction(db, async (tx) => {
    const [, , judged] = await Promise.all([
      holdSessions(tx, [sessions]),
      lockChat(tx, [chatId]),
      insertRows(tx, [chatId, JSON.stringify(placed)]),
    ])
    const calling = rows.filter(
      ({ id, everyone, announcement, mentions }, index) =>
        (everyone || announcement || mentions.length > 0) && judged[index]!.message_id === id,
    )
    const called =
      calling.length > 0
        ? await insertMentions(
            tx,
            calling.map(({ id }) => id),
          )
        : []
    const { cleared, back } = judged[0]!
    return { judged, told: [...new Set([...called, ...cleared])], back: back.length > 0 }
  })
}
