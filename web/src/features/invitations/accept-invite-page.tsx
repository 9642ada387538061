import { ACCOUNT_CREATED, INVALID_INVITATION } from '@frontdesk/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { AuthFrame, quietLink } from '#web/features/auth/auth-frame.tsx'
import { longEnough, NameFields, NewPasswordField } from '#web/features/auth/account-form.tsx'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { required } from '#web/features/editing/form-rules.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { signupError } from '#web/session/signing-in.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { invitedEmailQuery, useAcceptInvitation } from './invitations.api.ts'

export function AcceptInvitePage() {
  const { token } = useSearch({ from: '/accept-invite' })
  const { data: settings } = useQuery(publicSettings)
  return (
    <AuthFrame
      title="Accept Invitation"
      lead={
        settings && `Join ${settings.brokerage_name}: your name and a password are all it takes.`
      }
    >
      {token ? <Invited token={token} /> : <ErrorPanel>Invalid invitation link</ErrorPanel>}
      <p className="mt-7 text-muted">
        Already have an account?{' '}
        <Link to="/login" className={`${quietLink} font-medium text-accent`}>
          Sign in
        </Link>
      </p>
    </AuthFrame>
  )
}

function Invited({ token }: { token: string }) {
  const { data, error, isPending, refetch } = useQuery(invitedEmailQuery(token))
  if (isPending) return <SkeletonLines lines={4} />
  if (data) return <AcceptInviteForm token={token} invited={data} />
  // The link may be good, only nobody can say so right now.
  const isPassing = error instanceof ApiError && (error.status === 0 || error.status >= 429)
  if (isPassing) {
    return (
      <ErrorPanel title={INVALID_INVITATION} onRetry={() => void refetch()}>
        This could not be checked. {error.message}
      </ErrorPanel>
    )
  }
  return (
    <div className="grid gap-4">
      <ErrorPanel>{INVALID_INVITATION}</ErrorPanel>
      <p className="text-muted">
        Invitations work once and for 7 days. Please ask your administrator for a new one.
      </p>
    </div>
  )
}

const fieldNames = ['first_name', 'last_name', 'password'] as const

type AcceptInviteFormProps = {
  token: string
  invited: { email: string; first_name: string; last_name: string }
}

function AcceptInviteForm({ token, invited }: AcceptInviteFormProps) {
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
