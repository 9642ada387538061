import { useNavigate } from '@tanstack/react-router'
import { SaveAsDraft } from '#web/features/editing/save-as-draft.tsx'
import { useSaving } from '#web/features/editing/use-saving.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { toast } from '#web/ui/toast.tsx'
import { areUploaded } from './section-file.tsx'
import { TrainingForm } from './training-form.tsx'
import { bodyOf, newTraining, type TrainingTexts } from './training-texts.ts'
import { useCreateTraining } from './trainings.api.ts'
import { showTrainingErrors, useOpenTraining, useTrainingForm } from './use-training-form.ts'

const blank = { texts: newTraining(), etag: null }

export function TrainingAddPage() {
  usePageTitle('Create New Training')
  const navigate = useNavigate()
  const openTraining = useOpenTraining()
  const state = useTrainingForm(null, blank)
  const create = useCreateTraining()

  const showErrors = (error: unknown) => showTrainingErrors(state.form, error)
  const saving = useSaving({
    save: async (texts: TrainingTexts) => {
      const { id, title } = await create.mutateAsync(bodyOf(texts))
      state.settle()
      toast.success(`“${title}” was created`)
      await (id ? openTraining(id, { isNew: true }) : navigate({ to: '/training' }))
    },
    showErrors,
    fallback: 'Failed to save training',
  })
  return (
    <>
      <PageHeader
        title="Create New Training"
        back={{ to: '/training', label: '← Back to Training' }}
      />
      <TrainingForm
        state={state}
        testId={null}
        saveLabel="Create Training"
        actions={
          <SaveAsDraft
            kind="training"
            body={() => (areUploaded(state.form) ? bodyOf(state.form.getValues()) : null)}
            state={state}
            showErrors={showErrors}
            onBegin={saving.dismiss}
          />
        }
        busyLabel="Creating..."
        failure="Failed to create training"
        problem={saving.problem}
        onDismiss={saving.dismiss}
        onSave={saving.submit}
        onCancel={() => void navigate({ to: '/training' })}
      />
    </>
  )
}
