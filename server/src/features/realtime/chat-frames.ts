import { NewMessage } from '@frontdesk/contract/chat-messages'
import type { ServerFrame } from '@frontdesk/contract/realtime'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/caller.ts'
import { checkInput } from '../../http/check-input.ts'
import { AppError, fromDatabase } from '../../http/errors.ts'
import type { Announcer } from '../../platform/announcer.ts'
import { isInChat, updateReadMarks } from '../chat/chats.queries.ts'
import { tellOfMarks } from '../chat/mentions.ts'
import { type MessagePost, noSuchChat } from '../chat/message-post.ts'

/** Read marks are written together: a room of two hundred reads at the same moment. */
const MARKS_EVERY_MS = 250
const MOST_MARKS = 100
/** The same person is not said to type more often. */
const TYPING_EVERY_MS = 1000
const MOST_TYPING = 2000

type Mark = { chatId: string; userId: string; number: number }

/** What people send about conversations over their sockets. */
export class ChatFrames {
  readonly #db: Db
  readonly #post: MessagePost
  readonly #announcer: Announcer
  readonly #log: FastifyBaseLogger
  readonly #marks = new Map<string, Mark>()
  readonly #typed = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: {
    db: Db
    post: MessagePost
    announcer: Announcer
    log: FastifyBaseLogger
  }) {
    this.#db = options.db
    this.#post = options.post
    this.#announcer = options.announcer
    this.#log = options.log
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  /** Stores a message; resolves with the `ack` or the `error` to answer with. */
  async message(
    actor: SignedIn,
    frame: { chat_id: string; client_id?: unknown },
  ): Promise<ServerFrame> {
    const { client_id: clientId } = frame
    try {
      const { message } = await this.#post.send(
        actor,
        frame.chat_id,
        checkInput(NewMessage, frame, 'body'),
      )
      return { type: 'ack', client_id: message.client_id, message }
    } catch (error) {
      const answer = this.answerTo(error)
      return { ...answer, ...(typeof clientId === 'string' && { client_id: clientId }) }
    }
  }

  /** Tells the others; nothing is said to who is not in the conversation but that there is none. */
  async typing(actor: SignedIn, chatId: string): Promise<ServerFrame | null> {
    const key = `${actor.id} ${chatId}`
    const now = performance.now()
    if (now - (this.#typed.get(key) ?? -Infinity) < TYPING_EVERY_MS) return null
    if (this.#typed.size > MOST_TYPING) this.#typed.clear()
    this.#typed.set(key, now)
    try {
      if (!(await isInChat(this.#db, actor.id, chatId))) throw noSuchChat()
    } catch (error) {
      return this.answerTo(error)
    }
    const chat = { about: 'typing', chat_id: chatId, user_id: actor.id } as const
    this.#announcer.hint({ keys: [], chat })
    return null
  }

  /** Written soon, together with those of others. */
  read(mark: Mark): void {
    const key = `${mark.userId} ${mark.chatId}`
    const waiting = this.#marks.get(key)
    if (!waiting || waiting.number < mark.number) this.#marks.set(key, mark)
    this.#timer ??= setTimeout(() => void this.#writeMarks(), MARKS_EVERY_MS)
  }

  async #writeMarks(): Promise<void> {
    const marks = [...this.#marks.values()]
    this.#marks.clear()
    this.#timer = undefined
    try {
      for (let from = 0; from < marks.length; from += MOST_MARKS) {
        const moved = await updateReadMarks(this.#db, marks.slice(from, from + MOST_MARKS))
        tellOfMarks(this.#announcer, moved)
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'read marks were not kept')
    }
  }

  /** An error as a frame; what is nobody's fault stays in the log. */
  answerTo(error: unknown): Extract<ServerFrame, { type: 'error' }> {
    const known = error instanceof AppError ? error : fromDatabase(error)
    if (known) return { type: 'error', error: known.message, code: known.code }
    this.#log.error({ err: error }, 'a frame could not be answered')
    return { type: 'error', error: 'An unexpected error occurred', code: 'internal' }
  }
}
