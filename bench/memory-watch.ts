import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** Looks at the resident memory of a process ten times a second. */
export class MemoryWatch {
  before = 0
  #most = 0
  #isWatching = true
  readonly #pid: number

  constructor(pid: number) {
    this.#pid = pid
  }

  async start(): Promise<void> {
    await wait(2000)
    this.before = await this.#look()
    void this.#watch()
  }

  /** The growth in MB. */
  stop(): number {
    this.#isWatching = false
    return this.#most - this.before
  }

  async #watch(): Promise<void> {
    while (this.#isWatching) {
      this.#most = Math.max(this.#most, await this.#look())
      await wait(100)
    }
  }

  async #look(): Promise<number> {
    const status = await readFile(`/proc/${this.#pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
  }
}
