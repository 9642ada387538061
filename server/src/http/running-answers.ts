import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../db/connect.ts'
import type { Announcement } from '../platform/publish.ts'
import type { Listener } from '../platform/listen.ts'
import { findLiveSessions } from './session.ts'

/** What ends a session without telling anybody, its time being over, is found out this soon. */
const CHECK_EVERY_MS = 30_000

const sessions = new WeakMap<FastifyRequest, string>()

/** Says whose session an answer is for where no header does: a link with a key in it. */
export function sentFor(request: FastifyRequest, sessionId: string): void {
  sessions.set(request, sessionId)
}

interface Running {
  /** Null where only the session is known. */
  userId: string | null
  sessionId: string
  stop(): void
}

/**
 * Answers that take their time, such as a large file, end with the session that asked for them: on
 * log-out or deactivation, and when its time is over.
 */
export function endAnswersWithSessions(
  api: FastifyInstance,
  { db, listener }: { db: Db; listener: Listener },
): void {
  const running = new Set<Running>()

  api.addHook('onSend', async (request, reply, payload) => {
    const { signedIn } = request
    const sessionId = signedIn?.sessionId ?? sessions.get(request)
    if (sessionId && payload instanceof Readable) {
      // Cut off, not ended well: whoever reads must not take the part for the whole.
      const stop = () => void reply.raw.destroy()
      const one = { userId: signedIn?.id ?? null, sessionId, stop }
      running.add(one)
      reply.raw.once('close', () => running.delete(one))
    }
    return payload
  })

  async function recheck(some: Running[]): Promise<void> {
    if (some.length === 0) return
    const ids = [...new Set(some.map(({ sessionId }) => sessionId))]
    // Where the database is away nobody's session has ended; the next round asks again.
    const live = await findLiveSessions(db, ids).catch(() => ids)
    for (const one of some) if (!live.includes(one.sessionId)) one.stop()
  }

  /** After a gap any session may have ended. */
  function hear(announcement: Announcement | null): void {
    const endedFor = announcement?.endedSessionsOf
    const isAll = announcement === null || announcement.allSessionsEnded === true
    if (!isAll && endedFor === undefined) return
    const concerned = [...running].filter(
      ({ userId }) => isAll || userId === null || userId === endedFor,
    )
    void recheck(concerned)
  }

  listener.subscribe(hear)
  const timer = setInterval(() => void recheck([...running]), CHECK_EVERY_MS)
  api.addHook('onClose', async () => clearInterval(timer))
}
