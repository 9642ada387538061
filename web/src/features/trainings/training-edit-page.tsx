import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ChangedQuotesNotice } from '#web/features/changed-quotes/changed-quotes-notice.tsx'
import { DraftNotice } from '#web/features/editing/draft-notice.tsx'
import { HeldWhileEditing } from '#web/features/legal-holds/held-while-editing.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TrainingEditor } from './training-editor.tsx'
import { editedTrainingQuery } from './trainings.api.ts'

export function TrainingEditPage() {
  const { id } = useParams({ from: '/shell/training/$id/edit' })
  const navigate = useNavigate()
  const { data, error, isFetchedAfterMount, refetch } = useQuery(editedTrainingQuery(id))
  usePageTitle(data ? `Edit ${data.detail.training.title}` : 'Edit Training')
  return (
    <>
      <PageHeader
        title="Edit Training"
        description={data?.detail.training.title}
        back={{ to: '/training', label: '← Back to Training' }}
      />
      {error && !data && (
        <ErrorPanel
          title="Failed to load training data"
          onRetry={() => void refetch()}
          onGoBack={() => void navigate({ to: '/training' })}
        >
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
      {/* Editing begins on what the server has now, not on what this browser remembers. */}
      {data && <HeldWhileEditing type="training" id={id} className="mb-6 max-w-4xl" />}
      {data && <DraftNotice kind="training" itemId={id} className="mb-6 max-w-4xl" />}
      {data && <ChangedQuotesNotice itemId={id} className="mb-6 max-w-4xl" />}
      {data && isFetchedAfterMount && <TrainingEditor key={id} loaded={data} />}
      {!error && !(data && isFetchedAfterMount) && <Spinner label="Loading the training…" />}
    </>
  )
}
