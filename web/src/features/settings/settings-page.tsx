import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { AdminTabs } from '#web/features/admin/admin-frame.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { adminSettingsQuery } from './admin-settings.api.ts'
import { settingsPlaces } from './settings-sections.ts'

/** Every section, and what is set in it. */
export function SettingsPage() {
  usePageTitle('Settings · Admin Panel')
  const { data, error, refetch } = useQuery(adminSettingsQuery)
  const isComing = !data && !error
  return (
    <>
      <PageHeader title="Admin Panel" />
      <AdminTabs />
      <h2 className="sr-only">Settings</h2>
      {error && !data && (
        <div className="mb-6">
          <ErrorPanel title="Failed to load the settings" onRetry={() => void refetch()}>
            {messageOf(error, 'Please try again.')}
          </ErrorPanel>
        </div>
      )}
      {isComing ? (
        <SettingsComing />
      ) : (
        <ul className={listClasses}>
          {settingsPlaces.map(({ to, title, icon: Icon, now }) => (
            <li key={to} className="not-last:border-b not-last:border-line">
              <PathLink
                to={to}
                className="group flex items-center gap-4 px-4 py-3.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
              >
                <Icon className="size-5 shrink-0 text-accent" aria-hidden="true" />
                <span className="min-w-0 grow">
                  <span className="block font-semibold">{title}</span>
                  {data && <span className="block text-sm text-muted">{now(data.data)}</span>}
                </span>
                <ChevronRight
                  className="size-5 shrink-0 text-muted transition-transform group-hover:translate-x-0.5"
                  aria-hidden="true"
                />
              </PathLink>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const listClasses = 'max-w-3xl overflow-hidden rounded-lg border border-line bg-surface'

/** What is set may take two lines: nothing stands that it would move. */
function SettingsComing() {
  return (
    <ul aria-busy="true" className={listClasses}>
      {settingsPlaces.map(({ to }) => (
        <li
          key={to}
          className="flex items-center gap-4 px-4 py-3.5 not-last:border-b not-last:border-line sm:px-5"
        >
          <Skeleton className="size-5 shrink-0" />
          <div className="min-w-0 grow">
            <Skeleton className="my-1 h-4 w-28" />
            <Skeleton className="my-[2.5px] h-4 w-48" />
          </div>
        </li>
      ))}
    </ul>
  )
}
