import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { toast } from '#web/ui/toast.tsx'
import { showTrainingErrors } from './show-training-errors.ts'
import { TrainingForm } from './training-form.tsx'
import { bodyOf, newTraining, type TrainingTexts } from './training-texts.ts'
import { useCreateTraining } from './trainings.api.ts'
import { useOpenTraining } from './use-open-training.ts'
import { useTrainingForm } from './use-training-form.ts'

const blank = { texts: newTraining(), etag: null }

export function TrainingAddPage() {
  usePageTitle('Create New Training')
  const navigate = useNavigate()
  const openTraining = useOpenTraining()
  const state = useTrainingForm(null, blank)
  const create = useCreateTraining()
  const [problem, setProblem] = useState<string | null>(null)

  const save = async (values: TrainingTexts) => {
    setProblem(null)
    try {
      const { id, title } = await create.mutateAsync(bodyOf(values))
      state.settle()
      toast.success(`“${title}” was created`)
      await (id ? openTraining(id) : navigate({ to: '/training' }))
    } catch (error) {
      showTrainingErrors(state.form, error)
      setProblem(messageOf(error, 'An unexpected error occurred'))
    }
  }
  return (
    <>
      <PageHeader
        title="Create New Training"
        back={{ to: '/training', label: 'Back to Training' }}
      />
      <TrainingForm
        state={state}
        testId={null}
        saveLabel="Create Training"
        busyLabel="Creating..."
        failure="Failed to create training"
        problem={problem}
        onDismiss={() => setProblem(null)}
        onSave={save}
        onCancel={() => void navigate({ to: '/training' })}
      />
    </>
  )
}
