import type { Attempt } from '@frontdesk/contract/attempts'
import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'

/** Passed if passed; Failed if completed but not passed; In Progress otherwise. */
export function AttemptBadge({ attempt }: { attempt: Pick<Attempt, 'passed' | 'completed_at'> }) {
  if (attempt.passed) {
    return (
      <Badge tone="success" icon={CircleCheck}>
        Passed
      </Badge>
    )
  }
  if (attempt.completed_at !== null) {
    return (
      <Badge tone="danger" icon={CircleX}>
        Failed
      </Badge>
    )
  }
  return (
    <Badge tone="accent" icon={Clock}>
      In Progress
    </Badge>
  )
}
