import type { ChatFile, ChatMessage } from '@frontdesk/contract/chat-messages'
import type { ChatDetail } from '@frontdesk/contract/chat'
import { CHAT_EDIT_MINUTES } from '@frontdesk/contract/constants'
import { canAnnounce, canDeleteMessage } from '@frontdesk/contract/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  CircleAlert,
  Clock,
  Copy,
  Ellipsis,
  FileText,
  GraduationCap,
  ListChecks,
  Megaphone,
  Pencil,
  ScrollText,
  SmilePlus,
  Trash2,
  Workflow,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { PersonAvatar } from '#web/features/users/person-avatar.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { call, download } from '#web/lib/call.ts'
import { isLive } from '#web/lib/live-channel.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { saveAs } from '#web/lib/save-as.ts'
import { useUser } from '#web/session/user.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { toast } from '#web/ui/toast.tsx'
import { cardsQuery, chatQuery, type Member, pictureQuery } from './chat.api.ts'
import { linksIn, type Row, timeLabel } from './message-rows.ts'
import { discard, postAgain } from './outbox.ts'

const ConfirmationsDialog = lazy(async () => {
  const module = await import('./chat-dialogs.tsx')
  return { default: module.ConfirmationsDialog }
})

/** The reactions that are offered. */
const EMOJI = [
  ['👍', 'Thumbs up'],
  ['❤️', 'Heart'],
  ['🎉', 'Celebrate'],
  ['✅', 'Done'],
  ['👀', 'Looking'],
  ['😄', 'Smile'],
] as const

type MessageRowProps = {
  row: Extract<Row, { kind: 'message' }>
  chat: ChatDetail
  people: Map<string, Member>
  readMarks: ReadonlyMap<string, number>
  isNewest: boolean
  isActive: boolean
  onEdit: (messageId: string) => void
  onChanged: (message: ChatMessage) => void
}

export function MessageRow(props: MessageRowProps) {
  const { row, chat, people, readMarks, isNewest, isActive, onEdit, onChanged } = props
  const { message, startsGroup } = row
  const user = useUser()
  const isOwn = message.user_id === user.id
  const author = people.get(message.user_id)
  const name = author?.name ?? 'Somebody who has left'
  return (
    <article
      data-message={message.id}
      tabIndex={-1}
      aria-label={`${isOwn ? 'You' : name}, ${formatDateTime(message.created_at)}`}
      className={classes(
        'group flex gap-2.5 rounded-md',
        startsGroup ? 'pt-3' : 'pt-0.5',
        isOwn && 'flex-row-reverse',
      )}
    >
      {!isOwn && (
        <span className="w-9 shrink-0">
          {startsGroup && (
            <PersonAvatar
              person={author ?? { id: message.user_id, name, profile_picture_img_location: null }}
            />
          )}
        </span>
      )}
      <div
        className={classes(
          'grid max-w-[min(34rem,82%)] min-w-0 gap-1',
          isOwn && 'justify-items-end',
        )}
      >
        {startsGroup && (
          <p className="flex items-baseline gap-2 text-sm">
            {!isOwn && <span className="font-semibold">{name}</span>}
            <time dateTime={message.created_at} className="text-xs text-muted">
              {timeLabel(message.created_at)}
            </time>
          </p>
        )}
        <Sheet isOwn={isOwn} isActive={isActive} isAnnouncement={message.announcement}>
          <Said message={message} chat={chat} people={people} />
        </Sheet>
        {!message.deleted_at && (
          <>
            <Files chatId={chat.id} files={message.files} />
            <Cards body={message.body} />
            <Reactions message={message} people={people} onChanged={onChanged} />
            {message.announcement && (
              <Announcement message={message} chat={chat} onChanged={onChanged} />
            )}
          </>
        )}
        {isOwn && isNewest && <ReadBy message={message} people={people} marks={readMarks} />}
      </div>
      {!message.deleted_at && (
        <Actions message={message} isActive={isActive} onEdit={onEdit} onChanged={onChanged} />
      )}
    </article>
  )
}

type SheetProps = {
  isOwn: boolean
  isActive: boolean
  isAnnouncement: boolean
  children: ReactNode
}

function Sheet({ isOwn, isActive, isAnnouncement, children }: SheetProps) {
  return (
    <div
      className={classes(
        'w-fit max-w-full rounded-lg border px-3 py-1.5 wrap-anywhere',
        isAnnouncement
          ? 'border-warning-line bg-warning-soft'
          : isOwn
            ? 'border-transparent bg-accent-soft'
            : 'border-line bg-paper',
        isActive && 'outline-2 outline-focus',
      )}
    >
      {children}
    </div>
  )
}

type SaidProps = { message: ChatMessage; chat: ChatDetail; people: Map<string, Member> }

function Said({ message, people }: SaidProps) {
  if (message.deleted_at) {
    return <p className="text-sm text-muted italic">This message was deleted</p>
  }
  const named = message.mentions.flatMap((id) => people.get(id)?.name ?? [])
  return (
    <>
      {message.announcement && (
        <p className="mb-0.5 flex items-center gap-1.5 text-xs font-semibold text-warning">
          <Megaphone className="size-3.5" aria-hidden="true" />
          Announcement
        </p>
      )}
      {message.body && (
        <bdi className="block">
          <Markdown
            source={withMentions(message.body, named, message.mentions_everyone)}
            className="text-base [&>*:first-child]:mt-0 [&>*:last-child]:mb-0 [&_p]:my-1"
          />
        </bdi>
      )}
      {message.edited_at && (
        <span className="text-xs text-muted" title={formatDateTime(message.edited_at)}>
          edited
        </span>
      )}
    </>
  )
}

/** Names that were called upon stand out. */
function withMentions(body: string, names: string[], everyone: boolean): string {
  const called = [...names, ...(everyone ? ['everyone'] : [])].toSorted(
    (a, b) => b.length - a.length,
  )
  if (called.length === 0) return body
  const escaped = called.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return body.replaceAll(
    new RegExp(String.raw`(^|[^\p{L}\p{N}_@*])@(${escaped.join('|')})(?![\p{L}\p{N}_])`, 'giu'),
    '$1**@$2**',
  )
}

function Files({ chatId, files }: { chatId: string; files: ChatFile[] }) {
  return files.map((file) =>
    /^(?:jpg|png|gif|webp)$/.test(file.file_type) ? (
      <Picture key={file.id} chatId={chatId} file={file} />
    ) : (
      <FileLine key={file.id} chatId={chatId} file={file} />
    ),
  )
}

function Picture({ chatId, file }: { chatId: string; file: ChatFile }) {
  const { data, error } = useQuery(pictureQuery(chatId, file.id))
  if (error) return <FileLine chatId={chatId} file={file} />
  return (
    <button
      type="button"
      className="block h-56 max-w-full overflow-hidden rounded-lg border border-line bg-sunken"
      onClick={() => void save(chatId, file)}
      title={`Download ${file.file_name}`}
    >
      {data && <img src={data} alt={file.file_name} className="h-full max-w-full object-contain" />}
      {!data && <span className="block h-full w-64 animate-breathe bg-line" />}
    </button>
  )
}

function FileLine({ chatId, file }: { chatId: string; file: ChatFile }) {
  return (
    <button
      type="button"
      onClick={() => void save(chatId, file)}
      className="flex max-w-full items-center gap-3 rounded-lg border border-line bg-paper px-3 py-2 text-left transition-colors hover:bg-hover"
    >
      <FileText className="size-5 shrink-0 text-accent" aria-hidden="true" />
      <span className="min-w-0">
        <span className="block truncate font-medium">{file.file_name}</span>
        <span className="block text-xs text-muted">
          {file.file_type.toUpperCase()}, {Math.max(1, Math.round(file.file_size / 1024))} KB
        </span>
      </span>
    </button>
  )
}

async function save(chatId: string, file: ChatFile) {
  try {
    const params = { id: chatId, file_id: file.id }
    const { blob, filename } = await download('GET /chat/:id/files/:file_id', { params })
    saveAs(blob, filename)
  } catch (error) {
    toast.error(messageOf(error, 'The file could not be fetched'))
  }
}

const CARD_ICONS = {
  policy: ScrollText,
  process: Workflow,
  training: GraduationCap,
  document: FileText,
}

/** Items that a text links to, as far as the reader may open them. */
export function Cards({ body }: { body: string }) {
  const { data } = useQuery(cardsQuery(linksIn(body)))
  return data?.map((card) => {
    const Icon = CARD_ICONS[card.type]
    return (
      <PathLink
        key={card.link}
        to={card.path}
        className="flex w-72 max-w-full items-center gap-3 rounded-lg border border-line-strong bg-raised px-3 py-2 no-underline transition-colors hover:bg-hover"
      >
        <Icon className="size-5 shrink-0 text-accent" aria-hidden="true" />
        <span className="min-w-0">
          <span className="block truncate font-semibold">{card.title}</span>
          {card.state && <span className="block truncate text-sm text-muted">{card.state}</span>}
        </span>
      </PathLink>
    )
  })
}

type ChangedProps = { message: ChatMessage; onChanged: (message: ChatMessage) => void }

function Reactions(props: ChangedProps & { people: Map<string, Member> }) {
  const { message, people, onChanged } = props
  const user = useUser()
  if (message.reactions.length === 0) return null
  return (
    <ul aria-label="Reactions" className="flex flex-wrap gap-1">
      {message.reactions.map(({ emoji, user_ids: ids }) => {
        const isOwn = ids.includes(user.id)
        const names = ids.map((id) => people.get(id)?.name ?? 'Somebody').join(', ')
        return (
          <li key={emoji}>
            <button
              type="button"
              aria-pressed={isOwn}
              title={names}
              aria-label={`${emoji} by ${names}`}
              onClick={() => void react(message, { emoji, on: !isOwn }, onChanged)}
              className={classes(
                'flex h-7 items-center gap-1.5 rounded-full border px-2 text-sm tabular-nums',
                isOwn ? 'border-accent bg-accent-soft' : 'border-line bg-surface hover:bg-hover',
              )}
            >
              <span>{emoji}</span>
              {ids.length}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

async function react(
  message: ChatMessage,
  body: { emoji: string; on: boolean },
  onChanged: (message: ChatMessage) => void,
) {
  const params = { id: message.chat_id, message_id: message.id }
  try {
    const key = 'PUT /chat/:id/messages/:message_id/reactions'
    onChanged(await call(key, { params, body }))
  } catch (error) {
    toast.error(messageOf(error, 'The reaction was not saved'))
  }
}

/** Asks to be confirmed, and says how many have; admins see who. */
function Announcement({ message, chat, onChanged }: ChangedProps & { chat: ChatDetail }) {
  const user = useUser()
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [isListed, setIsListed] = useState(false)
  const isAsked = chat.unconfirmed.includes(message.id)
  const confirm = async () => {
    setIsBusy(true)
    try {
      const params = { id: chat.id, message_id: message.id }
      onChanged(await call('POST /chat/:id/messages/:message_id/confirm', { params }))
      await client.invalidateQueries({ queryKey: chatQuery(chat.id).queryKey })
    } catch (error) {
      toast.error(messageOf(error, 'This was not saved'))
    }
    setIsBusy(false)
  }
  const count = message.confirmed_count
  const says = `${count === 1 ? '1 person has' : `${count} people have`} read this`
  return (
    <div className="flex flex-wrap items-center gap-3">
      {isAsked && (
        <Button size="sm" busy={isBusy} busyLabel="Saving..." onClick={() => void confirm()}>
          I have read this
        </Button>
      )}
      {canAnnounce(user) ? (
        <Button variant="ghost" size="sm" icon={ListChecks} onClick={() => setIsListed(true)}>
          {says}
        </Button>
      ) : (
        <span className="text-sm text-muted">{says}</span>
      )}
      {isListed && (
        <Suspense>
          <ConfirmationsDialog
            chatId={chat.id}
            messageId={message.id}
            onClose={() => setIsListed(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

type ReadByProps = {
  message: ChatMessage
  people: Map<string, Member>
  marks: ReadonlyMap<string, number>
}

function ReadBy({ message, people, marks }: ReadByProps) {
  const readers = [...people.values()].filter(
    ({ id, read_number: before }) =>
      id !== message.user_id && Math.max(before, marks.get(id) ?? 0) >= message.number,
  )
  if (readers.length === 0) return <p className="text-xs text-muted">Sent</p>
  const others = people.size - 1
  const isAll = readers.length === others
  const says = others === 1 ? 'Read' : isAll ? 'Read by all' : `Read by ${readers.length}`
  return (
    <p className="text-xs text-muted" title={readers.map(({ name }) => name).join(', ')}>
      {says}
    </p>
  )
}

type ActionsProps = ChangedProps & { isActive: boolean; onEdit: (messageId: string) => void }

/** Shown under the pointer, on the message that has the focus, and always where there is no pointer. */
function Actions({ message, isActive, onEdit, onChanged }: ActionsProps) {
  const user = useUser()
  const [isDeleting, setIsDeleting] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const isOwn = message.user_id === user.id
  const age = Date.now() - Date.parse(message.created_at)
  const items: MenuItem[] = [
    ...(message.body
      ? [{ label: 'Copy text', icon: Copy, onSelect: () => void copy(message.body) }]
      : []),
    ...(isOwn && message.body && age < CHAT_EDIT_MINUTES * 60_000
      ? [{ label: 'Edit', icon: Pencil, onSelect: () => onEdit(message.id) }]
      : []),
    ...(canDeleteMessage(user, message)
      ? [{ label: 'Delete', icon: Trash2, danger: true, onSelect: () => setIsDeleting(true) }]
      : []),
  ]
  const remove = async () => {
    setIsBusy(true)
    try {
      const params = { id: message.chat_id, message_id: message.id }
      await call('DELETE /chat/:id/messages/:message_id', { params })
      setIsDeleting(false)
    } catch (error) {
      toast.error(messageOf(error, 'The message was not deleted'))
    }
    setIsBusy(false)
  }
  return (
    <div
      className={classes(
        'flex shrink-0 items-start self-center transition-opacity',
        !isActive &&
          'pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100',
      )}
    >
      <Menu
        label="React"
        icon={SmilePlus}
        items={EMOJI.map(([emoji, name]) => ({
          label: `${emoji}  ${name}`,
          onSelect: () => void react(message, { emoji, on: true }, onChanged),
        }))}
      />
      {items.length > 0 && <Menu label="More" icon={Ellipsis} items={items} />}
      {isDeleting && (
        <ConfirmDialog
          open
          onOpenChange={setIsDeleting}
          title="Delete this message?"
          question="Its text and files go for everybody. A line stays that says a message was here."
          confirmLabel="Delete"
          danger
          busy={isBusy}
          busyLabel="Deleting..."
          onConfirm={() => void remove()}
        />
      )}
    </div>
  )
}

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast.success('Copied')
  } catch {
    toast.error('The browser does not let this page copy')
  }
}

/** A message on its way, or one that was refused. */
export function WaitingRow({ row }: { row: Extract<Row, { kind: 'waiting' }> }) {
  const { waiting, startsGroup } = row
  return (
    <article
      aria-label="Your message, not yet sent"
      className={classes('flex flex-row-reverse', startsGroup ? 'pt-3' : 'pt-0.5')}
    >
      <div className="grid max-w-[min(34rem,82%)] min-w-0 justify-items-end gap-1">
        <div
          className={classes(
            'w-fit max-w-full rounded-lg border px-3 py-1.5 wrap-anywhere',
            waiting.problem
              ? 'border-danger-line bg-danger-soft'
              : 'border-dashed border-line-strong bg-accent-soft',
          )}
        >
          {waiting.body && (
            <Markdown
              source={waiting.body}
              className="[&>*:first-child]:mt-0 [&>*:last-child]:mb-0 [&_p]:my-1"
            />
          )}
          {waiting.files.map((file) => (
            <p key={file.id} className="text-sm">
              {file.file_name}
            </p>
          ))}
        </div>
        {waiting.problem ? (
          <div className="flex flex-wrap items-center justify-end gap-2 text-sm text-danger">
            <CircleAlert className="size-4" aria-hidden="true" />
            {waiting.problem}
            <Button variant="secondary" size="sm" onClick={() => postAgain(waiting)}>
              Try Again
            </Button>
            <Button variant="ghost" size="sm" onClick={() => discard(waiting)}>
              Discard
            </Button>
          </div>
        ) : (
          <p className="flex items-center gap-1.5 text-xs text-muted">
            <Clock className="size-3.5" aria-hidden="true" />
            {isLive() ? 'Sending…' : 'Waits for a connection'}
          </p>
        )}
      </div>
    </article>
  )
}
