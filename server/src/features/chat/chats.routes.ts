import { chatEndpoints } from '@frontdesk/contract/chat'
import { canSteerChat } from '@frontdesk/contract/permissions'
import { afterCommit } from '../../db/transaction.ts'
import type { Db } from '../../db/connect.ts'
import { unprocessable } from '../../http/errors.ts'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import type { Announcer } from '../../platform/announcer.ts'
import { recordAudit } from '../../platform/audit.ts'
import { answersFor, findCards, linkOf } from './cards.queries.ts'
import {
  addMembers,
  holdOwnChat,
  holdOwnGroup,
  type IsOnline,
  openChat,
  readChat,
  removeMembers,
  withLastMessages,
} from './chats.actions.ts'
import { searchChats } from './chat-search.ts'
import {
  countUnread,
  deleteMembers,
  type HeldChat,
  hideChat,
  listChats,
  openDirect,
} from './chats.queries.ts'

/** What the audit trail says of a conversation: never who talks with whom in private. */
const itemOf = (chat: Pick<HeldChat, 'id' | 'kind' | 'title'>) => ({
  type: 'chat',
  id: chat.id,
  title: chat.kind === 'direct' ? 'a direct conversation' : (chat.title ?? 'a group'),
})

/** Opening, naming, joining, leaving: everything but what is said. */
export function chatRoutes(mount: Mount, parts: Parts): void {
  readingRoutes(mount, parts)
  openingRoutes(mount, parts)
  memberRoutes(mount, parts)
}

interface Parts {
  announcer: Announcer
  isOnline: IsOnline
  /** Where people open this installation. */
  address: () => string
}

/** Tells everybody in a conversation, and those who were, once the change is committed. */
const tellLater = (tx: Db, announcer: Announcer, chatId: string, formerIds: string[] = []) =>
  afterCommit(tx, () => tellOfChat(announcer, chatId, formerIds))

function readingRoutes(mount: Mount, { isOnline, address }: Parts): void {
  mount(chatEndpoints.listChats, async ({ db, actor, query, request, reply }) => {
    const options = { ...query, limit: query.limit ?? DEFAULT_LIMIT }
    const page = await listChats(db, actor.id, options)
    const rows = await withLastMessages(db, page.rows, isOnline)
    return sendPage({ request, reply }, { ...page, rows })
  })

  mount(chatEndpoints.searchChats, async ({ db, actor, query }) => {
    const { rows } = await listChats(db, actor.id, { limit: DEFAULT_LIMIT })
    return searchChats(rows, query.query, query.limit)
  })

  mount(chatEndpoints.countUnread, async ({ db, actor }) => countUnread(db, actor.id))

  mount(chatEndpoints.findCards, async ({ db, actor, body, request }) => {
    // Where no address is set, people open the one by which they call.
    const own = new Set([address(), `${request.protocol}://${request.host}`].map(originOf))
    const isOurs = (origin: string) => own.has(originOf(origin))
    return findCards(db, actor, { links: body.links, isOurs })
  })

  mount(chatEndpoints.getChat, async ({ db, actor, params }) =>
    readChat(db, actor, params.id, isOnline),
  )
}

/** As browsers write it; null for what is none. */
const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : null)

function openingRoutes(mount: Mount, { announcer, isOnline }: Parts): void {
  mount(chatEndpoints.createChat, async (call) => {
    const { db, actor, body, reply } = call
    const title = body.title || null
    const { id, isNew } = await openChat(db, actor, { title, memberIds: body.member_ids })
    const chat = await readChat(db, actor, id, isOnline)
    if (isNew) {
      await recordAudit(db, call, {
        action: 'chat.created',
        item: itemOf({ ...chat, title: chat.has_own_title ? chat.title : null }),
        details: { members: chat.member_count },
      })
    } else {
      reply.code(200)
    }
    tellLater(db, announcer, id)
    return chat
  })

  mount(chatEndpoints.askAbout, async (call) => {
    const { db, actor, body } = call
    const { id: otherId } = await answersFor(db, actor, body)
    const { id, isNew } = await openDirect(db, actor.id, otherId)
    const chat = await readChat(db, actor, id, isOnline)
    if (isNew) {
      await recordAudit(db, call, {
        action: 'chat.created',
        item: itemOf(chat),
        details: { members: chat.member_count },
      })
    }
    tellLater(db, announcer, id)
    return { ...chat, link: linkOf(body) }
  })
}

function memberRoutes(mount: Mount, { announcer, isOnline }: Parts): void {
  mount(chatEndpoints.renameChat, async (call) => {
    const { db, actor, params, body } = call
    const chat = await holdOwnGroup(db, actor, params.id)
    await db.updateTable('chats').set({ title: body.title }).where('id', '=', chat.id).execute()
    await recordAudit(db, call, {
      action: 'chat.renamed',
      item: itemOf({ ...chat, title: body.title }),
      details: { before: chat.title ?? '' },
    })
    tellLater(db, announcer, chat.id)
    return readChat(db, actor, chat.id, isOnline)
  })

  mount(chatEndpoints.addChatMembers, async (call) => {
    const { db, actor, params, body } = call
    const chat = await holdOwnGroup(db, actor, params.id)
    const names = await addMembers(db, chat, peopleOf(body))
    await recordAudit(db, call, {
      action: 'chat.members_added',
      item: itemOf(chat),
      details: { names: names.join(', ') },
    })
    tellLater(db, announcer, chat.id)
    return readChat(db, actor, chat.id, isOnline)
  })

  mount(chatEndpoints.removeChatMembers, async (call) => {
    const { db, actor, params, body } = call
    const chat = await holdOwnGroup(db, actor, params.id)
    const removed = await removeMembers(db, actor, chat, peopleOf(body))
    const onlySelf = removed.length === 1 && removed[0] === actor.id
    await recordAudit(db, call, {
      action: onlySelf ? 'chat.left' : 'chat.members_removed',
      item: itemOf(chat),
      details: { user_ids: removed },
    })
    tellLater(db, announcer, chat.id, removed)
  })

  mount(chatEndpoints.deleteChat, async (call) => {
    const { db, actor, params } = call
    const chat = await holdOwnChat(db, actor, params.id)
    if (chat.kind === 'everyone') {
      const sentence = 'The room of everyone can be neither left nor deleted'
      throw unprocessable('everyone_room', sentence)
    }
    const isForAll = canSteerChat(actor, chat)
    const former = isForAll
      ? await hideChat(db, chat.id)
      : await deleteMembers(db, chat.id, [actor.id])
    await recordAudit(db, call, {
      action: isForAll ? 'chat.deleted' : 'chat.left',
      item: itemOf(chat),
      details: { messages: chat.last_number },
    })
    tellLater(db, announcer, chat.id, former)
  })
}

const peopleOf = (body: { member_ids?: string[]; user_ids?: string[]; user_id?: string }) => [
  ...new Set([...(body.member_ids ?? []), ...(body.user_ids ?? []), body.user_id ?? []].flat()),
]

/** As many as fit into one announcement. */
const MOST_TOLD = 100

/** Tells everybody in a conversation, and those who were, to ask again. */
function tellOfChat(announcer: Announcer, chatId: string, formerIds: string[]): void {
  for (let from = 0; from === 0 || from < formerIds.length; from += MOST_TOLD) {
    const some = formerIds.slice(from, from + MOST_TOLD)
    announcer.tell({ keys: [], chat: { about: 'chat', chat_id: chatId, user_ids: some } })
  }
}
