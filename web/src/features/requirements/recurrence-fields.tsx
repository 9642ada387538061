import { Field, Select, TextInput } from '#web/ui/field.tsx'
import { type AssignmentDraft, type HowOften, monthName } from './assignment.ts'

type RecurrenceFieldsProps = {
  draft: AssignmentDraft
  onChange: (change: Partial<AssignmentDraft>) => void
}

const choices: { value: HowOften; label: string }[] = [
  { value: 'once', label: 'Once' },
  { value: 'months', label: 'Again some months after doing it' },
  { value: 'days', label: 'Again some days after doing it' },
  { value: 'yearly', label: 'Each year on a day' },
]
const months = Array.from({ length: 12 }, (_, index) => index + 1)

/** Whether an item is asked for again, and how long before it is due that begins. */
export function RecurrenceFields({ draft, onChange }: RecurrenceFieldsProps) {
  const { howOften } = draft
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="How often">
        <Select
          value={howOften}
          onChange={({ target }) =>
            onChange({ howOften: choices.find(({ value }) => value === target.value)?.value })
          }
        >
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {(howOften === 'months' || howOften === 'days') && (
        <NumberField
          label={howOften === 'months' ? 'Months' : 'Days'}
          value={draft.every}
          min={1}
          onChange={(every) => onChange({ every })}
        />
      )}
      {howOften === 'yearly' && (
        <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] gap-3">
          <Field label="Month">
            <Select
              value={draft.month}
              onChange={(event) => onChange({ month: event.target.value })}
            >
              {months.map((month) => (
                <option key={month} value={month}>
                  {monthName(month)}
                </option>
              ))}
            </Select>
          </Field>
          <NumberField
            label="Day"
            value={draft.day}
            min={1}
            max={31}
            onChange={(day) => onChange({ day })}
          />
        </div>
      )}
      {howOften !== 'once' && (
        <NumberField
          label="Asked for so many days before"
          hint="Empty: 30 days, or half of a shorter time."
          value={draft.windowDays}
          min={0}
          onChange={(windowDays) => onChange({ windowDays })}
        />
      )}
    </div>
  )
}

type NumberFieldProps = {
  label: string
  hint?: string
  value: string
  min: number
  max?: number
  onChange: (value: string) => void
}

function NumberField({ label, hint, value, min, max, onChange }: NumberFieldProps) {
  return (
    <Field label={label} hint={hint}>
      <TextInput
        type="number"
        inputMode="numeric"
        step={1}
        min={min}
        max={max}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
