import type { Test } from '@frontdesk/contract/assessments'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { PeoplePicker, type PickedPerson } from '#web/features/people/people-picker.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, FieldError, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useGrantAttempts, useWaiveTest } from './assessments.taking.api.ts'

type AllowanceDialogProps = { test: Test; onClose: () => void }

/** Gives people more attempts than the test allows. */
export function GrantDialog({ test, onClose }: AllowanceDialogProps) {
  const grant = useGrantAttempts(test.id)
  const [attempts, setAttempts] = useState('1')
  const isNumber = /^\d+$/.test(attempts) && Number(attempts) >= 1 && Number(attempts) <= 100
  return (
    <AllowanceForm
      title="Grant attempts"
      test={test}
      submitLabel="Grant Attempts"
      error={grant.error}
      busy={grant.isPending}
      onClose={onClose}
      problem={isNumber ? null : 'Please give 1 to 100 attempts'}
      onSubmit={({ userIds, reason }) =>
        grant.mutate(
          { userIds, reason, attempts: Number(attempts) },
          {
            onSuccess: () => {
              toast.success('Extra attempts were granted')
              onClose()
            },
          },
        )
      }
    >
      <Field label="Attempts" required>
        <TextInput
          inputMode="numeric"
          value={attempts}
          onChange={(event) => setAttempts(event.target.value)}
          className="max-w-24"
        />
      </Field>
    </AllowanceForm>
  )
}

/** Excuses people from a test. */
export function WaiveDialog({ test, onClose }: AllowanceDialogProps) {
  const waive = useWaiveTest(test.id)
  return (
    <AllowanceForm
      title="Waive"
      test={test}
      submitLabel="Waive"
      needsReason
      error={waive.error}
      busy={waive.isPending}
      onClose={onClose}
      problem={null}
      onSubmit={(allowance) =>
        waive.mutate(allowance, {
          onSuccess: () => {
            toast.success('It is waived now')
            onClose()
          },
        })
      }
    />
  )
}

type AllowanceFormProps = {
  title: string
  test: Test
  submitLabel: string
  needsReason?: boolean
  error: Error | null
  busy: boolean
  problem: string | null
  onClose: () => void
  onSubmit: (allowance: { userIds: string[]; reason: string }) => void
  children?: ReactNode
}

function AllowanceForm(props: AllowanceFormProps) {
  const { title, test, submitLabel, needsReason = false, error, busy, problem } = props
  const formId = useId()
  const [people, setPeople] = useState<PickedPerson[]>([])
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const nobody = people.length === 0 ? 'Please choose who this is for' : null
  const noReason = needsReason && reason.trim() === '' ? 'Please give a reason' : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (nobody || noReason || problem) return
    props.onSubmit({ userIds: people.map(({ id }) => id), reason: reason.trim() })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) props.onClose()
      }}
      title={title}
      description={test.title}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} busyLabel="Saving…">
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="grid gap-6">
        {error && (
          <ErrorPanel title="This could not be saved">
            {messageOf(error, 'An unexpected error occurred')}
          </ErrorPanel>
        )}
        <fieldset className="min-w-0">
          <legend className="font-medium">Who is this for?</legend>
          <PeoplePicker picked={people} onChange={setPeople} />
          {tried && nobody && <FieldError id={`${formId}-who`}>{nobody}</FieldError>}
        </fieldset>
        {props.children}
        {tried && problem && <FieldError id={`${formId}-problem`}>{problem}</FieldError>}
        <Field
          label="Reason"
          required={needsReason}
          optional={!needsReason}
          error={tried ? noReason : null}
        >
          <TextInput
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
