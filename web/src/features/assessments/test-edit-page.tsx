import type { Test } from '@frontdesk/contract/assessments'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ChangedQuotesNotice } from '#web/features/changed-quotes/changed-quotes-notice.tsx'
import { ArchiveItem } from '#web/features/editing/archive-item.tsx'
import { showFieldErrors } from '#web/features/editing/field-errors.ts'
import { useEditing } from '#web/features/editing/use-editing.tsx'
import { HeldWhileEditing } from '#web/features/legal-holds/held-while-editing.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  editedTestQuery,
  useArchiveTest,
  useRestoreTest,
  useUpdateTest,
} from './assessments.api.ts'
import { showDrawErrors } from './question-texts.ts'
import { TestForm, useOpenAdminTests, useTestForm } from './test-form.tsx'
import { bodyOf, type LoadedTest, outlineOf, type TestTexts, textsOf } from './test-texts.ts'

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

function TestEditor({ loaded }: { loaded: LoadedTest }) {
  const { test } = loaded
  const openTests = useOpenAdminTests()
  const state = useTestForm(test.id, { texts: textsOf(loaded), etag: loaded.etag })
  const update = useUpdateTest(test.id)
  const client = useQueryClient()

  const form = useEditing({
    what: 'test',
    state,
    loaded,
    savedIn,
    news,
    comparable,
    save: async (values: TestTexts) => {
      await update.mutateAsync({ body: bodyOf(values), etag: state.base.etag })
      state.settle()
      toast.success('The test was saved')
      await openTests()
    },
    reload: async () => client.fetchQuery(editedTestQuery(test.id)),
    showErrors: (error) => {
      showFieldErrors(state.form, error, ['title', 'description'])
      showDrawErrors(state.form, error)
    },
  })
  return (
    <>
      <TestForm
        {...form}
        state={state}
        testId={test.id}
        busyLabel="Saving..."
        failure="Failed to update test"
        onCancel={() => void openTests()}
      />
      <ArchiveTest test={test} onArchived={state.settle} />
    </>
  )
}

const savedIn = (loaded: LoadedTest) => ({
  texts: textsOf(loaded),
  etag: loaded.etag,
  savedBy: loaded.test.last_updated_by_name,
})

const news = ({ test }: LoadedTest) => (
  <>
    Theirs was saved <RelativeTime iso={test.updated_at} />. Yours is still in the form below.
  </>
)

const comparable = (texts: TestTexts) => ({
  title: texts.title,
  description: texts.description,
  category: '',
  content: outlineOf(texts),
})

const words = {
  question: 'Archive this test? Nobody can take it any more; attempts and certificates stay.',
  button: 'Archive Test',
  failure: 'Failed to archive test',
  restoreFailure: 'Failed to restore test',
}

type ArchiveTestProps = { test: Test; onArchived: () => void }

function ArchiveTest({ test, onArchived }: ArchiveTestProps) {
  return (
    <ArchiveItem
      item={test}
      archive={useArchiveTest()}
      restore={useRestoreTest()}
      words={words}
      onArchived={onArchived}
      leave={useOpenAdminTests()}
    />
  )
}
