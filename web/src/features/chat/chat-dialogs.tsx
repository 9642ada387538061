import type { ChatDetail } from '@frontdesk/contract/chat'
import type { ChatMessage } from '@frontdesk/contract/chat-messages'
import { CHAT_LIMITS } from '@frontdesk/contract/constants'
import { canSteerChat } from '@frontdesk/contract/permissions'
import { useNavigate } from '@tanstack/react-router'
import { LogOut, Trash2, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { PeoplePicker, type PickedPerson } from '#web/features/people/people-picker.tsx'
import { PersonAvatar } from '#web/features/people/person-avatar.tsx'
import { OnlineDot } from '#web/ui/avatar.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'
import { useUser } from '#web/session/session.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { usePresence } from './chat.api.ts'

/** One thing at a time, with what went wrong. */
function useTask() {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async (work: () => Promise<unknown>) => {
    setIsBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(messageOf(error, 'An unexpected error occurred'))
    }
    setIsBusy(false)
  }
  const panel = problem && <ErrorPanel onDismiss={() => setProblem(null)}>{problem}</ErrorPanel>
  return { isBusy, run, panel }
}

/** Chooses whom to talk with; one person is a direct conversation, several are a group. */
export function NewChatDialog({ onClose }: { onClose: () => void }) {
  const user = useUser()
  const navigate = useNavigate()
  const refresh = useRefresh('chats')
  const task = useTask()
  const [people, setPeople] = useState<PickedPerson[]>([])
  const [title, setTitle] = useState('')
  const others = people.filter(({ id }) => id !== user.id)
  const begin = () =>
    task.run(async () => {
      const chat = await call('POST /chat', {
        body: {
          member_ids: others.map(({ id }) => id),
          ...(others.length > 1 && title.trim() && { title: title.trim() }),
        },
      })
      await refresh()
      await navigate({ href: `/chat/${chat.id}` })
      onClose()
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New conversation"
      description="With one colleague, or with several as a group."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={others.length === 0}
            busy={task.isBusy}
            busyLabel="Opening..."
            onClick={() => void begin()}
          >
            Open conversation
          </Button>
        </>
      }
    >
      {task.panel}
      <PeoplePicker picked={people} onChange={setPeople} />
      {others.length > 1 && (
        <div className="mt-4">
          <Field label="Title" optional hint="Left out, the names stand there.">
            <TextInput
              value={title}
              maxLength={CHAT_LIMITS.title}
              onChange={(event) => setTitle(event.target.value)}
            />
          </Field>
        </div>
      )}
    </Dialog>
  )
}

type DetailsDialogProps = { chat: ChatDetail; onClose: () => void }

/** Who is in it, and what can be done with it. */
export function DetailsDialog({ chat, onClose }: DetailsDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={chat.title}>
      <div className="grid gap-6">
        {chat.export_notice && <Notice>{chat.export_notice}</Notice>}
        {chat.kind === 'group' && <Rename chat={chat} />}
        <Members chat={chat} />
        {chat.kind === 'group' && <AddPeople chat={chat} />}
        {chat.kind !== 'everyone' && <Leave chat={chat} onGone={onClose} />}
      </div>
    </Dialog>
  )
}

function Rename({ chat }: { chat: ChatDetail }) {
  const refresh = useRefresh('chats')
  const task = useTask()
  const [title, setTitle] = useState(chat.has_own_title ? chat.title : '')
  const isSame = title.trim() === '' || title.trim() === chat.title
  const rename = () =>
    task.run(async () => {
      await call('PUT /chat/:id/title', { params: { id: chat.id }, body: { title: title.trim() } })
      await refresh()
    })
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSame) void rename()
      }}
    >
      {task.panel}
      <div className="flex items-end gap-2">
        <Field label="Title" className="grow">
          <TextInput
            value={title}
            maxLength={CHAT_LIMITS.title}
            onChange={(event) => setTitle(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="secondary" disabled={isSame} busy={task.isBusy}>
          Rename
        </Button>
      </div>
    </form>
  )
}

function Members({ chat }: { chat: ChatDetail }) {
  const user = useUser()
  const online = usePresence()
  const refresh = useRefresh('chats')
  const task = useTask()
  const [leaving, setLeaving] = useState<string | null>(null)
  const canRemove = chat.kind === 'group' && canSteerChat(user, chat)
  const remove = (id: string) =>
    task.run(async () => {
      const params = { id: chat.id }
      await call('DELETE /chat/:id/members', { params, body: { member_ids: [id] } })
      setLeaving(null)
      await refresh()
    })
  return (
    <section aria-label="Members" className="grid gap-2">
      <h3 className="font-semibold">
        {chat.member_count === 1 ? '1 person' : `${chat.member_count} people`}
      </h3>
      {task.panel}
      <ul className="grid max-h-[min(24.5rem,45dvh)] gap-0.5 overflow-y-auto">
        {chat.members.map((member) => (
          <li key={member.id} className="grid">
            <div className="flex items-center gap-3 py-1.5">
              <span className="relative">
                <PersonAvatar person={member} />
                {(online.get(member.id) ?? member.online) && <OnlineDot />}
              </span>
              <span className="min-w-0 grow">
                <span className="block truncate font-medium">
                  {member.name}
                  {member.id === user.id && <span className="text-muted"> (you)</span>}
                </span>
                <span className="block truncate text-sm text-muted">
                  {member.active ? member.title : 'No longer on the team'}
                </span>
              </span>
              {canRemove && member.id !== user.id && (
                <IconButton
                  label={`Take ${member.name} out`}
                  icon={UserMinus}
                  size="sm"
                  onClick={() => setLeaving(member.id)}
                />
              )}
            </div>
            {leaving === member.id && (
              <ConfirmBox
                question={`Take ${member.name} out of this conversation?`}
                confirmLabel="Take out"
                busy={task.isBusy}
                busyLabel="Taking out..."
                onConfirm={() => void remove(member.id)}
                onCancel={() => setLeaving(null)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function AddPeople({ chat }: { chat: ChatDetail }) {
  const refresh = useRefresh('chats')
  const task = useTask()
  const [isOpen, setIsOpen] = useState(false)
  const [people, setPeople] = useState<PickedPerson[]>([])
  const added = people.filter(({ id }) => chat.members.every((member) => member.id !== id))
  const add = () =>
    task.run(async () => {
      await call('POST /chat/:id/members', {
        params: { id: chat.id },
        body: { member_ids: added.map(({ id }) => id) },
      })
      await refresh()
      setPeople([])
      setIsOpen(false)
    })
  if (!isOpen) {
    return (
      <div>
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          Add people
        </Button>
      </div>
    )
  }
  return (
    <section aria-label="Add people" className="grid gap-3">
      <p className="text-sm text-muted">They will see what was said before, too.</p>
      {task.panel}
      <PeoplePicker picked={people} onChange={setPeople} />
      <div className="flex gap-2">
        <Button
          disabled={added.length === 0}
          busy={task.isBusy}
          busyLabel="Adding..."
          onClick={() => void add()}
        >
          Add
        </Button>
        <Button variant="ghost" onClick={() => setIsOpen(false)}>
          Cancel
        </Button>
      </div>
    </section>
  )
}

function Leave({ chat, onGone }: { chat: ChatDetail; onGone: () => void }) {
  const user = useUser()
  const navigate = useNavigate()
  const refresh = useRefresh('chats')
  const task = useTask()
  const [asking, setAsking] = useState<'leave' | 'delete' | null>(null)
  const canDelete = canSteerChat(user, chat)
  const go = (what: 'leave' | 'delete') =>
    task.run(async () => {
      const params = { id: chat.id }
      if (what === 'leave' && canDelete) {
        await call('DELETE /chat/:id/members', { params, body: { member_ids: [user.id] } })
      } else {
        await call('DELETE /chat/:id', { params })
      }
      await navigate({ href: '/chat' })
      onGone()
      await refresh()
    })
  const canLeave = chat.kind === 'group' || !canDelete
  return (
    <section aria-label="Leave or delete" className="grid gap-3 border-t border-line pt-5">
      {task.panel}
      {asking ? (
        <ConfirmBox
          question={
            asking === 'leave'
              ? 'Leave this conversation? Its messages will no longer reach you.'
              : 'Delete this conversation for everybody in it, with all its messages and files?'
          }
          confirmLabel={asking === 'leave' ? 'Leave' : 'Delete'}
          busy={task.isBusy}
          busyLabel={asking === 'leave' ? 'Leaving...' : 'Deleting...'}
          onConfirm={() => void go(asking)}
          onCancel={() => setAsking(null)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          {canLeave && (
            <Button variant="secondary" icon={LogOut} onClick={() => setAsking('leave')}>
              Leave
            </Button>
          )}
          {canDelete && (
            <Button variant="secondary" icon={Trash2} onClick={() => setAsking('delete')}>
              Delete for all
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

type EditDialogProps = {
  message: ChatMessage
  onClose: () => void
  onChanged: (message: ChatMessage) => void
}

export function EditDialog({ message, onClose, onChanged }: EditDialogProps) {
  const task = useTask()
  const [text, setText] = useState(message.body)
  const save = () =>
    task.run(async () => {
      const params = { id: message.chat_id, message_id: message.id }
      const key = 'PUT /chat/:id/messages/:message_id'
      onChanged(await call(key, { params, body: { body: text } }))
      onClose()
    })
  const isSame = text.trim() === '' || text.trim() === message.body
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Edit message"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={isSame}
            busy={task.isBusy}
            busyLabel="Saving..."
            onClick={() => void save()}
          >
            Save
          </Button>
        </>
      }
    >
      {task.panel}
      <Field label="Message">
        <TextArea
          rows={4}
          autogrow
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
    </Dialog>
  )
}
