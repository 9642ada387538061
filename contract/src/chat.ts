import { z } from 'zod'
import { CHAT_LIMITS, SEARCH_MAX, SEARCH_MOST } from './constants.ts'
import { ChatMessage } from './chat-messages.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, line, paging, requiredLine, text, time } from './fields.ts'
import { Role } from './users.ts'

export const ChatKind = z
  .enum(['direct', 'group', 'everyone'])
  .describe('Two people, chosen people, or everyone who is active.')
export type ChatKind = z.infer<typeof ChatKind>

/** A conversation as the list has it. */
export const Chat = z.object({
  id,
  kind: ChatKind,
  title: z
    .string()
    .describe(
      'Of a direct one: the name of the other person; of a group without a title: the names in it.',
    ),
  has_own_title: z.boolean().describe('False where the title is made of names.'),
  created_by: id.nullable(),
  created_at: time,
  last_number: z.int().describe('The number of its newest message; 0 where there is none.'),
  last_message: ChatMessage.nullable(),
  unread_count: z.int(),
  read_number: z.int().describe('Up to where the caller has read.'),
  member_count: z.int(),
  other_user_id: id.nullable().describe('Of a direct one: the other person.'),
  other_online: z.boolean().describe('Of a direct one: whether the other person is there.'),
})
export type Chat = z.infer<typeof Chat>

export const ChatMember = z.object({
  id: id.describe('The person; the same as `user_id`.'),
  user_id: id,
  name: z.string(),
  title: z.string().nullable(),
  role: Role,
  active: z.boolean().describe('False for somebody who can no longer sign in.'),
  online: z.boolean(),
  joined_at: time,
  read_number: z.int(),
  profile_picture_img_location: z.string().nullable(),
})
export type ChatMember = z.infer<typeof ChatMember>

/** A conversation as its own screen has it. */
export const ChatDetail = Chat.extend({
  members: z.array(ChatMember).describe('By name.'),
  former: z
    .array(z.object({ id, name: z.string() }))
    .describe(
      'People who were in it and are no longer, by name: what they wrote stays. Of the room of everyone: who is not active.',
    ),
  first_number: z
    .int()
    .describe('The oldest message that there still is; 1 where none was ever removed by its age.'),
  unconfirmed: z
    .array(id)
    .describe('Announcements that ask the caller to say that they have read them.'),
  export_notice: z
    .string()
    .nullable()
    .describe('What is said of exports by admins; null where there are none.'),
})
export type ChatDetail = z.infer<typeof ChatDetail>

const people = z
  .array(id)
  .max(CHAT_LIMITS.members, `Please choose at most ${CHAT_LIMITS.members} people`)

/** Whom to add or remove; the two other names mean the same. */
const someMembers = z.object({
  member_ids: people.optional(),
  user_ids: people.optional(),
  user_id: id.optional(),
})

const chatTitle = requiredLine(CHAT_LIMITS.title, 'Please enter a title')

/** An item of the portal that a message points at, as far as the caller may open it. */
export const ChatCard = z.object({
  link: z.string().describe('As it was asked for.'),
  type: z.enum(['policy', 'process', 'training', 'document']),
  id,
  title: z.string(),
  state: z.string().describe('Where the caller stands with it, in a few words; may be empty.'),
  path: z.string().describe('Where the web app shows it.'),
})
export type ChatCard = z.infer<typeof ChatCard>

/** A conversation as admins see it who may export it: who was in it, never what was said. */
export const AdminChat = z.object({
  id,
  kind: ChatKind,
  title: z.string(),
  member_count: z.int(),
  last_number: z.int(),
  last_message_at: time.nullable(),
})
export type AdminChat = z.infer<typeof AdminChat>

export const chatEndpoints = {
  listChats: endpoint({
    method: 'GET',
    path: '/chat',
    access: 'user',
    summary: "The caller's conversations, the one with the newest message first.",
    query: z.object({ ...paging }),
    response: z.array(Chat),
  }),
  searchChats: endpoint({
    method: 'GET',
    path: '/chat/search',
    access: 'user',
    summary:
      "The caller's conversations by their titles and the names in them, scored as `/search` does.",
    query: z.object({
      query: text(SEARCH_MAX).default(''),
      limit: z.coerce.number().int().min(1).max(SEARCH_MOST).default(SEARCH_MOST),
    }),
    response: z.array(
      z.object({
        id,
        type: z.literal('chats'),
        title: z.string(),
        subtitle: z.string(),
        score: z.number(),
      }),
    ),
  }),
  countUnread: endpoint({
    method: 'GET',
    path: '/chat/unread',
    access: 'user',
    summary: 'How many messages the caller has not read, in how many conversations.',
    response: z.object({ messages: z.int(), chats: z.int() }),
  }),
  createChat: endpoint({
    method: 'POST',
    path: '/chat',
    access: 'user',
    summary:
      'Opens a conversation. One person and no title: the direct one of the two, which is answered with 200 where it was there already.',
    body: z.object({
      title: line(CHAT_LIMITS.title).nullish(),
      member_ids: people.describe('Beside the caller.'),
    }),
    response: ChatDetail,
    status: 201,
  }),
  askAbout: endpoint({
    method: 'POST',
    path: '/chat/about',
    access: 'user',
    summary:
      'Opens the direct conversation with whoever answers for an item: who last saved it, else an admin.',
    body: z.object({ type: z.enum(['policy', 'process', 'training']), id }),
    response: ChatDetail.extend({
      link: z.string().describe('To go into the first message, where it becomes a card.'),
    }),
  }),
  findCards: endpoint({
    method: 'POST',
    path: '/chat/cards',
    access: 'user',
    summary: 'What links of messages lead to; what the caller may not open is left out.',
    changesNothing: true,
    body: z.object({ links: z.array(line(300)).max(50) }),
    response: z.array(ChatCard),
  }),
  getChat: endpoint({
    method: 'GET',
    path: '/chat/:id',
    access: 'user',
    summary: 'A conversation that the caller is in, with its members.',
    params: byId,
    response: ChatDetail,
  }),
  renameChat: endpoint({
    method: 'PUT',
    path: '/chat/:id/title',
    access: 'user',
    summary: 'Names a group; by any of its members. 422 for a direct one.',
    params: byId,
    body: z.object({ title: chatTitle }),
    response: ChatDetail,
  }),
  addChatMembers: endpoint({
    method: 'POST',
    path: '/chat/:id/members',
    access: 'user',
    summary: 'Adds people to a group; by any of its members. They see what was said before, too.',
    params: byId,
    body: someMembers,
    response: ChatDetail,
  }),
  removeChatMembers: endpoint({
    method: 'DELETE',
    path: '/chat/:id/members',
    access: 'user',
    summary:
      'Takes people out of a group: oneself, or others by who made it and admins. They hear nothing from that moment on.',
    params: byId,
    body: someMembers,
  }),
  deleteChat: endpoint({
    method: 'DELETE',
    path: '/chat/:id',
    access: 'user',
    summary: 'By who made it and admins: gone for all. By others: they leave.',
    params: byId,
  }),
  listAdminChats: endpoint({
    method: 'GET',
    path: '/admin/chats',
    access: 'admin',
    summary: 'Conversations to export; 403 `export_off` where members are told of no exports.',
    query: z.object({ ...paging }),
    response: z.array(AdminChat),
  }),
  exportChat: endpoint({
    method: 'GET',
    path: '/admin/chats/:id/messages.csv',
    access: 'admin',
    fresh: true,
    summary: 'A conversation as CSV; 403 `export_off` where members are told of no exports.',
    params: byId,
    produces: 'text/csv',
  }),
}
