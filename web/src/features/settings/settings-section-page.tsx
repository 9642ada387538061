import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { loadPage } from '#web/lib/page-loader.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { adminSettingsQuery } from './admin-settings.api.ts'
import { SettingsEditor } from './settings-editor.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { findSection, type SettingsSectionFacts } from './settings-sections.ts'

const ProvidersSection = lazy(async () => {
  const module = await loadPage(() => import('#web/features/single-sign-on/providers-section.tsx'))
  return { default: module.ProvidersSection }
})

export function SettingsSectionPage() {
  const { section: id } = useParams({ from: '/shell/admin/settings/$section' })
  const section = findSection(id)
  return section ? <SectionPage section={section} /> : <Navigate to="/admin/settings" replace />
}

function SectionPage({ section }: { section: SettingsSectionFacts }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery(adminSettingsQuery)
  return (
    <SettingsFrame title={section.title}>
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
      {section.id === 'sign-in' && (
        <Suspense>
          <ProvidersSection />
        </Suspense>
      )}
    </SettingsFrame>
  )
}
