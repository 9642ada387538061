import type { ProcessRun, RunStep } from '@frontdesk/contract/process-runs'
import { CircleCheck, Hand } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { rolePlurals } from '#web/lib/roles.ts'
import { useUser } from '#web/session/user.tsx'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { FoldButton } from './fold-button.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { useTickStep } from './process-runs.api.ts'
import { ProgressBar } from './progress-bar.tsx'
import { StepFacts } from './step-facts.tsx'
import { StepItem } from './step-item.tsx'
import { useOpenSteps } from './use-open-steps.ts'

type RunStepsProps = { run: ProcessRun; steps: RunStep[] }

export function RunSteps({ run, steps }: RunStepsProps) {
  const folds = useOpenSteps(() =>
    steps.filter((step) => step.done_at !== null).map((step) => step.id),
  )
  const tick = useTickStep(run.id)
  const [handed, setHanded] = useState<RunStep | null>(null)
  const isOpen = run.state === 'in_progress'

  const tickStep = async (step: RunStep, done: boolean) => {
    folds.open(step.id, !done)
    try {
      await tick.mutateAsync({ stepId: step.id, done })
    } catch (error) {
      toast.error(messageOf(error, 'An unexpected error occurred'))
    }
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-48 grow">
          <ProgressBar done={run.steps_done} of={run.steps_count} />
        </div>
        <span data-print="no">
          <FoldButton steps={steps} folds={folds} />
        </span>
      </div>
      <h2 className="sr-only">Steps</h2>
      <ol data-print="steps" className="rounded-lg border border-line bg-surface">
        {steps.map((step) => (
          <StepItem
            key={step.id}
            number={step.order_number}
            title={step.title}
            description={step.description}
            isDone={step.done_at !== null}
            isOpen={folds.isOpen(step.id)}
            onOpen={(open) => folds.open(step.id, open)}
            onTick={async (done) => tickStep(step, done)}
            disabled={!isOpen}
            facts={<StepFacts step={step} />}
          >
            <StepOutcome
              step={step}
              onHandOver={isOpen && step.done_at === null ? () => setHanded(step) : undefined}
            />
          </StepItem>
        ))}
      </ol>
      {handed && (
        <HandOverDialog
          key={handed.id}
          runId={run.id}
          step={handed}
          onClose={() => setHanded(null)}
        />
      )}
    </>
  )
}

type StepOutcomeProps = { step: RunStep; onHandOver?: () => void }

/** Who has ticked a step, or whose it is. */
function StepOutcome({ step, onHandOver }: StepOutcomeProps) {
  const user = useUser()
  if (step.done_at !== null) {
    return (
      <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
        <CircleCheck className="size-3.5 text-success" aria-hidden="true" />
        <span>{step.done_by_name}</span>
        <RelativeTime iso={step.done_at} />
      </p>
    )
  }
  const isYours = step.assigned_user_id === user.id || step.assigned_role === user.role
  const whose = step.assigned_role ? rolePlurals[step.assigned_role] : step.assigned_user_name
  if (!whose && !onHandOver) return null
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
      {whose && (
        <span className={isYours ? 'font-semibold text-warning' : 'text-muted'}>
          {isYours ? `Waiting for you (${whose})` : `Handed to ${whose}`}
        </span>
      )}
      {onHandOver && (
        <Button
          data-print="no"
          variant="ghost"
          size="sm"
          icon={Hand}
          className="-ml-3"
          aria-label={`Hand over step ${step.order_number}: ${step.title}`}
          onClick={onHandOver}
        >
          Hand over
        </Button>
      )}
    </p>
  )
}
