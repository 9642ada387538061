import type { Requirement } from '@frontdesk/contract/requirements'
import { useEffect, useRef, useState } from 'react'
import { dueHint } from '#web/features/editing/due-date-field.tsx'
import { failureOf } from '#web/lib/api-error.ts'
import { dayOf, endOfDay } from '#web/lib/due-day.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { type RequiredItem, useChangeDueDate } from './requirements.api.ts'

type ChangeDueDateProps = { item: RequiredItem; requirement: Requirement; onDone: () => void }

/** Moves the due date of one requirement; an empty one takes it away. */
export function ChangeDueDate({ item, requirement, onDone }: ChangeDueDateProps) {
  const { due_at: dueAt } = requirement
  const [day, setDay] = useState(dueAt ? dayOf(new Date(dueAt)) : '')
  const input = useRef<HTMLInputElement>(null)
  // It stands where the person has just pressed.
  useEffect(() => input.current?.focus(), [])
  const change = useChangeDueDate(item, requirement.id)
  const save = () => change.mutate(day === '' ? null : endOfDay(day), { onSuccess: () => onDone() })
  return (
    <form
      noValidate
      className="grid gap-3 rounded-md border border-line bg-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {change.error && (
        <ErrorPanel onDismiss={() => change.reset()}>
          {failureOf(change.error, 'Failed to change the due date')}
        </ErrorPanel>
      )}
      <div className="flex flex-wrap items-end gap-x-3 gap-y-3">
        <Field
          label="Due date"
          hint={day === '' ? 'Empty: whenever they get to it.' : dueHint(day)}
        >
          <TextInput
            type="date"
            className="max-w-52"
            ref={input}
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        </Field>
        <div className="flex gap-2 sm:mb-8">
          <Button type="submit" size="sm" busy={change.isPending} busyLabel="Saving…">
            Save
          </Button>
          <Button variant="secondary" size="sm" disabled={change.isPending} onClick={onDone}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  )
}
