import { useState } from 'react'
import { dayOf, dueMoment } from '#web/lib/due-day.ts'
import { Field, TextInput } from '#web/ui/field.tsx'

type DueDateFieldProps = {
  /** A day such as `2026-11-30`; empty for none. */
  value: string
  onChange: (day: string) => void
  /** Offers no day that has passed. */
  future?: boolean
}

/** When something is due that has this day set, and by whose clock. */
export const dueHint = (day: string) =>
  day === ''
    ? 'It is due at the end of that day, by your clock.'
    : `It is due on ${dueMoment(day)}: the end of that day by your clock.`

export function DueDateField({ value, onChange, future = true }: DueDateFieldProps) {
  const [today] = useState(() => dayOf(new Date()))
  return (
    <Field label="Due date" optional hint={dueHint(value)}>
      <TextInput
        type="date"
        className="max-w-52"
        min={future ? today : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
