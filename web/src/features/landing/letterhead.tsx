import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BrandLogo } from '#web/features/brokerage/brand-logo.tsx'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { useSession } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'

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
