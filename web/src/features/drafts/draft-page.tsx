import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { draftQuery } from '#web/features/editing/drafts.api.ts'
import { HeldWhileEditing } from '#web/features/legal-holds/legal-hold-line.tsx'
import { isUnknown, messageOf } from '#web/lib/api-error.ts'
import { late } from '#web/lib/late.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

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

type DraftMissingProps = { error: Error; onRetry: () => void }

/** Stands where a draft can't be shown. */
export function DraftMissing({ error, onRetry }: DraftMissingProps) {
  const navigate = useNavigate()
  const goBack = () => void navigate({ to: '/drafts' })
  return (
    <>
      <h1 className="sr-only">Draft</h1>
      {isUnknown(error) ? (
        <ErrorPanel title="Draft not found" onGoBack={goBack}>
          It may have been published or discarded meanwhile.
        </ErrorPanel>
      ) : (
        <ErrorPanel title="Failed to load the draft" onRetry={onRetry} onGoBack={goBack}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
    </>
  )
}
