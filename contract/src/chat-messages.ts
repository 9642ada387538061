import { z } from 'zod'
import { CHAT_FILE_MAX_BYTES, CHAT_LIMITS, CHAT_TEXT_REQUIRED } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, line, text, time } from './fields.ts'

/** What was dropped, pasted or photographed into a conversation. */
export const ChatFile = z.object({
  id,
  file_name: z.string(),
  file_type: z.string(),
  file_size: z.int().describe('Bytes.'),
})
export type ChatFile = z.infer<typeof ChatFile>

export const ChatReaction = z.object({ emoji: z.string(), user_ids: z.array(id) })
export type ChatReaction = z.infer<typeof ChatReaction>

export const ChatMessage = z.object({
  id,
  chat_id: id,
  user_id: id.describe('Who wrote it.'),
  client_id: z
    .string()
    .describe('As whoever sent it named it: the same one again is the same message.'),
  number: z.int().describe('1, 2, 3 … within its conversation, without gaps.'),
  body: z
    .string()
    .describe('Markdown; empty where files say all, and where the message was deleted.'),
  created_at: time,
  edited_at: time.nullable(),
  deleted_at: time.nullable().describe('A trace stays of what its author took back.'),
  announcement: z.boolean().describe('Asks everybody to say that they have read it.'),
  confirmed_count: z.int().describe('How many have said so.'),
  mentions: z.array(id).describe('Who is named in it.'),
  mentions_everyone: z.boolean(),
  files: z.array(ChatFile),
  reactions: z.array(ChatReaction),
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** Marks that turn text around; what is pasted from a phone has them, and a message keeps none. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/gu
/** Whether anything of it can be seen. */
const isVisible = (body: string) => /[^\s\p{Cf}\p{Cc}]/u.test(body)

/** Without what turns text around, trimmed; counted in characters as people see them. */
const anyBody = z
  .string({ error: CHAT_TEXT_REQUIRED })
  .max(CHAT_LIMITS.body * 4, 'Please keep this within 8,000 characters')
  .refine(
    (value) => !value.includes('\0') && value.isWellFormed(),
    'This text contains characters that cannot be stored',
  )
  .transform((value) => value.replaceAll(TURNING, '').trim())
  .refine(
    (value) => Array.from(value).length <= CHAT_LIMITS.body,
    'Please keep this within 8,000 characters',
  )
const requiredBody = anyBody.refine(isVisible, CHAT_TEXT_REQUIRED)

const clientId = line(200).optional().describe('Yours to choose; made up where left out.')

/** What is sent: by the frame `message` and by `POST /chat/{id}/messages` alike. */
export const NewMessage = z
  .object({
    client_id: clientId,
    body: anyBody.optional(),
    file_ids: z
      .array(id)
      .max(CHAT_LIMITS.files, `Please send at most ${CHAT_LIMITS.files} files at once`)
      .optional()
      .describe('Files of `POST /chat/{id}/files` that belong to it.'),
    mention_ids: z
      .array(id)
      .max(CHAT_LIMITS.members)
      .optional()
      .describe('Who is meant, beside those whose `@Name` the body has; by an agent 20 at most.'),
    announcement: z
      .boolean()
      .optional()
      .describe('By admins: asks everybody to say that they have read it.'),
  })
  .refine(({ body = '', file_ids: files = [] }) => files.length > 0 || isVisible(body), {
    path: ['body'],
    error: CHAT_TEXT_REQUIRED,
  })
export type NewMessage = z.infer<typeof NewMessage>

const inChat = z.object({ id, message_id: id })

/** Written as a text, because the compiler's target is older than the flag. */
const EMOJI = new RegExp(String.raw`^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\ufe0f?)$`, 'v')
const emoji = line(20).refine((value) => EMOJI.test(value), 'Please choose one emoji')

export const ChatConfirmation = z.object({
  user_id: id,
  name: z.string(),
  confirmed_at: time.nullable().describe('Null where they have not said so yet.'),
})
export type ChatConfirmation = z.infer<typeof ChatConfirmation>

export const chatMessageEndpoints = {
  listMessages: endpoint({
    method: 'GET',
    path: '/chat/:id/messages',
    access: 'user',
    summary:
      'Messages in ascending order: the first after a number, or the last before one, or the newest.',
    params: byId,
    query: z.object({
      before: z.coerce.number().int().min(0).optional(),
      after: z.coerce.number().int().min(0).optional(),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(1000)
        .optional()
        .describe('At most 100 come, also where more is asked for.'),
    }),
    response: z.array(ChatMessage),
  }),
  sendMessage: endpoint({
    method: 'POST',
    path: '/chat/:id/messages',
    access: 'user',
    summary:
      'Sends a message. The same `client_id` of the same person again is the same message, answered with 200.',
    params: byId,
    body: NewMessage,
    response: ChatMessage,
    status: 201,
    ownRecord: 'a message says itself who wrote it, and when',
  }),
  searchMessages: endpoint({
    method: 'GET',
    path: '/chat/:id/search',
    access: 'user',
    summary: 'Messages that have all of the words, or beginnings of them; newest first.',
    params: byId,
    query: z.object({
      query: text(200).default(''),
      before: z.coerce.number().int().min(0).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    response: z.array(ChatMessage),
  }),
  editMessage: endpoint({
    method: 'PUT',
    path: '/chat/:id/messages/:message_id',
    access: 'user',
    summary: "Changes the text of one's own message, within 15 minutes; later 422 `too_late`.",
    params: inChat,
    body: z.object({ body: requiredBody }),
    response: ChatMessage,
    ownRecord: 'an edited message says that it was',
  }),
  deleteMessage: endpoint({
    method: 'DELETE',
    path: '/chat/:id/messages/:message_id',
    access: 'user',
    summary:
      "Takes one's own message back, admins also others': its number and a trace stay, its text and files go.",
    params: inChat,
    ownRecord: 'a trace of the message stays; what an admin removes stands in the audit trail',
  }),
  react: endpoint({
    method: 'PUT',
    path: '/chat/:id/messages/:message_id/reactions',
    access: 'user',
    summary: 'Puts a reaction to a message, or takes it back.',
    params: inChat,
    body: z.object({ emoji, on: z.boolean().default(true) }),
    response: ChatMessage,
    ownRecord: 'a reaction says who and how',
  }),
  confirmMessage: endpoint({
    method: 'POST',
    path: '/chat/:id/messages/:message_id/confirm',
    access: 'user',
    summary: 'Says that the caller has read an announcement. Saying so again changes nothing.',
    params: inChat,
    response: ChatMessage,
    ownRecord: 'a confirmation says who and when',
  }),
  listConfirmations: endpoint({
    method: 'GET',
    path: '/chat/:id/messages/:message_id/confirmations',
    access: 'admin',
    summary: 'Who has said that they have read an announcement, and who has not.',
    params: inChat,
    response: z.array(ChatConfirmation),
  }),
  markRead: endpoint({
    method: 'PUT',
    path: '/chat/:id/read',
    access: 'user',
    summary: 'Says up to where the caller has read; a lower number changes nothing.',
    params: byId,
    body: z.object({ number: z.int().min(0) }),
    ownRecord: 'a read mark is nothing to write a record of',
  }),
  addChatFile: endpoint({
    method: 'POST',
    path: '/chat/:id/files',
    access: 'user',
    summary:
      'Keeps a file for a message that is sent next. 413 over the limit, 429 after too many. Without a message it goes after a day.',
    params: byId,
    upload: { field: 'file', maxBytes: CHAT_FILE_MAX_BYTES },
    response: ChatFile,
    status: 201,
    ownRecord: 'the message it belongs to says who sent it, and when',
  }),
  getChatFile: endpoint({
    method: 'GET',
    path: '/chat/:id/files/:file_id',
    access: 'user',
    summary:
      'A file of a conversation, for its members. Honours `Range`. `preview=true`: to be shown, for pictures and PDF.',
    params: z.object({ id, file_id: id }),
    query: z.object({ preview: z.enum(['true', 'false']).optional() }),
    produces: 'application/octet-stream',
  }),
}
