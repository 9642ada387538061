import type { RunStep } from '@frontdesk/contract/process-runs'
import type { Role } from '@frontdesk/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { peopleQuery } from '#web/features/people/people.api.ts'
import { failureOf, messageOf } from '#web/lib/api-error.ts'
import { rolePlurals, roles } from '#web/lib/roles.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Choice } from '#web/ui/field.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useAssignStep, type Assignee } from './process-runs.api.ts'

type Whom = 'person' | 'role' | 'nobody'

const kinds: { value: Whom; label: string }[] = [
  { value: 'person', label: 'A person' },
  { value: 'role', label: 'A role' },
  { value: 'nobody', label: 'Nobody' },
]

type HandOverDialogProps = { runId: string; step: RunStep; onClose: () => void }

/** Chooses whose a step is. */
export function HandOverDialog({ runId, step, onClose }: HandOverDialogProps) {
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
        {assign.error && (
          <ErrorPanel title="Failed to hand over the step" onDismiss={() => assign.reset()}>
            {messageOf(assign.error, 'An unexpected error occurred')}
          </ErrorPanel>
        )}
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
