import { useQueryClient } from '@tanstack/react-query'
import { NewsOfOthers } from '#web/features/editing/news-of-others.tsx'
import { showFieldErrors } from '#web/features/editing/show-field-errors.ts'
import { useSaving } from '#web/features/editing/use-saving.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ArchiveTest } from './archive-test.tsx'
import { showDrawErrors } from './show-draw-errors.ts'
import { TestForm } from './test-form.tsx'
import { bodyOf, outlineOf, textsOf, type LoadedTest, type TestTexts } from './test-texts.ts'
import { editedTestQuery, useUpdateTest } from './assessments.api.ts'
import { useOpenAdminTests } from './use-open-admin-tests.ts'
import { useTestForm } from './use-test-form.ts'

export function TestEditor({ loaded }: { loaded: LoadedTest }) {
  const { test } = loaded
  const openTests = useOpenAdminTests()
  const state = useTestForm(test.id, { texts: textsOf(loaded), etag: loaded.etag })
  const update = useUpdateTest(test.id)
  const client = useQueryClient()

  const saving = useSaving({
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
        state={state}
        testId={test.id}
        notice={
          <NewsOfOthers
            what="test"
            state={state}
            loaded={loaded}
            savedIn={savedIn}
            saving={saving}
            news={news}
            comparable={comparable}
          />
        }
        saveLabel="Save Changes"
        busyLabel="Saving..."
        failure="Failed to update test"
        problem={saving.problem}
        onDismiss={saving.dismiss}
        onSave={saving.submit}
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
