import { canSteerRun } from '@frontdesk/contract/permissions'
import type { ProcessRun, RunComment, RunStep } from '@frontdesk/contract/process-runs'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Ban, CircleCheck, PenLine, RotateCcw } from 'lucide-react'
import { Suspense, useState } from 'react'
import { CommentForm, CommentRow } from '#web/features/editing/comments.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { textLink } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DueLine } from '#web/ui/times.tsx'
import { MissingPage } from '#web/ui/error-panel.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { PrintButton } from '#web/ui/print-button.tsx'
import '#web/ui/print-sheet.css'
import { toast } from '#web/ui/toast.tsx'
import { ProcessDocumentSkeleton } from './process-loading.tsx'
import {
  type RunMove,
  useCommentOnRun,
  useMoveRun,
  useRun,
  useUpdateRun,
} from './process-runs.api.ts'
import { RunForm } from './run-form.tsx'
import { proofsQuery, RunProofs } from './run-proofs.tsx'
import { RunStateBadge } from './process-badges.tsx'
import { RunSteps } from './run-steps.tsx'
import './step-print.css'

export function RunPage() {
  const { id } = useParams({ from: '/shell/processes/runs/$id' })
  const { detail, error, refetch } = useRun(id)
  // The comments stand below the proofs, which are asked for beside the run.
  const proofs = useQuery(proofsQuery(id))
  const isAsked = proofs.isLoading && proofs.failureCount === 0
  usePageTitle(detail?.run.title)
  if (detail && !isAsked) {
    return (
      <Suspense fallback={<ProcessDocumentSkeleton />}>
        <Run key={id} {...detail} />
      </Suspense>
    )
  }
  if (!error) return <ProcessDocumentSkeleton />
  return (
    <MissingPage
      what="Run"
      error={error}
      whyUnknown="The link to it may be incomplete."
      failure="Failed to load run"
      onRetry={() => void refetch()}
      list="/processes/runs"
    />
  )
}

type RunProps = { run: ProcessRun; steps: RunStep[]; comments: RunComment[] }

function Run({ run, steps, comments }: RunProps) {
  return (
    <div className="grid gap-x-6 gap-y-10 lg:grid-cols-[minmax(0,46rem)_15rem] xl:gap-x-10 xl:grid-cols-[minmax(0,46rem)_20rem] lg:justify-between">
      <article data-print="sheet" className="min-w-0">
        <PageHeader title={run.title} back={{ to: '/processes/runs', label: 'Runs' }} />
        <RunFacts run={run} />
        <div data-print="no" className="mt-5 mb-6">
          <RunActions run={run} />
        </div>
        <RunSteps run={run} steps={steps} />
      </article>
      <div className="grid min-w-0 content-start gap-10 lg:pt-11">
        <RunProofs run={run} steps={steps} />
        <RunComments runId={run.id} comments={comments} />
      </div>
    </div>
  )
}

/** Of which process, by whom, since when, until when. */
function RunFacts({ run }: { run: ProcessRun }) {
  return (
    <p className="-mt-3 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-muted sm:-mt-4">
      <RunStateBadge run={run} />
      {run.process_available ? (
        <PathLink to={`/processes/${run.process_id}`} className={textLink}>
          {run.process_title}
        </PathLink>
      ) : (
        <span>{run.process_title}</span>
      )}
      <span>
        Started{' '}
        <time dateTime={run.started_at} title={formatDateTime(run.started_at)}>
          {formatDate(run.started_at)}
        </time>{' '}
        by {run.started_by_name}
      </span>
      {run.ended_at ? (
        <span>
          Ended{' '}
          <time dateTime={run.ended_at} title={formatDateTime(run.ended_at)}>
            {formatDate(run.ended_at)}
          </time>{' '}
          by {run.ended_by_name}
        </span>
      ) : (
        run.due_at && <DueLine dueAt={run.due_at} />
      )}
    </p>
  )
}

function RunActions({ run }: { run: ProcessRun }) {
  const steers = canSteerRun(useUser(), run)
  const [edits, setEdits] = useState(false)
  const [asks, setAsks] = useState<'finish' | 'cancel' | null>(null)
  const move = useMoveRun(run.id)
  const open = run.steps_count - run.steps_done

  const go = async (to: RunMove) => {
    try {
      await move.mutateAsync(to)
      setAsks(null)
      if (to === 'reopen') toast.success('The run is in progress again')
      else toast.undo(to === 'finish' ? 'The run is finished' : 'The run was cancelled', reopen)
    } catch (error) {
      setAsks(null)
      toast.error(messageOf(error, 'An unexpected error occurred'))
    }
  }
  const reopen = () => void go('reopen')
  const isOpen = run.state === 'in_progress'
  return (
    <div className="flex flex-wrap gap-2">
      {steers && isOpen && (
        <>
          <Button
            size="sm"
            variant={open === 0 ? 'primary' : 'secondary'}
            icon={CircleCheck}
            busy={move.isPending}
            onClick={() => (open === 0 ? void go('finish') : setAsks('finish'))}
          >
            Finish Run
          </Button>
          <Button size="sm" variant="secondary" icon={PenLine} onClick={() => setEdits(true)}>
            Title and Date
          </Button>
        </>
      )}
      {steers && !isOpen && (
        <Button
          size="sm"
          variant="secondary"
          icon={RotateCcw}
          busy={move.isPending}
          onClick={reopen}
        >
          Reopen
        </Button>
      )}
      <PrintButton />
      {steers && isOpen && (
        <Button variant="ghost" size="sm" icon={Ban} onClick={() => setAsks('cancel')}>
          Cancel Run
        </Button>
      )}
      <ConfirmDialog
        open={asks !== null}
        onOpenChange={() => setAsks(null)}
        title={asks === 'cancel' ? 'Cancel this run?' : 'Finish this run?'}
        question={
          asks === 'cancel'
            ? 'It stays in the history with what was done so far.'
            : `${open} ${open === 1 ? 'step is' : 'steps are'} not ticked. The history will show them as left open.`
        }
        confirmLabel={asks === 'cancel' ? 'Cancel Run' : 'Finish Run'}
        cancelLabel="Keep Going"
        danger={asks === 'cancel'}
        busy={move.isPending}
        onConfirm={() => void go(asks ?? 'finish')}
      />
      <EditRunDialog run={run} open={edits} onOpenChange={setEdits} />
    </div>
  )
}

type EditRunDialogProps = {
  run: ProcessRun
  open: boolean
  onOpenChange: (open: boolean) => void
}

function EditRunDialog({ run, open, onOpenChange }: EditRunDialogProps) {
  const update = useUpdateRun(run.id)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Title and due date">
      <RunForm
        run={run}
        saveLabel="Save Changes"
        busyLabel="Saving…"
        failure="Failed to update run"
        hint="Whom or what it is for, such as an address."
        onSave={async (body) => {
          await update.mutateAsync(body)
          onOpenChange(false)
          toast.success('The run was saved')
        }}
        onCancel={() => onOpenChange(false)}
      />
    </Dialog>
  )
}

type RunCommentsProps = { runId: string; comments: RunComment[] }

function RunComments({ runId, comments }: RunCommentsProps) {
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
