import { ACCOUNT_CREATED, PASSWORD_HINT, PASSWORD_MIN } from '@frontdesk/contract/constants'
import type { UseMutationResult } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useForm, type UseFormRegisterReturn } from 'react-hook-form'
import { EmailField, PasswordInput, plausibleEmail } from '#web/ui/account-fields.tsx'
import { required } from '#web/features/editing/form-rules.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { signupError } from '#web/session/signing-in.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { inlineLink } from './auth-frame.tsx'
import type { NewAccount } from './auth.api.ts'

const fieldNames = ['first_name', 'last_name', 'email', 'password'] as const

type AccountFormProps = {
  creation: UseMutationResult<{ message: string }, Error, NewAccount>
  /** What the login screen is to know. */
  search: { redirect?: string }
}

/** Opens an account, by whichever way, and goes on to the login screen. */
export function AccountForm({ creation, search }: AccountFormProps) {
  const navigate = useNavigate()
  const form = useForm<NewAccount>({
    defaultValues: { first_name: '', last_name: '', email: '', password: '' },
  })
  const atFields = fieldsOf(creation.error)

  const submit = form.handleSubmit((account) =>
    creation.mutate(account, {
      onSuccess: ({ message }) =>
        void navigate({
          to: '/login',
          search,
          state: { notice: message || ACCOUNT_CREATED, email: account.email },
        }),
      onError: (error) => {
        for (const { name, message } of fieldsOf(error)) {
          form.setError(name, { message }, { shouldFocus: true })
        }
      },
    }),
  )

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {creation.error && atFields.length === 0 && (
        <ErrorPanel>{signupError(creation.error)}</ErrorPanel>
      )}
      <AccountFields form={form} />
      <Button
        type="submit"
        busy={creation.isPending}
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
      <NameFields
        errors={{ first: errors.first_name?.message, last: errors.last_name?.message }}
        first={register('first_name', { validate: required('Please enter your first name') })}
        last={register('last_name', { validate: required('Please enter your last name') })}
      />
      <EmailField error={errors.email?.message} {...register('email', plausibleEmail)} />
      <NewPasswordField
        error={errors.password?.message}
        {...register('password', { validate: longEnough })}
      />
    </>
  )
}

/** The server's sentences for the fields of this form, in the form's order. */
function fieldsOf(error: Error | null) {
  const fields = error instanceof ApiError ? error.fields : undefined
  return fieldNames.flatMap((name) => {
    const message = fields?.[name]
    return message ? [{ name, message }] : []
  })
}

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
