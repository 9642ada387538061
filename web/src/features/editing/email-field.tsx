import type { ComponentProps } from 'react'
import { Field, TextInput } from '#web/ui/field.tsx'

type EmailFieldProps = ComponentProps<'input'> & { error?: string }

/** The address of whoever fills the form in. */
export function EmailField({ error, ...props }: EmailFieldProps) {
  return (
    <Field label="Email" error={error}>
      <TextInput
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...props}
      />
    </Field>
  )
}

/** What makes an address plausible; whether it is one is the server's to say. */
export const plausibleEmail = {
  required: 'Please enter a valid email address',
  pattern: { value: /^\s*\S+@\S+\.\S+\s*$/, message: 'Please enter a valid email address' },
}
