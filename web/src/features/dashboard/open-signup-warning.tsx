import { Notice } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'

/** For admins, while nothing limits who may join. */
export function OpenSignupWarning() {
  return (
    <Notice tone="warning">
      <p className="font-semibold">Anyone who knows this address can create an account.</p>
      <p className="text-muted">
        You can limit who may join in the{' '}
        <PathLink
          to="/admin/settings"
          className="text-accent underline underline-offset-3 hover:decoration-2"
        >
          settings
        </PathLink>
        .
      </p>
    </Notice>
  )
}
