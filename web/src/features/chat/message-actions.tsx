import type { ChatMessage } from '@frontdesk/contract/chat-messages'
import { CHAT_EDIT_MINUTES } from '@frontdesk/contract/constants'
import { canDeleteMessage } from '@frontdesk/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Clock, Copy, Ellipsis, Pencil, SmilePlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useUser } from '#web/session/session.tsx'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { confirmationsQuery } from './chat.api.ts'
import { type ChangedProps, react } from './reactions.tsx'

/** The reactions that are offered. */
const EMOJI = [
  ['👍', 'Thumbs up'],
  ['❤️', 'Heart'],
  ['🎉', 'Celebrate'],
  ['✅', 'Done'],
  ['👀', 'Looking'],
  ['😄', 'Smile'],
] as const

/** Whether its text can still be changed; the server has the last word. */
const isFresh = ({ created_at: at }: ChatMessage) =>
  Date.now() - Date.parse(at) < CHAT_EDIT_MINUTES * 60_000

type ActionsProps = ChangedProps & { isActive: boolean; onEdit: (messageId: string) => void }

/** Shown under the pointer, and on the message that has the focus or was touched. */
export function Actions({ message, isActive, onEdit, onChanged }: ActionsProps) {
  const user = useUser()
  const [isDeleting, setIsDeleting] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const isOwn = message.user_id === user.id
  const items: MenuItem[] = [
    ...(message.body
      ? [{ label: 'Copy text', icon: Copy, onSelect: () => void copy(message.body) }]
      : []),
    ...(isOwn && message.body && isFresh(message)
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
        'flex items-start transition-opacity max-sm:rounded-md max-sm:border max-sm:border-line-strong max-sm:bg-raised max-sm:shadow-raised',
        !isActive &&
          'pointer-events-none opacity-0 group-focus-within:pointer-events-auto group-focus-within:opacity-100 group-hover:pointer-events-auto group-hover:opacity-100',
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

type ConfirmationsDialogProps = { chatId: string; messageId: string; onClose: () => void }

/** Who has said that they have read an announcement, and who has not. */
export function ConfirmationsDialog(props: ConfirmationsDialogProps) {
  const { chatId, messageId, onClose } = props
  const { data, error, refetch } = useQuery(confirmationsQuery(chatId, messageId))
  const waiting = data?.filter((one) => one.confirmed_at === null) ?? []
  const done = data?.filter((one) => one.confirmed_at !== null) ?? []
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Who has read this"
      description={data && `${done.length} of ${data.length}`}
      size="sm"
    >
      {error && (
        <ErrorPanel onRetry={() => void refetch()}>
          {messageOf(error, 'Failed to load who has read this')}
        </ErrorPanel>
      )}
      {!data && !error && <SkeletonLines lines={5} />}
      <ul className="grid gap-1">
        {[...waiting, ...done].map((one) => (
          <li key={one.user_id} className="flex items-center gap-3 py-1">
            {one.confirmed_at ? (
              <CircleCheck className="size-4.5 shrink-0 text-success" aria-hidden="true" />
            ) : (
              <Clock className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
            )}
            <span className="min-w-0 grow truncate">{one.name}</span>
            <span className="text-sm text-muted">
              {one.confirmed_at ? formatDateTime(one.confirmed_at) : 'Not yet'}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
