import type { ProcessStep } from '@frontdesk/contract/processes'
import { Clock, UserRound } from 'lucide-react'
import { formatMinutes } from '#web/lib/format.ts'
import { roleLabels } from '#web/lib/roles.ts'

type StepFactsProps = { step: Pick<ProcessStep, 'estimated_time' | 'responsible_role'> }

/** Who does a step, and how long it takes. */
export function StepFacts({ step }: StepFactsProps) {
  const { estimated_time: minutes, responsible_role: role } = step
  if (minutes === null && role === null) return null
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-muted tabular-nums">
      {role && (
        <span className="inline-flex items-center gap-1.5">
          <UserRound className="size-3.5" aria-hidden="true" />
          <span className="sr-only">Done by: </span>
          {roleLabels[role]}
        </span>
      )}
      {minutes !== null && (
        <span className="inline-flex items-center gap-1.5">
          <Clock className="size-3.5" aria-hidden="true" />
          <span className="sr-only">Takes about </span>
          {formatMinutes(minutes)}
        </span>
      )}
    </p>
  )
}
