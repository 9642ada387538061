import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { EmailField, plausibleEmail } from '#web/features/editing/email-field.tsx'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { useRequestPasswordReset } from './account-links.api.ts'
import { formError } from '#web/session/auth-errors.ts'
import { AuthFrame, quietLink } from './auth-frame.tsx'

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
