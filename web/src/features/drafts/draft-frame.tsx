import type { Draft, DraftComment, DraftKind } from '@frontdesk/contract/drafts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CalendarClock, Eye, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { CommentForm, CommentRow } from '#web/features/editing/comments.tsx'
import {
  draftCommentsQuery,
  draftTitle,
  type LoadedDraft,
  useComment,
  useDiscardDraft,
  useRemoveComment,
} from '#web/features/editing/drafts.api.ts'
import { failureOf } from '#web/lib/api-error.ts'
import { clockOf } from '#web/lib/due-day.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useUser } from '#web/session/session.tsx'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoadState, Notice } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { DraftEditor } from './use-draft-editor.ts'

/** A draft's form with what is said of it beside it. */
export function DraftFrame({ draftId, children }: { draftId: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="min-w-0">{children}</div>
      <DraftComments draftId={draftId} />
    </div>
  )
}

/** Keeps the form as it is, complete or not. */
function SaveDraftButton({ editor }: { editor: DraftEditor }) {
  return (
    <Button
      variant="secondary"
      busy={editor.isBusy}
      busyLabel="Saving…"
      onClick={() => void editor.save()}
    >
      Save draft
    </Button>
  )
}

/** What the forms of both kinds are told alike. */
export const formProps = (editor: DraftEditor) => ({
  saveLabel: 'Publish now',
  busyLabel: 'Publishing…',
  failure: 'This did not work',
  cancelLabel: 'Close',
  actions: <SaveDraftButton editor={editor} />,
  problem: editor.saving.problem,
  onDismiss: editor.saving.dismiss,
  onSave: async () => editor.publishNow(),
})

/** Two people at one draft: a save of the other one comes while this page is not saving itself. */
export const watched = <State extends { form: object }>(state: State, editor: DraftEditor) => ({
  ...state,
  form: { formState: { isSubmitting: editor.isBusy } },
})

type DraftHeadProps = {
  loaded: LoadedDraft
  /** As the form has it. */
  title: string
  editor: DraftEditor
  /** Says that nothing of the form is to be kept. */
  onDiscarded: () => void
}

/** What stands above a draft's form: what it is, what becomes of it, and what else can be done with it. */
export function DraftHead({ loaded, title, editor, onDiscarded }: DraftHeadProps) {
  const { data: draft } = loaded
  const [isDating, setIsDating] = useState(false)
  const { kind, item_id: itemId } = draft
  return (
    <>
      <PageHeader
        title={draftTitle({ kind, title })}
        description={
          itemId === null
            ? `A draft of a new ${kind}. Only admins see it, until it is published.`
            : `A draft of changes to a ${kind}. What people read stays as it is, until it is published.`
        }
        back={{ to: '/drafts', label: 'Drafts' }}
        actions={
          <>
            <Button
              variant="secondary"
              icon={Eye}
              disabled={editor.isBusy}
              onClick={() => void editor.preview()}
            >
              Preview
            </Button>
            <Button
              variant="secondary"
              icon={CalendarClock}
              disabled={editor.isBusy}
              onClick={() => setIsDating(true)}
            >
              Publish on a date…
            </Button>
            <Discard loaded={loaded} onDiscarded={onDiscarded} />
          </>
        }
      />
      <DraftStanding loaded={loaded} editor={editor} />
      {isDating && (
        <PublishDateDialog draft={draft} editor={editor} onClose={() => setIsDating(false)} />
      )}
      <ConfirmDialog
        open={editor.overwriting !== null}
        onOpenChange={(open) => {
          if (!open) editor.cancelOverwriting()
        }}
        title="Replace what was saved meanwhile?"
        question={`Somebody saved this ${kind} after the draft was begun. Publishing the draft replaces what they wrote; it stays among the versions of a policy, and nowhere for a training.`}
        confirmLabel="Replace it"
        onConfirm={() => void editor.overwrite()}
      />
      <ConfirmDialog
        open={editor.isAskingUnadapted}
        onOpenChange={editor.cancelUnadapted}
        title="Publish it with the note of the library?"
        question="Everybody would read that it is a draft from the starter library, to be adapted and read by your lawyer. Take that note out once it is, and fill in what stands in [brackets]."
        confirmLabel="Publish as it is"
        cancelLabel="Go on editing"
        onConfirm={() => void editor.publishUnadapted()}
      />
    </>
  )
}

/** When it is published, why it was not, and whether what it changes has changed meanwhile. */
function DraftStanding({ loaded, editor }: { loaded: LoadedDraft; editor: DraftEditor }) {
  const { kind, item_id: itemId, outdated, ...draft } = loaded.data
  const { isUnadapted } = editor
  if (!draft.publish_at && !draft.publish_failed && !outdated && !isUnadapted) return null
  return (
    // As wide as the form below, beside which stands what is said of it.
    <div className="mb-6 grid max-w-3xl gap-3 xl:max-w-[min(48rem,calc(100%-21.5rem))]">
      {draft.publish_failed && (
        <Notice tone="danger">
          This draft was not published on its day. {draft.publish_failed} Mend it, then publish it
          or choose another date.
        </Notice>
      )}
      {draft.publish_at && (
        <Notice
          tone="accent"
          action={
            <Button
              variant="secondary"
              size="sm"
              disabled={editor.isBusy}
              onClick={() => void editor.undate()}
            >
              Take the date back
            </Button>
          }
        >
          It is published on {formatDateTime(draft.publish_at)}, in the name of{' '}
          {draft.publish_by_name}, as it is saved by then.
        </Notice>
      )}
      {isUnadapted && (
        <Notice>
          It still says on top that it is a draft from the starter library. Take that out once it is
          adapted, and read by your lawyer: whoever reads it later would read that, too.
        </Notice>
      )}
      {outdated && itemId !== null && (
        <Notice tone="warning" action={<OpenLive kind={kind} itemId={itemId} />}>
          The {kind} was saved, or is gone, since this draft was begun. You are asked before
          anything is replaced.
        </Notice>
      )}
    </div>
  )
}

function OpenLive({ kind, itemId }: { kind: DraftKind; itemId: string }) {
  return (
    <ButtonLink
      to={kind === 'policy' ? '/policies/$id' : '/training/$id'}
      params={{ id: itemId }}
      variant="secondary"
      size="sm"
    >
      Open the {kind}
    </ButtonLink>
  )
}

function Discard({ loaded, onDiscarded }: Pick<DraftHeadProps, 'loaded' | 'onDiscarded'>) {
  const { data: draft } = loaded
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const discard = useDiscardDraft(draft.id)
  const confirm = async () => {
    try {
      await discard.mutateAsync()
      onDiscarded()
      toast.success('The draft was discarded')
      await navigate({ to: '/drafts' })
    } catch (error) {
      toast.error(failureOf(error, 'Failed to discard the draft'))
    }
  }
  return (
    <>
      <Button variant="ghost" icon={Trash2} onClick={() => setIsAsking(true)}>
        Discard
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Discard this draft?"
        question={`“${draftTitle(draft)}” and its comments are gone then${draft.item_id === null ? '' : `; the ${draft.kind} itself stays as it is`}.`}
        confirmLabel="Discard"
        danger
        busy={discard.isPending}
        busyLabel="Discarding…"
        onConfirm={() => void confirm()}
      />
    </>
  )
}

type PublishDateDialogProps = { draft: Draft; editor: DraftEditor; onClose: () => void }

/** Asks for the moment at which a draft goes live by itself. */
function PublishDateDialog({ draft, editor, onClose }: PublishDateDialogProps) {
  const [wall, setWall] = useState(() =>
    clockOf(draft.publish_at ? new Date(draft.publish_at) : tomorrowAtNine()),
  )
  const [earliest] = useState(() => clockOf(new Date()))
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const set = async () => {
    const at = new Date(wall)
    if (wall === '' || Number.isNaN(at.getTime()))
      return setProblem('Please choose a date and time')
    setProblem(null)
    setIsBusy(true)
    try {
      const isSet = await editor.date(at.toISOString())
      if (isSet) toast.success(`It is published on ${formatDateTime(at.toISOString())}`)
      onClose()
    } catch (error) {
      setProblem(failureOf(error, 'Failed to set the date'))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose()
      }}
      size="sm"
      title="Publish on a date"
      description="The draft is saved now, and goes live by itself then, in your name. It can be changed until that moment."
      footer={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button busy={isBusy} busyLabel="Setting…" onClick={() => void set()}>
            Set the date
          </Button>
        </>
      }
    >
      <Field label="Date and time" hint="By your own clock." error={problem ?? undefined}>
        <TextInput
          type="datetime-local"
          className="max-w-64"
          min={earliest}
          value={wall}
          onChange={(event) => setWall(event.target.value)}
        />
      </Field>
    </Dialog>
  )
}

function tomorrowAtNine(): Date {
  const at = new Date()
  at.setDate(at.getDate() + 1)
  at.setHours(9, 0, 0, 0)
  return at
}

/** What admins say to each other about a draft; it is gone when the draft is. */
function DraftComments({ draftId }: { draftId: string }) {
  const adding = useComment(draftId)
  const { data: comments, error, refetch } = useQuery(draftCommentsQuery(draftId))
  return (
    <aside aria-label="Comments" className="min-w-0">
      <h2 className="mb-3 text-lg font-semibold">Comments</h2>
      <LoadState
        of={{ data: comments, error, refetch }}
        failure="Failed to load the comments"
        waiting={<SkeletonLines lines={6} />}
      />
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
