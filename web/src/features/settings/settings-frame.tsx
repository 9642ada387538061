import type { ReactNode } from 'react'
import { AdminTabs } from '#web/features/admin/admin-tabs.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { BackLink, PageHeader } from '#web/ui/page-header.tsx'
import { SettingsNav } from './settings-nav.tsx'

type SettingsFrameProps = { title: string; children: ReactNode }

/** Around every section: the ways to the others, beside it or back to their list. */
export function SettingsFrame({ title, children }: SettingsFrameProps) {
  usePageTitle(`${title} · Settings`)
  return (
    <>
      <PageHeader title="Admin Panel" />
      <AdminTabs />
      <div className="lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-x-12">
        <SettingsNav />
        <div className="min-w-0">
          <div className="lg:hidden">
            <BackLink to="/admin/settings" label="All settings" />
          </div>
          {children}
        </div>
      </div>
    </>
  )
}
