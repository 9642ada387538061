import type { ChatFile } from '@frontdesk/contract/chat-messages'
import type { ChatDetail } from '@frontdesk/contract/chat'
import { CHAT_LIMITS } from '@frontdesk/contract/constants'
import { canAnnounce, canMentionEveryone } from '@frontdesk/contract/permissions'
import { Camera, Megaphone, Paperclip, SendHorizontal, X } from 'lucide-react'
import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useSending } from '#web/features/editing/use-sending.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { CHAT_TEXT, chatTexts } from '#web/lib/session-storage.ts'
import { useUser } from '#web/session/user.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { toast } from '#web/ui/toast.tsx'
import { uploadFile } from './chat.api.ts'
import type { Conversation } from './conversation.ts'
import { Cards } from './message-row.tsx'
import { post } from './outbox.ts'

type Attachment = { key: number; name: string; share: number; file: ChatFile | null }

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
  const names = useMentions({ chat, field, text, setText })
  const hintId = useId()
  useGrowing(field, text)
  useEffect(() => {
    // On a phone the keyboard would cover half of what there is to read.
    if (globalThis.matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])

  const body = [text.trim(), link].filter(Boolean).join('\n\n')
  const length = Array.from(body).length
  const isTooLong = length > CHAT_LIMITS.body
  const isUploading = files.list.some(({ file }) => !file)
  const canSend = !isTooLong && !isUploading && (body !== '' || files.list.length > 0)
  const callsInVain = /(^|[^\p{L}\p{N}_])@everyone\b/iu.test(text) && !canMentionEveryone(user)

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
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (names.onKeyDown(event)) return
    // On a phone Enter is a new line: its own keyboard has no other way to one.
    const isSend = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
    if (!isSend || !globalThis.matchMedia('(pointer: fine)').matches) return
    event.preventDefault()
    send()
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
      {names.list}
      <Attachments list={files.list} onRemove={files.remove} />
      {link && (
        <div className="mb-2 flex items-start gap-1">
          <Cards body={link} />
          <IconButton label="Leave the item out" icon={X} size="sm" onClick={() => setLink(null)} />
        </div>
      )}
      {isAnnouncement && (
        <p className="mb-2 flex items-center gap-2 text-sm font-medium text-warning">
          <Megaphone className="size-4" aria-hidden="true" />
          An announcement: everybody is asked to say that they have read it.
        </p>
      )}
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
        <textarea
          ref={field}
          rows={1}
          value={text}
          aria-label={`Message to ${chat.title}`}
          aria-describedby={hintId}
          placeholder="Write a message…"
          onChange={(event: ChangeEvent<HTMLTextAreaElement>) => {
            setText(event.target.value)
            conversation.sayTyping()
          }}
          onKeyDown={onKeyDown}
          {...names.field}
          onPaste={(event: ClipboardEvent) => {
            const pasted = [...event.clipboardData.files]
            if (pasted.length === 0) return
            event.preventDefault()
            files.add(pasted)
          }}
          className="max-h-40 min-h-10 min-w-0 grow resize-none rounded-md border border-line-control bg-surface px-3 py-2 leading-6 focus-visible:outline-offset-0"
        />
        <IconButton
          label="Send"
          icon={SendHorizontal}
          variant="primary"
          type="submit"
          disabled={!canSend}
        />
      </div>
      <p id={hintId} className="text-xs text-muted empty:hidden">
        {isTooLong && (
          <span className="text-danger">
            {(length - CHAT_LIMITS.body).toLocaleString('en-US')} characters too many
          </span>
        )}
        {!isConnected && 'No connection: what you send now waits, and goes by itself.'}
        {callsInVain && ' Only admins and managers reach everybody with @everyone.'}
      </p>
    </form>
  )
}

/** The text that is being written, kept for each conversation. */
function useDraft(chatId: string, userId: string) {
  const key = `${CHAT_TEXT}draft:${userId}:${chatId}`
  const [text, setValue] = useState(() => chatTexts()?.getItem(key) ?? '')
  const setText = (next: string) => {
    setValue(next)
    try {
      if (next === '') chatTexts()?.removeItem(key)
      else chatTexts()?.setItem(key, next)
    } catch {
      // Storage is full: the text is in the page.
    }
  }
  return { text, setText, forget: () => setText('') }
}

/** As tall as the text, up to a few lines. */
function useGrowing(field: React.RefObject<HTMLTextAreaElement | null>, text: string) {
  useEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight + 2}px`
  }, [field, text])
}

let lastKey = 0

/** Files on their way to the next message. */
export function useAttachments(chatId: string) {
  const [list, setList] = useState<Attachment[]>([])
  const sending = useSending()
  const add = (chosen: File[]) => {
    const room = CHAT_LIMITS.files - list.length
    if (chosen.length > room) toast.error(`A message takes at most ${CHAT_LIMITS.files} files`)
    for (const file of chosen.slice(0, room)) void upload(file)
  }
  const upload = async (file: File) => {
    lastKey += 1
    const key = lastKey
    const change = (next: Partial<Attachment>) =>
      setList((before) => before.map((one) => (one.key === key ? { ...one, ...next } : one)))
    setList((before) => [...before, { key, name: file.name, share: 0, file: null }])
    try {
      const kept = await sending.send(
        key,
        (options) => uploadFile(chatId, file, options),
        (share) => change({ share }),
      )
      if (kept) change({ file: kept })
    } catch (error) {
      toast.error(messageOf(error, `${file.name} could not be attached`))
      setList((before) => before.filter((one) => one.key !== key))
    }
  }
  const remove = (key: number) => {
    sending.cancel(key)
    setList((before) => before.filter((one) => one.key !== key))
  }
  return { list, add, remove, clear: () => setList([]) }
}

function Attachments({ list, onRemove }: { list: Attachment[]; onRemove: (key: number) => void }) {
  if (list.length === 0) return null
  return (
    <ul aria-label="Attached" className="mb-2 flex flex-wrap gap-2">
      {list.map(({ key, name, share, file }) => (
        <li
          key={key}
          className="flex max-w-64 items-center gap-2 rounded-md border border-line bg-surface py-0.5 pl-3 text-sm"
        >
          <span className="min-w-0 truncate">{name}</span>
          {!file && <span className="text-muted tabular-nums">{Math.round(share * 100)} %</span>}
          <IconButton label={`Remove ${name}`} icon={X} size="sm" onClick={() => onRemove(key)} />
        </li>
      ))}
    </ul>
  )
}

function PickFiles({ onPick, disabled }: { onPick: (files: File[]) => void; disabled: boolean }) {
  const any = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    onPick([...(event.target.files ?? [])])
    event.target.value = ''
  }
  return (
    <>
      <input ref={any} type="file" multiple hidden aria-label="Files" onChange={take} />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label="Photo"
        onChange={take}
      />
      <IconButton
        label="Attach files"
        icon={Paperclip}
        disabled={disabled}
        onClick={() => any.current?.click()}
      />
      <span className="pointer-fine:hidden">
        <IconButton
          label="Take a photo"
          icon={Camera}
          disabled={disabled}
          onClick={() => camera.current?.click()}
        />
      </span>
    </>
  )
}

type MentionOptions = {
  chat: ChatDetail
  field: React.RefObject<HTMLTextAreaElement | null>
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
  const typed = /(?:^|[\s(])@([\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]*)?)$/u.exec(before)?.[1]
  const wanted = typed?.toLowerCase()
  const names = [
    ...(canMentionEveryone(user) && chat.kind !== 'direct' ? ['everyone'] : []),
    ...chat.members.filter((one) => one.id !== user.id && one.active).map(({ name }) => name),
  ]
  const found =
    wanted === undefined || dismissed === before
      ? []
      : names
          .filter((name) => {
            const lower = name.toLowerCase()
            return lower.startsWith(wanted) || lower.includes(` ${wanted}`)
          })
          .filter((name) => name.toLowerCase() !== wanted)
          .slice(0, 6)
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
  const list = isOpen && (
    <ul
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- suggestions of a text field
      role="listbox"
      aria-label="People"
      className="absolute bottom-full left-3 z-10 mb-1 min-w-56 rounded-lg border border-line bg-raised p-1 shadow-raised"
    >
      {found.map((name, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
        <li
          key={name}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- as above
          role="option"
          aria-selected={index === chosen}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => take(name)}
          className={classes(
            'flex h-9 cursor-pointer items-center rounded-sm px-2.5 pointer-coarse:h-11',
            index === chosen && 'bg-accent-soft',
          )}
        >
          @{name}
        </li>
      ))}
    </ul>
  )
  return {
    list,
    onKeyDown,
    field: {
      onSelect: (event: React.SyntheticEvent<HTMLTextAreaElement>) =>
        setCaret(event.currentTarget.selectionStart),
      'aria-autocomplete': 'list' as const,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen ? `${id}-${chosen}` : undefined,
    },
  }
}
