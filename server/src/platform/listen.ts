import type pg from 'pg'
import type { FastifyBaseLogger } from 'fastify'
import { BoundedClient, clientConfig, type ConnectionSource } from '../db/connect.ts'
import { type Moment, momentOn, nameOfDatabase } from './moments.ts'
import { Announcement, CHANNEL } from './publish.ts'

/**
 * Hears every announcement of every node, this one too; `null` after a gap in which some were missed. What ended before
 * `since` was heard of; where nobody knows when the gap began, it is left out.
 */
type Hear = (announcement: Announcement | null, since?: Moment) => void

export interface Listener {
  subscribe(hear: Hear): void
  close(): Promise<void>
}

const RECONNECT_MS = 1000
/** A connection that a firewall forgot answers no query: asked this often, it is found out. */
const CHECK_MS = 15_000

/** Listens on a connection of its own, which must be direct: LISTEN does not pass a pooler. */
export async function listen(
  source: ConnectionSource,
  log: FastifyBaseLogger,
  { checkEveryMs = CHECK_MS } = {},
): Promise<Listener> {
  const hearers: Hear[] = []
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false
  /** Of the last two checks. What ended before the older one has come: what is told is told at once. */
  let checks: [Moment?, Moment?] = []

  /** Returns since when something may have been missed. */
  async function open(): Promise<Moment | undefined> {
    const next = new BoundedClient({ ...clientConfig(source), query_timeout: 5000 })
    next.on('notification', ({ payload = '' }) => {
      const announcement = readAnnouncement(payload)
      if (announcement) for (const hear of hearers) hear(announcement)
    })
    // Without a hearer an error would end the process; `end` follows it.
    next.on('error', () => undefined)
    await next.connect()
    await next.query(`listen ${CHANNEL}`)
    const database = await nameOfDatabase(next)
    const now = await momentOn(next, database)
    const since = checks[0]?.database === database ? checks[0] : undefined
    checks = [since, now]
    next.once('end', reopenSoon)
    client = next
    check(next, database)
    return since
  }

  function reopenSoon(): void {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(() => void reopen(), RECONNECT_MS)
  }

  function check(current: pg.Client, database: string | null): void {
    timer = setTimeout(() => void look(current, database), checkEveryMs)
  }

  async function look(current: pg.Client, database: string | null): Promise<void> {
    try {
      const now = await momentOn(current, database)
      checks = [checks[1], now]
      check(current, database)
    } catch {
      void current.end()
    }
  }

  async function reopen(): Promise<void> {
    try {
      const since = await open()
      for (const hear of hearers) hear(null, since)
    } catch (error) {
      log.warn({ err: error }, 'live updates wait for the database')
      reopenSoon()
    }
  }

  await open()
  return {
    subscribe: (hear) => void hearers.push(hear),
    close: async () => {
      closed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}

/** Null for what is none of ours: whoever may use the database may notify. */
function readAnnouncement(payload: string): Announcement | null {
  try {
    return Announcement.parse(JSON.parse(payload)) as Announcement
  } catch {
    return null
  }
}
