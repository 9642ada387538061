/** What one person may ask for, in frames: at once, and each second after that. */
const BURST = 300
const PER_SECOND = 100
/** What could not be understood costs more: nobody's program sends it twice. */
export const MALFORMED_COST = 5

/** A person's share, on this node and over all of their sockets. It fills by itself. */
export class Pace {
  #left = BURST
  #at = performance.now()

  /** Milliseconds until there is something again; 0 where there is. */
  wait(): number {
    const now = performance.now()
    this.#left = Math.min(BURST, this.#left + ((now - this.#at) * PER_SECOND) / 1000)
    this.#at = now
    return this.#left >= 1 ? 0 : Math.ceil(((1 - this.#left) * 1000) / PER_SECOND)
  }

  spend(cost = 1): void {
    this.#left -= cost
  }
}

/** Frames of one socket that wait: its own line is not read meanwhile, so this is what came in one piece. */
const MOST_QUEUED = 1000

/** Hands on what comes, in its order, no faster than its pace allows; a flood ends it. */
export class PacedFrames {
  readonly #handle: (data: Buffer) => void
  readonly #line: { pause(): void; resume(): void; flooded(): void }
  #queue: Buffer[] = []
  #timer: NodeJS.Timeout | undefined
  #over = false
  /** The person's, once it is known who that is. */
  pace = new Pace()

  constructor(
    handle: (data: Buffer) => void,
    line: { pause(): void; resume(): void; flooded(): void },
  ) {
    this.#handle = handle
    this.#line = line
  }

  /** Whether the line is not read at the moment. */
  get waits(): boolean {
    return this.#timer !== undefined
  }

  add(data: Buffer): void {
    if (this.#over) return
    if (this.#queue.length >= MOST_QUEUED) {
      this.stop()
      return this.#line.flooded()
    }
    this.#queue.push(data)
    if (!this.#timer) this.#drain()
  }

  stop(): void {
    this.#over = true
    this.#queue = []
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #drain(): void {
    this.#timer = undefined
    let handled = 0
    for (; handled < this.#queue.length; handled += 1) {
      const wait = this.pace.wait()
      if (wait > 0) {
        this.#queue.splice(0, handled)
        this.#line.pause()
        this.#timer = setTimeout(() => this.#drain(), wait)
        return
      }
      this.pace.spend()
      this.#handle(this.#queue[handled]!)
      if (this.#over) return
    }
    this.#queue = []
    this.#line.resume()
  }
}
