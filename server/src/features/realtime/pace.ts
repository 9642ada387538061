import { Pace, SENDING } from '../../platform/pace.ts'

/** What one socket may send of what is only a hint, or not understood: who sends more of it, floods. */
export const HINTS = { burst: 200, perSecond: 20 }

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
  pace = new Pace(SENDING)

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
