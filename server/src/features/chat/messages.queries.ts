import type { ChatMessage } from '@frontdesk/contract/chat-messages'
import type { Db } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { wantedWords } from './wanted-words.ts'

/** A message as everybody in the conversation sees it; what hangs on it comes as JSON. */
export const MESSAGE = `
  message.id, message.chat_id, message.user_id, message.client_id, message.number, message.body,
  message.created_at, message.edited_at, message.deleted_at, message.announcement,
  message.mentions_everyone,
  case when message.announcement then (
    select count(*)::int from chat_confirmations where message_id = message.id
  ) else 0 end as confirmed_count,
  array(
    select user_id::text from chat_mentions where message_id = message.id order by user_id
  ) as mentions,
  coalesce((
    select jsonb_agg(
      jsonb_build_object('id', id, 'file_name', file_name, 'file_type', file_type, 'file_size', file_size)
      order by place, id
    ) from chat_files where message_id = message.id
  ), '[]') as files,
  coalesce((
    select jsonb_agg(jsonb_build_object('emoji', emoji, 'user_ids', user_ids) order by since)
    from (
      select emoji, jsonb_agg(user_id order by created_at) as user_ids, min(created_at) as since
      from chat_reactions where message_id = message.id group by emoji
    ) as reaction
  ), '[]') as reactions`

const FROM = 'from chat_messages as message'

/** A row where somebody is in a conversation that is there; both are the names of parameters. */
export const membershipOf = (user: string, chat: string) => `
  select from chat_members join chats on chats.id = chat_members.chat_id
  where chat_members.user_id = ${user} and chats.id = ${chat} and chats.deleted_at is null`

/** In the same statement: one of its own would be another round trip with each page. */
const readBy = (reader: string) =>
  `(${reader}::uuid is null or exists (${membershipOf(reader, '$1')}))`

const newest = prepared<ChatMessage>(`
  select ${MESSAGE} ${FROM}
  where chat_id = $1 and number < $2 and ${readBy('$4')} order by number desc limit $3
`)
const following = prepared<ChatMessage>(`
  select ${MESSAGE} ${FROM}
  where chat_id = $1 and number > $2 and number < $3 and ${readBy('$5')} order by number limit $4
`)

/** Beyond any number. */
const END = Number.MAX_SAFE_INTEGER

interface Page {
  before?: number
  after?: number
  limit: number
  /** Whoever is to read them; without one nobody's membership is asked for. */
  readerId?: string
}

/**
 * Messages in ascending order: the first ones after a number, else the last ones before one, else the
 * newest. None for a reader who is not in the conversation.
 */
export async function listMessages(
  db: Db,
  chatId: string,
  { before = END, after, limit, readerId }: Page,
): Promise<ChatMessage[]> {
  if (after !== undefined) return following(db, [chatId, after, before, limit, readerId])
  return (await newest(db, [chatId, before, limit, readerId])).toReversed()
}

const byIds = prepared<ChatMessage>(`
  select ${MESSAGE} ${FROM} where chat_id = $1 and id = any($2::uuid[]) order by number
`)

/** Those of the ids that are messages of this conversation, in their order. */
export async function findMessages(db: Db, chatId: string, ids: string[]): Promise<ChatMessage[]> {
  return byIds(db, [chatId, ids])
}

/**
 * Messages with all of the words, or with a file that has them in its name; newest first. Nothing for a
 * query without a letter or digit.
 */
export async function searchMessages(
  db: Db,
  chatId: string,
  { query, before = END, limit }: { query: string; before?: number; limit: number },
): Promise<ChatMessage[]> {
  const wanted = wantedWords(query)
  if (wanted === null) return []
  return searching(db, [chatId, before, wanted, limit])
}

const searching = prepared<ChatMessage>(`
  select ${MESSAGE} ${FROM}
  where chat_id = $1 and number < $2 and deleted_at is null
    and (to_tsvector('simple', body) @@ $3::tsquery or id = any(array(
      select message_id from chat_files
      where chat_id = $1 and message_id is not null
        and to_tsvector('simple', translate(file_name, '.-_@', '    ')) @@ $3::tsquery
    )))
  order by number desc limit $4
`)

const lockMessageRow = prepared<StoredMessage>(`
  select id, chat_id, user_id, number, created_at, deleted_at, announcement,
    created_at > now() - $3 * interval '1 minute' as fresh
  from chat_messages where chat_id = $1 and id = $2 for update
`)

interface StoredMessage {
  id: string
  chat_id: string
  user_id: string
  number: number
  created_at: string
  deleted_at: string | null
  announcement: boolean
  /** Whether it is so young that its text may be changed. */
  fresh: boolean
}

/** Holds a message against other changes; undefined where the conversation has none of that id. */
export async function lockMessage(
  db: Db,
  message: { chatId: string; id: string; freshMinutes: number },
): Promise<StoredMessage | undefined> {
  return (await lockMessageRow(db, [message.chatId, message.id, message.freshMinutes]))[0]
}
