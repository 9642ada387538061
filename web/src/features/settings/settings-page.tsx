import { useQuery } from '@tanstack/react-query'
import { AdminTabs } from '#web/features/admin/admin-tabs.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { adminSettingsQuery } from './admin-settings.api.ts'
import { SettingsEditor } from './settings-editor.tsx'

export function SettingsPage() {
  usePageTitle('Settings · Admin Panel')
  const { data, error, isFetchedAfterMount, refetch } = useQuery(adminSettingsQuery)
  return (
    <>
      <PageHeader title="Admin Panel" />
      <AdminTabs />
      {error && !data && (
        <ErrorPanel title="Failed to load the settings" onRetry={() => void refetch()}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
      {/* Editing begins on what the server has now, not on what this browser remembers. */}
      {!error && !isFetchedAfterMount && <SkeletonLines lines={14} />}
      {data && isFetchedAfterMount && <SettingsEditor loaded={data} />}
    </>
  )
}
