import type { ChatMessage } from '@frontdesk/contract/chat-messages'
import type { ServerFrame } from '@frontdesk/contract/realtime'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import type { ChatNews } from '../../platform/publish.ts'
import { findMessages, listMessages } from '../chat/messages.queries.ts'
import { type Connections, sendText } from './connections.ts'

/** Messages that are read at once. */
const MOST_READ = 200
/** So often it is looked whether a conversation went on without a word to this node. */
const LOOK_EVERY_MS = 5000
const RETRY_MS = 1000
/** In larger conversations only one's own devices hear how far one has read. */
const MOST_FOR_READ_MARKS = 50

/** The sessions that may hear of a conversation now, so that nobody does who was removed or signed out. */
const listeningSessions = prepared<{ session_id: string; user_id: string }>(`
  select sessions.id as session_id, sessions.user_id from chat_members as member
  join chats on chats.id = member.chat_id and chats.deleted_at is null
  join users on users.id = member.user_id and users.status = 'active'
  join sessions on sessions.user_id = users.id and sessions.expires_at > now()
  where member.chat_id = $1
`)

const chatsOfPeople = prepared<{ chat_id: string; last_number: number }>(`
  select distinct chats.id as chat_id, chats.last_number from chat_members as member
  join chats on chats.id = member.chat_id and chats.deleted_at is null
  where member.user_id = any($1::uuid[])
`)

const wentOn = prepared<{ chat_id: string }>(`
  select chats.id as chat_id from unnest($1::uuid[], $2::bigint[]) as known (chat_id, number)
  join chats on chats.id = known.chat_id and chats.last_number > known.number
`)

/**
 * Brings this node's people what happens in their conversations. Nodes tell each other numbers only; each
 * reads what follows the last one that it handed out, once for all of its sockets, and so leaves out
 * nothing and doubles nothing, whatever was said, and however often.
 */
export class ChatDelivery {
  readonly #db: Db
  readonly #connections: Connections
  readonly #log: FastifyBaseLogger
  /** The number of the last message that was handed out, of conversations that somebody here is in. */
  readonly #handedOut = new Map<string, number>()
  /** Conversations that are being read; true where there is more by now. */
  readonly #reading = new Map<string, boolean>()
  readonly #timer: NodeJS.Timeout
  #stopped = false

  constructor(db: Db, connections: Connections, log: FastifyBaseLogger) {
    this.#db = db
    this.#connections = connections
    this.#log = log
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS)
  }

  stop(): void {
    this.#stopped = true
    clearInterval(this.#timer)
  }

  /** From now on nothing of their conversations is left out. What came before they ask for. */
  async follow(userIds: string[]): Promise<void> {
    if (userIds.length === 0) return
    for (const { chat_id: id, last_number: number } of await chatsOfPeople(this.#db, [userIds])) {
      if (!this.#handedOut.has(id)) this.#handedOut.set(id, number)
    }
  }

  /** Something was told; null after a gap in which nobody knows what. */
  hear(news: ChatNews | null): void {
    if (news === null) void this.#catchUp()
    else if (news.about === 'stored') this.stored(news.chat_id, news.from, news.to)
    else void this.#pass(news)
  }

  /** Messages with these numbers are there, and all before them. */
  stored(chatId: string, from: number, to: number): void {
    const last = this.#handedOut.get(chatId)
    if (last !== undefined && last >= to) return
    if (last === undefined) this.#handedOut.set(chatId, from - 1)
    if (this.#reading.has(chatId)) this.#reading.set(chatId, true)
    else void this.#read(chatId)
  }

  async #read(chatId: string): Promise<void> {
    this.#reading.set(chatId, false)
    try {
      while (!this.#stopped) {
        const last = this.#handedOut.get(chatId)
        if (last === undefined) break
        const messages = await listMessages(this.#db, chatId, { after: last, limit: MOST_READ })
        if (messages.length > 0) await this.#handOut(chatId, messages)
        if (messages.length < MOST_READ && !this.#reading.get(chatId)) break
        this.#reading.set(chatId, false)
      }
    } catch (error) {
      if (!this.#stopped) {
        this.#log.warn({ err: error }, 'messages wait for the database')
        setTimeout(() => this.#again(chatId), RETRY_MS)
      }
    } finally {
      this.#reading.delete(chatId)
    }
  }

  #again(chatId: string): void {
    if (!this.#stopped && !this.#reading.has(chatId)) void this.#read(chatId)
  }

  /** Who may hear is asked after the messages were read: a removal that came before one of them is seen. */
  async #handOut(chatId: string, messages: ChatMessage[]): Promise<void> {
    const sessions = await listeningSessions(this.#db, [chatId])
    const texts = messages.map((message) => JSON.stringify({ type: 'message', message }))
    // Nothing is awaited from here on: a socket gets all of them, in their order.
    this.#handedOut.set(chatId, messages.at(-1)!.number)
    let isAnybodyHere = false
    for (const connection of this.#connections.ofSessions(idsOf(sessions))) {
      isAnybodyHere = true
      for (const text of texts) sendText(connection, text)
    }
    if (!isAnybodyHere && !this.#reading.get(chatId)) this.#handedOut.delete(chatId)
  }

  async #pass(news: Exclude<ChatNews, { about: 'stored' }>): Promise<void> {
    try {
      if (news.about === 'chat') await this.#passChat(news.chat_id, news.user_ids)
      else if (news.about === 'changed') await this.#passChanged(news.chat_id, news.message_ids)
      else if (news.about === 'read') await this.#passMarks(news)
      else {
        const { chat_id: chatId, user_id: userId } = news
        const sessions = await listeningSessions(this.#db, [chatId])
        const others = sessions.filter((session) => session.user_id !== userId)
        this.#send(idsOf(others), { type: 'typing', chat_id: chatId, user_id: userId })
      }
    } catch (error) {
      // A page that missed this asks again when its socket comes back, which it does after a gap.
      this.#log.warn({ err: error, about: news.about }, 'news of a conversation got lost')
    }
  }

  async #passChat(chatId: string, formerIds: string[]): Promise<void> {
    const sessions = await listeningSessions(this.#db, [chatId])
    const people = new Set(sessions.map((session) => session.user_id))
    await this.follow(this.#connections.userIds().filter((id) => people.has(id)))
    const former = formerIds.filter((id) => !people.has(id))
    const theirs = former.flatMap((id) => this.#connections.sessionsOf(id))
    this.#send([...idsOf(sessions), ...theirs], { type: 'chat', chat_id: chatId })
  }

  async #passChanged(chatId: string, ids: string[]): Promise<void> {
    const messages = await findMessages(this.#db, chatId, ids)
    const sessions = await listeningSessions(this.#db, [chatId])
    for (const message of messages) this.#send(idsOf(sessions), { type: 'message', message })
  }

  async #passMarks(news: Extract<ChatNews, { about: 'read' }>): Promise<void> {
    const sessions = await listeningSessions(this.#db, [news.chat_id])
    const people = new Set(sessions.map((session) => session.user_id))
    for (const { user_id: userId, number } of news.marks) {
      const hearing =
        people.size > MOST_FOR_READ_MARKS
          ? sessions.filter((session) => session.user_id === userId)
          : sessions
      const frame = { type: 'read', chat_id: news.chat_id, user_id: userId, number } as const
      this.#send(idsOf(hearing), frame)
    }
  }

  #send(sessionIds: string[], frame: ServerFrame): void {
    const text = JSON.stringify(frame)
    for (const connection of this.#connections.ofSessions(sessionIds)) sendText(connection, text)
  }

  /** What was stored while nobody told this node of it, such as by one that was killed just then. */
  async #look(): Promise<void> {
    if (this.#handedOut.size === 0) return
    try {
      const known = [...this.#handedOut]
      const ids = known.map(([id]) => id)
      const numbers = known.map(([, number]) => number)
      for (const { chat_id: id } of await wentOn(this.#db, [ids, numbers])) this.#again(id)
    } catch (error) {
      this.#log.debug({ err: error }, 'conversations could not be looked at')
    }
  }

  async #catchUp(): Promise<void> {
    try {
      await this.follow(this.#connections.userIds())
      await this.#look()
    } catch (error) {
      this.#log.debug({ err: error }, 'conversations could not be caught up with')
    }
  }
}

const idsOf = (sessions: { session_id: string }[]) => sessions.map((session) => session.session_id)
