import { DraftMissing } from './draft-missing.tsx'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { draftQuery } from '#web/features/editing/drafts.api.ts'
import { HeldWhileEditing } from '#web/features/legal-holds/legal-hold-line.tsx'
import { late } from '#web/lib/late.ts'
import { Spinner } from '#web/ui/skeleton.tsx'

// Each kind's form is fetched with the first draft of it.
const PolicyDraftEditor = late(() => import('./policy-draft-editor.tsx'), 'PolicyDraftEditor')
const TrainingDraftEditor = late(() => import('./training-draft-editor.tsx'), 'TrainingDraftEditor')

export function DraftPage() {
  const { id } = useParams({ from: '/shell/drafts/$id' })
  const { data, error, isFetchedAfterMount, refetch } = useQuery(draftQuery(id))
  if (error && !data) return <DraftMissing error={error} onRetry={() => void refetch()} />
  const waiting = <Spinner label="Loading the draft…" />
  // Editing begins on what the server has now, not on what this browser remembers.
  if (!data || !isFetchedAfterMount) return waiting
  const Editor = data.data.kind === 'policy' ? PolicyDraftEditor : TrainingDraftEditor
  return (
    <Suspense fallback={waiting}>
      {data.data.item_id !== null && (
        <HeldWhileEditing type={data.data.kind} id={data.data.item_id} className="mb-6 max-w-4xl" />
      )}
      <Editor key={id} loaded={data} />
    </Suspense>
  )
}
