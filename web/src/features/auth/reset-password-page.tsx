import { INVALID_LINK, PASSWORD_RESET } from '@frontdesk/contract/constants'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { ApiError } from '#web/lib/api-error.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { useResetPassword } from './account-links.api.ts'
import { formError } from '#web/session/auth-errors.ts'
import { AuthFrame, quietLink } from './auth-frame.tsx'
import { longEnough, NewPasswordField } from './new-password-field.tsx'

export function ResetPasswordPage() {
  const { token } = useSearch({ from: '/reset-password' })
  const reset = useResetPassword()
  const isOver = !token || (reset.error instanceof ApiError && reset.error.code === 'invalid_link')
  return (
    <AuthFrame
      title="Choose a new password"
      lead={isOver ? undefined : 'You will be signed out everywhere, and sign in with the new one.'}
    >
      {isOver ? <LinkIsOver /> : <ResetPasswordForm token={token} reset={reset} />}
      <p className="mt-7">
        <Link to="/login" className={`${quietLink} text-muted`}>
          Back to the sign-in
        </Link>
      </p>
    </AuthFrame>
  )
}

type FormProps = { token: string; reset: ReturnType<typeof useResetPassword> }

function ResetPasswordForm({ token, reset }: FormProps) {
  const navigate = useNavigate()
  const { endHere } = useSession()
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { password: '' },
  })
  const submit = handleSubmit(({ password }) =>
    reset.mutate(
      { token, password },
      {
        onSuccess: ({ message }) => {
          // Whoever was signed in here no longer is.
          endHere()
          void navigate({ to: '/login', state: { notice: message || PASSWORD_RESET } })
        },
        onError: (error) => {
          const message = error instanceof ApiError ? error.fields?.password : undefined
          if (message) setError('password', { message }, { shouldFocus: true })
        },
      },
    ),
  )
  const atField = reset.error instanceof ApiError && reset.error.fields?.password
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {reset.error && !atField && <ErrorPanel>{formError(reset.error)}</ErrorPanel>}
      <NewPasswordField
        label="New password"
        error={formState.errors.password?.message}
        {...register('password', { validate: longEnough })}
      />
      <Button type="submit" busy={reset.isPending} busyLabel="Saving…" className="w-full">
        Save the New Password
      </Button>
    </form>
  )
}

function LinkIsOver() {
  return (
    <div className="grid gap-5">
      <ErrorPanel>{INVALID_LINK}</ErrorPanel>
      <p>
        <Link to="/forgot-password" className={`${quietLink} font-medium text-accent`}>
          Ask for a new link
        </Link>
      </p>
    </div>
  )
}
