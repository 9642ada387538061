import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/connect.ts'
import { noteThere } from '../notifications/channels.queries.ts'

const EVERY_MS = 2000

/**
 * Who has just done something: in conversations, or with their hands on any page. An open page alone is nobody:
 * it may have been left so for the night.
 */
export class SignsOfLife {
  readonly #db: Db
  readonly #log: FastifyBaseLogger
  readonly #seen = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db
    this.#log = log
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  /** Written down soon, together with others. */
  of(userId: string): void {
    this.#seen.add(userId)
    this.#timer ??= setTimeout(() => void this.#write(), EVERY_MS)
  }

  async #write(): Promise<void> {
    const people = [...this.#seen]
    this.#seen.clear()
    this.#timer = undefined
    try {
      await noteThere(this.#db, people, new Date())
    } catch (error) {
      this.#log.debug({ err: error }, 'who is there was not written down')
    }
  }
}
