import { TextConflict } from '#web/features/editing/text-conflict.tsx'
import { useSaving } from '#web/features/editing/use-saving.ts'
import { SavedMeanwhile } from '#web/features/editing/saved-meanwhile.tsx'
import { showFieldErrors } from '#web/features/editing/show-field-errors.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ArchiveTest } from './archive-test.tsx'
import { TestForm } from './test-form.tsx'
import { bodyOf, outlineOf, textsOf, type LoadedTest, type TestTexts } from './test-texts.ts'
import { useTestRefetch, useUpdateTest } from './tests.api.ts'
import { useOpenAdminTests } from './use-open-admin-tests.ts'
import { useTestForm, type TestFormState } from './use-test-form.ts'

export function TestEditor({ loaded }: { loaded: LoadedTest }) {
  const { test } = loaded
  const openTests = useOpenAdminTests()
  const state = useTestForm(test.id, { texts: textsOf(loaded), etag: loaded.etag })
  const update = useUpdateTest(test.id)
  const refetch = useTestRefetch(test.id)

  const saving = useSaving({
    save: async (values: TestTexts) => {
      await update.mutateAsync({ body: bodyOf(values), etag: state.base.etag })
      state.settle()
      toast.success('The test was saved')
      await openTests()
    },
    refetch,
    showErrors: (error) => showFieldErrors(state.form, error, ['title', 'description']),
  })
  return (
    <>
      <TestForm
        state={state}
        testId={test.id}
        notice={
          saving.theirs ? (
            <TestConflict state={state} theirs={saving.theirs} onSettled={saving.settle} />
          ) : (
            <SavedMeanwhile
              what="test"
              newest={savedIn(loaded)}
              state={state}
              onCompare={() => saving.compare(loaded)}
            />
          )
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

type TestConflictProps = { state: TestFormState; theirs: LoadedTest; onSettled: () => void }

function TestConflict({ state, theirs, onSettled }: TestConflictProps) {
  return (
    <TextConflict
      what="test"
      theirs={savedIn(theirs)}
      state={state}
      news={
        <>
          Theirs was saved <RelativeTime iso={theirs.test.updated_at} />. Yours is still in the form
          below.
        </>
      }
      comparable={comparable}
      onSettled={onSettled}
    />
  )
}

const comparable = (texts: TestTexts) => ({
  title: texts.title,
  description: texts.description,
  category: '',
  content: outlineOf(texts),
})
