import { VERSION } from '@frontdesk/contract/constants'
import { Link } from '@tanstack/react-router'
import { Logo } from '#web/ui/logo.tsx'

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
