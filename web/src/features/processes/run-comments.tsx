import type { RunComment } from '@frontdesk/contract/process-runs'
import { useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useCommentOnRun } from './process-runs.api.ts'

type RunCommentsProps = { runId: string; comments: RunComment[] }

export function RunComments({ runId, comments }: RunCommentsProps) {
  return (
    <aside aria-label="Comments" className="min-w-0">
      <h2 className="mb-3 text-lg font-semibold">Comments</h2>
      {comments.length === 0 && (
        <p className="mb-4 text-muted">Nothing yet. Note here what the next person should know.</p>
      )}
      <ol className="mb-5 grid gap-5">
        {comments.map((comment) => (
          <li key={comment.id} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
            <Avatar name={comment.author_name} size="sm" />
            <div className="min-w-0">
              <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
                <span className="font-medium">{comment.author_name}</span>
                <RelativeTime iso={comment.created_at} className="text-muted" />
              </p>
              <Markdown source={comment.body} className="mt-0.5" />
            </div>
          </li>
        ))}
      </ol>
      <CommentForm runId={runId} />
    </aside>
  )
}

function CommentForm({ runId }: { runId: string }) {
  const [body, setBody] = useState('')
  const comment = useCommentOnRun(runId)
  const send = async () => {
    try {
      await comment.mutateAsync(body.trim())
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
          maxLength={4000}
          value={body}
          onChange={(event) => setBody(event.target.value)}
        />
      </Field>
      {comment.error && (
        <ErrorPanel title="Failed to add the comment" onDismiss={() => comment.reset()}>
          {messageOf(comment.error, 'An unexpected error occurred')}
        </ErrorPanel>
      )}
      <Button
        type="submit"
        variant="secondary"
        className="justify-self-start"
        disabled={body.trim() === ''}
        busy={comment.isPending}
        busyLabel="Adding…"
      >
        Add Comment
      </Button>
    </form>
  )
}
