import type { ChatMessage } from '@frontdesk/contract/chat-messages'
import { CHAT_EDIT_MINUTES } from '@frontdesk/contract/constants'
import { canDeleteMessage } from '@frontdesk/contract/permissions'
import { Copy, Ellipsis, Pencil, SmilePlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useUser } from '#web/session/user.tsx'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
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
