import { uuidv7 } from 'uuidv7'
import type { Db } from '../src/db/connect.ts'
import { chance } from './chance.ts'
import { type DemoChat, type DemoMessage, demoChats } from './chats.ts'
import type { FilledPerson } from './fill-people.ts'
import { daysAgo } from './time.ts'

/** Adds half a year of conversations; what was said in the last two days is unread by some. */
export async function fillChats(db: Db, people: FilledPerson[]): Promise<void> {
  const staff = people.filter(({ status }) => status === 'active')
  const idOf = (first: string) => {
    const found = staff.find(({ first_name: name }) => name === first)
    if (!found) throw new Error(`Nobody in the demo is called ${first}`)
    return found.id
  }
  for (const chat of demoChats) {
    const id = await openChat(db, chat, idOf)
    const messages = chat.messages.toSorted((a, b) => b.day - a.day || a.hour - b.hour)
    await insertMessages(db, { id, messages, idOf })
    const members = chat.members?.map(idOf) ?? staff.map((person) => person.id)
    await markRead(db, id, members, messages)
    await confirm(db, { id, messages, members, idOf })
  }
}

type IdOf = (first: string) => string

async function openChat(db: Db, chat: DemoChat, idOf: IdOf): Promise<string> {
  if (!chat.members) {
    const room = db.selectFrom('chats').select('id').where('kind', '=', 'everyone')
    return (await room.executeTakeFirstOrThrow()).id
  }
  const id = uuidv7()
  const memberIds = chat.members.map(idOf)
  const isDirect = chat.title === null
  const [first, second] = memberIds.toSorted()
  const begun = daysAgo(Math.max(...chat.messages.map(({ day }) => day)), 9)
  await db
    .insertInto('chats')
    .values({
      id,
      kind: isDirect ? 'direct' : 'group',
      title: chat.title,
      created_by: memberIds[0]!,
      created_at: begun,
      ...(isDirect && { first_person: first!, second_person: second! }),
    })
    .execute()
  await db
    .insertInto('chat_members')
    .values(memberIds.map((userId) => ({ chat_id: id, user_id: userId, joined_at: begun })))
    .execute()
  return id
}

type Told = { id: string; messages: DemoMessage[]; idOf: IdOf }

const messageId = new Map<DemoMessage, string>()

async function insertMessages(db: Db, { id, messages, idOf }: Told): Promise<void> {
  const rows = messages.map((message, index) => {
    const own = uuidv7()
    messageId.set(message, own)
    return {
      id: own,
      chat_id: id,
      number: index + 1,
      user_id: idOf(message.by),
      client_id: own,
      body: message.body,
      created_at: daysAgo(message.day, message.hour),
      announcement: message.announcement ?? false,
    }
  })
  await db.insertInto('chat_messages').values(rows).execute()
  const last = rows.at(-1)!
  await db
    .updateTable('chats')
    .set({ last_number: last.number, last_message_at: last.created_at })
    .where('id', '=', id)
    .execute()
  const reactions = messages.flatMap((message) =>
    Object.entries(message.reactions ?? {}).flatMap(([emoji, names]) =>
      names.map((name) => ({
        message_id: messageId.get(message)!,
        user_id: idOf(name),
        emoji,
        created_at: daysAgo(message.day, message.hour + 0.2),
      })),
    ),
  )
  if (reactions.length > 0) await db.insertInto('chat_reactions').values(reactions).execute()
}

/** Everybody has read what is older than two days, and most of them all of it. */
async function markRead(
  db: Db,
  chatId: string,
  members: string[],
  messages: DemoMessage[],
): Promise<void> {
  const old = messages.filter(({ day }) => day > 2).length
  for (const userId of members) {
    const number = chance(`${chatId} ${userId}`) < 0.6 ? old : messages.length
    await db
      .updateTable('chat_members')
      .set({ read_number: number })
      .where('chat_id', '=', chatId)
      .where('user_id', '=', userId)
      .execute()
  }
}

async function confirm(
  db: Db,
  { messages, members, idOf }: Told & { members: string[] },
): Promise<void> {
  const rows = messages.flatMap((message) =>
    members
      .filter((userId) => userId !== idOf(message.by))
      .filter((userId) => chance(`${message.body} ${userId}`) < (message.confirmed ?? 0))
      .map((userId) => ({
        message_id: messageId.get(message)!,
        user_id: userId,
        confirmed_at: daysAgo(message.day, message.hour + chance(userId) * 5),
      })),
  )
  if (rows.length > 0) await db.insertInto('chat_confirmations').values(rows).execute()
}
