import type { ChatMessage, NewMessage } from '@frontdesk/contract/chat-messages'
import { canAnnounce, canMentionEveryone } from '@frontdesk/contract/permissions'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/caller.ts'
import {
  AppError,
  forbidden,
  fromDatabase,
  notFound,
  unauthorized,
  unprocessable,
} from '../../http/errors.ts'
import type { Announcer } from '../../platform/announcer.ts'
import type { ChatNews } from '../../platform/publish.ts'
import { namesEveryone, namedIn, tellOfMentions } from './mentions.ts'
import { findMessages } from './messages.queries.ts'
import { type Judged, type Row, store } from './message-store.ts'

/** Messages of one conversation that are stored in one transaction. */
const MOST_AT_ONCE = 100
/** Conversations that are written to at the same moment: the pool keeps room for everybody else. */
const MOST_AT_WORK = 4
/** Messages that wait, on this node; beyond it the database is too slow for what is asked of it. */
const MOST_WAITING = 5000

export const noSuchChat = () => notFound('Conversation not found')

/** What became of a message. */
export interface Posted {
  message: ChatMessage
  /** It had been stored before, under the same `client_id`. */
  repeated: boolean
}

interface Waiting {
  row: Row
  done: (posted: Posted) => void
  failed: (error: unknown) => void
}

/** What a node tells of messages that it has stored. */
export type HearStored = (stored: { chatId: string; from: number; to: number }) => void

/**
 * Stores messages. Those that come for one conversation while an earlier one is being written go
 * together: a number is given under a lock of the conversation that is held until the commit, so this
 * is what makes a busy conversation fast.
 */
export class MessagePost {
  readonly #db: Db
  readonly #announcer: Announcer
  readonly #queues = new Map<string, Waiting[]>()
  /** Conversations with something to write that nobody writes to yet. */
  readonly #idle: string[] = []
  #atWork = 0
  #waiting = 0
  #hear: HearStored = () => undefined

  constructor(db: Db, announcer: Announcer) {
    this.#db = db
    this.#announcer = announcer
  }

  /** Who is told of what was stored here, after the commit. */
  onStored(hear: HearStored): void {
    this.#hear = hear
  }

  /**
   * Resolves when the message is stored.
   * @throws AppError 401, 403, 404 for who is not in the conversation, 422, 503
   */
  async send(actor: SignedIn, chatId: string, message: NewMessage): Promise<Posted> {
    const row = rowOf(actor, message)
    if (this.#waiting >= MOST_WAITING) {
      throw new AppError(503, 'busy', 'Too much is being written right now', { retryAfter: 1 })
    }
    return new Promise<Posted>((done, failed) => {
      this.#waiting += 1
      const queue = this.#queues.get(chatId)
      if (queue) {
        queue.push({ row, done, failed })
      } else {
        this.#queues.set(chatId, [{ row, done, failed }])
        this.#idle.push(chatId)
        this.#work()
      }
    })
  }

  #work(): void {
    while (this.#atWork < MOST_AT_WORK) {
      const chatId = this.#idle.shift()
      if (chatId === undefined) return
      this.#atWork += 1
      void this.#writeOut(chatId).finally(() => {
        this.#atWork -= 1
        this.#work()
      })
    }
  }

  /** One batch; what came meanwhile waits for its turn behind other conversations. */
  async #writeOut(chatId: string): Promise<void> {
    const queue = this.#queues.get(chatId)!
    const batch = queue.splice(0, MOST_AT_ONCE)
    await this.#write(chatId, batch)
    this.#waiting -= batch.length
    if (queue.length > 0) this.#idle.push(chatId)
    else this.#queues.delete(chatId)
  }

  async #write(chatId: string, batch: Waiting[]): Promise<void> {
    try {
      await addNamed(
        this.#db,
        chatId,
        batch.map(({ row }) => row),
      )
      const { judged, told, back } = await store(
        this.#db,
        chatId,
        batch.map(({ row }) => row),
      )
      tellOfMentions(this.#announcer, told)
      if (back) this.#announcer.tell({ keys: [], chat: newTo(chatId) })
      const numbers = judged.flatMap(({ number }) => number ?? [])
      if (numbers.length > 0) {
        this.#hear({ chatId, from: Math.min(...numbers), to: Math.max(...numbers) })
      }
      const read = await readBack(this.#db, chatId, batch, judged)
      for (const [index, waiting] of batch.entries()) settle(waiting, judged[index]!, read)
    } catch (error) {
      // One that cannot be stored must not take the others with it; a database that is away takes all.
      const isAway = fromDatabase(error)?.status === 503
      if (batch.length === 1 || isAway) for (const { failed } of batch) failed(error)
      else for (const waiting of batch) await this.#write(chatId, [waiting])
    }
  }
}

/** News of a conversation to those who are in it, some of them anew. */
const newTo = (chatId: string): ChatNews => ({ about: 'chat', chat_id: chatId, user_ids: [] })

/** So many may be called on by who may not call on everyone. */
const MOST_NAMED = 20

function rowOf(actor: SignedIn, message: NewMessage): Row {
  const { body = '', file_ids: files = [], mention_ids: wanted = [], announcement } = message
  if (announcement && !canAnnounce(actor)) throw forbidden('Only admins can announce something')
  if (wanted.length > MOST_NAMED && !canMentionEveryone(actor)) {
    const sentence = `You can mention ${MOST_NAMED} people at once`
    throw unprocessable('too_many_people', sentence, { mention_ids: sentence })
  }
  return {
    id: uuidv7(),
    user_id: actor.id,
    session_id: actor.sessionId,
    client_id: message.client_id || uuidv7(),
    body,
    announcement: announcement ?? false,
    everyone: canMentionEveryone(actor) && namesEveryone(body),
    wanted: [...new Set(wanted)],
    mentions: [],
    files: [...new Set(files)],
  }
}

/** Looked up for the batch and not before: a message keeps its place behind those that its author sent earlier. */
async function addNamed(db: Db, chatId: string, rows: Row[]): Promise<void> {
  const bodies = rows.map(({ body }) => body)
  const named = bodies.some((body) => body.includes('@')) ? await namedIn(db, chatId, bodies) : []
  for (const [index, row] of rows.entries()) {
    const all = new Set([...row.wanted, ...(named[index] ?? [])])
    row.mentions = [...all].filter((id) => id !== row.user_id)
  }
}

function settle({ row, done, failed }: Waiting, judged: Judged, read: Map<string, ChatMessage>) {
  if (!judged.live) return failed(unauthorized())
  if (!judged.member) return failed(noSuchChat())
  if (!judged.known) {
    const sentence = 'Somebody mentioned here is not in this conversation'
    return failed(unprocessable('unknown_people', sentence, { mention_ids: sentence }))
  }
  const { message_id: id, number, created_at: createdAt } = judged
  if (id === null) {
    const sentence = 'A file of this message is no longer there'
    return failed(unprocessable('unknown_file', sentence, { file_ids: sentence }))
  }
  const message = read.get(id)
  if (!message) return failed(noSuchChat())
  return done({ message, repeated: number === null || createdAt === null || row.id !== id })
}

/** Plain new messages are known already; what hangs on others is read. */
async function readBack(
  db: Db,
  chatId: string,
  batch: Waiting[],
  judged: Judged[],
): Promise<Map<string, ChatMessage>> {
  const found = new Map<string, ChatMessage>()
  const unknown = new Set<string>()
  for (const [index, { row }] of batch.entries()) {
    const { message_id: id, number, created_at: createdAt } = judged[index]!
    if (id === null) continue
    const isPlain = row.files.length === 0 && row.mentions.length === 0
    if (id !== row.id || number === null || createdAt === null || !isPlain) unknown.add(id)
    else found.set(id, plainMessage(chatId, row, { number, createdAt }))
  }
  const rest = [...unknown].filter((id) => !found.has(id))
  if (rest.length > 0) {
    for (const message of await findMessages(db, chatId, rest)) found.set(message.id, message)
  }
  return found
}

const plainMessage = (
  chatId: string,
  row: Row,
  { number, createdAt }: { number: number; createdAt: string },
): ChatMessage => ({
  id: row.id,
  chat_id: chatId,
  user_id: row.user_id,
  client_id: row.client_id,
  number,
  body: row.body,
  created_at: createdAt,
  edited_at: null,
  deleted_at: null,
  announcement: row.announcement,
  confirmed_count: 0,
  mentions: [],
  mentions_everyone: row.everyone,
  files: [],
  reactions: [],
})
