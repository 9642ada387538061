import { useNavigate } from '@tanstack/react-router'
import { showFieldErrors } from '#web/features/editing/field-errors.ts'
import { useSaving } from '#web/features/editing/use-saving.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useCreateTest } from './assessments.api.ts'
import { showDrawErrors } from './question-texts.ts'
import { TestForm, useOpenAdminTests, useTestForm } from './test-form.tsx'
import { bodyOf, newTest, type TestTexts } from './test-texts.ts'

const blank = { texts: newTest(), etag: null }

export function TestAddPage() {
  usePageTitle('Add Test')
  const navigate = useNavigate()
  const openTests = useOpenAdminTests()
  const state = useTestForm(null, blank)
  const create = useCreateTest()

  const saving = useSaving({
    save: async (texts: TestTexts) => {
      const { id, title } = await create.mutateAsync(bodyOf(texts))
      state.settle()
      toast.success(`“${title}” was created`)
      await navigate({ to: '/admin/tests/$id', params: { id }, state: { isNew: true } })
    },
    showErrors: (error) => {
      showFieldErrors(state.form, error, ['title', 'description'])
      showDrawErrors(state.form, error)
    },
  })
  return (
    <>
      <PageHeader
        title="Add Test"
        description="Questions by themselves, without a training around them."
        back={{ to: '/admin/tests', label: 'Back to Tests' }}
      />
      <TestForm
        state={state}
        testId={null}
        saveLabel="Create Test"
        busyLabel="Creating..."
        failure="Failed to create test"
        problem={saving.problem}
        onDismiss={saving.dismiss}
        onSave={saving.submit}
        onCancel={() => void openTests()}
      />
    </>
  )
}
