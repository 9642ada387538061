import type { Process } from '@frontdesk/contract/processes'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#web/lib/api-error.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { runsQuery } from './process-runs.api.ts'
import { RunList } from './run-list.tsx'

const SHOWN = 6

/** The runs of one process: those in progress, then the latest that ended. */
export function ProcessRuns({ process }: { process: Process }) {
  const open = useQuery(runsQuery({ process_id: process.id, state: 'in_progress', limit: SHOWN }))
  const ended = useQuery(runsQuery({ process_id: process.id, state: 'ended', limit: SHOWN }))
  const error = open.error ?? ended.error
  if (!open.data || !ended.data) {
    return (
      <aside aria-label="Runs" className="min-w-0 lg:pt-11">
        {error ? (
          <ErrorPanel
            title="Failed to load runs"
            onRetry={() => void Promise.all([open.refetch(), ended.refetch()])}
          >
            {messageOf(error, 'Please try again.')}
          </ErrorPanel>
        ) : (
          <SkeletonLines lines={4} />
        )}
      </aside>
    )
  }
  const total = (open.data.total ?? 0) + (ended.data.total ?? 0)
  return (
    <aside aria-label="Runs" className="grid min-w-0 content-start gap-6 lg:pt-11">
      <div>
        <h2 className="mb-3 text-lg font-semibold">Runs in progress</h2>
        {open.data.data.length > 0 ? (
          <RunList runs={open.data.data} />
        ) : (
          <p className="text-muted">
            {process.status === 'active'
              ? 'None. Start one to work through the steps together, with a record of who did what.'
              : 'None. Only an active process can be started.'}
          </p>
        )}
      </div>
      {ended.data.data.length > 0 && (
        <div>
          <h2 className="mb-3 text-lg font-semibold">Ended lately</h2>
          <RunList runs={ended.data.data} />
        </div>
      )}
      {total > open.data.data.length + ended.data.data.length && (
        <PathLink
          to={`/processes/runs?process=${process.id}`}
          className="w-fit font-medium text-accent underline underline-offset-4"
        >
          All {total} runs
        </PathLink>
      )}
    </aside>
  )
}
