import { type ReactNode, useMemo, useState } from 'react'
import { keptTextKey, readKeptText, useKeptText } from '#web/lib/kept-text.ts'
import { unsavedTexts } from '#web/lib/session-storage.ts'
import { useUser } from '#web/session/session.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { CallFailure } from '#web/ui/error-panel.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { RelativeTime } from '#web/ui/times.tsx'

type CommentRowProps = {
  comment: { author_name: string; created_at: string }
  /** What was said. */
  children: ReactNode
  /** What its author can do with it. */
  action?: ReactNode
}

export function CommentRow({ comment, children, action }: CommentRowProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3">
      <Avatar name={comment.author_name} size="sm" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className="font-medium">{comment.author_name}</span>
          <RelativeTime iso={comment.created_at} className="text-muted" />
        </p>
        {children}
      </div>
      {action}
    </li>
  )
}

type CommentFormProps = {
  /** On what, such as `run`, and which one. */
  on: { kind: string; id: string }
  maxLength: number
  adding: {
    mutateAsync: (body: string) => Promise<unknown>
    error: Error | null
    isPending: boolean
    reset: () => void
  }
}

/** What is half typed outlives a reload of the page. */
export function CommentForm({ on, maxLength, adding }: CommentFormProps) {
  const key = keptTextKey(`comment-${on.kind}`, useUser().id, on.id)
  const [body, setBody] = useState(() => readKeptText(unsavedTexts(), key, isString)?.values ?? '')
  useKeptText(
    key,
    useMemo(() => (body === '' ? null : { values: body, etag: null }), [body]),
  )
  const send = async () => {
    try {
      await adding.mutateAsync(body.trim())
      setBody('')
    } catch {
      // The panel below says why; what was typed stays.
    }
  }
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (body.trim() !== '') void send()
      }}
    >
      <Field label="Add a comment">
        <TextArea
          rows={3}
          autogrow
          maxLength={maxLength}
          value={body}
          onChange={(event) => setBody(event.target.value)}
        />
      </Field>
      <CallFailure of={adding} title="Failed to add the comment" />
      <Button
        type="submit"
        variant="secondary"
        className="justify-self-start"
        disabled={body.trim() === ''}
        busy={adding.isPending}
        busyLabel="Adding…"
      >
        Add Comment
      </Button>
    </form>
  )
}

const isString = (value: unknown): value is string => typeof value === 'string'
