import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/connect.ts'
import { addJob } from '../../platform/jobs.ts'
import type { Listener } from '../../platform/listen.ts'
import { hasNewPush, PUSH_AFTER_SECONDS } from './channels.queries.ts'

/** What is written down meanwhile is told together, however many are told. */
const TOGETHER_MS = 2000
/** The database's clock may be a little behind. */
const DELAY_SECONDS = PUSH_AFTER_SECONDS + 1

/**
 * Has people told as soon as their devices may hear of it; the clock of the jobs comes by once a minute only.
 * It hears of what is committed, so no feature has to think of it, and nobody waits for the job's row.
 * @returns what ends it
 */
export function tellSoon(db: Db, listener: Listener, log: FastifyBaseLogger): () => void {
  let timer: NodeJS.Timeout | undefined
  async function queue(): Promise<void> {
    timer = undefined
    try {
      // What was read is announced, too.
      if (!(await hasNewPush(db))) return
      // The nodes hear the same: they mean one job.
      const key = `tell_people:${Math.floor(Date.now() / TOGETHER_MS)}`
      await addJob(db, 'tell_people', {}, { key, delaySeconds: DELAY_SECONDS })
    } catch (error) {
      log.debug({ err: error }, 'people are told by the clock')
    }
  }
  listener.subscribe((announcement) => {
    if (!announcement?.keys.includes('notifications')) return
    timer ??= setTimeout(() => void queue(), TOGETHER_MS)
  })
  return () => clearTimeout(timer)
}
