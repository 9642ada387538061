import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useCancelEmailChange, useResendEmailChange } from './profile.api.ts'

/** The address that a person is to have, until its mailbox answers. */
export function PendingEmail({ email }: { email: string }) {
  const resend = useResendEmailChange()
  const cancel = useCancelEmailChange()
  const keep = async () => {
    try {
      // Awaited, because this notice goes with it.
      await cancel.mutateAsync()
      toast.success('Your email address stays as it is.')
    } catch {
      // The notice says so.
    }
  }
  const error = resend.error ?? cancel.error
  return (
    <Notice
      tone={error ? 'warning' : 'neutral'}
      action={
        <div className="flex gap-2">
          {!resend.isSuccess && (
            <Button
              variant="secondary"
              size="sm"
              busy={resend.isPending}
              busyLabel="Sending…"
              onClick={() => resend.mutate()}
            >
              Resend
            </Button>
          )}
          <Button
            variant="ghost"
            size="sm"
            busy={cancel.isPending}
            busyLabel="Cancelling…"
            onClick={() => void keep()}
          >
            Keep the old one
          </Button>
        </div>
      }
    >
      <p className="wrap-anywhere">
        {resend.isSuccess
          ? `A new link is on its way to ${email}.`
          : `Waiting for confirmation of ${email}. Until then you sign in as before.`}
      </p>
      {error && <p className="text-muted">{messageOf(error, 'Please try again.')}</p>}
    </Notice>
  )
}
