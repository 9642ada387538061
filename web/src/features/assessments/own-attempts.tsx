import type { Attempt } from '@frontdesk/contract/attempts'
import type { Progress } from '@frontdesk/contract/trainings'
import { formatPercent } from '@frontdesk/contract/training-action'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { AttemptBadge } from './attempt-badge.tsx'
import { ReviewOfAttempt } from './review-of-attempt.tsx'
import { ownAttemptsQuery } from './assessments.taking.api.ts'

type OwnAttemptsProps = { testId: string; progress: Progress; showAnswers: boolean }

/** What the person has taken of one test, newest first. */
export function OwnAttempts({ testId, progress, showAnswers }: OwnAttemptsProps) {
  const { data, error, refetch } = useQuery(ownAttemptsQuery(testId))
  if (error && !data) {
    return (
      <ErrorPanel title="Failed to fetch test attempts" onRetry={() => void refetch()}>
        {messageOf(error, 'Please try again.')}
      </ErrorPanel>
    )
  }
  const attempts: ShownAttempt[] = data?.data ?? expectedOf(progress)
  if (attempts.length === 0) return null
  return (
    <section aria-busy={!data}>
      <h2 className="mb-3 text-lg font-semibold">Your attempts</h2>
      <ul
        className={classes(
          'divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface',
          // They keep the place: nothing below moves when the real ones come.
          !data && '*:invisible',
        )}
      >
        {attempts.map((attempt) => (
          <AttemptRow key={attempt.id} attempt={attempt} showAnswers={showAnswers} />
        ))}
      </ul>
    </section>
  )
}

type ShownAttempt = Pick<
  Attempt,
  'id' | 'attempt_number' | 'score' | 'passed' | 'started_at' | 'completed_at'
>

/** What the list will look like, as far as is known before it is here. */
const expectedOf = (progress: Progress): ShownAttempt[] => {
  const { attempts, lastAttemptScore: score, lastAttemptDate: at } = progress
  return Array.from({ length: attempts }, (_, before) => ({
    id: String(before),
    attempt_number: attempts - before,
    score,
    passed: before === 0 && (score ?? 0) >= progress.minPassingScore,
    started_at: at ?? '',
    completed_at: at,
  }))
}

function AttemptRow({ attempt, showAnswers }: { attempt: ShownAttempt; showAnswers: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <li className="tabular-nums">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3">
        <span className="w-24 font-medium">Attempt {attempt.attempt_number}</span>
        <AttemptBadge attempt={attempt} />
        {/* They wrap together: the score stays at the end of its line. */}
        <span className="flex grow basis-56 items-center justify-between gap-x-6">
          <span className="text-sm text-muted">
            {formatDateTime(attempt.completed_at ?? attempt.started_at)}
          </span>
          {attempt.score !== null && <span>{formatPercent(attempt.score)}</span>}
        </span>
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
