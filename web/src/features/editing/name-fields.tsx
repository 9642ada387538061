import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field, TextInput } from '#web/ui/field.tsx'

type NameFieldsProps = {
  first: UseFormRegisterReturn
  last: UseFormRegisterReturn
  errors: { first?: string; last?: string }
}

/** What somebody is called, side by side where there is room. */
export function NameFields({ first, last, errors }: NameFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
      <Field label="First name" error={errors.first}>
        <TextInput autoComplete="given-name" {...first} />
      </Field>
      <Field label="Last name" error={errors.last}>
        <TextInput autoComplete="family-name" {...last} />
      </Field>
    </div>
  )
}
