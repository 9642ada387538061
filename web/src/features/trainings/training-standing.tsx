import { formatPercent, isRetakeDue } from '@frontdesk/contract/training-action'
import type { Progress, Training } from '@frontdesk/contract/trainings'
import { BadgeCheck, CircleCheck, CircleX, Clock, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { DueLine } from '#web/features/policies/due-line.tsx'
import { formatDate } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { CertificateButton } from './certificate-button.tsx'

type TrainingStandingProps = { training: Training; progress: Progress; action: ReactNode }

/** How far the person is, by when it is due, and what to do next. */
export function TrainingStanding({ training, progress, action }: TrainingStandingProps) {
  return (
    <Card className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="sr-only">Your progress</h2>
          <StandingBadge progress={progress} />
          {progress.due_at && <DueLine dueAt={progress.due_at} />}
        </div>
        <span className="font-medium tabular-nums">{formatPercent(progress.progress)}</span>
      </div>
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-neutral-soft">
        <div className="h-full rounded-full bg-accent" style={{ width: `${progress.progress}%` }} />
      </div>
      <LastAttempt progress={progress} />
      <div className="flex flex-wrap items-center gap-3">
        {action}
        {progress.certificate_code && <CertificateButton testId={training.test_id} />}
      </div>
    </Card>
  )
}

export function StandingBadge({ progress }: { progress: Progress }) {
  if (progress.waived) return <Badge icon={BadgeCheck}>Waived</Badge>
  const { completed_at: at, retakeThreshold } = progress
  if (at !== null) {
    return isRetakeDue({ lastAttemptDate: at, retakeThreshold }) ? (
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

function LastAttempt({ progress }: { progress: Progress }) {
  const { lastAttemptScore: score, lastAttemptDate: date, questions } = progress
  if (questions === 0 || score === null || date === null) return null
  return (
    <p className="text-sm text-muted tabular-nums">
      Last score {formatPercent(score)} on {formatDate(date)}
    </p>
  )
}
