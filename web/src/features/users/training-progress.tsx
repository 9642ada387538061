import { requiredPath } from '@frontdesk/contract/items'
import type { TestProgress } from '@frontdesk/contract/users'
import { formatPercent } from '@frontdesk/contract/training-action'
import { formatDate } from '#web/lib/format.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { PathLink } from '#web/ui/path-link.tsx'

const tones: Record<string, Tone> = {
  Passed: 'success',
  Failed: 'danger',
  'In Progress': 'accent',
  'Due Again': 'warning',
}

/** What the person was asked to pass or has tried. */
export function TrainingProgress({ tests }: { tests: TestProgress[] }) {
  if (tests.length === 0) return <p className="text-muted">No tests found</p>
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {tests.map((test) => (
        <li
          key={test.id}
          className="linked-row relative flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3 transition-colors hover:bg-hover"
        >
          <PathLink
            to={requiredPath({ kind: 'test', ...test }, test.id)}
            className="row-link min-w-40 grow basis-full font-medium sm:basis-auto"
          >
            {test.name}
          </PathLink>
          <Badge tone={tones[test.status]}>{test.status}</Badge>
          <span className="text-sm tabular-nums sm:w-24 sm:text-end">
            {test.score === null ? 'No score yet' : formatPercent(test.score)}
          </span>
          <span className="text-sm text-muted tabular-nums sm:w-26 sm:text-end">
            {formatDate(test.completedDate) || <span className="max-sm:hidden">–</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
