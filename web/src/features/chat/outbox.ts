import type { ChatFile } from '@frontdesk/contract/chat-messages'
import {
  CHAT_OUTBOX,
  chatText,
  chatTextKeys,
  keepChatText,
  storedUser,
} from '#web/lib/session-storage.ts'
import { isLive, type LiveEvent, sendLive, watchLive } from '#web/lib/connection.ts'

/** A message that is not yet known to be stored. */
export type Waiting = {
  chat_id: string
  client_id: string
  body: string
  files: ChatFile[]
  announcement: boolean
  /** ISO 8601: when it was written. */
  at: string
  /** Why it was refused; then it waits for the person. */
  problem?: string
}

/** What the server says when trying again helps. */
const TRY_AGAIN = new Set(['database_unavailable', 'busy', 'too_many_requests', 'internal'])
const TRY_AGAIN_MS = 2000

const listeners = new Set<() => void>()
/** The last answer for each conversation: the same list until something changes. */
const lists = new Map<string, { text: string | null; waiting: Waiting[] }>()
const none: Waiting[] = []

const keyOf = (chatId: string) => `${CHAT_OUTBOX}${storedUser()?.id ?? ''}:${chatId}`

/** What waits in one conversation, in the order it was written. */
export function waitingIn(chatId: string): Waiting[] {
  const key = keyOf(chatId)
  const text = chatText(key)
  const known = lists.get(key)
  if (known && known.text === text) return known.waiting
  const waiting = text === null ? none : parse(text)
  lists.set(key, { text, waiting })
  return waiting
}

function parse(text: string): Waiting[] {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `keep` writes it
    return JSON.parse(text) as Waiting[]
  } catch {
    return none
  }
}

function keep(chatId: string, waiting: Waiting[]) {
  keepChatText(keyOf(chatId), waiting.length === 0 ? null : JSON.stringify(waiting))
  for (const listener of listeners) listener()
}

/** Calls back whenever something waits or no longer does; returns what stops it. */
export function watchOutbox(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Sends a message as soon as there is a line and those before it are stored, so that none overtakes
 * another that the server was too busy for. It is stored once, however often it is sent.
 */
export function post(message: Omit<Waiting, 'client_id' | 'at' | 'problem'>) {
  const waiting = { ...message, client_id: newId(), at: new Date().toISOString() }
  keep(message.chat_id, [...waitingIn(message.chat_id), waiting])
  if (nextIn(message.chat_id) === waiting.client_id) sendNext(message.chat_id)
}

/** Where the page is not served over TLS browsers have no `randomUUID`. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Tries a refused message again, as it is. */
export function postAgain({ chat_id: chatId, client_id: clientId }: Waiting) {
  change(chatId, clientId, (waiting) => ({ ...waiting, problem: undefined }))
  if (nextIn(chatId) === clientId) sendNext(chatId)
}

/** Gives a message up, or knows it stored. */
export function discard({
  chat_id: chatId,
  client_id: clientId,
}: Pick<Waiting, 'chat_id' | 'client_id'>) {
  const before = waitingIn(chatId)
  const wasNext = nextIn(chatId) === clientId
  const rest = before.filter((one) => one.client_id !== clientId)
  if (rest.length === before.length) return
  keep(chatId, rest)
  if (wasNext) sendNext(chatId)
}

function change(chatId: string, clientId: string, to: (waiting: Waiting) => Waiting) {
  keep(
    chatId,
    waitingIn(chatId).map((one) => (one.client_id === clientId ? to(one) : one)),
  )
}

/** The message of a conversation that is sent, or would be if there were a line. */
function nextIn(chatId: string): string | undefined {
  return waitingIn(chatId).find(({ problem }) => !problem)?.client_id
}

function sendNext(chatId: string) {
  const next = waitingIn(chatId).find(({ problem }) => !problem)
  if (!next) return
  const { client_id, body, files, announcement } = next
  sendLive({
    type: 'message',
    chat_id: chatId,
    client_id,
    body,
    ...(files.length > 0 && { file_ids: files.map(({ id }) => id) }),
    ...(announcement && { announcement }),
  })
}

function chatsThatWait(): string[] {
  const prefix = keyOf('')
  return chatTextKeys(prefix).map((key) => key.slice(prefix.length))
}

function sendAll() {
  for (const chatId of chatsThatWait()) sendNext(chatId)
}

function hear(event: LiveEvent) {
  if (event.type === 'ready') sendAll()
  if (event.type === 'ack') discard(event.message)
  // Another tab of this person may have sent it.
  if (event.type === 'message' && event.message.user_id === storedUser()?.id) discard(event.message)
  if (event.type === 'error' && event.client_id) refused(event.client_id, event)
}

function refused(clientId: string, { code, error }: { code: string; error: string }) {
  const chatId = chatsThatWait().find((id) => nextIn(id) === clientId)
  if (chatId === undefined) return
  if (TRY_AGAIN.has(code)) setTimeout(() => isLive() && sendNext(chatId), TRY_AGAIN_MS)
  else {
    change(chatId, clientId, (one) => ({ ...one, problem: error }))
    sendNext(chatId)
  }
}

watchLive(hear)
if (isLive()) sendAll()
