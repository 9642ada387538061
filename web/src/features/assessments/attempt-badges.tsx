import type { Attempt } from '@frontdesk/contract/attempts'
import { isRetakeDue } from '@frontdesk/contract/training-action'
import type { Progress } from '@frontdesk/contract/trainings'
import { BadgeCheck, CircleCheck, CircleX, Clock, RotateCcw } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'

/** Where the person stands with a test, or with a training. */
export function StandingBadge({ progress }: { progress: Progress }) {
  if (progress.waived) return <Badge icon={BadgeCheck}>Waived</Badge>
  const { completed_at: at, retakeThreshold, required } = progress
  if (at !== null) {
    return isRetakeDue({ lastAttemptDate: at, retakeThreshold, required }) ? (
      <Badge tone="warning" icon={RotateCcw}>
        Due Again
      </Badge>
    ) : (
      <Badge tone="success" icon={CircleCheck}>
        Completed
      </Badge>
    )
  }
  if (progress.open_attempt || (progress.progress > 0 && progress.attempts === 0)) {
    return (
      <Badge tone="accent" icon={Clock}>
        In Progress
      </Badge>
    )
  }
  if (progress.attempts > 0) {
    return (
      <Badge tone="danger" icon={CircleX}>
        Not Passed
      </Badge>
    )
  }
  return progress.required ? (
    <Badge tone="warning" icon={Clock}>
      Required
    </Badge>
  ) : (
    <Badge>Not Started</Badge>
  )
}

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
