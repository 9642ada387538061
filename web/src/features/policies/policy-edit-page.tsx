import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ChangedQuotesNotice } from '#web/features/changed-quotes/changed-quotes-notice.tsx'
import { DraftNotice } from '#web/features/editing/draft-notice.tsx'
import { HeldWhileEditing } from '#web/features/legal-holds/held-while-editing.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { policyQuery } from './policies.api.ts'
import { PolicyDocumentSkeleton } from './policy-document-skeleton.tsx'
import { PolicyEditor } from './policy-editor.tsx'
import { PolicyMissing } from './policy-missing.tsx'

export function PolicyEditPage() {
  const { id } = useParams({ from: '/shell/policies/$id/edit' })
  const { data, error, isFetchedAfterMount, refetch } = useQuery(policyQuery(id))
  usePageTitle(data && `Edit ${data.data.title}`)
  if (error && !data) return <PolicyMissing id={id} error={error} onRetry={() => void refetch()} />
  // Editing begins on what the server has now, not on what this browser remembers.
  if (!data || !isFetchedAfterMount) return <PolicyDocumentSkeleton />
  return (
    <>
      <PageHeader
        title="Edit Policy"
        description={data.data.title}
        back={{ to: `/policies/${id}`, label: 'Back to the policy' }}
      />
      <HeldWhileEditing type="policy" id={id} className="mb-6 max-w-3xl" />
      <DraftNotice kind="policy" itemId={id} className="mb-6 max-w-3xl" />
      <ChangedQuotesNotice itemId={id} className="mb-6 max-w-3xl" />
      <PolicyEditor key={id} loaded={data} />
    </>
  )
}
