/** Somebody waited for a turn for longer than anybody should. */
export class BusyError extends Error {}

/** How long somebody waits for a turn, and how many may wait. */
const WAIT_MS = 5000
const LONGEST_LINE = 200

interface Waiter {
  go: () => void
  timer: NodeJS.Timeout
}

/** Lets so many do something at once; the others wait in line, in memory only and not for long. */
export class Turns {
  readonly #most: number
  readonly #line: Waiter[] = []
  #taken = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Whether nobody has a turn or waits for one. */
  get idle(): boolean {
    return this.#taken === 0 && this.#line.length === 0
  }

  /** @throws BusyError where the turn does not come; `work` has not begun then */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#taken < this.#most) this.#taken += 1
    else await this.#wait()
    try {
      return await work()
    } finally {
      this.#passOn()
    }
  }

  async #wait(): Promise<void> {
    if (this.#line.length >= LONGEST_LINE) throw new BusyError('Too many wait for the same')
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        go: () => {
          clearTimeout(waiter.timer)
          resolve()
        },
        timer: setTimeout(() => {
          this.#line.splice(this.#line.indexOf(waiter), 1)
          reject(new BusyError(`Others had their turn for ${WAIT_MS} ms`))
        }, WAIT_MS),
      }
      this.#line.push(waiter)
    })
  }

  /** Whoever waits longest takes the turn over. */
  #passOn(): void {
    const next = this.#line.shift()
    if (next) next.go()
    else this.#taken -= 1
  }
}

/** Turns for each of many things, by their names; those that nobody wants take no room. */
export class TurnsByName {
  readonly #most: number
  readonly #turns = new Map<string, Turns>()

  /** @param most how many at once for one name */
  constructor(most: number) {
    this.#most = most
  }

  /** @throws BusyError where the turn does not come */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turns = this.#turns.get(name) ?? new Turns(this.#most)
    this.#turns.set(name, turns)
    try {
      return await turns.run(work)
    } finally {
      if (turns.idle) this.#turns.delete(name)
    }
  }
}
