import type { ChatMessage } from '@frontdesk/contract/chat-messages'
import { messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useUser } from '#web/session/session.tsx'
import { classes } from '#web/ui/classes.ts'
import { toast } from '#web/ui/toast.tsx'

export type ChangedProps = { message: ChatMessage; onChanged: (message: ChatMessage) => void }

/** Who reacted with what; pressing one joins in, or takes one's own back. */
export function Reactions(props: ChangedProps & { names: Map<string, string> }) {
  const { message, names, onChanged } = props
  const user = useUser()
  if (message.reactions.length === 0) return null
  return (
    <ul aria-label="Reactions" className="flex flex-wrap gap-1">
      {message.reactions.map(({ emoji, user_ids: ids }) => {
        const isOwn = ids.includes(user.id)
        const who = ids.map((id) => names.get(id) ?? 'Somebody').join(', ')
        return (
          <li key={emoji}>
            <button
              type="button"
              aria-pressed={isOwn}
              title={who}
              aria-label={`${emoji} by ${who}`}
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

/** Puts a reaction, or takes it back. */
export async function react(
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
