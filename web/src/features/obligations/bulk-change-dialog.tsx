import type { Obligation } from '@frontdesk/contract/obligations'
import { useState } from 'react'
import { useOfferUndo } from '#web/features/editing/use-undo.ts'
import { endOfDay, dayOf } from '#web/lib/due-day.ts'
import { failureOf } from '#web/lib/api-error.ts'
import { FormDialog } from '#web/ui/dialog.tsx'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  type Chosen,
  type RegisterScope,
  useEndWaivers,
  useMoveObligations,
  useRemind,
  useWaive,
} from './obligations.api.ts'

export type BulkChange = 'remind' | 'move' | 'waive' | 'end-waivers'

/** What something is about to be done with. */
export type ChosenRows = {
  chosen: Chosen
  /** Those chosen one by one; undefined where a filter chooses. */
  rows?: Obligation[]
  /** Such as `12` or `more than 10,000`. */
  count: string
  isOne: boolean
}

type BulkChangeDialogProps = {
  change: BulkChange
  scope: RegisterScope
  target: ChosenRows
  onClose: () => void
  onDone: () => void
}

const obligations = (count: number) => (count === 1 ? '1 obligation' : `${count} obligations`)

/** Says how many, asks for what is missing, and does it. */
export function BulkChangeDialog(props: BulkChangeDialogProps) {
  const { change, target, onClose } = props
  const [today] = useState(() => dayOf(new Date()))
  const form = useBulkChange(props)
  const { busy, error, problem, day, setDay, reason, setReason, submit } = form
  const words = wordsOf(change, target)
  return (
    <FormDialog
      size="sm"
      title={words.title}
      description={words.question}
      action={words.confirm}
      busyLabel={words.busy}
      isSending={busy}
      problem={error && failureOf(error, words.failure)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {change === 'move' && (
        <Field label="New date" required error={problem} hint="The end of that day, by your clock.">
          <TextInput
            type="date"
            className="max-w-52"
            value={day}
            min={today}
            onChange={(event) => setDay(event.target.value)}
          />
        </Field>
      )}
      {change === 'waive' && (
        <Field
          label="Reason"
          required
          error={problem}
          hint="It stands in the mail to each of them, and in the audit trail."
        >
          <TextArea
            rows={2}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      )}
    </FormDialog>
  )
}

function useBulkChange({ change, scope, target, onClose, onDone }: BulkChangeDialogProps) {
  const { chosen, rows } = target
  const remind = useRemind(scope)
  const move = useMoveObligations()
  const waive = useWaive()
  const endWaivers = useEndWaivers()
  const [day, setDay] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const offerUndo = useOfferUndo()

  const steps: Record<BulkChange, () => Promise<void>> = {
    remind: async () => {
      const { count } = await remind.mutateAsync(chosen)
      toast.success(count === 0 ? 'Nothing is open any more' : `Reminded of ${obligations(count)}`)
    },
    move: async () => {
      const { data, undo } = await move.mutateAsync({ ...chosen, due_at: endOfDay(day) })
      offerUndo(`Moved the date of ${obligations(data.count)}`, undo)
    },
    waive: async () => {
      const { data, undo } = await waive.mutateAsync({ ...chosen, reason: reason.trim() })
      offerUndo(`Waived ${obligations(data.count)}`, undo)
    },
    'end-waivers': async () => {
      const { count } = await endWaivers.mutateAsync(rows?.map(({ id }) => id) ?? [])
      toast.success(`Asked again for ${obligations(count)}`)
    },
  }
  const submit = async () => {
    if (change === 'move' && day === '') return setProblem('Please choose a day')
    if (change === 'waive' && reason.trim() === '') return setProblem('Please give a reason')
    setProblem(null)
    try {
      await steps[change]()
    } catch {
      return // Shown in the dialog.
    }
    onDone()
    onClose()
  }
  const all = [remind, move, waive, endWaivers]
  return {
    day,
    setDay,
    reason,
    setReason,
    problem,
    submit,
    busy: all.some(({ isPending }) => isPending),
    error: all.find((one) => one.error)?.error ?? null,
  }
}

function wordsOf(change: BulkChange, { count, isOne }: ChosenRows) {
  const what = isOne ? '1 obligation' : `${count} obligations`
  switch (change) {
    case 'remind':
      return {
        title: `Remind of ${what}?`,
        question:
          'Each person gets one mail that lists what they have not done and says who asks. That can’t be undone.',
        confirm: 'Remind now',
        busy: 'Reminding…',
        failure: 'Failed to remind',
      }
    case 'move':
      return {
        title: `Move the date of ${what}`,
        question: 'The people are told by mail. What others have to do keeps its date.',
        confirm: 'Move the date',
        busy: 'Moving…',
        failure: 'Failed to move the date',
      }
    case 'waive':
      return {
        title: `Waive ${what}`,
        question: 'They are let off until the waiver is ended; the record of it stays.',
        confirm: 'Waive',
        busy: 'Waiving…',
        failure: 'Failed to waive',
      }
    case 'end-waivers':
      return {
        title: `Ask again for ${what}?`,
        question: 'The waivers end, and the items are asked for again.',
        confirm: 'End the waivers',
        busy: 'Ending…',
        failure: 'Failed to end the waivers',
      }
  }
}
