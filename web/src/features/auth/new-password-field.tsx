import { PASSWORD_HINT, PASSWORD_MIN } from '@frontdesk/contract/constants'
import type { ComponentProps } from 'react'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'

type NewPasswordFieldProps = ComponentProps<'input'> & { label?: string; error?: string }

export function NewPasswordField({ label = 'Password', error, ...props }: NewPasswordFieldProps) {
  return (
    <Field label={label} hint={error === PASSWORD_HINT ? undefined : PASSWORD_HINT} error={error}>
      <PasswordInput autoComplete="new-password" {...props} />
    </Field>
  )
}

/** Code points, as the server counts them. */
export const longEnough = (value: string) =>
  Array.from(value).length >= PASSWORD_MIN || PASSWORD_HINT
