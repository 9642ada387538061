import type { ChatDetail } from '@frontdesk/contract/chat'
import { CHAT_LIMITS } from '@frontdesk/contract/constants'
import { canAnnounce, canMentionEveryone } from '@frontdesk/contract/permissions'
import type { CurrentUser } from '@frontdesk/contract/users'
import { Megaphone, SendHorizontal, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { CHAT_DRAFT, chatText, keepChatText } from '#web/lib/session-storage.ts'
import { useUser } from '#web/session/session.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { TextArea } from '#web/ui/field.tsx'
import { Attachments, Cards, pastedFiles, PickFiles, type useAttachments } from './attachments.tsx'
import { typingWords } from './chat.api.ts'
import type { Conversation } from './conversation.ts'
import { post, waitingIn, watchOutbox } from './outbox.ts'

type ComposerProps = {
  chat: ChatDetail
  conversation: Conversation
  isConnected: boolean
  /** An item that the first message is about, by its link. */
  about: string | null
  files: ReturnType<typeof useAttachments>
  onSent: () => void
}

/** Where a message is written: its draft stays in this browser until it is sent or the person signs out. */
export function Composer(props: ComposerProps) {
  const { chat, conversation, isConnected, about, files, onSent } = props
  const user = useUser()
  const draft = useDraft(chat.id, user.id)
  const { text, setText } = draft
  const [isAnnouncement, setIsAnnouncement] = useState(false)
  const [link, setLink] = useState(about)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // On a phone the keyboard would cover half of what there is to read.
    if (hasKeyboard()) field.current?.focus()
  }, [])

  const body = [text.trim(), link].filter(Boolean).join('\n\n')
  const extra = Array.from(body).length - CHAT_LIMITS.body
  const isUploading = files.list.some(({ file }) => !file)
  const canSend = extra <= 0 && !isUploading && (body !== '' || files.list.length > 0)
  const send = () => {
    if (!canSend) return
    post({
      chat_id: chat.id,
      body,
      files: files.list.flatMap(({ file }) => file ?? []),
      announcement: isAnnouncement,
    })
    draft.forget()
    files.clear()
    setIsAnnouncement(false)
    setLink(null)
    onSent()
    field.current?.focus()
  }
  return (
    <form
      aria-label="New message"
      className="relative shrink-0 border-t border-line bg-paper px-3 py-2.5 sm:px-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <ExportNotice says={chat.export_notice} />
      <Attachments list={files.list} onRemove={files.remove} />
      {link && <AboutItem link={link} onLeaveOut={() => setLink(null)} />}
      {isAnnouncement && <AnnouncementNote />}
      <div className="flex items-end gap-1">
        <PickFiles onPick={files.add} disabled={!isConnected} />
        {canAnnounce(user) && chat.kind !== 'direct' && (
          <IconButton
            label="Announcement"
            icon={Megaphone}
            aria-pressed={isAnnouncement}
            className={isAnnouncement ? 'text-warning' : undefined}
            onClick={() => setIsAnnouncement(!isAnnouncement)}
          />
        )}
        <TextBox
          field={field}
          chat={chat}
          text={text}
          onText={(next) => {
            setText(next)
            conversation.sayTyping()
          }}
          onFiles={files.add}
          onSend={send}
        />
        <IconButton
          label="Send"
          icon={SendHorizontal}
          variant="primary"
          type="submit"
          disabled={!canSend}
        />
      </div>
      <Notes {...props} text={text} extra={extra} />
    </form>
  )
}

/** Whether there are other keys than those that a phone shows on its screen. */
const hasKeyboard = () => !globalThis.matchMedia('(pointer: coarse)').matches

const callsInVain = (text: string, user: CurrentUser) =>
  /(^|[^\p{L}\p{N}_])@everyone\b/iu.test(text) && !canMentionEveryone(user)

type NotesProps = ComposerProps & { text: string; extra: number }

function Notes({ chat, conversation, isConnected, text, extra }: NotesProps) {
  const user = useUser()
  return (
    <div className="text-xs text-muted">
      <Spoken chat={chat} conversation={conversation} />
      {extra > 0 && (
        <span className="text-danger">{extra.toLocaleString('en-US')} characters too many</span>
      )}
      <output>
        {!isConnected && 'No connection: what you send now waits, and goes by itself.'}
      </output>
      {callsInVain(text, user) && ' Only admins and managers reach everybody with @everyone.'}
    </div>
  )
}

/** What the settings promise to show; all of it stands among the facts of the conversation. */
function ExportNotice({ says }: { says: string | null }) {
  if (!says) return null
  return (
    <p title={says} className="mb-1.5 line-clamp-2 text-xs text-muted">
      {says}
    </p>
  )
}

/** Reads out, once each and when nothing else is read, what others see above: who types, and what was refused. */
function Spoken({ chat, conversation }: Pick<ComposerProps, 'chat' | 'conversation'>) {
  const { typing } = useSyncExternalStore(conversation.subscribe, conversation.state)
  const waiting = useSyncExternalStore(watchOutbox, () => waitingIn(chat.id))
  const refused = waiting.findLast(({ problem }) => problem)
  return (
    <div className="sr-only">
      <output>{typingWords(chat, typing)}</output>
      <output>
        {refused && <p key={refused.client_id}>Your message was not sent: {refused.problem}</p>}
      </output>
    </div>
  )
}

function AboutItem({ link, onLeaveOut }: { link: string; onLeaveOut: () => void }) {
  return (
    <div className="mb-2 flex items-start gap-1">
      <Cards body={link} />
      <IconButton label="Leave the item out" icon={X} size="sm" onClick={onLeaveOut} />
    </div>
  )
}

function AnnouncementNote() {
  return (
    <p className="mb-2 flex items-center gap-2 text-sm font-medium text-warning">
      <Megaphone className="size-4" aria-hidden="true" />
      An announcement: everybody is asked to say that they have read it.
    </p>
  )
}

type TextBoxProps = {
  field: RefObject<HTMLTextAreaElement | null>
  chat: ChatDetail
  text: string
  onText: (text: string) => void
  onFiles: (files: File[]) => void
  onSend: () => void
}

function TextBox({ field, chat, text, onText, onFiles, onSend }: TextBoxProps) {
  const names = useMentions({ chat, field, text, setText: onText })
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (names.onKeyDown(event)) return
    // On a phone Enter is a new line: its own keyboard has no other way to one.
    const isSend = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
    if (!isSend || !hasKeyboard()) return
    event.preventDefault()
    onSend()
  }
  return (
    <div className="min-w-0 grow">
      {names.list}
      <TextArea
        ref={field}
        rows={1}
        autogrow
        value={text}
        aria-label={`Message to ${chat.title}`}
        placeholder="Write a message…"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        {...names.field}
        onPaste={(event) => {
          const pasted = pastedFiles(event.clipboardData)
          if (pasted.length === 0) return
          event.preventDefault()
          onFiles(pasted)
        }}
        className="max-h-40 max-[22rem]:px-2"
      />
    </div>
  )
}

/** The text that is being written, kept for each conversation. */
function useDraft(chatId: string, userId: string) {
  const key = `${CHAT_DRAFT}${userId}:${chatId}`
  const [text, setValue] = useState(() => chatText(key) ?? '')
  const setText = (next: string) => {
    setValue(next)
    keepChatText(key, next || null)
  }
  return { text, setText, forget: () => setText('') }
}

/** Names that are offered at once. */
const MOST_NAMES = 6

type MentionOptions = {
  chat: ChatDetail
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  setText: (text: string) => void
}

/** Offers names of the conversation behind an @. */
function useMentions({ chat, field, text, setText }: MentionOptions) {
  const user = useUser()
  const id = useId()
  const [at, setAt] = useState(0)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const [caret, setCaret] = useState(0)
  const before = text.slice(0, caret)
  const typed = typedName(before)
  const found = dismissed === before ? [] : namesLike(typed, namesOf(chat, user))
  const chosen = Math.min(at, found.length - 1)
  const take = (name: string) => {
    const start = before.length - (typed ?? '').length
    setText(`${text.slice(0, start)}${name} ${text.slice(caret)}`)
    const next = start + name.length + 1
    setAt(0)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next, next)
      setCaret(next)
    })
  }
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (found.length === 0) return false
    if (event.key === 'ArrowDown') setAt((chosen + 1) % found.length)
    else if (event.key === 'ArrowUp') setAt((chosen - 1 + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(found[chosen]!)
    else if (event.key === 'Escape') setDismissed(before)
    else return false
    event.preventDefault()
    return true
  }
  const isOpen = found.length > 0
  const list = isOpen && <Names id={id} found={found} chosen={chosen} onTake={take} />
  return {
    list,
    onKeyDown,
    field: {
      onSelect: (event: SyntheticEvent<HTMLTextAreaElement>) =>
        setCaret(event.currentTarget.selectionStart),
      'aria-autocomplete': 'list' as const,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen ? `${id}-${chosen}` : undefined,
    },
  }
}

type NamesProps = {
  id: string
  found: string[]
  chosen: number
  onTake: (name: string) => void
}

/** The field keeps the keyboard, and names the chosen one. */
function Names({ id, found, chosen, onTake }: NamesProps) {
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- suggestions of a text field
      role="listbox"
      aria-label="People"
      className="absolute bottom-full left-3 z-10 mb-1 min-w-56 rounded-lg border border-line bg-raised p-1 shadow-raised"
    >
      {found.map((name, index) => (
        <button
          key={name}
          type="button"
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          role="option"
          aria-selected={index === chosen}
          tabIndex={-1}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(name)}
          className={classes(
            'flex h-9 w-full items-center rounded-sm px-2.5 text-left pointer-coarse:h-11',
            index === chosen && 'bg-accent-soft',
          )}
        >
          @{name}
        </button>
      ))}
    </div>
  )
}

/** What stands behind the last @ before the caret; undefined where there is none. */
const typedName = (before: string): string | undefined =>
  /(?:^|[\s(])@([\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]*)?)$/u.exec(before)?.[1]

const namesOf = (chat: ChatDetail, user: CurrentUser) => [
  ...(canMentionEveryone(user) && chat.kind !== 'direct' ? ['everyone'] : []),
  ...chat.members.filter((one) => one.id !== user.id && one.active).map(({ name }) => name),
]

function namesLike(typed: string | undefined, names: string[]): string[] {
  const wanted = typed?.toLowerCase()
  if (wanted === undefined) return []
  return names
    .filter((name) => {
      const lower = name.toLowerCase()
      return lower.startsWith(wanted) || lower.includes(` ${wanted}`)
    })
    .filter((name) => name.toLowerCase() !== wanted)
    .slice(0, MOST_NAMES)
}
