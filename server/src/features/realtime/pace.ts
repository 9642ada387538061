/** What one person may ask for, in frames: at once, and each second after that. */
export const FRAMES = { burst: 300, perSecond: 100 }
/** The same of one socket, for what is only a hint, or not understood: who sends more of it, floods. */
export const HINTS = { burst: 200, perSecond: 20 }

/** A share that fills by itself. A person's is for all of their sockets at this node. */
export class Pace {
  readonly #burst: number
  readonly #perSecond: number
  #left: number
  #at = performance.now()

  constructor({ burst, perSecond }: typeof FRAMES) {
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

/** Frames of one socket that wait: its own line is not read meanwhile, so this is what came in one piece. */
const MOST_QUEUED = 1000
/** Somebody in a hurry has had their say by then. */
const LONGEST_HURRY_MS = 15_000

/** Hands on what comes, in its order, no faster than its pace allows; a flood ends it. */
export class PacedFrames {
  readonly #handle: (data: Buffer) => void
  readonly #line: { pause(): void; resume(): void; flooded(): void }
  #queue: Buffer[] = []
  #timer: NodeJS.Timeout | undefined
  #over = false
  #hurriesSince: number | undefined
  /** The person's, once it is known who that is. */
  pace = new Pace(FRAMES)

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
    if (this.pace.isRested) this.#hurriesSince = undefined
    const hurriesFor = performance.now() - (this.#hurriesSince ?? performance.now())
    if (this.#queue.length >= MOST_QUEUED || hurriesFor > LONGEST_HURRY_MS) {
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
        this.#hurriesSince ??= performance.now()
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
