import type { ProcessRun } from '@frontdesk/contract/process-runs'
import { formatDate } from '#web/lib/format.ts'
import { DueLine } from '#web/ui/due-line.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { RunStateBadge } from './run-state-badge.tsx'

/** As high as so many runs in progress that name their process and are due. */
export function RunListSkeleton({ runs }: { runs: number }) {
  return (
    <ul aria-busy="true" className="overflow-hidden rounded-lg border border-line bg-surface">
      {Array.from({ length: runs }, (_, run) => (
        <li
          key={run}
          className="h-33.25 px-4 py-4 max-sm:h-39.5 not-last:border-b not-last:border-line"
        >
          <Skeleton className="h-5 w-48 max-w-full" />
          <Skeleton className="mt-3 h-3.5 w-full" />
        </li>
      ))}
    </ul>
  )
}

type RunListProps = { runs: ProcessRun[]; namesProcess?: boolean }

/** Runs one below the other, each a link. */
export function RunList({ runs, namesProcess = false }: RunListProps) {
  return (
    <ul className="overflow-hidden rounded-lg border border-line bg-surface">
      {runs.map((run) => (
        <li
          key={run.id}
          className="linked-row relative grid grid-cols-1 gap-2 px-4 py-3.5 transition-colors not-last:border-b not-last:border-line hover:bg-hover"
        >
          <PathLink to={`/processes/runs/${run.id}`} className="row-link rounded-lg font-medium">
            {run.title}
          </PathLink>
          {namesProcess && <p className="-mt-1.5 text-sm text-muted">{run.process_title}</p>}
          {run.state === 'in_progress' ? (
            <>
              <ProgressBar done={run.steps_done} of={run.steps_count} />
              <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted max-sm:flex-col max-sm:items-start">
                {run.next_step && (
                  <span className="max-w-full min-w-0 truncate">Next: {run.next_step}</span>
                )}
                {run.due_at && <DueLine dueAt={run.due_at} />}
              </p>
            </>
          ) : (
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
              <RunStateBadge run={run} />
              {formatDate(run.ended_at)}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
