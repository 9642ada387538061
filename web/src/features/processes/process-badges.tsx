import type { ProcessRun } from '@frontdesk/contract/process-runs'
import type { ProcessStatus } from '@frontdesk/contract/processes'
import { Ban, CircleCheck, CirclePlay, TriangleAlert } from 'lucide-react'
import { isOverdue } from '#web/ui/times.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'

export const statusLabels: Record<ProcessStatus, string> = {
  active: 'Active',
  draft: 'Draft',
  inactive: 'Inactive',
}

const tones: Record<ProcessStatus, Tone> = {
  active: 'success',
  draft: 'warning',
  inactive: 'neutral',
}

export function StatusBadge({ status }: { status: ProcessStatus }) {
  return <Badge tone={tones[status]}>{statusLabels[status]}</Badge>
}

export function RunStateBadge({ run }: { run: Pick<ProcessRun, 'state' | 'due_at'> }) {
  if (run.state === 'finished') {
    return (
      <Badge tone="success" icon={CircleCheck}>
        Finished
      </Badge>
    )
  }
  if (run.state === 'cancelled') return <Badge icon={Ban}>Cancelled</Badge>
  if (isOverdue(run.due_at)) {
    return (
      <Badge tone="danger" icon={TriangleAlert}>
        Overdue
      </Badge>
    )
  }
  return (
    <Badge tone="accent" icon={CirclePlay}>
      In progress
    </Badge>
  )
}

type ProgressBarProps = { done: number; of: number }

/** How far along a list of steps is, in words and as a line. */
export function ProgressBar({ done, of }: ProgressBarProps) {
  const percent = of === 0 ? 0 : (100 * done) / of
  return (
    <div className="flex items-center gap-3">
      <span aria-hidden="true" className="h-1.5 grow overflow-hidden rounded-full bg-neutral-soft">
        <span
          className="block h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${percent}%` }}
        />
      </span>
      <span className="text-sm whitespace-nowrap text-muted tabular-nums">
        {done} of {of} done
      </span>
    </div>
  )
}
