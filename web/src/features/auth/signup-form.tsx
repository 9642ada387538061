import { ACCOUNT_CREATED, PASSWORD_HINT, PASSWORD_MIN } from '@frontdesk/contract/constants'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { inlineLink } from '#web/features/auth/auth-frame.tsx'
import { signupError } from '#web/features/auth/auth-errors.ts'
import { useSignup, type NewAccount } from '#web/features/auth/auth.api.ts'
import { PasswordInput } from '#web/features/auth/password-input.tsx'
import { ApiError } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'

const fieldNames = ['first_name', 'last_name', 'email', 'password'] as const

export function SignupForm() {
  const navigate = useNavigate()
  const search = useSearch({ from: '/signup' })
  const signup = useSignup()
  const form = useForm<NewAccount>({
    defaultValues: { first_name: '', last_name: '', email: '', password: '' },
  })
  const atFields = fieldsOf(signup.error)

  const submit = form.handleSubmit((account) =>
    signup.mutate(account, {
      onSuccess: ({ message }) =>
        void navigate({ to: '/login', search, state: { notice: message || ACCOUNT_CREATED } }),
      onError: (error) => {
        for (const { name, message } of fieldsOf(error)) {
          form.setError(name, { message }, { shouldFocus: true })
        }
      },
    }),
  )

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {signup.error && atFields.length === 0 && (
        <ErrorPanel>{signupError(signup.error)}</ErrorPanel>
      )}
      <AccountFields form={form} />
      <Button
        type="submit"
        busy={signup.isPending}
        busyLabel="Creating account…"
        className="w-full"
      >
        Create Account
      </Button>
      <p className="text-sm text-muted">
        By creating an account you agree to the{' '}
        <Link to="/terms" className={inlineLink}>
          terms
        </Link>{' '}
        and have read how we treat your data in the{' '}
        <Link to="/privacy" className={inlineLink}>
          privacy notice
        </Link>
        .
      </p>
    </form>
  )
}

function AccountFields({ form }: { form: ReturnType<typeof useForm<NewAccount>> }) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label="First name" error={errors.first_name?.message}>
          <TextInput
            autoComplete="given-name"
            {...register('first_name', { validate: isFilled('Please enter your first name') })}
          />
        </Field>
        <Field label="Last name" error={errors.last_name?.message}>
          <TextInput
            autoComplete="family-name"
            {...register('last_name', { validate: isFilled('Please enter your last name') })}
          />
        </Field>
      </div>
      <Field label="Email" error={errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...register('email', {
            required: 'Please enter a valid email address',
            pattern: {
              value: /^\s*\S+@\S+\.\S+\s*$/,
              message: 'Please enter a valid email address',
            },
          })}
        />
      </Field>
      <Field
        label="Password"
        hint={errors.password?.message === PASSWORD_HINT ? undefined : PASSWORD_HINT}
        error={errors.password?.message}
      >
        <PasswordInput
          autoComplete="new-password"
          {...register('password', {
            // Code points, as the server counts them.
            validate: (value) => Array.from(value).length >= PASSWORD_MIN || PASSWORD_HINT,
          })}
        />
      </Field>
    </>
  )
}

const isFilled = (message: string) => (value: string) => value.trim() !== '' || message

/** The server's sentences for the fields of this form, in the form's order. */
function fieldsOf(error: Error | null) {
  const fields = error instanceof ApiError ? error.fields : undefined
  return fieldNames.flatMap((name) => {
    const message = fields?.[name]
    return message ? [{ name, message }] : []
  })
}
