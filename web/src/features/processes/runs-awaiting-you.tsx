import { useQuery } from '@tanstack/react-query'
import { useUser } from '#web/session/user.tsx'
import { RunList, RunListSkeleton } from './run-list.tsx'
import { runsQuery } from './process-runs.api.ts'

/** Runs with a step that was handed to the person or their role; nothing while there are none. */
export function RunsAwaitingYou() {
  const runs = new Set(useUser().pending_steps.map((step) => step.run_id))
  const { data, error } = useQuery(runsQuery({ awaiting_me: 'true', limit: 10 }))
  if (data ? data.data.length === 0 : error || runs.size === 0) return null
  return (
    <section className="mb-8">
      <h2 className="mb-3 text-lg font-semibold">Steps waiting for you</h2>
      {data ? (
        <RunList runs={data.data} namesProcess />
      ) : (
        <RunListSkeleton runs={Math.min(runs.size, 10)} />
      )}
    </section>
  )
}
