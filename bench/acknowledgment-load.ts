import { setTimeout as delay } from 'node:timers/promises'
import type { ApiClient } from '../server/src/testing/api-client.ts'

/** One person and one policy that they have not acknowledged yet. */
export interface Pair {
  /** Calls as the person. */
  api: ApiClient
  policyId: string
}

/** An acknowledgment that the server has answered with 200. */
export interface Answered extends Pair {
  id: string
  hash: string
}

const TRY_AGAIN_AFTER_MS = 100
const ANSWERED_WITHIN_MS = 30_000

/** People who acknowledge policies over HTTP; who gets no answer tries again, as the web app does. */
export class AcknowledgmentLoad {
  readonly answered: Answered[] = []
  /** An answer that was neither 200 nor 503: everybody stops there. */
  fault: string | undefined
  readonly #pairs: Iterator<Pair>
  #answeredAt: number[] = []
  #people: Promise<void>[] = []
  #finishing = false
  #abandoned = false
  #refused = 0
  #broken = 0

  constructor(pairs: Iterable<Pair>) {
    this.#pairs = pairs[Symbol.iterator]()
  }

  start(inFlight: number): void {
    this.#finishing = false
    this.#answeredAt = []
    this.#refused = 0
    this.#broken = 0
    this.#people = Array.from({ length: inFlight }, () => this.#acknowledgeInTurn())
  }

  /**
   * Lets everybody get the answer that they wait for. Returns what got in their way, in a few words.
   * @throws where there was a fault, or somebody waits for too long
   */
  async finish(): Promise<string> {
    this.#finishing = true
    const late = async () => {
      await delay(ANSWERED_WITHIN_MS, undefined, { ref: false })
      throw new Error(`Somebody has waited for an answer for ${ANSWERED_WITHIN_MS / 1000} s`)
    }
    await Promise.race([Promise.all(this.#people), late()])
    if (this.fault) throw new Error(this.fault)
    return `tries: ${this.#broken} unanswered, ${this.#refused} refused (503)`
  }

  /** Stops without waiting for answers. */
  abandon(): void {
    this.#finishing = true
    this.#abandoned = true
  }

  /** Seconds in which nobody got an answer, after a moment of `performance.now()`. */
  longestPause(since: number): number {
    const moments = [since, ...this.#answeredAt.filter((at) => at > since)]
    const pauses = moments.slice(1).map((at, index) => at - moments[index]!)
    return Math.max(0, ...pauses) / 1000
  }

  async #acknowledgeInTurn(): Promise<void> {
    while (!this.#finishing && !this.fault) {
      const { value, done } = this.#pairs.next() as IteratorResult<Pair, undefined>
      if (done)
        this.fault = 'Everybody has acknowledged everything: the benchmark needs more people.'
      else await this.#acknowledge(value)
    }
  }

  async #acknowledge({ api, policyId }: Pair): Promise<void> {
    while (!this.#abandoned && !this.fault) {
      const answer = await acknowledge(api, policyId)
      if (answer?.status === 200) {
        this.answered.push({ api, policyId, id: answer.body.id, hash: answer.body.hash })
        this.#answeredAt.push(performance.now())
        return
      }
      if (!answer) this.#broken += 1
      else if (answer.status === 503) this.#refused += 1
      else this.fault = `Answered with ${answer.status}: ${JSON.stringify(answer.body)}`
      await delay(TRY_AGAIN_AFTER_MS)
    }
  }
}

/** Null where the connection broke, or could not be made. */
export async function acknowledge(api: ApiClient, policyId: string) {
  const params = { id: policyId }
  return api('POST /policies/:id/acknowledge', { params, body: {} }).catch(() => null)
}
