import type { ProcessRun } from '@frontdesk/contract/process-runs'
import { Ban, CircleCheck, CirclePlay, TriangleAlert } from 'lucide-react'
import { isOverdue } from '#web/lib/due-date.ts'
import { Badge } from '#web/ui/badge.tsx'

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
