import { INVALID_LINK } from '@frontdesk/contract/constants'
import { Link, useSearch } from '@tanstack/react-router'
import { ApiError } from '#web/lib/api-error.ts'
import { useSession } from '#web/session/session.tsx'
import { formError } from '#web/session/signing-in.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { AuthFrame, quietLink } from './auth-frame.tsx'
import { useVerifyEmail } from './auth.api.ts'

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
    <AuthFrame title="Confirm your email" lead={leadFor(verify.isSuccess || isOver)}>
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

function leadFor(done: boolean): string | undefined {
  return done ? undefined : 'One press, and we know that mail to this address reaches you.'
}
