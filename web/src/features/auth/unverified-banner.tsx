import { useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import { useResendVerification } from './auth.api.ts'
import { formError } from '#web/session/signing-in.ts'

/** For people who have not confirmed their address. */
export function UnverifiedBanner() {
  const user = useUser()
  const resend = useResendVerification()
  return (
    <Notice
      tone={resend.error ? 'warning' : 'neutral'}
      action={
        !resend.isSuccess && (
          <Button
            variant="secondary"
            size="sm"
            busy={resend.isPending}
            busyLabel="Sending…"
            onClick={() => resend.mutate()}
          >
            Resend
          </Button>
        )
      }
    >
      <p className="wrap-anywhere">
        {resend.isSuccess
          ? `A new link is on its way to ${user.email}.`
          : `Please confirm your email address with the link that we sent to ${user.email}.`}
      </p>
      {resend.error && <p className="text-muted">{formError(resend.error)}</p>}
    </Notice>
  )
}
