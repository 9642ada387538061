import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/connect.ts'
import { type Announcement, notify, payloadOf } from './publish.ts'

const RETRY_MS = 500
/** While more than these wait for the database, hints are not added to them. */
const MOST_BEFORE_HINTS = 200

/** What may be told after the commit: what screens show, and nothing that ends a session. */
export const TOLD_AFTERWARDS = [
  'me',
  'policies',
  'acknowledgments',
  'obligations',
  'trainings',
  'tests',
  'attempts',
  'users',
  'chats',
  'notifications',
] as const

type ToldAfterwards = Pick<Announcement, 'userIds' | 'adminsOnly' | 'chat' | 'presence'> & {
  keys: (typeof TOLD_AFTERWARDS)[number][]
}

/**
 * Tells all nodes of what is committed already, for what many people do at the same moment: commits that
 * announce something themselves (`publish`) go to the disk one after the other, others go together.
 */
export class Announcer {
  readonly #db: Db
  readonly #log: FastifyBaseLogger
  /** The same said twice before it is sent is said once. */
  readonly #waiting = new Set<string>()
  #work: Promise<void> | null = null
  #closed = false

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db
    this.#log = log
  }

  /** A hint that is worth nothing later, such as that somebody types: dropped where others wait for long. */
  hint(announcement: ToldAfterwards): void {
    if (this.#waiting.size < MOST_BEFORE_HINTS) this.tell(announcement)
  }

  /** Doesn't wait: what is announced is a hint, and whoever caused it has their answer. */
  tell(announcement: ToldAfterwards): void {
    this.#waiting.add(payloadOf(announcement))
    this.#work ??= this.#send().finally(() => {
      this.#work = null
    })
  }

  /** Resolves when all has been told, or the database is away. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#work
  }

  /** One batch at a time: what comes meanwhile goes with the next. */
  async #send(): Promise<void> {
    while (this.#waiting.size > 0) {
      const payloads = [...this.#waiting]
      this.#waiting.clear()
      try {
        await notify(this.#db, payloads)
      } catch (error) {
        for (const payload of payloads) this.#waiting.add(payload)
        this.#log.warn({ err: error }, 'announcements wait for the database')
        if (this.#closed) return
        await setTimeout(RETRY_MS)
      }
    }
  }
}
