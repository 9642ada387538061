import type pg from 'pg'
import type { FastifyBaseLogger } from 'fastify'
import { BoundedClient, clientConfig, type ConnectionSource } from '../db/connect.ts'
import { Announcement, CHANNEL } from './publish.ts'

export interface Listener {
  /** Hears every announcement of every node, this one too; `null` after a gap in which some were missed. */
  subscribe(hear: (announcement: Announcement | null) => void): void
  close(): Promise<void>
}

const RECONNECT_MS = 1000
/** A connection that a firewall forgot answers no query: asked this often, it is found out. */
const CHECK_MS = 15_000

/** Listens on a connection of its own, which must be direct: LISTEN does not pass a pooler. */
export async function listen(source: ConnectionSource, log: FastifyBaseLogger): Promise<Listener> {
  const hearers: ((announcement: Announcement | null) => void)[] = []
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false

  async function open(): Promise<void> {
    const next = new BoundedClient({ ...clientConfig(source), query_timeout: 5000 })
    next.on('notification', ({ payload = '' }) => {
      const announcement = readAnnouncement(payload)
      if (announcement) tell(announcement)
    })
    // Without a hearer an error would end the process; `end` follows it.
    next.on('error', () => undefined)
    await next.connect()
    await next.query(`listen ${CHANNEL}`)
    next.once('end', reopenSoon)
    client = next
    check(next)
  }

  function reopenSoon(): void {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(() => void reopen(), RECONNECT_MS)
  }

  function check(current: pg.Client): void {
    timer = setTimeout(() => {
      current.query('select 1').then(
        () => check(current),
        () => void current.end(),
      )
    }, CHECK_MS)
  }

  async function reopen(): Promise<void> {
    try {
      await open()
      tell(null)
    } catch (error) {
      log.warn({ err: error }, 'live updates wait for the database')
      reopenSoon()
    }
  }

  function tell(announcement: Announcement | null): void {
    for (const hear of hearers) hear(announcement)
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
