import { ACCOUNT_CREATED } from '@frontdesk/contract/constants'
import type { UseMutationResult } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { EmailField, plausibleEmail } from '#web/features/editing/email-field.tsx'
import { NameFields } from '#web/features/editing/name-fields.tsx'
import { required } from '#web/features/editing/field-rules.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { signupError } from '#web/session/auth-errors.ts'
import { inlineLink } from './auth-frame.tsx'
import type { NewAccount } from './auth.api.ts'
import { longEnough, NewPasswordField } from './new-password-field.tsx'

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
