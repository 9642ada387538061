import { formatDate } from '#web/lib/format.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'

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
