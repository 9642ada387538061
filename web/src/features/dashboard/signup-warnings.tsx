import { Notice } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'

/** For admins, while nothing limits who may join. */
export function OpenSignupWarning() {
  return (
    <Notice tone="warning">
      <p className="font-semibold">Anyone who knows this address can create an account.</p>
      <p className="text-muted">
        You can limit who may join in the <SettingsLink />.
      </p>
    </Notice>
  )
}

/** For admins, while new people are asked to confirm a work address and no mail can ask them. */
export function SignupNeedsMailWarning() {
  return (
    <Notice tone="warning">
      <p className="font-semibold">Nobody can confirm a work address: no mail server is set.</p>
      <p className="text-muted">
        Sign-up with a work address needs one:{' '}
        <PathLink to="/admin/settings/mail" className={link}>
          set up mail
        </PathLink>
        . Until then new people wait for you under{' '}
        <PathLink to="/admin/people" className={link}>
          People
        </PathLink>
        , or you choose another way to join in the <SettingsLink />.
      </p>
    </Notice>
  )
}

const link = 'text-accent underline underline-offset-3 hover:decoration-2'

function SettingsLink() {
  return (
    <PathLink to="/admin/settings/joining" className={link}>
      settings
    </PathLink>
  )
}
