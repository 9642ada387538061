import { useState } from 'react'
import { dayOf } from '#web/lib/due-day.ts'
import { Field, TextInput } from '#web/ui/field.tsx'

type DueDateFieldProps = {
  /** A day such as `2026-11-30`; empty for none. */
  value: string
  onChange: (day: string) => void
}

export function DueDateField({ value, onChange }: DueDateFieldProps) {
  const [today] = useState(() => dayOf(new Date()))
  return (
    <Field label="Due date" optional hint="It is due at the end of that day, in your time zone.">
      <TextInput
        type="date"
        className="max-w-52"
        min={today}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
