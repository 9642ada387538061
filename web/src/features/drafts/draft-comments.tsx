import type { DraftComment } from '@frontdesk/contract/drafts'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { CommentForm, CommentRow } from '#web/features/editing/comments.tsx'
import { failureOf, messageOf } from '#web/lib/api-error.ts'
import { useUser } from '#web/session/user.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  draftCommentsQuery,
  useComment,
  useRemoveComment,
} from '#web/features/editing/drafts.api.ts'

/** What admins say to each other about a draft; it is gone when the draft is. */
export function DraftComments({ draftId }: { draftId: string }) {
  const adding = useComment(draftId)
  const { data: comments, error, refetch } = useQuery(draftCommentsQuery(draftId))
  return (
    <aside aria-label="Comments" className="min-w-0">
      <h2 className="mb-3 text-lg font-semibold">Comments</h2>
      {!comments && !error && <SkeletonLines lines={6} />}
      {!comments && error && (
        <ErrorPanel title="Failed to load the comments" onRetry={() => void refetch()}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
      {comments?.length === 0 && (
        <p className="mb-4 text-muted">
          Nothing yet. What is said here is for admins, and goes with the draft.
        </p>
      )}
      <ol className="mb-5 grid gap-5">
        {comments?.map((comment) => (
          <Comment key={comment.id} draftId={draftId} comment={comment} />
        ))}
      </ol>
      {(comments ?? error) && (
        <CommentForm on={{ kind: 'draft', id: draftId }} maxLength={2000} adding={adding} />
      )}
    </aside>
  )
}

function Comment({ draftId, comment }: { draftId: string; comment: DraftComment }) {
  const isOwn = useUser().id === comment.author_id
  const remove = useRemoveComment(draftId)
  const restore = useComment(draftId)
  const takeBack = async () => {
    try {
      await remove.mutateAsync(comment.id)
      toast.undo('Your comment was taken back', () => restore.mutate(comment.body))
    } catch (error) {
      toast.error(failureOf(error, 'Failed to take the comment back'))
    }
  }
  return (
    <CommentRow
      comment={comment}
      action={
        isOwn && (
          <IconButton
            size="sm"
            label="Take this comment back"
            icon={Trash2}
            disabled={remove.isPending}
            onClick={() => void takeBack()}
          />
        )
      }
    >
      <p className="mt-0.5 wrap-anywhere whitespace-pre-wrap">{comment.body}</p>
    </CommentRow>
  )
}
