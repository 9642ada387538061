import type { CheckpointCopies } from '@frontdesk/contract/checkpoints'
import { useQuery } from '@tanstack/react-query'
import { Check, FileCheck2 } from 'lucide-react'
import { messageOf } from '#web/lib/api-error.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { CursorPager } from '#web/ui/cursor-pager.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { DateTime } from '#web/ui/relative-time.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { checkpointsQuery, useMakeCheckpoint } from './checkpoints.api.ts'

/** What was signed, newest first, and who has a copy. */
export function CheckpointList() {
  const stack = useCursorStack('')
  const { data: answer, error, refetch } = useQuery(checkpointsQuery(stack.cursor))
  const make = useMakeCheckpoint()
  const makeNow = async () => {
    try {
      const { number } = await make.mutateAsync()
      toast.success(`Checkpoint ${number} is signed`)
    } catch (failure) {
      toast.error(messageOf(failure, 'The checkpoint was not made. Please try again.'))
    }
  }
  const button = (
    <Button
      variant="secondary"
      busy={make.isPending}
      busyLabel="Signing…"
      onClick={() => void makeNow()}
    >
      Make a checkpoint now
    </Button>
  )
  if (error && !answer) {
    return (
      <ErrorPanel title="Failed to load the checkpoints" onRetry={() => void refetch()}>
        {messageOf(error, 'Please try again.')}
      </ErrorPanel>
    )
  }
  if (!answer) return <SkeletonLines lines={6} />
  if (answer.data.length === 0) {
    return (
      <EmptyState icon={FileCheck2} title="No checkpoints yet" action={button}>
        The first is signed after a day on which somebody acknowledges something.
      </EmptyState>
    )
  }
  return (
    <>
      <div className="flex max-sm:*:grow">{button}</div>
      <ul aria-label="Checkpoints" className="grid border-t border-line">
        {answer.data.map((checkpoint) => (
          <CheckpointRow key={checkpoint.number} checkpoint={checkpoint} />
        ))}
      </ul>
      <CursorPager stack={stack} answer={answer} />
    </>
  )
}

const WHY: Record<CheckpointCopies['reason'], string> = {
  daily: 'For the day',
  pack: 'For a pack',
  asked: 'Asked for',
  rotation: 'The key changed',
}

function CheckpointRow({ checkpoint }: { checkpoint: CheckpointCopies }) {
  const { number, size, reason, created_at: madeAt, note, failures } = checkpoint
  const copies = copiesOf(checkpoint)
  return (
    <li className="grid gap-1.5 border-b border-line py-3">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0">
          <span className="font-medium">Checkpoint {number}</span>{' '}
          <span className="text-muted">
            {WHY[reason]}, <DateTime iso={madeAt} />
          </span>
          <br />
          <span className="text-sm text-muted">
            {size === 1 ? '1 acknowledgment' : `${size.toLocaleString('en-US')} acknowledgments`}
          </span>
        </p>
        <CopyButton label={`Copy checkpoint ${number}`} text={note} />
      </div>
      <ul className="grid gap-0.5 text-sm text-muted" aria-label={`Copies of checkpoint ${number}`}>
        {copies.map((copy) => (
          <li key={copy} className="flex min-w-0 items-start gap-1.5">
            <Check className="mt-1 size-3.5 shrink-0 text-success" aria-hidden="true" />
            <span className="min-w-0 wrap-anywhere">{copy}</span>
          </li>
        ))}
        {copies.length === 0 && <li>No copy outside</li>}
      </ul>
      {failures.map((failure) => (
        <p key={failure.kind} className="text-sm text-danger">
          {failure.kind === 'token' ? 'No time stamp: ' : 'Not cosigned: '}
          {failure.reason}.
        </p>
      ))}
    </li>
  )
}

const copiesOf = ({ mailed_to: mailedTo, tokens, cosignatures }: CheckpointCopies): string[] => [
  ...mailedTo.map((to) => `Queued by mail to ${to}`),
  ...tokens.map(({ authority }) => `Stamped by ${authority}`),
  ...cosignatures.map(({ witness }) => `Cosigned by ${witness}`),
]
