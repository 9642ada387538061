import { formatPercent } from '@frontdesk/contract/training-action'
import type { Progress, Training } from '@frontdesk/contract/trainings'
import type { ReactNode } from 'react'
import { CertificateButton } from '#web/features/certificates/certificate-button.tsx'
import { StandingBadge } from '#web/features/assessments/standing-badge.tsx'
import { formatDate } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { DueLine } from '#web/ui/due-line.tsx'

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
        <span className="ml-auto font-medium tabular-nums">{formatPercent(progress.progress)}</span>
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

function LastAttempt({ progress }: { progress: Progress }) {
  const { lastAttemptScore: score, lastAttemptDate: date, questions } = progress
  if (questions === 0 || score === null || date === null) return null
  return (
    <p className="text-sm text-muted tabular-nums">
      Last score {formatPercent(score)} on {formatDate(date)}
    </p>
  )
}
