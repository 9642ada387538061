import { INVALID_LINK, PASSWORD_RESET } from '@frontdesk/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { EmailField, plausibleEmail } from '#web/ui/account-fields.tsx'
import { ApiError } from '#web/lib/api-error.ts'
import { formError } from '#web/session/signing-in.ts'
import { useSession } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { longEnough, NewPasswordField } from './account-form.tsx'
import { AuthFrame, quietLink } from './auth-frame.tsx'
import { useRequestPasswordReset, useResetPassword } from './auth.api.ts'

export function ForgotPasswordPage() {
  const { data: settings } = useQuery(publicSettings)
  const request = useRequestPasswordReset()
  const hasNoMail = settings?.sends_mail === false
  return (
    <AuthFrame
      title="Forgot your password?"
      lead={
        request.isSuccess || hasNoMail
          ? undefined
          : 'Tell us your email address, and we will send you a link to choose a new one.'
      }
    >
      {hasNoMail && (
        <div className="mb-5">
          <Notice tone="warning">
            This installation has no mail server yet. Please ask your administrator for help with
            your password.
          </Notice>
        </div>
      )}
      {request.isSuccess ? (
        <Requested message={request.data.message} onAgain={() => request.reset()} />
      ) : (
        <ForgotPasswordForm request={request} />
      )}
      <p className="mt-7">
        <Link to="/login" className={`${quietLink} font-medium text-accent`}>
          Back to the sign-in
        </Link>
      </p>
    </AuthFrame>
  )
}

type Request = ReturnType<typeof useRequestPasswordReset>

function ForgotPasswordForm({ request }: { request: Request }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } })
  const submit = handleSubmit((body) => request.mutate(body))
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {request.error && <ErrorPanel>{formError(request.error)}</ErrorPanel>}
      <EmailField error={formState.errors.email?.message} {...register('email', plausibleEmail)} />
      <Button type="submit" busy={request.isPending} busyLabel="Sending…" className="w-full">
        Send the Link
      </Button>
    </form>
  )
}

function Requested({ message, onAgain }: { message: string; onAgain: () => void }) {
  return (
    <div className="grid gap-5">
      <Notice tone="success">
        <p>{message}</p>
        <p className="mt-1 text-muted">
          It works once, within an hour. Have a look in the spam folder, too.
        </p>
      </Notice>
      <div>
        <Button variant="secondary" onClick={onAgain}>
          Try another address
        </Button>
      </div>
    </div>
  )
}

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
