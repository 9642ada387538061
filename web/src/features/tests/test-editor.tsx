import { useState } from 'react'
import { EditConflict } from '#web/features/editing/edit-conflict.tsx'
import { SavedMeanwhile } from '#web/features/editing/saved-meanwhile.tsx'
import { showFieldErrors } from '#web/features/editing/show-field-errors.ts'
import { TextComparison } from '#web/features/policies/text-comparison.tsx'
import { isEditConflict, messageOf } from '#web/lib/api-error.ts'
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
  const [theirs, setTheirs] = useState<LoadedTest | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const save = async (values: TestTexts) => {
    setProblem(null)
    try {
      await update.mutateAsync({ body: bodyOf(values), etag: state.base.etag })
      state.settle()
      toast.success('The test was saved')
      await openTests()
    } catch (error) {
      const newest = isEditConflict(error) && (await refetch())
      if (newest) return setTheirs(newest)
      showFieldErrors(state.form, error, ['title', 'description'])
      setProblem(messageOf(error, 'An unexpected error occurred'))
    }
  }
  return (
    <>
      <TestForm
        state={state}
        testId={test.id}
        notice={
          theirs ? (
            <TestConflict state={state} theirs={theirs} onSettled={() => setTheirs(null)} />
          ) : (
            <SavedMeanwhile
              what="test"
              newest={savedIn(loaded)}
              state={state}
              onCompare={() => setTheirs(loaded)}
            />
          )
        }
        saveLabel="Save Changes"
        busyLabel="Saving..."
        failure="Failed to update test"
        problem={problem}
        onDismiss={() => setProblem(null)}
        onSave={save}
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
    <EditConflict
      what="test"
      theirs={savedIn(theirs)}
      state={state}
      news={
        <>
          Theirs was saved <RelativeTime iso={theirs.test.updated_at} />. Yours is still in the form
          below.
        </>
      }
      onSettled={onSettled}
    >
      {(name) => (
        <TextComparison
          caption={`What ${name} saved beside what you typed`}
          before={{ label: `Saved by ${name}`, ...comparable(textsOf(theirs)) }}
          after={{ label: 'Yours, not saved', ...comparable(state.texts) }}
        />
      )}
    </EditConflict>
  )
}

const comparable = (texts: TestTexts) => ({
  title: texts.title,
  description: texts.description,
  category: '',
  content: outlineOf(texts),
})
