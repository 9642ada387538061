import type { ProcessRun, RunStep } from '@frontdesk/contract/process-runs'
import type { Role } from '@frontdesk/contract/users'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Hand } from 'lucide-react'
import { useState } from 'react'
import { peopleQuery } from '#web/features/people/people.api.ts'
import { failureOf, messageOf } from '#web/lib/api-error.ts'
import { rolePlurals, roles } from '#web/lib/account-words.ts'
import { useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CallFailure } from '#web/ui/error-panel.tsx'
import { Choice } from '#web/ui/field.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.tsx'
import { FoldButton, StepFacts, StepItem, useOpenSteps } from './step-item.tsx'
import { type Assignee, useAssignStep, useTickStep } from './process-runs.api.ts'
import { ProgressBar } from './process-badges.tsx'

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
        <span data-print="no" className="ml-auto">
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

type Whom = 'person' | 'role' | 'nobody'

const kinds: { value: Whom; label: string }[] = [
  { value: 'person', label: 'A person' },
  { value: 'role', label: 'A role' },
  { value: 'nobody', label: 'Nobody' },
]

type HandOverDialogProps = { runId: string; step: RunStep; onClose: () => void }

/** Chooses whose a step is. */
function HandOverDialog({ runId, step, onClose }: HandOverDialogProps) {
  const [whom, setWhom] = useState<Whom>(step.assigned_role ? 'role' : 'person')
  const [userId, setUserId] = useState(step.assigned_user_id)
  const [role, setRole] = useState<Role | null>(step.assigned_role)
  const assign = useAssignStep(runId, step.id)
  const chosen: Record<Whom, Assignee | null> = {
    person: userId ? { user_id: userId } : null,
    role: role ? { role } : null,
    nobody: {},
  }
  const assignee = chosen[whom]

  const save = async () => {
    if (!assignee) return
    try {
      const saved = await assign.mutateAsync(assignee)
      const name = saved.assigned_role ? rolePlurals[saved.assigned_role] : saved.assigned_user_name
      toast.success(name ? `Handed to ${name}` : 'The step is nobody’s in particular now')
      onClose()
    } catch {
      // The panel below says why.
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Hand over this step"
      description={`${step.order_number}. ${step.title}`}
      footer={
        <>
          <Button variant="secondary" disabled={assign.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            busy={assign.isPending}
            busyLabel="Saving…"
            disabled={!assignee}
            onClick={() => void save()}
          >
            Hand Over
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <SegmentedControl label="To whom" options={kinds} value={whom} onChange={setWhom} />
        {whom === 'person' && <PersonChoice value={userId} onChange={setUserId} />}
        {whom === 'role' && (
          <Choice
            legend="Which role"
            hideLegend
            options={roles.map((value) => ({ value, label: rolePlurals[value] }))}
            value={role}
            onChange={setRole}
          />
        )}
        {whom === 'nobody' && (
          <p className="text-muted">Whoever comes to it first does it, as with any other step.</p>
        )}
        <CallFailure of={assign} title="Failed to hand over the step" />
      </div>
    </Dialog>
  )
}

type PersonChoiceProps = { value: string | null; onChange: (id: string) => void }

function PersonChoice({ value, onChange }: PersonChoiceProps) {
  const [search, setSearch] = useState('')
  const { data, error } = useQuery(peopleQuery(search))
  return (
    <>
      <ListSearch
        label="Search people"
        placeholder="Search people…"
        value={search}
        onChange={setSearch}
      />
      <div className="h-64 overflow-y-auto pr-1" aria-busy={!data && !error}>
        {!data && error && (
          <p className="text-sm text-danger">{failureOf(error, 'Failed to load users')}</p>
        )}
        {!data && !error && <SkeletonLines lines={4} />}
        {data?.length === 0 && <p className="text-sm text-muted">Nobody matches “{search}”.</p>}
        {data && data.length > 0 && (
          <Choice
            legend="Who"
            hideLegend
            options={data.map(({ id, name, title }) => ({ value: id, label: name, hint: title }))}
            value={value}
            onChange={onChange}
          />
        )}
      </div>
    </>
  )
}
