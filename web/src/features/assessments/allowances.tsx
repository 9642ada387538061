import type { Test } from '@frontdesk/contract/assessments'
import type { Waiver } from '@frontdesk/contract/attempts'
import { useQuery } from '@tanstack/react-query'
import { Plus, Undo2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { PeoplePicker, type PickedPerson } from '#web/features/people/people-picker.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, FieldError, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  grantsQuery,
  useEndWaiver,
  useGrantAttempts,
  useWaiveTest,
  waiversQuery,
} from './assessments.taking.api.ts'

/** Extra attempts that people were given. */
export function Grants({ test }: { test: Test }) {
  const [open, setOpen] = useState(false)
  const { data, error } = useQuery(grantsQuery(test.id))
  return (
    <Section
      title="Extra attempts"
      actions={
        <Button variant="secondary" size="sm" icon={Plus} onClick={() => setOpen(true)}>
          Grant Attempts
        </Button>
      }
    >
      <AllowanceList
        error={error}
        empty="Nobody was given extra attempts."
        rows={data?.map((grant) => ({
          id: grant.id,
          person: grant.person_name,
          what: grant.attempts === 1 ? '1 attempt' : `${grant.attempts} attempts`,
          reason: grant.reason,
          by: `${grant.granted_by_name}, ${formatDate(grant.created_at)}`,
        }))}
      />
      {open && <GrantDialog test={test} onClose={() => setOpen(false)} />}
    </Section>
  )
}

/** Who need not take the test. */
export function Waivers({ test }: { test: Test }) {
  const [open, setOpen] = useState(false)
  const { data, error } = useQuery(waiversQuery(test.id))
  return (
    <Section
      title="Waived"
      actions={
        <Button variant="secondary" size="sm" icon={Plus} onClick={() => setOpen(true)}>
          Waive
        </Button>
      }
    >
      <AllowanceList
        error={error}
        empty="Nobody is excused from this test."
        rows={data?.map((waiver) => ({
          id: waiver.id,
          person: waiver.person_name,
          what: null,
          reason: waiver.reason,
          by: `${waiver.waived_by_name}, ${formatDate(waiver.created_at)}`,
          waiver,
        }))}
      />
      {open && <WaiveDialog test={test} onClose={() => setOpen(false)} />}
    </Section>
  )
}

type AllowanceRow = {
  id: string
  person: string
  what: string | null
  reason: string | null
  by: string
  waiver?: Waiver
}
type AllowanceListProps = { rows?: AllowanceRow[]; error: Error | null; empty: string }

function AllowanceList({ rows, error, empty }: AllowanceListProps) {
  if (!rows) {
    return error && <p className="text-danger">{messageOf(error, 'An error occurred')}</p>
  }
  if (rows.length === 0) return <p className="text-muted">{empty}</p>
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {rows.map((row) => (
        <li key={row.id} className="grid gap-1 px-4 py-3">
          <span className="flex items-baseline justify-between gap-4">
            <span className="font-medium">{row.person}</span>
            {row.what && <span className="text-sm tabular-nums">{row.what}</span>}
          </span>
          {row.reason && <span className="wrap-anywhere">{row.reason}</span>}
          <span className="text-sm text-muted">{row.by}</span>
          {row.waiver && <EndWaiver waiver={row.waiver} />}
        </li>
      ))}
    </ul>
  )
}

function EndWaiver({ waiver }: { waiver: Waiver }) {
  const [asking, setAsking] = useState(false)
  const end = useEndWaiver(waiver.test_id)
  if (!asking) {
    return (
      <Button
        variant="ghost"
        size="sm"
        icon={Undo2}
        className="-ml-3 justify-self-start"
        onClick={() => setAsking(true)}
      >
        Take Back<span className="sr-only"> the waiver of {waiver.person_name}</span>
      </Button>
    )
  }
  return (
    <ConfirmBox
      question={`Ask it of ${waiver.person_name} again?`}
      confirmLabel="Take Back"
      busy={end.isPending}
      onConfirm={() =>
        end.mutate(waiver.id, {
          onError: (error) => toast.error(messageOf(error, 'An error occurred')),
        })
      }
      onCancel={() => setAsking(false)}
    />
  )
}

type AllowanceDialogProps = { test: Test; onClose: () => void }

/** Gives people more attempts than the test allows. */
function GrantDialog({ test, onClose }: AllowanceDialogProps) {
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
function WaiveDialog({ test, onClose }: AllowanceDialogProps) {
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
