import type { ChatMessage } from '@frontdesk/contract/chat-messages'
import type { Chat, ChatKind, ChatMember } from '@frontdesk/contract/chat'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { type Page, type PageOptions, readPage } from '../../db/page.ts'
import { prepared } from '../../db/prepared.ts'
import { pictureLocation } from '../../platform/picture-location.ts'
import { membershipOf, MESSAGE } from './messages.queries.ts'

/** Conversations that are there, each as one of its members sees it. */
function chatsOf(db: Db, userId: string) {
  return db
    .selectFrom('chats')
    .innerJoin('chat_members as me', (join) =>
      join.onRef('me.chat_id', '=', 'chats.id').on('me.user_id', '=', userId),
    )
    .select([
      'chats.id',
      'chats.kind',
      'chats.created_by',
      'chats.created_at',
      'chats.last_number',
      'me.read_number',
    ])
    .select([
      sql<string>`coalesce(chats.title, ${namesWithout(userId)}, '')`.as('title'),
      sql<boolean>`chats.title is not null`.as('has_own_title'),
      sql<number>`greatest(chats.last_number - me.read_number, 0)::int`.as('unread_count'),
      sql<number>`(
        select count(*)::int from chat_members as member
        join users on users.id = member.user_id
        where member.chat_id = chats.id and (chats.kind <> 'everyone' or users.status = 'active')
      )`.as('member_count'),
      sql<string | null>`case when chats.first_person = ${userId} then chats.second_person
        else chats.first_person end`.as('other_user_id'),
    ])
    .where('chats.deleted_at', 'is', null)
}

/** The other names, as the title of what has none: all of those whom it was opened for, and some of many. */
const namesWithout = (userId: string) => sql<string | null>`case
  when chats.kind = 'direct' then (
    select name from users where id in (chats.first_person, chats.second_person) and id <> ${userId}
  ) else (
    select string_agg(name, ', ' order by joined_at, name) from (
      select users.name, member.joined_at from chat_members as member
      join users on users.id = member.user_id
      where member.chat_id = chats.id and member.user_id <> ${userId}
      order by member.joined_at, users.name limit 4
    ) as others
  ) end`

/** What the database knows of a conversation by itself. */
export type StoredChat = Omit<Chat, 'last_message' | 'other_online'>

/** The one with the newest message first. */
export async function listChats(
  db: Db,
  userId: string,
  options: PageOptions,
): Promise<Page<StoredChat>> {
  const newest = sql`coalesce(chats.last_message_at, chats.created_at)`
  return readPage(chatsOf(db, userId), [newest, sql`chats.id`], 'desc', options)
}

/** Undefined where there is none, or the person is not in it. */
export async function findChat(
  db: Db,
  userId: string,
  chatId: string,
): Promise<StoredChat | undefined> {
  return chatsOf(db, userId).where('chats.id', '=', chatId).executeTakeFirst()
}

const lastMessages = prepared<ChatMessage>(`
  select ${MESSAGE} from unnest($1::uuid[], $2::bigint[]) as wanted (chat_id, number)
  join chat_messages as message using (chat_id, number)
`)

/** The newest message of each conversation, by the conversation's id. */
export async function findLastMessages(
  db: Db,
  chats: { id: string; last_number: number }[],
): Promise<Map<string, ChatMessage>> {
  const used = chats.filter((chat) => chat.last_number > 0)
  const rows = await lastMessages(db, [
    used.map(({ id }) => id),
    used.map(({ last_number: number }) => number),
  ])
  return new Map(rows.map((message) => [message.chat_id, message]))
}

/** By name; of the room of everyone those who are active. Whether one is online the database doesn't know. */
export async function listMembers(db: Db, chatId: string): Promise<Omit<ChatMember, 'online'>[]> {
  return db
    .selectFrom('chat_members as member')
    .innerJoin('chats', 'chats.id', 'member.chat_id')
    .innerJoin('users', 'users.id', 'member.user_id')
    .select([
      'users.id',
      'users.id as user_id',
      'users.name',
      'users.title',
      'users.role',
      'member.joined_at',
      'member.read_number',
    ])
    .select([sql<boolean>`users.status = 'active'`.as('active'), pictureLocation])
    .where('member.chat_id', '=', chatId)
    .where((where) =>
      where.or([where('chats.kind', '<>', 'everyone'), where('users.status', '=', 'active')]),
    )
    .orderBy(sql`lower(users.name)`)
    .orderBy('users.id')
    .execute()
}

const former = prepared<{ id: string; name: string }>(`
  select users.id, users.name from (
    select left_it.user_id from chat_former_members as left_it
    where left_it.chat_id = $1 and not exists (
      select from chat_members as member
      where member.chat_id = $1 and member.user_id = left_it.user_id
    )
    union
    select member.user_id from chat_members as member
    join chats on chats.id = member.chat_id and chats.kind = 'everyone'
    join users as person on person.id = member.user_id and person.status <> 'active'
    where member.chat_id = $1
  ) as gone
  join users on users.id = gone.user_id
  order by lower(users.name), users.id
`)

/** Whom `listMembers` leaves out: who left, and of the room of everyone who is not active. */
export const listFormer = (db: Db, chatId: string) => former(db, [chatId])

const unread = prepared<{ messages: number; chats: number }>(`
  select coalesce(sum(last_number - read_number), 0)::int as messages, count(*)::int as chats
  from chat_members join chats on chats.id = chat_members.chat_id and deleted_at is null
  where user_id = $1 and last_number > read_number
`)

/** What somebody has not read, in all. */
export async function countUnread(db: Db, userId: string) {
  return (await unread(db, [userId]))[0]!
}

/** What only its own screen needs. */
export async function findChatFacts(db: Db, userId: string, chatId: string) {
  return db
    .selectNoFrom([
      sql<number>`coalesce((
        select number from chat_messages where chat_id = ${chatId} order by number limit 1
      ), (select last_number + 1 from chats where id = ${chatId}))::int`.as('first_number'),
      sql<string[]>`array(
        select message.id::text from chat_messages as message
        where message.chat_id = ${chatId} and announcement and deleted_at is null
          and message.user_id <> ${userId}
          and not exists (
            select from chat_confirmations
            where message_id = message.id and user_id = ${userId}
          )
        order by number desc limit 100
      )`.as('unconfirmed'),
      sql<string | null>`(select chat_export_notice from settings)`.as('export_notice'),
    ])
    .executeTakeFirstOrThrow()
}

/** A conversation as the rules need it. */
export interface HeldChat {
  id: string
  kind: ChatKind
  title: string | null
  created_by: string | null
  last_number: number
}

const holdChat = prepared<HeldChat>(`
  select id, kind, title, created_by, last_number from chats
  where id = $1 and deleted_at is null for no key update
`)
const isMember = prepared('select from chat_members where chat_id = $1 and user_id = $2')

/** Holds a conversation against messages and changes of who is in it; undefined for who is not. */
export async function lockChat(
  db: Db,
  userId: string,
  chatId: string,
): Promise<HeldChat | undefined> {
  // Two statements: the second sees what was committed while the first one waited.
  const [[chat], found] = await Promise.all([
    holdChat(db, [chatId]),
    isMember(db, [chatId, userId]),
  ])
  return found.length > 0 ? chat : undefined
}

const findMembership = prepared(membershipOf('$1', '$2'))

/** Whether somebody is in a conversation that is there. */
export async function isInChat(db: Db, userId: string, chatId: string): Promise<boolean> {
  return (await findMembership(db, [userId, chatId])).length > 0
}

/** Opens a group. */
export async function insertGroup(
  db: Db,
  chat: { title: string | null; createdBy: string; memberIds: string[] },
): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('chats')
    .values({ id, kind: 'group', title: chat.title, created_by: chat.createdBy })
    .execute()
  await insertMembers(db, { id, last_number: 0 }, [chat.createdBy, ...chat.memberIds])
  return id
}

/**
 * Opens the conversation of two people, or finds the one that there is; who had left it is in it again.
 * Two who ask at the same moment get the same one.
 */
export async function openDirect(
  db: Db,
  createdBy: string,
  otherId: string,
): Promise<{ id: string; isNew: boolean }> {
  const [first, second] = [createdBy, otherId].toSorted()
  const inserted = await db
    .insertInto('chats')
    .values({
      id: uuidv7(),
      kind: 'direct',
      created_by: createdBy,
      first_person: first!,
      second_person: second!,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['first_person', 'second_person'])
        .where('deleted_at', 'is', null)
        .doNothing(),
    )
    .returning(['id', 'last_number'])
    .executeTakeFirst()
  const chat =
    inserted ??
    (await db
      .selectFrom('chats')
      .select(['id', 'last_number'])
      .where('first_person', '=', first!)
      .where('second_person', '=', second!)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow())
  await insertMembers(db, chat, [createdBy, otherId])
  return { id: chat.id, isNew: inserted !== undefined }
}

/** Adds people; what was said before counts as read by them. Returns who was not in it yet. */
export async function insertMembers(
  db: Db,
  chat: { id: string; last_number: number },
  userIds: string[],
): Promise<string[]> {
  const rows = await db
    .insertInto('chat_members')
    .values(
      [...new Set(userIds)].map((userId) => ({
        chat_id: chat.id,
        user_id: userId,
        read_number: chat.last_number,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

/** Takes people out; returns who was in it. */
export async function deleteMembers(db: Db, chatId: string, userIds: string[]): Promise<string[]> {
  const rows = await db
    .deleteFrom('chat_members')
    .where('chat_id', '=', chatId)
    .where('user_id', 'in', userIds)
    .returning('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

/** How many are in it. */
export async function countMembers(db: Db, chatId: string): Promise<number> {
  const { count } = await db
    .selectFrom('chat_members')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('chat_id', '=', chatId)
    .executeTakeFirstOrThrow()
  return count
}

/** Which of the people may be in a conversation: those who are active. */
export async function findActive(
  db: Db,
  userIds: string[],
): Promise<{ id: string; name: string }[]> {
  if (userIds.length === 0) return []
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', userIds)
    .where('status', '=', 'active')
    .execute()
}

/** Hides a conversation from everybody; returns who was in it. */
export async function hideChat(db: Db, chatId: string): Promise<string[]> {
  await db
    .updateTable('chats')
    .set({ deleted_at: sql`now()` })
    .where('id', '=', chatId)
    .execute()
  const rows = await db
    .deleteFrom('chat_members')
    .where('chat_id', '=', chatId)
    .returning('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

/** How far somebody has read now. */
export interface MovedMark {
  chat_id: string
  user_id: string
  number: number
  /** A mention of theirs was among it, which is now no news either. */
  saw_mention: boolean
}

/** Says up to where people have read; returns where that is news. */
export async function updateReadMarks(
  db: Db,
  marks: { chatId: string; userId: string; number: number }[],
): Promise<MovedMark[]> {
  return readMarks(db, [
    marks.map(({ chatId }) => chatId),
    marks.map(({ userId }) => userId),
    marks.map(({ number }) => number),
  ])
}

const readMarks = prepared<MovedMark>(`
  with said as (
    select chat_id, user_id, max(number) as number
    from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as said (chat_id, user_id, number)
    group by chat_id, user_id
  ), held as (
    select member.chat_id, member.user_id, least(said.number, chats.last_number) as number
    from said
    join chats on chats.id = said.chat_id and chats.deleted_at is null
    join chat_members as member
      on member.chat_id = said.chat_id and member.user_id = said.user_id
    where member.read_number < least(said.number, chats.last_number)
    order by member.chat_id, member.user_id for no key update of member
  ), moved as (
    update chat_members as member set read_number = held.number
    from held
    where member.chat_id = held.chat_id and member.user_id = held.user_id
      and member.read_number < held.number
    returning member.chat_id, member.user_id, member.read_number as number
  ), seen as (
    update notifications as told set read_at = now()
    from moved
    where told.chat_id = moved.chat_id and told.user_id = moved.user_id and told.read_at is null
      and (told.facts ->> 'number')::bigint <= moved.number
    returning told.chat_id, told.user_id
  )
  select moved.*, exists (
    select from seen where seen.chat_id = moved.chat_id and seen.user_id = moved.user_id
  ) as saw_mention
  from moved
`)
