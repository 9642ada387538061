import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { showFieldErrors } from '#web/features/editing/show-field-errors.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { toast } from '#web/ui/toast.tsx'
import { TestForm } from './test-form.tsx'
import { bodyOf, newTest, type TestTexts } from './test-texts.ts'
import { useCreateTest } from './tests.api.ts'
import { useOpenAdminTests } from './use-open-admin-tests.ts'
import { useTestForm } from './use-test-form.ts'

const blank = { texts: newTest(), etag: null }

export function TestAddPage() {
  usePageTitle('Add Test')
  const navigate = useNavigate()
  const openTests = useOpenAdminTests()
  const state = useTestForm(null, blank)
  const create = useCreateTest()
  const [problem, setProblem] = useState<string | null>(null)

  const save = async (values: TestTexts) => {
    setProblem(null)
    try {
      const { id, title } = await create.mutateAsync(bodyOf(values))
      state.settle()
      toast.success(`“${title}” was created`)
      await navigate({ to: '/admin/tests/$id/edit', params: { id } })
    } catch (error) {
      showFieldErrors(state.form, error, ['title', 'description'])
      setProblem(messageOf(error, 'An unexpected error occurred'))
    }
  }
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
        problem={problem}
        onDismiss={() => setProblem(null)}
        onSave={save}
        onCancel={() => void openTests()}
      />
    </>
  )
}
