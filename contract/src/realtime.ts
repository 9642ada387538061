import { z } from 'zod'
import type { ChatMessage, NewMessage } from './chat-messages.ts'
import { id } from './fields.ts'
import { type AllOfKind, ITEMS } from './items.ts'

/** The first frame of a socket, within 5 seconds. */
const AuthFrame = z.object({
  type: z.literal('auth'),
  token: z.string().max(200),
  /** For how many milliseconds the page has shown something: what went stale meanwhile is told at once. */
  shown_ms: z.number().min(0).optional(),
  /** Somebody has just used the page, with their hands: whoever is there is not mailed what calls on them. */
  there: z.boolean().optional(),
})

/** Frames that a browser sends to `/api/v1/chat/ws`. */
export const ClientFrame = z.discriminatedUnion('type', [
  AuthFrame,
  /** The rest of it is a `NewMessage`. Answered by `ack` once it is stored, or by `error` with its `client_id`. */
  z.looseObject({ type: z.literal('message'), chat_id: id }),
  z.object({ type: z.literal('typing'), chat_id: id }),
  z.object({ type: z.literal('read'), chat_id: id, number: z.int().min(0) }),
])
export type ClientFrame =
  | z.infer<typeof AuthFrame>
  | ({ type: 'message'; chat_id: string } & NewMessage)
  | { type: 'typing'; chat_id: string }
  | { type: 'read'; chat_id: string; number: number }

/** What a browser may hold that is no item. */
const OTHER_KEYS = [
  'me',
  'acknowledgments',
  'auditor_links',
  'api_keys',
  'legal_holds',
  'obligations',
  'teams',
  'favourites',
  'settings',
  'billing',
  'invitations',
  'mails',
  'attempts',
  'question-bank',
  'reviews',
  'saved_filters',
  'chats',
  'notifications',
  'library',
  'evidence-packs',
  'checkpoints',
  'backups',
] as const

/** Names of things that a browser may hold and should ask for again. */
export type StaleKey = AllOfKind | (typeof OTHER_KEYS)[number]
export const STALE_KEYS: StaleKey[] = [
  ...Object.values(ITEMS).flatMap((kind) => ('all' in kind ? [kind.all] : [])),
  ...OTHER_KEYS,
]

/** Frames that the server sends. All but those of conversations carry names of stale data, never the data. */
export type ServerFrame =
  | { type: 'ready' }
  | { type: 'invalidate'; keys: StaleKey[] }
  | { type: 'error'; error: string; code: string; client_id?: string }
  /** A new message, or one that was changed: then its number is one that was sent before. */
  | { type: 'message'; message: ChatMessage }
  /** It is stored. */
  | { type: 'ack'; client_id: string; message: ChatMessage }
  | { type: 'typing'; chat_id: string; user_id: string }
  | { type: 'read'; chat_id: string; user_id: string; number: number }
  | { type: 'presence'; user_id: string; online: boolean }
  /** It came to be, or its title or members are others now; or one is no longer in it. */
  | { type: 'chat'; chat_id: string }
