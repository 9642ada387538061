import { type ReactNode } from 'react'
import { AdminTabs } from '#web/features/admin/admin-frame.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { BackLink, PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { settingsPlaces } from './settings-sections.ts'

type SettingsFrameProps = {
  title: string
  /** The page is below a section, and leads back to that itself. */
  isBelow?: boolean
  children: ReactNode
}

/** Around every section: the ways to the others, beside it or back to their list. */
export function SettingsFrame({ title, isBelow = false, children }: SettingsFrameProps) {
  usePageTitle(`${title} · Settings`)
  return (
    <>
      <PageHeader title="Admin Panel" />
      <AdminTabs />
      <div className="lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-x-12">
        <SettingsNav />
        <div className="min-w-0">
          {!isBelow && (
            <div className="lg:hidden">
              <BackLink to="/admin/settings" label="All settings" />
            </div>
          )}
          {children}
        </div>
      </div>
    </>
  )
}

/** The way from one section to the next, where there is room beside it. */
function SettingsNav() {
  return (
    <nav aria-label="Settings" className="max-lg:hidden">
      <ul className="sticky top-20 grid gap-0.5">
        {settingsPlaces.map(({ to, title, icon: Icon }) => (
          <li key={to}>
            <PathLink
              to={to}
              className="flex min-h-10 items-center gap-3 rounded-md px-3 font-medium text-muted transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent"
            >
              <Icon className="size-4.5 shrink-0" aria-hidden="true" />
              {title}
            </PathLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
