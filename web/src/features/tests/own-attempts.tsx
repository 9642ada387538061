import type { Attempt } from '@frontdesk/contract/attempts'
import { formatPercent } from '@frontdesk/contract/training-action'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#web/lib/format.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { AttemptBadge } from './attempt-badge.tsx'
import { ownAttemptsQuery } from './tests.taking.api.ts'

/** What the person has taken of one test, newest first. */
export function OwnAttempts({ testId }: { testId: string }) {
  const { data, error, refetch } = useQuery(ownAttemptsQuery(testId))
  if (error && !data) {
    return (
      <ErrorPanel title="Failed to load test attempts" onRetry={() => void refetch()}>
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
          <AttemptRow key={attempt.id} attempt={attempt} />
        ))}
      </ul>
    </section>
  )
}

function AttemptRow({ attempt }: { attempt: Attempt }) {
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3 tabular-nums">
      <span className="w-24 font-medium">Attempt {attempt.attempt_number}</span>
      <AttemptBadge attempt={attempt} />
      <span className="grow text-sm text-muted">
        {formatDateTime(attempt.completed_at ?? attempt.started_at)}
      </span>
      {attempt.score !== null && <span>{formatPercent(attempt.score)}</span>}
    </li>
  )
}
