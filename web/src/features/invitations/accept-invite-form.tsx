import { ACCOUNT_CREATED } from '@frontdesk/contract/constants'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { signupError } from '#web/session/auth-errors.ts'
import { longEnough, NewPasswordField } from '#web/features/auth/new-password-field.tsx'
import { NameFields } from '#web/features/editing/name-fields.tsx'
import { required } from '#web/features/editing/text-rules.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { useAcceptInvitation } from './invitations.api.ts'

const fieldNames = ['first_name', 'last_name', 'password'] as const

type AcceptInviteFormProps = {
  token: string
  invited: { email: string; first_name: string; last_name: string }
}

export function AcceptInviteForm({ token, invited }: AcceptInviteFormProps) {
  const navigate = useNavigate()
  const accept = useAcceptInvitation()
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { first_name: invited.first_name, last_name: invited.last_name, password: '' },
  })
  const { errors } = formState
  const atFields = fieldsOf(accept.error)

  const submit = handleSubmit((account) =>
    accept.mutate(
      { token, ...account },
      {
        onSuccess: ({ message }) =>
          void navigate({
            to: '/login',
            state: { notice: message || ACCOUNT_CREATED, email: invited.email },
          }),
        onError: (error) => {
          for (const { name, message } of fieldsOf(error)) {
            setError(name, { message }, { shouldFocus: true })
          }
        },
      },
    ),
  )

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {accept.error && atFields.length === 0 && (
        <ErrorPanel>{signupError(accept.error)}</ErrorPanel>
      )}
      <Field label="Email">
        <TextInput type="email" autoComplete="username" value={invited.email} readOnly />
      </Field>
      <NameFields
        errors={{ first: errors.first_name?.message, last: errors.last_name?.message }}
        first={register('first_name', { validate: required('Please enter your first name') })}
        last={register('last_name', { validate: required('Please enter your last name') })}
      />
      <NewPasswordField
        error={errors.password?.message}
        {...register('password', { validate: longEnough })}
      />
      <Button
        type="submit"
        busy={accept.isPending}
        busyLabel="Creating account…"
        className="w-full"
      >
        Create Account
      </Button>
    </form>
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
