import type { HeldItemType, LegalHold } from '@frontdesk/contract/legal-holds'
import { type FormEvent, useId, useState } from 'react'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { dayOf, dueMoment, endOfDay } from '#web/lib/due-day.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useLiftLegalHold, useSetLegalHold } from './legal-holds.api.ts'

/** A person, or an item. */
export type Held = { type: 'person' | HeldItemType; id: string; title: string }

const MISSING = 'Please give a reason'

/** Says why something must be kept, and until when. */
export function SetHoldDialog({ of, onClose }: { of: Held; onClose: () => void }) {
  const id = useId()
  const setting = useSetLegalHold()
  const [reason, setReason] = useState('')
  const [day, setDay] = useState('')
  const [today] = useState(() => dayOf(new Date()))
  const [problems, setProblems] = useState<Record<string, string>>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return setProblems({ reason: MISSING })
    const held = of.type === 'person' ? { user_id: of.id } : { item_type: of.type, item_id: of.id }
    setting.mutate(
      { ...held, reason, ends_at: day === '' ? null : endOfDay(day) },
      {
        onSuccess: () => {
          toast.success(`A legal hold stands on “${of.title}”`)
          onClose()
        },
        onError: (error) => setProblems((error instanceof ApiError && error.fields) || {}),
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={() => !setting.isPending && onClose()}
      title="Set a legal hold"
      description={`Until it is lifted, nothing about “${of.title}” can be deleted or anonymised. Only administrators see it.`}
      footer={
        <>
          <Button variant="secondary" disabled={setting.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} busy={setting.isPending} busyLabel="Setting…">
            Set Hold
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-5">
        {setting.error && Object.keys(problems).length === 0 && (
          <ErrorPanel>{failureOf(setting.error, 'Failed to set the hold')}</ErrorPanel>
        )}
        <Field label="Reason" error={problems.reason}>
          <TextArea
            rows={3}
            maxLength={500}
            placeholder="Ruiz v. Harbor & Pine"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <Field
          label="Until"
          optional
          hint={day ? dueMoment(day) : 'Empty: until somebody lifts it.'}
          error={problems.ends_at}
        >
          <TextInput
            type="date"
            min={today}
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}

/** Says why it need not be kept any more. */
export function LiftHoldDialog({ hold, onClose }: { hold: LegalHold; onClose: () => void }) {
  const id = useId()
  const lifting = useLiftLegalHold()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return setProblem(MISSING)
    lifting.mutate(
      { id: hold.id, reason },
      {
        onSuccess: () => {
          toast.success(`The legal hold on “${hold.title}” is lifted`)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={() => !lifting.isPending && onClose()}
      title="Lift this legal hold?"
      description={`“${hold.title}” can be deleted again from then on. That the hold stood, and why, stays in the list.`}
      footer={
        <>
          <Button variant="secondary" disabled={lifting.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="danger"
            form={id}
            busy={lifting.isPending}
            busyLabel="Lifting…"
          >
            Lift Hold
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-5">
        {lifting.error && (
          <ErrorPanel>{failureOf(lifting.error, 'Failed to lift the hold')}</ErrorPanel>
        )}
        <Field label="Reason" error={problem}>
          <TextArea
            rows={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
