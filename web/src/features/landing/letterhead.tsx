import { VERSION } from '@frontdesk/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BrandLogo } from '#web/features/brokerage/brand-logo.tsx'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { useSession } from '#web/session/session.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'

/** The head of every public page that reads like a letter. */
export function Letterhead() {
  const { data: settings } = useQuery(publicSettings)
  const { state } = useSession()
  const named = settings && !settings.first_run
  return (
    <header className="mx-auto w-full max-w-[72rem] px-(--page-gutter)">
      <div className="flex h-18 items-center gap-5 border-b-[5px] border-double border-line-strong">
        <Link to="/" className="flex rounded-sm">
          <BrandLogo />
        </Link>
        <p className="ml-auto hidden truncate text-sm text-muted sm:block">
          {named && settings.brokerage_name}
        </p>
        {state === 'signed-in' ? (
          <ButtonLink to="/dashboard" variant="secondary" size="sm" className="max-sm:ml-auto">
            Front Desk
          </ButtonLink>
        ) : (
          <ButtonLink to="/login" variant="secondary" size="sm" className="max-sm:ml-auto">
            Sign in
          </ButtonLink>
        )}
      </div>
    </header>
  )
}

const linkClasses =
  'inline-flex min-h-10 items-center rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-current'

/** The foot of the public pages. */
export function PublicFooter() {
  return (
    <footer className="border-t border-line bg-sunken">
      <div className="mx-auto flex w-full max-w-[72rem] flex-wrap items-center gap-x-8 gap-y-2 px-(--page-gutter) py-6 text-sm text-muted">
        <Logo size={24} />
        <p>Front Desk {VERSION}</p>
        <nav aria-label="Legal" className="flex gap-6 sm:ml-auto">
          <Link to="/terms" className={linkClasses}>
            Terms
          </Link>
          <Link to="/privacy" className={linkClasses}>
            Privacy
          </Link>
        </nav>
      </div>
    </footer>
  )
}
