import { VERSION } from '@frontdesk/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BrandLogo } from '#web/features/brokerage/brand-logo.tsx'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { BellBackdrop } from '#web/ui/logo.tsx'

type AuthFrameProps = { title: string; lead?: ReactNode; children: ReactNode }

/** A form on the paper, beside the door it opens. */
export function AuthFrame({ title, lead, children }: AuthFrameProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,42%)]">
      <div className="flex min-w-0 flex-col px-(--page-gutter) pb-[env(safe-area-inset-bottom)]">
        <header className="flex h-18 shrink-0 items-center">
          <Link to="/" className="rounded-sm">
            <BrandLogo />
          </Link>
        </header>
        <main
          id="main"
          className="mx-auto w-full max-w-100 grow pt-5 pb-10 sm:pt-[clamp(1.5rem,13vh,9rem)]"
        >
          <h1 className="text-3xl font-bold tracking-[-0.035em]">{title}</h1>
          {lead && <p className="mt-2 text-muted">{lead}</p>}
          <div className="mt-7">{children}</div>
        </main>
        <footer className="flex h-16 shrink-0 items-center gap-5 text-sm text-muted">
          <Link to="/terms" className={quietLink}>
            Terms
          </Link>
          <Link to="/privacy" className={quietLink}>
            Privacy
          </Link>
          <span className="ml-auto tabular-nums">Version {VERSION}</span>
        </footer>
      </div>
      <Door />
    </div>
  )
}

/** A link within a sentence on these screens. */
export const inlineLink =
  'rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-current'

/** A link that stands by itself, and is as tall as a finger needs. */
export const quietLink = `inline-flex min-h-10 items-center ${inlineLink}`

/** The brokerage's own side of the screen. */
function Door() {
  const { data: settings } = useQuery(publicSettings)
  const named = settings && !settings.first_run
  return (
    <aside className="sticky top-3 m-3 h-[calc(100dvh-1.5rem)] overflow-hidden rounded-xl bg-accent-ground text-on-accent max-lg:hidden">
      <BellBackdrop className="-right-[30%] top-[8%] w-[120%]" />
      <div className="relative flex h-full flex-col justify-between p-10 xl:p-14">
        <p className="min-h-7 border-b-[5px] border-double border-on-accent/30 pb-4 font-semibold">
          {named ? settings.brokerage_name : 'Front Desk'}
        </p>
        <p className="max-w-[13ch] text-5xl font-bold tracking-[-0.045em]">
          Read it. Agree to it. Get on with the day.
        </p>
      </div>
    </aside>
  )
}
