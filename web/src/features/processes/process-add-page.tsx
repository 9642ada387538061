import { useNavigate } from '@tanstack/react-router'
import { useSaving } from '#web/features/editing/use-saving.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ProcessForm, showProcessErrors, useProcessForm } from './process-form.tsx'
import { bodyOf, noTexts, type ProcessTexts } from './process-texts.ts'
import { useCreateProcess } from './processes.api.ts'

const blank = { texts: noTexts, etag: null }

export function ProcessAddPage() {
  usePageTitle('Add New Process')
  const navigate = useNavigate()
  const state = useProcessForm(null, blank)
  const create = useCreateProcess()

  const saving = useSaving({
    save: async (texts: ProcessTexts) => {
      const process = await create.mutateAsync(bodyOf(texts))
      state.settle()
      toast.success(`“${process.title}” was added`)
      await navigate({ to: '/processes/$id', params: { id: process.id } })
    },
    showErrors: (error) => showProcessErrors(state.form, error),
  })
  return (
    <>
      <PageHeader
        title="Add New Process"
        description="Write it as you would explain it to somebody on their first day."
        back={{ to: '/processes', label: 'Processes' }}
      />
      <ProcessForm
        state={state}
        saveLabel="Create Process"
        busyLabel="Creating…"
        failure="Failed to create process"
        problem={saving.problem}
        onDismiss={saving.dismiss}
        onSave={saving.submit}
        onCancel={() => void navigate({ to: '/processes' })}
      />
    </>
  )
}
