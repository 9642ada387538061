import type { ChatMessage } from '@frontdesk/contract/chat-messages'
import { messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { type LiveEvent, sendLive, watchLive } from '#web/lib/connection.ts'

/** Messages of one answer: the most that the server gives. */
export const PAGE = 100
/** Beyond so many, those far from the reader are let go; they come again when scrolled to. */
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
  /** Up to where the person has read while the page is open. */
  readTo: number
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
  readTo: 0,
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
  /** Around which message is asked for, or was last; null: the newest. */
  #goal: number | null
  #said = 0
  /** Up to where the server was told that the person has read. */
  #toldReadTo = 0
  /** How often the place was changed: of two that are asked for, the last one is shown. */
  #visits = 0
  #loads = 0
  /** What came while answers were under way, which may be older. */
  readonly #meanwhile: ChatMessage[] = []
  #isPaging = false
  #isCatchingUp = false
  /** A line opened while answers were under way, which may be older than it. */
  #owesCatchUp = false
  #retry: ReturnType<typeof setTimeout> | undefined

  /** @param goal the message to begin at; null: the newest */
  constructor(id: string, userId: string, goal: number | null) {
    this.id = id
    this.#userId = userId
    this.#goal = goal
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly state = () => this.#state

  /** Follows the socket; returns what ends it. */
  open(): () => void {
    this.#stop = watchLive((event) => this.#hear(event))
    if (this.#state.messages.length === 0) void this.goTo(this.#goal)
    else void this.#catchUp()
    return () => {
      this.#stop?.()
      clearTimeout(this.#retry)
      for (const timer of this.#typing.values()) clearTimeout(timer)
      this.#typing.clear()
    }
  }

  /** Shows what is around a number, or the newest. What is here stays where that fails. */
  async goTo(number: number | null): Promise<void> {
    this.#goal = number
    this.#visits += 1
    const visit = this.#visits
    this.#change({ isLoading: true, error: null })
    try {
      await this.#load(async () => {
        const query = number === null ? { limit: PAGE } : { before: number + PAGE / 2, limit: PAGE }
        const messages = await this.#fetch(query)
        if (visit !== this.#visits) return
        this.#change({
          messages,
          hasOlder: messages.length === PAGE,
          hasNewer: number !== null && messages.length > 0,
          isLoading: false,
        })
        if (number !== null) await this.loadNewer()
      })
    } catch (error) {
      if (visit !== this.#visits) return
      this.#change({ isLoading: false, error: messageOf(error, 'Failed to load messages') })
    }
  }

  /** What failed to be shown, once more. */
  async again(): Promise<void> {
    await this.goTo(this.#goal)
  }

  /** Has a message here, unless it is, or is on its way. */
  async bring(number: number): Promise<void> {
    const { messages, isLoading } = this.#state
    if (isLoading ? this.#goal === number : messages.some((one) => one.number === number)) return
    await this.goTo(number)
  }

  async loadOlder(): Promise<void> {
    const first = this.#state.messages[0]
    if (!first || !this.#state.hasOlder) return
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
    if (!last || !this.#state.hasNewer) return
    await this.#page(async () => {
      const newer = await this.#fetch({ after: last.number, limit: PAGE })
      const { messages } = this.#state
      if (messages.at(-1)?.id !== last.id) return
      const all = [...messages, ...newer]
      const isLong = all.length > MOST_KEPT
      this.#change({
        // Half of them, so that who stays at the end is not brought here with each message.
        messages: isLong ? all.slice(-MOST_KEPT / 2) : all,
        hasNewer: newer.length === PAGE,
        ...(isLong && { hasOlder: true }),
      })
    })
  }

  /** One page at a time. */
  async #page(work: () => Promise<void>): Promise<void> {
    if (this.#isPaging) return
    this.#isPaging = true
    try {
      await this.#load(work)
    } catch {
      // Scrolling on asks again.
    } finally {
      this.#isPaging = false
    }
  }

  /** What comes while answers are under way is taken in again after them: they may not know it yet. */
  async #load(work: () => Promise<void>): Promise<void> {
    this.#loads += 1
    try {
      await work()
    } finally {
      this.#loads -= 1
      if (this.#loads === 0) {
        for (const message of this.#meanwhile.splice(0)) this.put(message)
        if (this.#owesCatchUp) void this.#catchUp()
      }
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
    if (number > this.#state.readTo) this.#change({ readTo: number })
    if (number <= this.#toldReadTo) return
    if (sendLive({ type: 'read', chat_id: this.id, number })) this.#toldReadTo = number
  }

  #hear(event: LiveEvent) {
    if (event.type === 'message') this.put(event.message)
    else if (event.type === 'ack') this.put(event.message)
    else if (event.type === 'ready') {
      // The line before may have died with it.
      this.#toldReadTo = 0
      this.sayRead(this.#state.readTo)
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
    if (this.#loads > 0) this.#meanwhile.push(message)
    const { messages, hasNewer, isLoading } = this.#state
    const last = messages.at(-1)
    if (isLoading) return
    if (last && message.number <= last.number) return this.#renew([message])
    if (hasNewer) return
    const isNext = message.number === (last?.number ?? 0) + 1
    // One that was missed lies between, or nothing is here yet.
    if (!isNext) return void this.#catchUp()
    this.#append([message])
  }

  /** Puts those that are here in their places. */
  #renew(again: ChatMessage[]) {
    const { messages } = this.#state
    const first = messages[0]?.number ?? 0
    const renewed = [...messages]
    for (const message of again) {
      const at = message.number - first
      if (renewed[at]?.id === message.id) renewed[at] = message
    }
    this.#change({ messages: renewed })
  }

  #append(more: ChatMessage[]) {
    const { messages, arrived } = this.#state
    for (const { user_id: userId } of more) this.#stopsTyping(userId)
    const others = more.filter(({ user_id: userId }) => userId !== this.#userId)
    const isLong = messages.length + more.length > MOST_KEPT
    this.#change({
      // Who is at the end asks for them at once, and lets those above go.
      ...(isLong ? { hasNewer: true } : { messages: [...messages, ...more] }),
      arrived: [...arrived, ...others].slice(-20),
    })
  }

  /** Asks for all that is here again, since it may have been changed, and for what came after it. */
  async #catchUp(): Promise<void> {
    this.#owesCatchUp = this.#isCatchingUp || this.#state.isLoading
    if (this.#owesCatchUp) return
    if (this.#state.messages.length === 0) return this.again()
    clearTimeout(this.#retry)
    this.#isCatchingUp = true
    const visit = this.#visits
    try {
      await this.#load(async () => {
        try {
          await this.#readAgain(visit)
        } finally {
          this.#isCatchingUp = false
        }
      })
    } catch {
      this.#retry = setTimeout(() => void this.#catchUp(), RETRY_MS)
    }
  }

  async #readAgain(visit: number): Promise<void> {
    let after = this.#state.messages[0]!.number - 1
    for (let isMore = true; isMore;) {
      const answer = await this.#fetch({ after, limit: PAGE })
      // Somebody went elsewhere meanwhile, and has what is there.
      if (visit !== this.#visits) return
      const { number: last } = this.#state.messages.at(-1)!
      this.#renew(answer)
      const next = answer.filter(({ number }) => number > last)
      if (next.length > 0 && !this.#state.hasNewer) this.#append(next)
      after = answer.at(-1)?.number ?? after
      isMore = answer.length === PAGE && !(this.#state.hasNewer && after >= last)
    }
    this.#change({ error: null })
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
