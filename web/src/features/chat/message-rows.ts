import type { ChatMessage } from '@frontdesk/contract/chat-messages'
import type { Member } from './chat.api.ts'
import type { Waiting } from './outbox.ts'

/** Messages of one person within so long stand under one name. */
const TOGETHER_MS = 5 * 60_000

/** A line of the conversation as it is shown. */
export type Row =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'new'; key: string }
  | { kind: 'message'; key: string; message: ChatMessage; startsGroup: boolean }
  | { kind: 'waiting'; key: string; waiting: Waiting; startsGroup: boolean }

type Options = {
  waiting: Waiting[]
  /** The last message that had been read when the page was opened; null for no line. */
  readTo: number | null
  userId: string
  /** There are messages before the first one here. */
  hasOlder: boolean
}

/**
 * Messages with a line for each day, and one before what is new; what waits comes last. Where there are
 * older ones the first is left out: whether it begins a day or a group is not known before they are here,
 * and nothing that is on screen may change with them.
 */
export function rowsOf(
  messages: ChatMessage[],
  { waiting, readTo, userId, hasOlder }: Options,
): Row[] {
  const rows: Row[] = []
  const unshown = hasOlder ? messages[0] : undefined
  let day = unshown ? dayOf(unshown.created_at) : ''
  let before: { user_id: string; created_at: string } | null = unshown ?? null
  let hasLine = readTo === null || (unshown !== undefined && unshown.number > readTo)
  for (const message of unshown ? messages.slice(1) : messages) {
    const today = dayOf(message.created_at)
    if (today !== day) {
      rows.push({ kind: 'day', key: `day ${today}`, at: message.created_at })
      before = null
      day = today
    }
    if (!hasLine && message.number > readTo! && message.user_id !== userId) {
      rows.push({ kind: 'new', key: 'new' })
      before = null
      hasLine = true
    }
    rows.push({
      kind: 'message',
      key: message.id,
      message,
      startsGroup: !isTogether(before, message),
    })
    before = message
  }
  for (const one of waiting) {
    // It is there already, and the word of it is still on its way.
    if (messages.some((message) => isSame(message, one, userId))) continue
    const next = { user_id: userId, created_at: one.at }
    rows.push({
      kind: 'waiting',
      key: `waiting ${one.client_id}`,
      waiting: one,
      startsGroup: !isTogether(before, next),
    })
    before = next
  }
  return rows
}

const isSame = (message: ChatMessage, waiting: Waiting, userId: string) =>
  message.client_id === waiting.client_id && message.user_id === userId

function isTogether(
  before: { user_id: string; created_at: string } | null,
  next: { user_id: string; created_at: string },
): boolean {
  if (before?.user_id !== next.user_id) return false
  return Date.parse(next.created_at) - Date.parse(before.created_at) < TOGETHER_MS
}

/** The reader's own day. */
function dayOf(iso: string): string {
  const time = new Date(iso)
  return `${time.getFullYear()}-${time.getMonth()}-${time.getDate()}`
}

const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
})
const olderDayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
const timeFormat = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

/** `Today`, `Yesterday`, `Tuesday, November 3`, or with the year where it is another one. */
export function dayLabel(iso: string, now = new Date()): string {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (dayOf(iso) === dayOf(now.toISOString())) return 'Today'
  if (dayOf(iso) === dayOf(yesterday.toISOString())) return 'Yesterday'
  const time = new Date(iso)
  const isThisYear = time.getFullYear() === now.getFullYear()
  return (isThisYear ? dayFormat : olderDayFormat).format(time)
}

/** `9:05 AM`. */
export const timeLabel = (iso: string) => timeFormat.format(new Date(iso))

const ADDRESS = /[\w.:/%@?#=&+~-]+/g
/** With all that an address may have before it: what begins elsewhere leads elsewhere. */
const LINK = /^.*\/(?:policies|processes|training|documents)\/[0-9a-f]{8}-[0-9a-f-]{27}(?![\w/-])/i
const PATH = /^\/(?!\/)/

/** Links to items of this site, each once; at most five become cards. */
export function linksIn(body: string): string[] {
  const { origin } = globalThis.location
  // Word by word: looked for in the whole, a long word would be read again from each of its letters.
  const links = (body.match(ADDRESS) ?? []).flatMap((word) => LINK.exec(word)?.[0] ?? [])
  return [...new Set(links)]
    .filter((link) => PATH.test(link) || link.startsWith(`${origin}/`))
    .slice(0, 5)
}

/**
 * Who has read a message of somebody's, and whether that is everybody: who can no longer sign in is waited for
 * by nobody, and stays named where they had read it.
 * @param marks up to where people have read since the conversation was asked for
 */
export function readersOf(
  { user_id: author, number }: Pick<ChatMessage, 'user_id' | 'number'>,
  members: Iterable<Pick<Member, 'id' | 'name' | 'active' | 'read_number'>>,
  marks: ReadonlyMap<string, number>,
) {
  const others = Array.from(members).filter(({ id }) => id !== author)
  const hasRead = ({ id, read_number: before }: (typeof others)[number]) =>
    Math.max(before, marks.get(id) ?? 0) >= number
  return {
    readers: others.filter(hasRead),
    isOne: others.length === 1,
    isAll: others.every((one) => !one.active || hasRead(one)),
  }
}

/** One line of a message, without what sets it in Markdown. */
export function plainLine({ body, files, deleted_at: deletedAt }: ChatMessage): string {
  if (deletedAt) return 'Message deleted'
  const text = body
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^[#>\s]+/gm, '')
    .replaceAll(/[*_`~]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return text || files.map(({ file_name: name }) => name).join(', ')
}
