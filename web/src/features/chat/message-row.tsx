import type { ChatDetail } from '@frontdesk/contract/chat'
import type { ChatMessage } from '@frontdesk/contract/chat-messages'
import { canAnnounce } from '@frontdesk/contract/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, Clock, ListChecks, Megaphone } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { PersonAvatar } from '#web/features/people/person-avatar.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { late } from '#web/lib/late.ts'
import { isLive } from '#web/lib/connection.ts'
import { useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { loadRenderer, Markdown } from '#web/ui/markdown.tsx'
import { toast } from '#web/ui/toast.tsx'
import { chatQuery, type Member } from './chat.api.ts'
import { Cards, Files } from './attachments.tsx'
import { readersOf, type Row, timeLabel } from './message-rows.ts'
import { discard, postAgain } from './outbox.ts'
import { type ChangedProps, Reactions } from './reactions.tsx'

const Actions = late(() => import('./message-actions.tsx'), 'Actions')
const ConfirmationsDialog = late(() => import('./message-actions.tsx'), 'ConfirmationsDialog')

type MessageRowProps = {
  row: Extract<Row, { kind: 'message' }>
  chat: ChatDetail
  people: Map<string, Member>
  /** Also of those who have left. */
  names: Map<string, string>
  readMarks: ReadonlyMap<string, number>
  isNewest: boolean
  isActive: boolean
  onEdit: (messageId: string) => void
  onActive: (key: string) => void
  onChanged: (message: ChatMessage) => void
}

export function MessageRow(props: MessageRowProps) {
  const { row, chat, people, names, readMarks, isNewest, isActive, onEdit, onActive, onChanged } =
    props
  const { message, startsGroup } = row
  const user = useUser()
  /** Its menus are fetched, and made, only where somebody may want them. */
  const [isNear, setIsNear] = useState(false)
  const isOwn = message.user_id === user.id
  const author = people.get(message.user_id)
  const name = names.get(message.user_id) ?? 'Somebody who has left'
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- for fingers: the arrow keys do the same
    <article
      data-message={message.id}
      tabIndex={-1}
      onClick={() => onActive(row.key)}
      onPointerEnter={() => setIsNear(true)}
      onFocus={() => setIsNear(true)}
      aria-label={`${isOwn ? 'You' : name}, ${formatDateTime(message.created_at)}`}
      className={classes(
        'group relative flex gap-2.5 rounded-md',
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
          'grid max-w-[min(34rem,82%)] min-w-0 grid-cols-[minmax(0,1fr)] gap-1',
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
          <Said message={message} names={names} />
        </Sheet>
        {!message.deleted_at && (
          <>
            <Files chatId={chat.id} files={message.files} />
            <Cards body={message.body} />
            <Reactions message={message} names={names} onChanged={onChanged} />
            {message.announcement && (
              <Announcement message={message} chat={chat} onChanged={onChanged} />
            )}
          </>
        )}
        {isOwn && isNewest && <ReadBy message={message} people={people} marks={readMarks} />}
      </div>
      <span
        className={classes(
          'shrink-0 max-sm:absolute max-sm:bottom-full max-sm:z-10 sm:w-16 sm:self-center sm:pointer-coarse:w-20',
          isOwn ? 'max-sm:left-0' : 'max-sm:right-0',
        )}
      >
        {(isNear || isActive) && !message.deleted_at && (
          <Suspense>
            <Actions message={message} isActive={isActive} onEdit={onEdit} onChanged={onChanged} />
          </Suspense>
        )}
      </span>
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

type SaidProps = { message: ChatMessage; names: Map<string, string> }

function Said({ message, names }: SaidProps) {
  if (message.deleted_at) {
    return <p className="text-sm text-muted italic">This message was deleted</p>
  }
  const named = message.mentions.flatMap((id) => names.get(id) ?? [])
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
          <Body text={withMentions(message.body, named, message.mentions_everyone)} />
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

// Fetched with the page and not after the first message.
void loadRenderer().catch(() => undefined)

/** As it was written until it can be set. */
function Body({ text }: { text: string }) {
  return (
    <Markdown
      source={text}
      isSaid
      fallback={<p className="whitespace-pre-wrap">{text}</p>}
      className="text-base wrap-anywhere! [&_pre]:whitespace-pre-wrap [&>*:first-child]:mt-0 [&>*:last-child]:mb-0 [&_p]:my-1"
    />
  )
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
        count > 0 && <span className="text-sm text-muted">{says}</span>
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
  const { readers, isOne, isAll } = readersOf(message, people.values(), marks)
  if (readers.length === 0) return <p className="text-xs text-muted">Sent</p>
  const says = isOne ? 'Read' : isAll ? 'Read by all' : `Read by ${readers.length}`
  return (
    <p className="text-xs text-muted" title={readers.map(({ name }) => name).join(', ')}>
      {says}
    </p>
  )
}

/** A message on its way, or one that was refused. */
export function WaitingRow({ row }: { row: Extract<Row, { kind: 'waiting' }> }) {
  const { waiting, startsGroup } = row
  return (
    <article
      aria-label="Your message, not yet sent"
      className={classes('flex flex-row-reverse', startsGroup ? 'pt-3' : 'pt-0.5')}
    >
      <div className="grid max-w-[min(34rem,82%)] min-w-0 grid-cols-[minmax(0,1fr)] justify-items-end gap-1">
        <div
          className={classes(
            'w-fit max-w-full rounded-lg border px-3 py-1.5 wrap-anywhere',
            waiting.problem
              ? 'border-danger-line bg-danger-soft'
              : 'border-dashed border-line-strong bg-accent-soft',
          )}
        >
          {waiting.body && <Body text={waiting.body} />}
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

/** A block between fences, also one without an end; one that is set in; words between backticks. */
const CODE = [
  String.raw`^ {0,3}(?<fence>\x60{3,}|~{3,})[^\n]*(?:\n(?! {0,3}\k<fence>)[^\n]*)*(?:\n[^\n]*)?`,
  String.raw`(?<![^\n]\n)^(?: {4}|\t)[^\n]*(?:\n(?: {4}|\t)[^\n]*)*`,
  String.raw`(?<!\x60)(?<ticks>\x60+)(?!\x60)[^]*?(?<!\x60)\k<ticks>(?!\x60)`,
].join('|')

/** Makes the names stand out that were called upon, in Markdown; code stays as it was written. */
export function withMentions(body: string, names: string[], everyone: boolean): string {
  const called = [...names, ...(everyone ? ['everyone'] : [])].toSorted(
    (a, b) => b.length - a.length,
  )
  if (called.length === 0) return body
  const escaped = called.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  const callOf = String.raw`(?<![\p{L}\p{N}_@*])@(?:${escaped.join('|')})(?![\p{L}\p{N}_])`
  return body.replaceAll(new RegExp(`${CODE}|${callOf}`, 'gimu'), (found) =>
    found.startsWith('@') ? `**${found}**` : found,
  )
}
