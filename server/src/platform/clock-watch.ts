import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/connect.ts'
import { endProofsAhead } from '../http/session.ts'
import { countJobsFromNow } from './jobs.ts'

const EVERY_MS = 60_000

/** Looks by a timer of its own after what was written while the clock was ahead: what runs by the clock stands still where the clock went back. */
export function watchClock(db: Db, log: FastifyBaseLogger): { stop(): void } {
  const look = async () => {
    try {
      await endProofsAhead(db)
      await countJobsFromNow(db)
    } catch (error) {
      log.debug({ err: error }, 'the clock is looked at again in a minute')
    }
  }
  const timer = setInterval(() => void look(), EVERY_MS)
  return { stop: () => clearInterval(timer) }
}
