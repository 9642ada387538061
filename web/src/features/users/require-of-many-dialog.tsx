import type { AdminUser } from '@frontdesk/contract/admin-users'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { DueDateField } from '#web/features/requirements/due-date-field.tsx'
import { endOfDay } from '#web/features/requirements/due-day.ts'
import { policyOptionsQuery } from '#web/features/policies/policies.api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useRequirePolicyOfMany } from './admin-users.api.ts'

type RequireOfManyDialogProps = { people: AdminUser[]; onClose: () => void; onDone: () => void }

export function RequireOfManyDialog({ people, onClose, onDone }: RequireOfManyDialogProps) {
  const formId = useId()
  const [values, setValues] = useState({ policyId: '', dueOn: '' })
  const [problem, setProblem] = useState<string | null>(null)
  const policies = useQuery(policyOptionsQuery)
  const requiring = useRequirePolicyOfMany()
  // Nothing can be asked of somebody who may not sign in any more.
  const able = people.filter(({ status }) => status !== 'inactive')
  const left = people.length - able.length

  const submit = async () => {
    const { policyId, dueOn } = values
    if (policyId === '') return setProblem('Please select a policy')
    const dueAt = dueOn === '' ? null : endOfDay(dueOn)
    try {
      await requiring.mutateAsync({ policyId, userIds: able.map(({ id }) => id), dueAt })
    } catch {
      return // The panel says why.
    }
    const title = policies.data?.find(({ id }) => id === policyId)?.title ?? 'The policy'
    toast.success(
      `“${title}” is required of ${able.length === 1 ? '1 person' : `${able.length} people`}.`,
    )
    onDone()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !requiring.isPending) onClose()
      }}
      title="Require policy"
      description={`Of ${able.length === 1 ? (able[0]?.name ?? '') : `${able.length} people`}.`}
      footer={
        <>
          <Button variant="secondary" disabled={requiring.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={able.length === 0}
            busy={requiring.isPending}
            busyLabel="Requiring…"
          >
            Require Policy
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5 pt-1"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {requiring.error && (
          <ErrorPanel title="Failed to require policy" onDismiss={() => requiring.reset()}>
            {messageOf(requiring.error, 'Please try again.')}
          </ErrorPanel>
        )}
        {left > 0 && (
          <Notice tone="warning">
            {left === 1 ? 'One of them is' : `${left} of them are`} inactive and left out.
          </Notice>
        )}
        <RequireFields
          values={values}
          problem={problem}
          onChange={(change) => {
            setValues({ ...values, ...change })
            setProblem(null)
          }}
        />
      </form>
    </Dialog>
  )
}

type Values = { policyId: string; dueOn: string }
type RequireFieldsProps = {
  values: Values
  problem: string | null
  onChange: (change: Partial<Values>) => void
}

function RequireFields({ values, problem, onChange }: RequireFieldsProps) {
  const policies = useQuery(policyOptionsQuery)
  return (
    <>
      {policies.error && !policies.data && (
        <ErrorPanel title="Failed to fetch policies" onRetry={() => void policies.refetch()}>
          {messageOf(policies.error, 'Please try again.')}
        </ErrorPanel>
      )}
      <Field label="Policy" required error={problem}>
        <Select
          value={values.policyId}
          onChange={(event) => onChange({ policyId: event.target.value })}
        >
          <option value="">{policies.isPending ? 'Loading…' : 'Select a policy'}</option>
          {policies.data?.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      <DueDateField value={values.dueOn} onChange={(dueOn) => onChange({ dueOn })} />
    </>
  )
}
