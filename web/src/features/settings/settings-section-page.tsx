import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { AdminTabs } from '#web/features/admin/admin-tabs.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { BackLink, PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { adminSettingsQuery } from './admin-settings.api.ts'
import { SettingsEditor } from './settings-editor.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { findSection, type SettingsSectionFacts } from './settings-sections.ts'

export function SettingsSectionPage() {
  const { section: id = '' } = useParams({ strict: false })
  const section = findSection(id)
  return section ? <SectionPage section={section} /> : <Navigate to="/admin/settings" replace />
}

function SectionPage({ section }: { section: SettingsSectionFacts }) {
  usePageTitle(`${section.title} · Settings`)
  const { data, error, isFetchedAfterMount, refetch } = useQuery(adminSettingsQuery)
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
          {error && !data && (
            <ErrorPanel title="Failed to load the settings" onRetry={() => void refetch()}>
              {messageOf(error, 'Please try again.')}
            </ErrorPanel>
          )}
          {/* Editing begins on what the server has now, not on what this browser remembers. */}
          {!error && !isFetchedAfterMount && <SkeletonLines lines={14} />}
          {data && isFetchedAfterMount && (
            <SettingsEditor key={section.id} section={section} loaded={data} />
          )}
        </div>
      </div>
    </>
  )
}
