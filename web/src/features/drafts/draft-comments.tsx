import type { DraftComment } from '@frontdesk/contract/drafts'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { failureOf, messageOf } from '#web/lib/api-error.ts'
import { useUser } from '#web/session/user.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { draftCommentsQuery, useComment, useRemoveComment } from './drafts.api.ts'

/** What admins say to each other about a draft; it is gone when the draft is. */
export function DraftComments({ draftId }: { draftId: string }) {
  const { data: comments, error, refetch } = useQuery(draftCommentsQuery(draftId))
  return (
    <aside aria-label="Comments" className="min-w-0">
      <h2 className="mb-3 text-lg font-semibold">Comments</h2>
      {!comments && !error && <SkeletonLines lines={3} />}
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
      <CommentForm draftId={draftId} />
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
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3">
      <Avatar name={comment.author_name} size="sm" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className="font-medium">{comment.author_name}</span>
          <RelativeTime iso={comment.created_at} className="text-muted" />
        </p>
        <p className="mt-0.5 wrap-anywhere whitespace-pre-wrap">{comment.body}</p>
      </div>
      {isOwn && (
        <IconButton
          size="sm"
          label="Take this comment back"
          icon={Trash2}
          disabled={remove.isPending}
          onClick={() => void takeBack()}
        />
      )}
    </li>
  )
}

function CommentForm({ draftId }: { draftId: string }) {
  const [body, setBody] = useState('')
  const comment = useComment(draftId)
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
          maxLength={2000}
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
