import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { showFieldErrors } from '#web/features/editing/show-field-errors.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ProcessForm } from './process-form.tsx'
import { PROCESS_FIELDS, bodyOf, noTexts, type ProcessTexts } from './process-texts.ts'
import { useCreateProcess } from './processes.api.ts'
import { useProcessForm } from './use-process-form.ts'

const blank = { texts: noTexts, etag: null }

export function ProcessAddPage() {
  usePageTitle('Add New Process')
  const navigate = useNavigate()
  const state = useProcessForm(null, blank)
  const create = useCreateProcess()
  const [problem, setProblem] = useState<string | null>(null)

  const save = async (values: ProcessTexts) => {
    setProblem(null)
    try {
      const process = await create.mutateAsync(bodyOf(values))
      state.settle()
      toast.success(`“${process.title}” was added`)
      await navigate({ to: '/processes/$id', params: { id: process.id } })
    } catch (error) {
      showFieldErrors(state.form, error, PROCESS_FIELDS)
      setProblem(messageOf(error, 'An unexpected error occurred'))
    }
  }
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
        problem={problem}
        onDismiss={() => setProblem(null)}
        onSave={save}
        onCancel={() => void navigate({ to: '/processes' })}
      />
    </>
  )
}
