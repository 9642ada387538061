import { LEAST } from '@frontdesk/contract/search-scoring'
import type { TypeIndex } from './type-index.ts'

/** The scores of one search in one type: each item's best. */
export class Ranking {
  readonly limit: number
  readonly #index: TypeIndex
  readonly #admin: boolean
  readonly #scores: Float64Array
  readonly #found: number[] = []

  constructor(index: TypeIndex, options: { limit: number; admin: boolean }) {
    this.limit = options.limit
    this.#index = index
    this.#admin = options.admin
    this.#scores = new Float64Array(index.slots)
  }

  /** Gives an item a score unless it has a better one. False where the caller may not open it. */
  raise(slot: number, score: number): boolean {
    if (!this.#admin && this.#index.entryAt(slot).adminsOnly) return false
    const before = this.#scores[slot]!
    if (score > before && score >= LEAST) {
      if (before === 0) this.#found.push(slot)
      this.#scores[slot] = score
    }
    return true
  }

  /** Whether as many items as are wanted have more than this. */
  isFullAbove(score: number): boolean {
    let above = 0
    for (const slot of this.#found) {
      if (this.#scores[slot]! > score) above += 1
      if (above === this.limit) return true
    }
    return false
  }

  /** What the last of the wanted items has; 0 while there are fewer. */
  floor(): number {
    return this.best()[this.limit - 1]?.score ?? 0
  }

  /** The best slots with their scores, then by title and id. */
  best(): { slot: number; score: number }[] {
    const ranks = this.#index.ranks
    const best: { slot: number; score: number }[] = []
    for (const slot of this.#found) {
      const score = this.#scores[slot]!
      const isBefore = (other: { slot: number; score: number }) =>
        score > other.score || (score === other.score && ranks[slot]! < ranks[other.slot]!)
      if (best.length === this.limit) {
        if (!isBefore(best.at(-1)!)) continue
        best.pop()
      }
      let place = best.length
      while (place > 0 && isBefore(best[place - 1]!)) place -= 1
      best.splice(place, 0, { slot, score })
    }
    return best
  }
}
