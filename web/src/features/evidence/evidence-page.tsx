import { useQuery } from '@tanstack/react-query'
import { Plus, Stamp } from 'lucide-react'
import { useState } from 'react'
import { AdminTabs } from '#web/features/admin/admin-tabs.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { packsQuery } from './evidence.api.ts'
import { PackForm } from './pack-form.tsx'
import { PackRow } from './pack-row.tsx'

/** Packs of evidence: asked for, made, downloaded. */
export function EvidencePage() {
  usePageTitle('Evidence · Admin Panel')
  const { data, error, refetch } = useQuery(packsQuery)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <PageHeader title="Admin Panel" />
      <AdminTabs />
      <div className="grid max-w-4xl grid-cols-1 gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-[64ch] text-muted">
            One file that shows who acknowledged what, when and in which words, and that a stranger
            can check without this program and without a network. It is kept here for 30 days.
          </p>
          {!isAsking && (
            <Button icon={Plus} onClick={() => setIsAsking(true)}>
              New Pack
            </Button>
          )}
        </div>
        {isAsking && <PackForm onDone={() => setIsAsking(false)} />}
        {error && !data && (
          <ErrorPanel title="Failed to load packs" onRetry={() => void refetch()}>
            {messageOf(error, 'Please try again.')}
          </ErrorPanel>
        )}
        {!data && !error && <CardSkeleton />}
        {data?.length === 0 && !isAsking && (
          <EmptyState icon={Stamp} title="No Packs Yet">
            Have one made for a dispute, an audit or the safe.
          </EmptyState>
        )}
        {data && data.length > 0 && (
          <ul aria-label="Packs" className="grid grid-cols-1 gap-3">
            {data.map((pack) => (
              <PackRow key={pack.id} pack={pack} />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
