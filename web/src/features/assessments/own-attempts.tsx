import type { Attempt } from '@frontdesk/contract/attempts'
import { formatPercent } from '@frontdesk/contract/training-action'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { AttemptBadge } from './attempt-badge.tsx'
import { ReviewOfAttempt } from './review-of-attempt.tsx'
import { ownAttemptsQuery } from './assessments.taking.api.ts'

/** What the person has taken of one test, newest first. */
export function OwnAttempts({ testId, showAnswers }: { testId: string; showAnswers: boolean }) {
  const { data, error, refetch } = useQuery(ownAttemptsQuery(testId))
  if (error && !data) {
    return (
      <ErrorPanel title="Failed to fetch test attempts" onRetry={() => void refetch()}>
        {messageOf(error, 'Please try again.')}
      </ErrorPanel>
    )
  }
  if (!data || data.data.length === 0) return null
  return (
    <section>
      <h2 className="mb-3 text-lg font-semibold">Your attempts</h2>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {data.data.map((attempt) => (
          <AttemptRow key={attempt.id} attempt={attempt} showAnswers={showAnswers} />
        ))}
      </ul>
    </section>
  )
}

function AttemptRow({ attempt, showAnswers }: { attempt: Attempt; showAnswers: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <li className="tabular-nums">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3">
        <span className="w-24 font-medium">Attempt {attempt.attempt_number}</span>
        <AttemptBadge attempt={attempt} />
        <span className="grow text-sm text-muted">
          {formatDateTime(attempt.completed_at ?? attempt.started_at)}
        </span>
        {attempt.score !== null && <span>{formatPercent(attempt.score)}</span>}
        {showAnswers && attempt.passed && (
          <Button
            size="sm"
            variant="secondary"
            icon={isOpen ? ChevronUp : ChevronDown}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide Answers' : 'Show Answers'}
            <span className="sr-only"> of attempt {attempt.attempt_number}</span>
          </Button>
        )}
      </div>
      <div id={id} className="px-4 pb-4 empty:hidden">
        {isOpen && <ReviewOfAttempt id={attempt.id} />}
      </div>
    </li>
  )
}
