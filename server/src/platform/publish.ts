import type { StaleKey } from '@frontdesk/contract/realtime'
import { SearchType } from '@frontdesk/contract/search'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/connect.ts'

export const CHANNEL = 'frontdesk'

/** What nodes tell each other: names and ids, never data (a NOTIFY payload ends at 8,000 bytes). */
export const Announcement = z.object({
  /** What browsers should ask for again. */
  keys: z.array(z.string()),
  /** Whose browsers; everyone's where left out. */
  userIds: z.array(z.string()).optional(),
  adminsOnly: z.boolean().optional(),
  /** A person whose sockets must prove again that their session lives. */
  endedSessionsOf: z.string().optional(),
  /** An item that the search has to read again; told by a trigger (migration 1271). */
  searchable: z.object({ type: SearchType, id: z.uuid() }).optional(),
  /** Whether the search has to read everything again. */
  refreshSearch: z.boolean().optional(),
})
export interface Announcement {
  keys: StaleKey[]
  userIds?: string[]
  adminsOnly?: boolean
  endedSessionsOf?: string
  searchable?: { type: SearchType; id: string }
  refreshSearch?: boolean
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
