import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Answer, type ApiClient, apiClient } from '../../server/src/testing/api-client.ts'
import { documentForm } from '../../server/src/testing/documents.ts'
import { checkChain, countLost } from '../acknowledgment-check.ts'
import type { Answered } from '../acknowledgment-load.ts'
import type { OpenDatabase } from '../crash-desk.ts'
import type { Settings } from '../started-server.ts'
import type { FilledDesk } from './fill-desk.ts'

const TRY_AGAIN_AFTER_MS = 100
const ANSWERED_WITHIN_MS = 120_000
/** What a server may say that cannot do it now; anything else from 400 up fails the drill. */
const LATER = new Set([429, 502, 503, 504, 507])

type Reply = Answer<Record<string, unknown>> | null

/**
 * People who acknowledge, write in conversations, add policies and documents, and read, each with a
 * chance of its own. Who gets no answer to what may be sent twice sends it again, as the web app does.
 */
export class MixedLoad {
  readonly acknowledged: Answered[] = []
  readonly messages: { id: string; body: string }[] = []
  readonly policies: { id: string; title: string }[] = []
  readonly documents: { id: string; sha256: string }[] = []
  /** An answer that nobody should get: everybody stops there. */
  fault: string | undefined
  /** What was said to people who had to wait, and how often. */
  readonly told = new Map<string, number>()
  readonly #desk: FilledDesk
  readonly #urls: () => string[]
  readonly #random: () => number
  readonly #pairs: Iterator<{ token: string; policyId: string }>
  #answeredAt: number[] = []
  #people: Promise<void>[] = []
  #finishing = false
  #abandoned = false

  /** @param urls where the servers are; each call goes to one of them */
  constructor(desk: FilledDesk, urls: () => string[], random: () => number) {
    this.#desk = desk
    this.#urls = urls
    this.#random = random
    this.#pairs = pairsOf(desk)
  }

  get stored(): number {
    return [this.acknowledged, this.messages, this.policies, this.documents].reduce(
      (sum, { length }) => sum + length,
      0,
    )
  }

  start(inFlight: number): void {
    this.#finishing = false
    this.#answeredAt = []
    this.#people = Array.from({ length: inFlight }, () => this.#workInTurn())
  }

  /** @throws where there was a fault, or somebody waits for too long */
  async finish(): Promise<void> {
    this.#finishing = true
    const late = async () => {
      await delay(ANSWERED_WITHIN_MS, undefined, { ref: false })
      throw new Error(`Somebody has waited for an answer for ${ANSWERED_WITHIN_MS / 1000} s`)
    }
    await Promise.race([Promise.all(this.#people), late()])
    if (this.fault) throw new Error(this.fault)
  }

  /** Stops without waiting for answers. */
  abandon(): void {
    this.#finishing = true
    this.#abandoned = true
  }

  /** How many were answered after a moment of `performance.now()`. */
  answeredSince(moment: number): number {
    return this.#answeredAt.filter((at) => at > moment).length
  }

  /** Seconds in which nobody's write was answered, after a moment. */
  longestPause(since: number, until = Infinity): number {
    const within = this.#answeredAt.filter((at) => at > since && at < until)
    const moments = [since, ...within, ...(until < Infinity ? [until] : [])]
    return Math.max(0, ...moments.slice(1).map((at, index) => at - moments[index]!)) / 1000
  }

  /** How many acknowledged writes are no longer there as they were answered. @throws where the chain is broken */
  async countLost(open: OpenDatabase, settings: Settings): Promise<number> {
    const acknowledgments = await countLost(open, this.acknowledged, this.acknowledged.length)
    await checkChain(settings, this.acknowledged.length)
    const gone = await open(async (db) => {
      const messages = await db.selectFrom('chat_messages').select(['id', 'body']).execute()
      const policies = await db
        .selectFrom('policy_versions')
        .select(['policy_id', 'title'])
        .execute()
      const isThere = new Set([
        ...messages.map(({ id, body }) => `${id} ${body}`),
        ...policies.map(({ policy_id: id, title }) => `${id} ${title}`),
      ])
      return [
        ...this.messages.filter(({ id, body }) => !isThere.has(`${id} ${body}`)),
        ...this.policies.filter(({ id, title }) => !isThere.has(`${id} ${title}`)),
      ].length
    })
    let files = 0
    for (const { id, sha256 } of this.documents)
      files += (await this.#hashOf(id)) === sha256 ? 0 : 1
    return acknowledgments + gone + files
  }

  async #hashOf(id: string): Promise<string> {
    const answer = await fetch(`${this.#url()}/api/v1/documents/${id}/file`, {
      headers: { Authorization: `Bearer ${this.#desk.admin.token}` },
    })
    return createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex')
  }

  #url(): string {
    const urls = this.#urls()
    return urls[Math.floor(this.#random() * urls.length)]!
  }

  #as(token: string): ApiClient {
    return apiClient(this.#url(), { token })
  }

  async #workInTurn(): Promise<void> {
    while (!this.#finishing && !this.fault) {
      const luck = this.#random()
      if (luck < 0.4) await this.#acknowledge()
      else if (luck < 0.7) await this.#write()
      else if (luck < 0.78) await this.#addPolicy()
      else if (luck < 0.84) await this.#addDocument()
      else await this.#read()
    }
  }

  async #acknowledge(): Promise<void> {
    const { value, done } = this.#pairs.next()
    if (done) {
      this.fault = 'Everybody has acknowledged everything: the drill needs more people.'
      return
    }
    const params = { id: value.policyId }
    const call = async () =>
      this.#as(value.token).raw('POST /policies/:id/acknowledge', { params, body: {} })
    const answer = await this.#untilAnswered(call)
    if (!answer) return
    const { id, hash } = answer.body as { id: string; hash: string }
    // Asked for again, it is asked for where it was: any of the servers will do.
    const api = this.#as(value.token)
    this.acknowledged.push({ api, policyId: value.policyId, id, hash })
  }

  async #write(): Promise<void> {
    const { chats } = this.#desk
    const { id: chatId, tokens } = chats[Math.floor(this.#random() * chats.length)]!
    const token = tokens[Math.floor(this.#random() * tokens.length)]!
    const body = { client_id: randomUUID(), body: `Written ${randomUUID()}` }
    const params = { id: chatId }
    const call = async () => this.#as(token).raw('POST /chat/:id/messages', { params, body })
    const answer = await this.#untilAnswered(call)
    if (answer) this.messages.push({ id: answer.body.id as string, body: body.body })
  }

  async #addPolicy(): Promise<void> {
    const title = `Policy ${randomUUID()}`
    const body = { title, content: 'A paragraph of an ordinary policy. '.repeat(20) }
    const answer = await this.#once(async () =>
      this.#as(this.#desk.admin.token).raw('POST /policies', { body }),
    )
    if (answer) this.policies.push({ id: answer.body.id as string, title })
  }

  async #addDocument(): Promise<void> {
    const content = Buffer.from(`A lease, ${randomUUID()}. `.repeat(400))
    const answer = await this.#once(async () =>
      this.#as(this.#desk.admin.token).raw('POST /documents', { body: documentForm({ content }) }),
    )
    const sha256 = createHash('sha256').update(content).digest('hex')
    if (answer) this.documents.push({ id: answer.body.id as string, sha256 })
  }

  async #read(): Promise<void> {
    const { tokens } = this.#desk
    const api = this.#as(tokens[Math.floor(this.#random() * tokens.length)]!)
    await this.#note(await api.raw('GET /policies', { query: { limit: 25 } }).catch(() => null))
  }

  /** Sends it until it is stored. */
  async #untilAnswered(call: () => Promise<NonNullable<Reply>>): Promise<Reply> {
    while (!this.#abandoned && !this.fault) {
      const answer = await this.#once(call)
      if (answer) return answer
    }
    return null
  }

  async #once(call: () => Promise<NonNullable<Reply>>): Promise<Reply> {
    const answer = await call().catch(() => null)
    if (!(await this.#note(answer))) return null
    this.#answeredAt.push(performance.now())
    return answer
  }

  /** Whether it succeeded. Who is sent away waits a moment. */
  async #note(answer: Reply): Promise<boolean> {
    if (answer && answer.status < 300) return true
    const said = answer ? `${answer.status} ${JSON.stringify(answer.body.error)}` : 'no answer'
    this.told.set(said, (this.told.get(said) ?? 0) + 1)
    if (answer && !LATER.has(answer.status)) {
      this.fault = `Answered with ${answer.status}: ${JSON.stringify(answer.body)}`
    }
    await delay(TRY_AGAIN_AFTER_MS)
    return false
  }
}

function* pairsOf({ tokens, policyIds }: FilledDesk) {
  for (const policyId of policyIds) for (const token of tokens) yield { token, policyId }
}
