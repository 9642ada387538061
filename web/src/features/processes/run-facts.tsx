import type { ProcessRun } from '@frontdesk/contract/process-runs'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { DueLine } from '#web/ui/due-line.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { RunStateBadge } from './run-state-badge.tsx'

/** Of which process, by whom, since when, until when. */
export function RunFacts({ run }: { run: ProcessRun }) {
  return (
    <p className="-mt-3 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-muted sm:-mt-4">
      <RunStateBadge run={run} />
      {run.process_available ? (
        <PathLink
          to={`/processes/${run.process_id}`}
          className="text-accent underline underline-offset-4"
        >
          {run.process_title}
        </PathLink>
      ) : (
        <span>{run.process_title}</span>
      )}
      <span>
        Started{' '}
        <time dateTime={run.started_at} title={formatDateTime(run.started_at)}>
          {formatDate(run.started_at)}
        </time>{' '}
        by {run.started_by_name}
      </span>
      {run.ended_at ? (
        <span>
          Ended{' '}
          <time dateTime={run.ended_at} title={formatDateTime(run.ended_at)}>
            {formatDate(run.ended_at)}
          </time>{' '}
          by {run.ended_by_name}
        </span>
      ) : (
        run.due_at && <DueLine dueAt={run.due_at} />
      )}
    </p>
  )
}
