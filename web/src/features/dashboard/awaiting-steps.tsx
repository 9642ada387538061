import type { PendingStep } from '@frontdesk/contract/users'
import { AwaitingList } from './awaiting-list.tsx'

/** Steps of runs that were handed to the person or their role, the most urgent first. */
export function AwaitingSteps({ steps }: { steps: PendingStep[] }) {
  const items = steps.map((step) => ({
    id: step.id,
    title: step.title,
    path: `/processes/runs/${step.run_id}`,
    note: step.run_title,
    dueAt: step.due_at,
  }))
  return <AwaitingList title="Steps waiting for you" items={items} morePath="/processes" />
}
