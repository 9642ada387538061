import { useQuery } from '@tanstack/react-query'
import { RunList } from './run-list.tsx'
import { runsQuery } from './process-runs.api.ts'

/** Runs with a step that was handed to the person or their role; nothing while there are none. */
export function RunsAwaitingYou() {
  const { data } = useQuery(runsQuery({ awaiting_me: 'true', limit: 10 }))
  if (!data || data.data.length === 0) return null
  return (
    <section className="mb-8">
      <h2 className="mb-3 text-lg font-semibold">Steps waiting for you</h2>
      <RunList runs={data.data} namesProcess />
    </section>
  )
}
