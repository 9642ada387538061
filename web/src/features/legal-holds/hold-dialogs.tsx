import type { HeldItemType, LegalHold } from '@frontdesk/contract/legal-holds'
import { useState } from 'react'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { dayOf, dueMoment, endOfDay } from '#web/lib/due-day.ts'
import { FormDialog } from '#web/ui/dialog.tsx'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useLiftLegalHold, useSetLegalHold } from './legal-holds.api.ts'

/** A person, or an item. */
export type Held = { type: 'person' | HeldItemType; id: string; title: string }

const MISSING = 'Please give a reason'

/** Says why something must be kept, and until when. */
export function SetHoldDialog({ of, onClose }: { of: Held; onClose: () => void }) {
  const setting = useSetLegalHold()
  const [reason, setReason] = useState('')
  const [day, setDay] = useState('')
  const [today] = useState(() => dayOf(new Date()))
  const [problems, setProblems] = useState<Record<string, string>>({})
  const submit = () => {
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
    <FormDialog
      title="Set a legal hold"
      description={`Until it is lifted, nothing about “${of.title}” can be deleted or anonymised. Only administrators see it.`}
      action="Set Hold"
      busyLabel="Setting…"
      isSending={setting.isPending}
      problem={
        setting.error &&
        Object.keys(problems).length === 0 &&
        failureOf(setting.error, 'Failed to set the hold')
      }
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}

/** Says why it need not be kept any more. */
export function LiftHoldDialog({ hold, onClose }: { hold: LegalHold; onClose: () => void }) {
  const lifting = useLiftLegalHold()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = () => {
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
    <FormDialog
      title="Lift this legal hold?"
      description={`“${hold.title}” can be deleted again from then on. That the hold stood, and why, stays in the list.`}
      action="Lift Hold"
      busyLabel="Lifting…"
      danger
      isSending={lifting.isPending}
      problem={lifting.error && failureOf(lifting.error, 'Failed to lift the hold')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Reason" error={problem}>
        <TextArea
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
