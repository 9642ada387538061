import type { Announcement } from '../../platform/publish.ts'

const KEPT_MS = 60_000
const MOST_KEPT = 1000

/** What was announced lately; null stands for a gap in which nobody knows what was. */
export class Recent {
  readonly #kept: { at: number; told: Announcement | null }[] = []
  /** From then on nothing is missing here. */
  #from = performance.now()

  add(told: Announcement | null): void {
    const now = performance.now()
    this.#kept.push({ at: now, told })
    while (this.#kept.length > MOST_KEPT || this.#kept[0]!.at < now - KEPT_MS) {
      this.#from = this.#kept.shift()!.at
    }
  }

  /** All of the last so many milliseconds; null alone where that is longer than is known. */
  within(ms: number): (Announcement | null)[] {
    const from = performance.now() - ms
    if (from < this.#from) return [null]
    return this.#kept.filter(({ at }) => at >= from).map(({ told }) => told)
  }
}
