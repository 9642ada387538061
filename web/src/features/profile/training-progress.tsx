import type { TestProgress } from '@frontdesk/contract/users'
import { formatDate } from '#web/lib/format.ts'

/** What the person was asked to pass or has tried. */
export function TrainingProgress({ tests }: { tests: TestProgress[] }) {
  if (tests.length === 0) return <p className="text-muted">No tests found</p>
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {tests.map((test) => (
        <li key={test.id} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 py-3">
          <span className="min-w-40 grow font-medium">{test.name}</span>
          <span className="text-sm">{test.status}</span>
          <span className="text-sm tabular-nums">
            {test.score === null ? 'No score yet' : `${test.score.toFixed(1)}%`}
          </span>
          <span className="text-sm text-muted tabular-nums">{formatDate(test.completedDate)}</span>
        </li>
      ))}
    </ul>
  )
}
