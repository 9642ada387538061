import type { ChatMessage } from '@frontdesk/contract/chat-messages'
import type { ServerFrame } from '@frontdesk/contract/realtime'
import { WebSocket } from 'ws'
import { apiClient } from '../server/src/testing/api-client.ts'

/** Sent and not yet acknowledged at the same time. */
const MOST_IN_FLIGHT = 25
const AGAIN_MS = 200

export interface Planned {
  chatId: string
  clientId: string
  body: string
}

/**
 * A program written from the page that describes the API alone: it keeps the number it is at, asks for what
 * it missed, and sends again what was not acknowledged.
 */
export class ChatClient {
  readonly userId: string
  readonly #token: string
  readonly #urls: string[]
  readonly #random: () => number
  /** The conversation as this member saw it, by its id. */
  readonly seen = new Map<string, ChatMessage[]>()
  /** What the server said is stored, by `client_id`. */
  readonly acknowledged = new Map<string, ChatMessage>()
  readonly #unsent: Planned[] = []
  readonly #inFlight = new Map<string, Planned>()
  #socket: WebSocket | undefined
  #isOver = false
  #isReady = false
  /** Frames that came in another order than their numbers, on one line. */
  faults: string[] = []
  cuts = 0

  constructor(options: {
    userId: string
    token: string
    urls: string[]
    chatIds: string[]
    random: () => number
  }) {
    this.userId = options.userId
    this.#token = options.token
    this.#urls = options.urls
    this.#random = options.random
    for (const id of options.chatIds) this.seen.set(id, [])
  }

  get isDone(): boolean {
    return this.#unsent.length === 0 && this.#inFlight.size === 0
  }

  /** For whoever waits for it. */
  toString(): string {
    const line = this.#socket?.readyState === WebSocket.OPEN ? 'open' : 'closed'
    const ready = this.#isReady ? 'ready' : 'not ready'
    return `${this.userId}: line ${line}, ${ready}, ${this.#inFlight.size} under way, ${this.#unsent.length} unsent`
  }

  plan(message: Planned): void {
    this.#unsent.push(message)
    if (this.#isReady) this.#sendMore()
  }

  /** Keeps a line to one of the servers, whichever there is. */
  connect(): void {
    if (this.#isOver) return
    const url = this.#urls[Math.floor(this.#random() * this.#urls.length)]!
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/chat/ws`)
    this.#socket = socket
    /** The last number of each conversation that came on this line. */
    const came = new Map<string, number>()
    socket.on('error', () => undefined)
    socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', token: this.#token })))
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as ServerFrame
      if (frame.type === 'message') this.#check(frame.message, came)
      void this.#receive(frame, url)
    })
    socket.on('close', () => {
      this.#isReady = false
      if (!this.#isOver) setTimeout(() => this.connect(), AGAIN_MS * (0.5 + this.#random()))
    })
  }

  /** Breaks the line in the middle of whatever is going on. */
  cut(): void {
    this.cuts += 1
    this.#socket?.terminate()
  }

  end(): void {
    this.#isOver = true
    this.#socket?.terminate()
  }

  #check({ chat_id: chatId, number }: ChatMessage, came: Map<string, number>): void {
    const last = came.get(chatId)
    if (last !== undefined && number !== last + 1) {
      this.faults.push(`${number} came after ${last} on one line`)
    }
    came.set(chatId, number)
  }

  async #receive(frame: ServerFrame, url: string): Promise<void> {
    if (frame.type === 'ready') {
      await this.catchUp(url)
      this.#isReady = true
      for (const planned of this.#inFlight.values()) this.#send(planned)
      this.#sendMore()
    } else if (frame.type === 'message') {
      const { chat_id: chatId, number } = frame.message
      const isNext = number === (this.seen.get(chatId)?.length ?? 0) + 1
      if (isNext) this.seen.get(chatId)!.push(frame.message)
      else if (number > (this.seen.get(chatId)?.length ?? 0)) await this.#missed(url, chatId)
    } else if (frame.type === 'ack') {
      this.acknowledged.set(frame.client_id, frame.message)
      this.#inFlight.delete(frame.client_id)
      this.#sendMore()
    } else if (frame.type === 'error' && frame.client_id) {
      const planned = this.#inFlight.get(frame.client_id)
      if (planned) setTimeout(() => this.#send(planned), AGAIN_MS)
    }
  }

  /** Asks for all that came meanwhile. */
  async catchUp(url: string): Promise<void> {
    for (const chatId of this.seen.keys()) await this.#missed(url, chatId)
  }

  async #missed(url: string, chatId: string): Promise<void> {
    const api = apiClient(url, { token: this.#token })
    for (;;) {
      const list = this.seen.get(chatId)!
      const answer = await api('GET /chat/:id/messages', {
        params: { id: chatId },
        query: { after: list.length, limit: 100 },
      }).catch(() => null)
      // The line breaks with the server, and then all of this begins again.
      if (answer?.status !== 200) return
      for (const message of answer.body) {
        if (message.number === list.length + 1) list.push(message)
      }
      if (answer.body.length < 100) return
    }
  }

  #sendMore(): void {
    while (this.#inFlight.size < MOST_IN_FLIGHT) {
      const planned = this.#unsent.shift()
      if (!planned) return
      this.#inFlight.set(planned.clientId, planned)
      this.#send(planned)
    }
  }

  #send({ chatId, clientId, body }: Planned): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    const frame = { type: 'message', chat_id: chatId, client_id: clientId, body }
    this.#socket.send(JSON.stringify(frame))
  }
}
