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
import type { Member } from './chat.api.ts'

/** The reactions that are offered. */
const EMOJI = [
  ['👍', 'Thumbs up'],
  ['❤️', 'Heart'],
  ['🎉', 'Celebrate'],
  ['✅', 'Done'],
  ['👀', 'Looking'],
  ['😄', 'Smile'],
] as const

export type ChangedProps = { message: ChatMessage; onChanged: (message: ChatMessage) => void }

/** Who reacted with what; pressing one joins in, or takes one's own back. */
export function Reactions(props: ChangedProps & { people: Map<string, Member> }) {
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
        'flex shrink-0 items-start self-center transition-opacity',
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
