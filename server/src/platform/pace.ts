/** A share that fills by itself: so much at once, and so much each second after that. */
export class Pace {
  readonly #burst: number
  readonly #perSecond: number
  #left: number
  #at = performance.now()

  constructor({ burst, perSecond }: { burst: number; perSecond: number }) {
    this.#burst = burst
    this.#perSecond = perSecond
    this.#left = burst
  }

  /** Milliseconds until there is something again; 0 where there is. */
  wait(): number {
    const now = performance.now()
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) * this.#perSecond) / 1000)
    this.#at = now
    return this.#left >= 1 ? 0 : Math.ceil(((1 - this.#left) * 1000) / this.#perSecond)
  }

  spend(): void {
    this.#left -= 1
  }

  /** Whether a tenth of it has come back. */
  get isRested(): boolean {
    return this.wait() === 0 && this.#left > this.#burst / 10
  }
}

/** What one person may send, in frames and calls together: at once, and each second after that. */
export const SENDING = { burst: 300, perSecond: 100 }

/** Each person's share, or each key's, for all that they send to this node. */
export class Paces {
  readonly #share: { burst: number; perSecond: number }
  readonly #byPerson = new Map<string, Pace>()

  constructor(share = SENDING) {
    this.#share = share
  }

  of(userId: string): Pace {
    const pace = this.#byPerson.get(userId) ?? new Pace(this.#share)
    this.#byPerson.set(userId, pace)
    return pace
  }

  /** Forgets those who have all of theirs again, but for these, whose sockets are open. */
  forgetAllBut(userIds: Set<string>): void {
    for (const [id, pace] of this.#byPerson) {
      if (!userIds.has(id) && pace.isRested) this.#byPerson.delete(id)
    }
  }
}
