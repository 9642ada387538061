import type { StaleKey } from '@frontdesk/contract/realtime'
import { SearchType } from '@frontdesk/contract/search'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/connect.ts'

export const CHANNEL = 'frontdesk'

/** What happened in a conversation: ids and numbers, behind which the table has the rest. */
const ChatNews = z.discriminatedUnion('about', [
  z.object({ about: z.literal('stored'), chat_id: z.uuid(), from: z.int(), to: z.int() }),
  z.object({ about: z.literal('changed'), chat_id: z.uuid(), message_ids: z.array(z.uuid()) }),
  /** `user_ids` are people who were in it and no longer are. */
  z.object({ about: z.literal('chat'), chat_id: z.uuid(), user_ids: z.array(z.uuid()) }),
  z.object({ about: z.literal('typing'), chat_id: z.uuid(), user_id: z.uuid() }),
  z.object({
    about: z.literal('read'),
    chat_id: z.uuid(),
    marks: z.array(z.object({ user_id: z.uuid(), number: z.int() })),
  }),
])
export type ChatNews = z.infer<typeof ChatNews>

/** Who is there, as the nodes tell each other. */
const PresenceNews = z.discriminatedUnion('about', [
  z.object({ about: z.literal('came'), node: z.string(), user_ids: z.array(z.uuid()) }),
  z.object({ about: z.literal('left'), node: z.string(), user_ids: z.array(z.uuid()) }),
  /** It asks the others who is there with them, or only says that it is alive. */
  z.object({ about: z.literal('asks'), node: z.string() }),
  z.object({ about: z.literal('alive'), node: z.string() }),
  z.object({ about: z.literal('gone'), node: z.string() }),
])
export type PresenceNews = z.infer<typeof PresenceNews>

/** What nodes tell each other: names and ids, never data (a NOTIFY payload ends at 8,000 bytes). */
export const Announcement = z.object({
  /** What browsers should ask for again. */
  keys: z.array(z.string()),
  /** Whose browsers; everyone's where left out. */
  userIds: z.array(z.string()).optional(),
  adminsOnly: z.boolean().optional(),
  /** A person whose sockets must prove again that their session lives. */
  endedSessionsOf: z.string().optional(),
  /** The same of everybody. */
  allSessionsEnded: z.boolean().optional(),
  /** An item that the search has to read again; told by a trigger (migration 1271). */
  searchable: z.object({ type: SearchType, id: z.uuid() }).optional(),
  /** Whether the search has to read everything again. */
  refreshSearch: z.boolean().optional(),
  chat: ChatNews.optional(),
  presence: PresenceNews.optional(),
})
export interface Announcement {
  keys: StaleKey[]
  userIds?: string[]
  adminsOnly?: boolean
  endedSessionsOf?: string
  allSessionsEnded?: boolean
  searchable?: { type: SearchType; id: string }
  refreshSearch?: boolean
  chat?: ChatNews
  presence?: PresenceNews
}

/** More ids than this don't fit, and are told to everyone instead. */
const MOST_IDS = 100

/** Tells all nodes when the transaction commits, and nobody when it doesn't. */
export async function publish(db: Db, announcement: Announcement): Promise<void> {
  await notify(db, [payloadOf(announcement)])
}

/** As it is sent. */
export function payloadOf(announcement: Announcement): string {
  const tooMany = (announcement.userIds?.length ?? 0) > MOST_IDS
  return JSON.stringify(tooMany ? { ...announcement, userIds: undefined } : announcement)
}

/** Sends payloads when the transaction commits. */
export async function notify(db: Db, payloads: string[]): Promise<void> {
  await sql`
    select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) as payload
  `.execute(db)
}
