import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ChangedQuotesNotice } from '#web/features/changed-quotes/changed-quotes-notice.tsx'
import { HeldWhileEditing } from '#web/features/legal-holds/held-while-editing.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TestEditor } from './test-editor.tsx'
import { editedTestQuery } from './assessments.api.ts'
import { useOpenAdminTests } from './use-open-admin-tests.ts'

export function TestEditPage() {
  const { id } = useParams({ from: '/shell/admin/tests/$id/edit' })
  const openTests = useOpenAdminTests()
  const { data, error, isFetchedAfterMount, refetch } = useQuery(editedTestQuery(id))
  usePageTitle(data ? `Edit ${data.test.title}` : 'Edit Test')
  const trainingId = data?.test.training_id
  return (
    <>
      <PageHeader
        title="Edit Test"
        description={data?.test.title}
        back={{ to: '/admin/tests', label: 'Back to Tests' }}
      />
      {error && !data && (
        <ErrorPanel
          title="Failed to fetch test data"
          onRetry={() => void refetch()}
          onGoBack={() => void openTests()}
        >
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
      {!error && !(data && isFetchedAfterMount) && <Spinner label="Loading the test…" />}
      {data && isFetchedAfterMount && trainingId && (
        <Notice
          tone="accent"
          action={
            <ButtonLink to="/training/$id/edit" params={{ id: trainingId }} size="sm">
              Edit the Training
            </ButtonLink>
          }
        >
          This is the quiz of a training, and is edited with it.
        </Notice>
      )}
      {data && !trainingId && <HeldWhileEditing type="test" id={id} className="mb-6 max-w-3xl" />}
      {data && !trainingId && <ChangedQuotesNotice itemId={id} className="mb-6 max-w-3xl" />}
      {data && isFetchedAfterMount && !trainingId && <TestEditor key={id} loaded={data} />}
    </>
  )
}
