import type { Chat, ChatDetail } from '@frontdesk/contract/chat'
import { CHAT_LIMITS } from '@frontdesk/contract/constants'
import { canSteerChat } from '@frontdesk/contract/permissions'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/caller.ts'
import { forbidden, unprocessable } from '../../http/errors.ts'
import {
  countMembers,
  deleteMembers,
  findActive,
  findChat,
  findChatFacts,
  findLastMessages,
  type HeldChat,
  insertGroup,
  insertMembers,
  listFormer,
  listMembers,
  lockChat,
  openDirect,
  type StoredChat,
} from './chats.queries.ts'
import { noSuchChat } from './message-post.ts'

export type IsOnline = (userId: string) => boolean

/** Conversations with what the list shows beside them. */
export async function withLastMessages(
  db: Db,
  chats: StoredChat[],
  isOnline: IsOnline,
): Promise<Chat[]> {
  const last = await findLastMessages(db, chats)
  return chats.map((chat) => ({
    ...chat,
    last_message: last.get(chat.id) ?? null,
    other_online: chat.other_user_id !== null && isOnline(chat.other_user_id),
  }))
}

/** A conversation with its members. @throws AppError 404 for who is not in it */
export async function readChat(
  db: Db,
  actor: SignedIn,
  chatId: string,
  isOnline: IsOnline,
): Promise<ChatDetail> {
  const stored = await findChat(db, actor.id, chatId)
  if (!stored) throw noSuchChat()
  const [chat] = await withLastMessages(db, [stored], isOnline)
  const members = await listMembers(db, chatId)
  const facts = await findChatFacts(db, actor.id, chatId)
  return {
    ...chat!,
    ...facts,
    members: members.map((member) => ({ ...member, online: isOnline(member.id) })),
    former: await listFormer(db, chatId),
  }
}

/** Holds a conversation. @throws AppError 404 for who is not in it */
export async function holdOwnChat(tx: Db, actor: SignedIn, chatId: string): Promise<HeldChat> {
  const chat = await lockChat(tx, actor.id, chatId)
  if (!chat) throw noSuchChat()
  return chat
}

/** The same for what only a group can do. @throws AppError 422 for any other */
export async function holdOwnGroup(tx: Db, actor: SignedIn, chatId: string): Promise<HeldChat> {
  const chat = await holdOwnChat(tx, actor, chatId)
  if (chat.kind === 'group') return chat
  throw chat.kind === 'direct'
    ? unprocessable('direct_chat', 'This is a conversation of two people. Please open a group.')
    : unprocessable('everyone_room', 'Everyone who is active is in this room')
}

/**
 * Opens a conversation with others: the direct one where it is one person and there is no title.
 * @throws AppError 422 `no_people`, `unknown_people`, `too_many_members`
 */
export async function openChat(
  tx: Db,
  actor: SignedIn,
  { title, memberIds }: { title: string | null; memberIds: string[] },
): Promise<{ id: string; isNew: boolean }> {
  const others = [...new Set(memberIds)].filter((id) => id !== actor.id)
  if (others.length === 0) {
    const sentence = 'Please choose at least one other person'
    throw unprocessable('no_people', sentence, { member_ids: sentence })
  }
  await refuseUnknown(tx, others)
  if (others.length === 1 && !title) return openDirect(tx, actor.id, others[0]!)
  refuseTooMany(others.length + 1)
  const id = await insertGroup(tx, { title, createdBy: actor.id, memberIds: others })
  return { id, isNew: true }
}

async function refuseUnknown(tx: Db, ids: string[]): Promise<{ id: string; name: string }[]> {
  const active = await findActive(tx, ids)
  if (active.length === new Set(ids).size) return active
  const sentence = 'Somebody chosen here is not an active member of the team'
  throw unprocessable('unknown_people', sentence, { member_ids: sentence })
}

/** Whoever opened it is one of them. */
function refuseTooMany(people: number): void {
  if (people <= CHAT_LIMITS.members) return
  const sentence = `A group has at most ${CHAT_LIMITS.members} people. “Everyone” reaches the others.`
  throw unprocessable('too_many_members', sentence, { member_ids: sentence })
}

/** Adds people to a group; returns the names of those who were not in it yet. */
export async function addMembers(tx: Db, chat: HeldChat, ids: string[]): Promise<string[]> {
  if (ids.length === 0) throw nobodyChosen()
  const people = await refuseUnknown(tx, ids)
  const added = await insertMembers(tx, chat, ids)
  refuseTooMany(await countMembers(tx, chat.id))
  return people.filter(({ id }) => added.includes(id)).map(({ name }) => name)
}

/**
 * Takes people out of a group; oneself, or others by who may steer it. Returns who was in it.
 * @throws AppError 403
 */
export async function removeMembers(
  tx: Db,
  actor: SignedIn,
  chat: HeldChat,
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) throw nobodyChosen()
  if (ids.some((id) => id !== actor.id) && !canSteerChat(actor, chat)) {
    throw forbidden('Only who opened this conversation, or an admin, can take others out of it')
  }
  const removed = await deleteMembers(tx, chat.id, ids)
  if (removed.length === 0) {
    const sentence = 'Nobody chosen here is in this conversation'
    throw unprocessable('unknown_people', sentence, { member_ids: sentence })
  }
  return removed
}

function nobodyChosen() {
  const sentence = 'Please choose at least one person'
  return unprocessable('no_people', sentence, { member_ids: sentence })
}
