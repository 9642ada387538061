import type { StaleKey } from '@frontdesk/contract/realtime'
import type { Announcement } from '../../platform/publish.ts'

const EVERY_MS = 1000

/** Lists that many people's work changes at once; whoever has one open would read and count it each time. */
const BUSY: ReadonlySet<StaleKey> = new Set(['obligations', 'acknowledgments', 'attempts', 'mails'])

/** Lets news of busy lists through at once, and what comes within a second after that as one at its end. */
export class BusyNews {
  readonly #tell: (announcement: Announcement) => void
  /** What waits of an audience, while it was told something within the last second. */
  readonly #admins = new Set<StaleKey>()
  readonly #all = new Set<StaleKey>()
  readonly #timers = new Map<Set<StaleKey>, NodeJS.Timeout>()

  constructor(tell: (announcement: Announcement) => void) {
    this.#tell = tell
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
  }

  /** What of it is to be told now. What concerns single people never waits. */
  pass({ keys, userIds, adminsOnly = false }: Announcement): StaleKey[] {
    const busy = keys.filter((key) => BUSY.has(key))
    if (userIds || busy.length === 0) return keys
    const waiting = adminsOnly ? this.#admins : this.#all
    if (!this.#timers.has(waiting)) {
      this.#listen(waiting, adminsOnly)
      return keys
    }
    for (const key of busy) waiting.add(key)
    return keys.filter((key) => !BUSY.has(key))
  }

  #listen(waiting: Set<StaleKey>, adminsOnly: boolean): void {
    const timer = setTimeout(() => {
      this.#timers.delete(waiting)
      if (waiting.size === 0) return
      const keys = [...waiting]
      waiting.clear()
      this.#listen(waiting, adminsOnly)
      this.#tell({ keys, adminsOnly })
    }, EVERY_MS)
    this.#timers.set(waiting, timer)
  }
}
