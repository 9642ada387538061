import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/connect.ts'
import { deleteExpiredSessions } from '../http/session.ts'
import { deleteExpiredRateLimits } from './rate-limit.ts'

const HOUR_MS = 60 * 60 * 1000

/** Removes what is left over, now and every hour; several nodes may do so at once. */
export function startSweep(
  db: Db,
  log: FastifyBaseLogger,
  /** What features have to tidy up. */
  chores: (() => Promise<unknown>)[] = [],
): { stop(): void } {
  const sweep = async () => {
    try {
      await deleteExpiredSessions(db)
      await deleteExpiredRateLimits(db)
      for (const chore of chores) await chore()
    } catch (error) {
      log.warn({ err: error }, 'the hourly sweep failed and will be tried again')
    }
  }
  void sweep()
  const timer = setInterval(() => void sweep(), HOUR_MS)
  return { stop: () => clearInterval(timer) }
}
