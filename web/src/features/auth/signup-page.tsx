import { INVALID_LINK } from '@frontdesk/contract/constants'
import type { PublicSettings } from '@frontdesk/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { MailOpen } from 'lucide-react'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useSession } from '#web/session/session.tsx'
import { formError } from '#web/session/signing-in.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { AccountForm } from './account-form.tsx'
import { AuthFrame, quietLink } from './auth-frame.tsx'
import { useSignup, useVerifyEmail } from './auth.api.ts'

export function SignupPage() {
  const search = useSearch({ from: '/signup' })
  const { data: settings } = useQuery(publicSettings)
  const closed = settings?.signup_mode === 'invite' && !settings.first_run
  return (
    <AuthFrame title="Create an account" lead={closed ? undefined : leadFor(settings)}>
      {settings?.first_run && (
        <div className="mb-5">
          <Notice tone="accent">
            You are the first one here: this account will be the administrator.
          </Notice>
        </div>
      )}
      {closed ? (
        <EmptyState icon={MailOpen} title="Accounts are by invitation">
          {settings.brokerage_name} opens accounts for people it has invited. Please ask your
          administrator for an invitation, and open the link in it.
        </EmptyState>
      ) : (
        <SignupForm />
      )}
      <p className="mt-7 text-muted">
        Already have an account?{' '}
        <Link to="/login" search={search} className={`${quietLink} font-medium text-accent`}>
          Sign in
        </Link>
      </p>
    </AuthFrame>
  )
}

function leadFor(settings: PublicSettings | undefined): string {
  if (settings?.signup_mode === 'approval' && !settings.first_run) {
    return 'An administrator approves every new account before it can be used.'
  }
  if (settings?.signup_mode === 'domains' && !settings.first_run) {
    return settings.sends_mail
      ? 'Please use your work email: we mail a link to it, and your account begins when you open it.'
      : 'Please use your work email. There is no mail server yet that could confirm it, so an administrator approves each account.'
  }
  return 'Your name, your email and a password are all it takes.'
}

function SignupForm() {
  const search = useSearch({ from: '/signup' })
  return <AccountForm creation={useSignup()} search={search} />
}

/** Asks for a press, because programs that look into mail open links too. */
export function VerifyEmailPage() {
  const { token } = useSearch({ from: '/verify-email' })
  const { state, refresh } = useSession()
  const verify = useVerifyEmail()
  const isOver = !token || (verify.error instanceof ApiError && verify.error.status === 404)
  const confirm = () => {
    if (!token) return
    verify.mutate(token, {
      onSuccess: () => {
        if (state === 'signed-in') void refresh()
      },
    })
  }
  return (
    <AuthFrame title="Confirm your email" lead={verificationLead(verify.isSuccess || isOver)}>
      <div className="grid gap-5">
        {isOver && <ErrorPanel>{INVALID_LINK}</ErrorPanel>}
        {!isOver && verify.error && <ErrorPanel>{formError(verify.error)}</ErrorPanel>}
        {verify.isSuccess && <Notice tone="success">{verify.data.message}</Notice>}
        {!isOver && !verify.isSuccess && (
          <Button busy={verify.isPending} busyLabel="Confirming…" onClick={confirm}>
            Confirm My Address
          </Button>
        )}
        <p>
          <Link
            to={state === 'signed-in' ? '/dashboard' : '/login'}
            className={`${quietLink} font-medium text-accent`}
          >
            {state === 'signed-in' ? 'Go to the Front Desk' : 'Go to the sign-in'}
          </Link>
        </p>
        {isOver && (
          <p className="text-muted">
            Once signed in, you can have a new link sent from the Front Desk.
          </p>
        )}
      </div>
    </AuthFrame>
  )
}

function verificationLead(done: boolean): string | undefined {
  return done ? undefined : 'One press, and we know that mail to this address reaches you.'
}
