import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePageTitle } from '#web/lib/page-title.ts'
import { PathLink } from './path-link.tsx'

type PageHeaderProps = {
  title: ReactNode
  description?: ReactNode
  back?: { to: string; label: string }
  actions?: ReactNode
  /** Small, right behind the title. */
  mark?: ReactNode
}

/** Names the browser's tab as well, unless the page around it knows a better title. */
export function PageHeader({ title, description, back, actions, mark }: PageHeaderProps) {
  usePageTitle(typeof title === 'string' ? title : undefined)
  return (
    <header className="mb-6 sm:mb-8">
      {back && <BackLink {...back} />}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 grow basis-80">
          <div className="flex items-start gap-2">
            <h1 className="min-w-0 text-2xl font-semibold tracking-[-0.03em] wrap-break-word sm:text-3xl">
              {title}
            </h1>
            {mark && <div className="shrink-0 pt-0.5 sm:pt-1.5">{mark}</div>}
          </div>
          {description && <p className="mt-1.5 max-w-[64ch] text-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  )
}

const ARROW = '← '

/** The way up, above a page's title; the arrow that a label begins with is drawn as all others are. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <PathLink
      to={to}
      className="-ml-1 mb-3 inline-flex min-h-8 items-center gap-1.5 rounded-sm px-1 text-sm font-medium text-muted transition-colors hover:text-ink"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      {label.startsWith(ARROW) && <span className="sr-only">{ARROW}</span>}
      {label.replace(ARROW, '')}
    </PathLink>
  )
}
