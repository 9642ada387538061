import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Field, TextInput } from './field.tsx'

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

/** A password that its writer can look at. */
export function PasswordInput(props: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  const label = shown ? 'Hide the password' : 'Show the password'
  return (
    <span className="relative block">
      <TextInput
        {...props}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="pr-11"
      />
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-muted transition-colors hover:text-ink focus-visible:-outline-offset-4"
      >
        <Icon className="size-4.5" aria-hidden="true" />
      </button>
    </span>
  )
}
