import { type ChatMessage, chatMessageEndpoints } from '@frontdesk/contract/chat-messages'
import { CHAT_EDIT_MINUTES, CHAT_LIMITS } from '@frontdesk/contract/constants'
import { canDeleteMessage, canMentionEveryone } from '@frontdesk/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { afterCommit } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/caller.ts'
import { forbidden, notFound, tooManyRequests, unprocessable } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import type { Announcer } from '../../platform/announcer.ts'
import type { Paces } from '../../platform/pace.ts'
import { recordAudit } from '../../platform/audit.ts'
import { insertMentions } from '../notifications/notifications.queries.ts'
import { holdOwnChat } from './chats.actions.ts'
import { isInChat, updateReadMarks } from './chats.queries.ts'
import { namedIn, namesEveryone, tellOfMarks, tellOfMentions } from './mentions.ts'
import { type MessagePost, noSuchChat } from './message-post.ts'
import { findMessages, listMessages, lockMessage, searchMessages } from './messages.queries.ts'

const noSuchMessage = () => notFound('This message is no longer there')

/** What is said in conversations. */
export function messageRoutes(
  mount: Mount,
  { announcer, post, paces }: { announcer: Announcer; post: MessagePost; paces: Paces },
): void {
  const before = spending(paces)

  mount(chatMessageEndpoints.listMessages, async ({ db, actor, params, query }) => {
    const limit = Math.min(query.limit ?? CHAT_LIMITS.page, CHAT_LIMITS.page)
    const messages = await listMessages(db, params.id, { ...query, limit, readerId: actor.id })
    if (messages.length === 0) await checkMember(db, actor, params.id)
    return messages
  })

  mount(
    chatMessageEndpoints.sendMessage,
    async ({ actor, params, body, reply }) => {
      const { message, repeated } = await post.send(actor, params.id, body)
      if (repeated) reply.code(200)
      return message
    },
    { before, ownTransactions: 'messages that come at the same moment are stored together' },
  )

  mount(chatMessageEndpoints.searchMessages, async ({ db, actor, params, query }) => {
    await checkMember(db, actor, params.id)
    return searchMessages(db, params.id, query)
  })

  mount(
    chatMessageEndpoints.editMessage,
    async ({ db, actor, params, body }) => {
      const message = await holdMessage(db, actor, { chatId: params.id, id: params.message_id })
      if (message.user_id !== actor.id) throw forbidden('Only its author can change a message')
      if (!message.fresh) {
        const sentence = `A message can be changed for ${CHAT_EDIT_MINUTES} minutes. Please write another one.`
        throw unprocessable('too_late', sentence)
      }
      const told = await updateBody(db, actor, { chatId: params.id, id: message.id, ...body })
      afterCommit(db, () => tellOfMentions(announcer, told))
      return tellChanged(db, announcer, params.id, message.id)
    },
    { before },
  )

  mount(chatMessageEndpoints.deleteMessage, async (call) => {
    const { db, actor, params } = call
    const message = await holdMessage(db, actor, { chatId: params.id, id: params.message_id })
    if (!canDeleteMessage(actor, message)) throw forbidden('Only its author can delete a message')
    await emptyMessage(db, message.id)
    if (message.user_id !== actor.id) {
      await recordAudit(db, call, {
        action: 'chat.message_removed',
        item: { type: 'chat', id: params.id, title: '' },
        details: { number: message.number, user_id: message.user_id },
      })
    }
    await tellChanged(db, announcer, params.id, message.id)
  })

  reactionRoutes(mount, { announcer, before })
  confirmationRoutes(mount, { announcer, before })

  mount(chatMessageEndpoints.markRead, async ({ db, actor, params, body }) => {
    await checkMember(db, actor, params.id)
    const mark = { chatId: params.id, userId: actor.id, number: body.number }
    const marks = await updateReadMarks(db, [mark])
    afterCommit(db, () => tellOfMarks(announcer, marks))
  })
}

interface Changing {
  announcer: Announcer
  /** Whether somebody may already, or waits. */
  before: (actor: SignedIn) => void
}

function reactionRoutes(mount: Mount, { announcer, before }: Changing): void {
  mount(
    chatMessageEndpoints.react,
    async ({ db, actor, params, body }) => {
      const { id } = await holdMessage(db, actor, { chatId: params.id, id: params.message_id })
      const own = { message_id: id, user_id: actor.id, emoji: body.emoji }
      if (body.on) {
        await db
          .insertInto('chat_reactions')
          .values(own)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await refuseTooManyKinds(db, id)
      } else {
        await db
          .deleteFrom('chat_reactions')
          .where('message_id', '=', id)
          .where('user_id', '=', actor.id)
          .where('emoji', '=', body.emoji)
          .execute()
      }
      return tellChanged(db, announcer, params.id, id)
    },
    { before },
  )
}

/** Announcements, and who says to have read them. */
function confirmationRoutes(mount: Mount, { announcer, before }: Changing): void {
  mount(
    chatMessageEndpoints.confirmMessage,
    async ({ db, actor, params }) => {
      const message = await holdMessage(db, actor, { chatId: params.id, id: params.message_id })
      if (!message.announcement) {
        throw unprocessable('no_announcement', 'This message asks nobody to confirm it')
      }
      await db
        .insertInto('chat_confirmations')
        .values({ message_id: message.id, user_id: actor.id })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return tellChanged(db, announcer, params.id, message.id)
    },
    { before },
  )

  mount(chatMessageEndpoints.listConfirmations, async ({ db, actor, params }) => {
    await checkMember(db, actor, params.id)
    const [message] = await findMessages(db, params.id, [params.message_id])
    if (!message?.announcement) throw noSuchMessage()
    return db
      .selectFrom('chat_members as member')
      .innerJoin('users', 'users.id', 'member.user_id')
      .leftJoin('chat_confirmations as own', (join) =>
        join.onRef('own.user_id', '=', 'users.id').on('own.message_id', '=', message.id),
      )
      .select(['users.id as user_id', 'users.name', 'own.confirmed_at'])
      .where('member.chat_id', '=', params.id)
      .where('users.id', '<>', message.user_id)
      .where((where) =>
        where.or([where('users.status', '=', 'active'), where('own.user_id', 'is not', null)]),
      )
      .orderBy(sql`lower(users.name)`)
      .orderBy('users.id')
      .execute()
  })
}

/** What everybody in a conversation hears of comes out of its author's one share. @throws AppError 429 */
const spending =
  (paces: Paces) =>
  ({ id }: SignedIn): void => {
    const pace = paces.of(id)
    const wait = pace.wait()
    if (wait > 0) throw tooManyRequests('You are writing too fast', Math.ceil(wait / 1000))
    pace.spend()
  }

/** @throws AppError 404 for who is not in the conversation */
async function checkMember(db: Db, actor: SignedIn, chatId: string): Promise<void> {
  if (!(await isInChat(db, actor.id, chatId))) throw noSuchChat()
}

/** Holds a message that was not taken back, in a conversation that somebody is in. */
async function holdMessage(db: Db, actor: SignedIn, message: { chatId: string; id: string }) {
  await holdOwnChat(db, actor, message.chatId)
  const found = await lockMessage(db, { ...message, freshMinutes: CHAT_EDIT_MINUTES })
  if (!found || found.deleted_at !== null) throw noSuchMessage()
  return found
}

/** Returns whose notifications have changed: who is named now, and who no longer is. */
async function updateBody(
  db: Db,
  actor: SignedIn,
  { chatId, id, body }: { chatId: string; id: string; body: string },
): Promise<string[]> {
  const everyone = canMentionEveryone(actor) && namesEveryone(body)
  await db
    .updateTable('chat_messages')
    .set({ body, edited_at: sql`now()`, mentions_everyone: everyone })
    .where('id', '=', id)
    .execute()
  const [named = []] = body.includes('@') ? await namedIn(db, chatId, [body]) : []
  await db.deleteFrom('chat_mentions').where('message_id', '=', id).execute()
  const others = named.filter((userId) => userId !== actor.id)
  if (others.length > 0) {
    const rows = others.map((userId) => ({ message_id: id, user_id: userId }))
    await db.insertInto('chat_mentions').values(rows).execute()
  }
  return insertMentions(db, [id])
}

/** Its number stays, and when and by whom; the sweep removes its files. */
async function emptyMessage(db: Db, id: string): Promise<void> {
  await db
    .updateTable('chat_messages')
    .set({ body: '', deleted_at: sql`now()`, mentions_everyone: false, announcement: false })
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('chat_mentions').where('message_id', '=', id).execute()
  await db.deleteFrom('chat_reactions').where('message_id', '=', id).execute()
  await db.deleteFrom('chat_files').where('message_id', '=', id).execute()
}

async function refuseTooManyKinds(db: Db, messageId: string): Promise<void> {
  const { kinds } = await db
    .selectFrom('chat_reactions')
    .select(sql<number>`count(distinct emoji)::int`.as('kinds'))
    .where('message_id', '=', messageId)
    .executeTakeFirstOrThrow()
  if (kinds <= CHAT_LIMITS.reactions) return
  const sentence = `A message has at most ${CHAT_LIMITS.reactions} kinds of reactions`
  throw unprocessable('too_many_reactions', sentence, { emoji: sentence })
}

/** The message as it is now; everybody in the conversation gets it after the commit. */
async function tellChanged(
  db: Db,
  announcer: Announcer,
  chatId: string,
  id: string,
): Promise<ChatMessage> {
  const [message] = await findMessages(db, chatId, [id])
  afterCommit(db, () => {
    announcer.tell({ keys: [], chat: { about: 'changed', chat_id: chatId, message_ids: [id] } })
  })
  return message!
}
