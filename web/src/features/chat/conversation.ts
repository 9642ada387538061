import type { ChatMessage } from '@frontdesk/contract/chat-messages'
import { messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { sendLive, watchLive, type LiveEvent } from '#web/lib/live-channel.ts'

/** Messages of one answer: the most that the server gives. */
const PAGE = 100
/** Beyond so many, those far below the reader are let go; they come again when scrolled to. */
const MOST_KEPT = 2000
/** A person is said to type for so long after each key. */
const TYPING_MS = 4000
const SAY_TYPING_EVERY_MS = 2500
const RETRY_MS = 3000

export type ConversationState = {
  /** An unbroken run of the conversation, ascending. */
  messages: ChatMessage[]
  hasOlder: boolean
  /** There are messages behind the last one here. */
  hasNewer: boolean
  isLoading: boolean
  error: string | null
  /** Who types at the moment. */
  typing: string[]
  /** How far others have read, as heard while the page is open. */
  readMarks: ReadonlyMap<string, number>
  /** What came since the page was opened, to be read out: the newest last. */
  arrived: ChatMessage[]
}

const start: ConversationState = {
  messages: [],
  hasOlder: false,
  hasNewer: false,
  isLoading: true,
  error: null,
  typing: [],
  readMarks: new Map(),
  arrived: [],
}

/** The messages of one conversation as its page has them, kept up to date by the socket. */
export class Conversation {
  readonly id: string
  readonly #userId: string
  #state = start
  readonly #listeners = new Set<() => void>()
  readonly #typing = new Map<string, ReturnType<typeof setTimeout>>()
  #stop: (() => void) | undefined
  #said = 0
  #readTo = 0
  #isFetching = false
  #isCatchingUp = false

  constructor(id: string, userId: string) {
    this.id = id
    this.#userId = userId
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly state = () => this.#state

  /** Follows the socket; returns what ends it. */
  open(): () => void {
    this.#stop = watchLive((event) => this.#hear(event))
    if (this.#state.messages.length === 0) void this.goTo(null)
    else void this.#catchUp()
    return () => {
      this.#stop?.()
      for (const timer of this.#typing.values()) clearTimeout(timer)
      this.#typing.clear()
    }
  }

  /** Shows what is around a number, or the newest. */
  async goTo(number: number | null): Promise<void> {
    this.#change({ isLoading: true, error: null })
    try {
      const query = number === null ? { limit: PAGE } : { before: number + PAGE / 2, limit: PAGE }
      const messages = await this.#fetch(query)
      this.#change({
        messages,
        hasOlder: messages.length === PAGE,
        hasNewer: number !== null && messages.length > 0,
        isLoading: false,
      })
      if (number !== null) await this.loadNewer()
    } catch (error) {
      this.#change({ isLoading: false, error: messageOf(error, 'Failed to load messages') })
    }
  }

  async loadOlder(): Promise<void> {
    const first = this.#state.messages[0]
    if (!first || !this.#state.hasOlder || this.#isFetching) return
    await this.#page(async () => {
      const older = await this.#fetch({ before: first.number, limit: PAGE })
      const { messages } = this.#state
      if (messages[0]?.id !== first.id) return
      const all = [...older, ...messages]
      const isLong = all.length > MOST_KEPT
      this.#change({
        messages: isLong ? all.slice(0, MOST_KEPT) : all,
        hasOlder: older.length === PAGE,
        ...(isLong && { hasNewer: true }),
      })
    })
  }

  async loadNewer(): Promise<void> {
    const last = this.#state.messages.at(-1)
    if (!last || !this.#state.hasNewer || this.#isFetching) return
    await this.#page(async () => {
      const newer = await this.#fetch({ after: last.number, limit: PAGE })
      const { messages } = this.#state
      if (messages.at(-1)?.id !== last.id) return
      this.#change({ messages: [...messages, ...newer], hasNewer: newer.length === PAGE })
    })
  }

  async #page(fetch: () => Promise<void>): Promise<void> {
    this.#isFetching = true
    try {
      await fetch()
    } catch {
      // Scrolling on asks again.
    } finally {
      this.#isFetching = false
    }
  }

  async #fetch(query: { before?: number; after?: number; limit: number }): Promise<ChatMessage[]> {
    return call('GET /chat/:id/messages', { params: { id: this.id }, query })
  }

  /** Says that the person types; not with every letter. */
  sayTyping() {
    const now = Date.now()
    if (now - this.#said < SAY_TYPING_EVERY_MS) return
    this.#said = now
    sendLive({ type: 'typing', chat_id: this.id })
  }

  /** Says up to where the person has read. */
  sayRead(number: number) {
    if (number <= this.#readTo) return
    if (sendLive({ type: 'read', chat_id: this.id, number })) this.#readTo = number
  }

  #hear(event: LiveEvent) {
    if (event.type === 'message') this.put(event.message)
    else if (event.type === 'ack') this.put(event.message)
    else if (event.type === 'ready') {
      this.#readTo = 0
      void this.#catchUp()
    } else if (event.type === 'typing' && event.chat_id === this.id) this.#types(event.user_id)
    else if (event.type === 'read' && event.chat_id === this.id) {
      const readMarks = new Map(this.#state.readMarks).set(event.user_id, event.number)
      this.#change({ readMarks })
    }
  }

  /** Takes a message in: a new one at the end, a changed one in its place. */
  put(message: ChatMessage) {
    if (message.chat_id !== this.id) return
    const { messages, hasNewer, isLoading } = this.#state
    const last = messages.at(-1)
    if (isLoading) return
    if (last && message.number <= last.number) {
      const at = message.number - messages[0]!.number
      if (messages[at]?.id === message.id) {
        this.#change({ messages: messages.with(at, message) })
      }
      return
    }
    if (hasNewer) return
    const isNext = message.number === (last?.number ?? 0) + 1
    // One that was missed lies between, or nothing is here yet.
    if (!isNext) return void this.#catchUp()
    this.#append([message])
  }

  #append(more: ChatMessage[]) {
    const { messages, arrived } = this.#state
    for (const { user_id: userId } of more) this.#stopsTyping(userId)
    const others = more.filter(({ user_id: userId }) => userId !== this.#userId)
    this.#change({
      messages: [...messages, ...more],
      arrived: [...arrived, ...others].slice(-20),
    })
  }

  /** Asks for what came while there was no line, and for the latest again: it may have been changed. */
  async #catchUp(): Promise<void> {
    if (this.#isCatchingUp || this.#state.isLoading) return
    this.#isCatchingUp = true
    try {
      const { messages, hasNewer } = this.#state
      const last = messages.at(-1)
      if (!last || hasNewer) {
        if (!last) await this.goTo(null)
        return
      }
      for (const again of await this.#fetch({ before: last.number + 1, limit: PAGE })) {
        this.put(again)
      }
      for (;;) {
        const after = this.#state.messages.at(-1)!.number
        const missed = await this.#fetch({ after, limit: PAGE })
        const next = missed.filter(
          (message) => message.number > this.#state.messages.at(-1)!.number,
        )
        if (next.length > 0) this.#append(next)
        if (missed.length < PAGE) return
      }
    } catch {
      setTimeout(() => void this.#catchUp(), RETRY_MS)
    } finally {
      this.#isCatchingUp = false
    }
  }

  #types(userId: string) {
    if (userId === this.#userId) return
    clearTimeout(this.#typing.get(userId))
    this.#typing.set(
      userId,
      setTimeout(() => this.#stopsTyping(userId), TYPING_MS),
    )
    this.#change({ typing: [...this.#typing.keys()] })
  }

  #stopsTyping(userId: string) {
    clearTimeout(this.#typing.get(userId))
    if (this.#typing.delete(userId)) this.#change({ typing: [...this.#typing.keys()] })
  }

  #change(change: Partial<ConversationState>) {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
