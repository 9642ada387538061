import { chatEndpoints } from '@frontdesk/contract/chat'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { type PageOptions, readPage } from '../../db/page.ts'
import { inTransaction } from '../../db/transaction.ts'
import { sendCsv } from '../../http/csv.ts'
import { AppError } from '../../http/errors.ts'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { noSuchChat } from './message-post.ts'

/** Exports of conversations, where members were told of them. */
export function chatAdminRoutes(mount: Mount): void {
  mount(chatEndpoints.listAdminChats, async ({ db, query, request, reply }) => {
    await checkNotice(db)
    const page = await readPage(
      adminChats(db),
      [sql`coalesce(chats.last_message_at, chats.created_at)`, sql`chats.id`],
      'desc',
      { ...query, limit: query.limit ?? DEFAULT_LIMIT },
    )
    return sendPage({ request, reply }, page)
  })

  mount(chatEndpoints.exportChat, async (call) => {
    const { db, params, reply } = call
    await checkNotice(db)
    const chat = await adminChats(db).where('chats.id', '=', params.id).executeTakeFirst()
    if (!chat) throw noSuchChat()
    await inTransaction(db, async (tx) =>
      recordAudit(tx, call, {
        action: 'chat.exported',
        item: { type: 'chat', id: chat.id, title: chat.title },
        details: { messages: chat.last_number },
      }),
    )
    return sendCsv(reply, 'conversation', COLUMNS, async (page) => exportPage(db, chat.id, page))
  })
}

async function checkNotice(db: Db): Promise<void> {
  const { chat_export_notice: notice } = await db
    .selectFrom('settings')
    .select('chat_export_notice')
    .executeTakeFirstOrThrow()
  if (notice) return
  const sentence =
    'Conversations can be exported only where the settings tell their members so, and they do not'
  throw new AppError(403, 'export_off', sentence)
}

/** Deleted ones too, as long as a legal hold keeps what was said in them. */
function adminChats(db: Db) {
  return db
    .selectFrom('chats')
    .select(['chats.id', 'chats.kind', 'chats.last_number', 'chats.last_message_at'])
    .select([
      sql<string>`coalesce(chats.title, (
        select string_agg(name, ', ' order by name) from (
          select users.name from users
          where users.id in (chats.first_person, chats.second_person)
          union
          select users.name from chat_members join users on users.id = chat_members.user_id
          where chat_members.chat_id = chats.id
          union
          select users.name from chat_messages join users on users.id = chat_messages.user_id
          where chat_messages.chat_id = chats.id and chats.deleted_at is not null
        ) as people
      ), '')`.as('title'),
      sql<number>`(
        select count(*)::int from chat_members where chat_id = chats.id
      )`.as('member_count'),
    ])
    .where(
      sql<boolean>`(chats.deleted_at is null
        or exists (select from held_messages as held where held.chat_id = chats.id))`,
    )
}

const COLUMNS = [
  'number',
  'written_at',
  'name',
  'message',
  'files',
  'edited_at',
  'deleted_at',
] as const

function exportPage(db: Db, chatId: string, page: PageOptions) {
  const messages = db
    .selectFrom('chat_messages as message')
    .innerJoin('users', 'users.id', 'message.user_id')
    .select([
      'message.number',
      'message.created_at as written_at',
      'users.name',
      'message.body as message',
      'message.edited_at',
      'message.deleted_at',
    ])
    .select(
      sql<string>`coalesce((
        select string_agg(file_name, ', ' order by place, id) from chat_files where message_id = message.id
      ), '')`.as('files'),
    )
    .where('message.chat_id', '=', chatId)
  return readPage(messages, [sql`message.number`], 'asc', page)
}
