import type { RunComment } from '@frontdesk/contract/process-runs'
import { CommentForm, CommentRow } from '#web/features/editing/comments.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import { useCommentOnRun } from './process-runs.api.ts'

type RunCommentsProps = { runId: string; comments: RunComment[] }

export function RunComments({ runId, comments }: RunCommentsProps) {
  const adding = useCommentOnRun(runId)
  return (
    <aside aria-label="Comments" className="min-w-0">
      <h2 className="mb-3 text-lg font-semibold">Comments</h2>
      {comments.length === 0 && (
        <p className="mb-4 text-muted">Nothing yet. Note here what the next person should know.</p>
      )}
      <ol className="mb-5 grid gap-5">
        {comments.map((comment) => (
          <CommentRow key={comment.id} comment={comment}>
            <Markdown source={comment.body} isSaid className="mt-0.5" />
          </CommentRow>
        ))}
      </ol>
      <CommentForm on={{ kind: 'run', id: runId }} maxLength={4000} adding={adding} />
    </aside>
  )
}
