import type { ChatFile } from '@frontdesk/contract/chat-messages'
import { CHAT_OUTBOX, chatTexts, storedUser } from '#web/lib/session-storage.ts'
import { isLive, sendLive, watchLive, type LiveEvent } from '#web/lib/live-channel.ts'

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
/** What a browser that blocks storage won't hold. */
const memory = new Map<string, Waiting[]>()
/** The last answer for each conversation: the same list until something changes. */
const lists = new Map<string, { text: string | null; waiting: Waiting[] }>()
const none: Waiting[] = []

const keyOf = (chatId: string) => `${CHAT_OUTBOX}${storedUser()?.id ?? ''}:${chatId}`

/** What waits in one conversation, in the order it was written. */
export function waitingIn(chatId: string): Waiting[] {
  const key = keyOf(chatId)
  const store = chatTexts()
  if (!store) return memory.get(key) ?? none
  const text = store.getItem(key)
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
  const key = keyOf(chatId)
  memory.set(key, waiting)
  try {
    const store = chatTexts()
    if (waiting.length === 0) store?.removeItem(key)
    else store?.setItem(key, JSON.stringify(waiting))
  } catch {
    // Storage is full: it waits in the page.
  }
  for (const listener of listeners) listener()
}

/** Calls back whenever something waits or no longer does; returns what stops it. */
export function watchOutbox(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sends a message now, or as soon as there is a line; it is stored once, however often it is sent. */
export function post(message: Omit<Waiting, 'client_id' | 'at' | 'problem'>) {
  const waiting = { ...message, client_id: newId(), at: new Date().toISOString() }
  keep(message.chat_id, [...waitingIn(message.chat_id), waiting])
  send(waiting)
}

/** Where the page is not served over TLS browsers have no `randomUUID`. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Tries a refused message again, as it is. */
export function postAgain({ chat_id: chatId, client_id: clientId }: Waiting) {
  change(chatId, clientId, (waiting) => ({ ...waiting, problem: undefined }))
  const waiting = waitingIn(chatId).find((one) => one.client_id === clientId)
  if (waiting) send(waiting)
}

/** Gives a message up. */
export function discard({ chat_id: chatId, client_id: clientId }: Waiting) {
  keep(
    chatId,
    waitingIn(chatId).filter((one) => one.client_id !== clientId),
  )
}

function change(chatId: string, clientId: string, to: (waiting: Waiting) => Waiting) {
  keep(
    chatId,
    waitingIn(chatId).map((one) => (one.client_id === clientId ? to(one) : one)),
  )
}

function send({ chat_id, client_id, body, files, announcement }: Waiting) {
  sendLive({
    type: 'message',
    chat_id,
    client_id,
    body,
    ...(files.length > 0 && { file_ids: files.map(({ id }) => id) }),
    ...(announcement && { announcement }),
  })
}

/** Everything that waits, of every conversation, in its order. */
function sendAll() {
  for (const waiting of all()) if (!waiting.problem) send(waiting)
}

function all(): Waiting[] {
  const prefix = keyOf('')
  const keys = new Set([...Object.keys(chatTexts() ?? {}), ...memory.keys()])
  return [...keys]
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => waitingIn(key.slice(prefix.length)))
}

function hear(event: LiveEvent) {
  if (event.type === 'ready') sendAll()
  if (event.type === 'ack') discard({ ...event.message, files: [], at: '' })
  // Another tab of this person may have sent it.
  if (event.type === 'message') {
    const { chat_id: chatId, client_id: clientId, user_id: userId } = event.message
    const isOurs = userId === storedUser()?.id
    if (isOurs && waitingIn(chatId).some((one) => one.client_id === clientId)) {
      discard({ ...event.message, files: [], at: '' })
    }
  }
  if (event.type === 'error' && event.client_id) refused(event.client_id, event)
}

function refused(clientId: string, { code, error }: { code: string; error: string }) {
  const waiting = all().find((one) => one.client_id === clientId)
  if (!waiting) return
  if (TRY_AGAIN.has(code)) setTimeout(() => isLive() && send(waiting), TRY_AGAIN_MS)
  else change(waiting.chat_id, clientId, (one) => ({ ...one, problem: error }))
}

watchLive(hear)
if (isLive()) sendAll()
