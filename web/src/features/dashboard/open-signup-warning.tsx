import { Notice } from '#web/ui/error-panel.tsx'

/** For admins, while nothing limits who may join. */
export function OpenSignupWarning() {
  return (
    <Notice tone="warning">
      <p className="font-semibold">Anyone who knows this address can create an account.</p>
      <p className="text-muted">
        Setting <code>SIGNUP_MODE</code> to <code>domains</code>, <code>approval</code> or{' '}
        <code>invite</code> limits who may join.
      </p>
    </Notice>
  )
}
