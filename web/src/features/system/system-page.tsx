import type { System } from '@frontdesk/contract/system'
import { useQuery } from '@tanstack/react-query'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { formatTime } from '#web/lib/format.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { AttentionList } from './attention-list.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { SystemFacts } from './system-facts.tsx'
import { systemQuery } from './system.api.ts'

/** How the installation does: what needs attention first, then every part. */
export function SystemPage() {
  const { data, error, refetch } = useQuery(systemQuery)
  return (
    <SettingsFrame title="System">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
        <div>
          <h2 className="text-xl font-semibold">System</h2>
          <p className="mt-1 max-w-[60ch] text-muted">
            How the portal itself does. The page keeps itself up to date.
          </p>
        </div>
        {data && <p className="text-sm text-muted">As of {formatTime(data.looked_at)}</p>}
      </div>
      {error && (
        <div className="mb-6">
          <ErrorPanel
            title={data ? 'What is shown may be old' : 'Failed to load the system'}
            onRetry={() => void refetch()}
          >
            {messageOf(error, 'Please try again.')}
          </ErrorPanel>
        </div>
      )}
      {!error && !data && <SkeletonLines lines={14} />}
      {data && <Everything system={data} />}
    </SettingsFrame>
  )
}

function Everything({ system }: { system: System }) {
  return (
    <div className="grid gap-8">
      <AttentionList attention={system.attention} backup={system.backup} />
      {system.jobs.failed_count > 0 && <FailedJobs jobs={system.jobs} />}
      <SystemFacts system={system} />
    </div>
  )
}
