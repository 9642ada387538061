import { useResendVerification } from '#web/features/auth/auth.api.ts'
import { formatDate } from '#web/lib/format.ts'
import { useUser } from '#web/session/session.tsx'
import { formError } from '#web/session/signing-in.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'

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

/** For those whose role needs a second factor, while there is time. */
export function SecondFactorNotice({ dueAt }: { dueAt: string }) {
  return (
    <Notice
      tone="warning"
      action={
        <ButtonLink to="/profile/security" variant="secondary" size="sm">
          Set It Up
        </ButtonLink>
      }
    >
      Please set up a second factor by {formatDate(dueAt)}: your role needs one.
    </Notice>
  )
}
