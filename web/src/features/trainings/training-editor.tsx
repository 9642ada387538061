import { useNavigate } from '@tanstack/react-router'
import { TextConflict } from '#web/features/editing/text-conflict.tsx'
import { useSaving } from '#web/features/editing/use-saving.ts'
import { SavedMeanwhile } from '#web/features/editing/saved-meanwhile.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ArchiveTraining } from './archive-training.tsx'
import { showTrainingErrors } from './show-training-errors.ts'
import { TrainingForm } from './training-form.tsx'
import {
  bodyOf,
  outlineOf,
  textsOf,
  type LoadedTraining,
  type TrainingTexts,
} from './training-texts.ts'
import { useTrainingRefetch, useUpdateTraining } from './trainings.api.ts'
import { useOpenTraining } from './use-open-training.ts'
import { useTrainingForm, type TrainingFormState } from './use-training-form.ts'

export function TrainingEditor({ loaded }: { loaded: LoadedTraining }) {
  const { training } = loaded.detail
  const navigate = useNavigate()
  const state = useTrainingForm(training.id, { texts: textsOf(loaded), etag: loaded.etag })
  const update = useUpdateTraining(training.id)
  const refetch = useTrainingRefetch(training.id)
  const openTraining = useOpenTraining()

  const saving = useSaving({
    save: async (values: TrainingTexts) => {
      await update.mutateAsync({ body: bodyOf(values), etag: state.base.etag })
      state.settle()
      toast.success('The training was saved')
      await openTraining(training.id)
    },
    refetch,
    showErrors: (error) => showTrainingErrors(state.form, error),
  })
  return (
    <>
      <TrainingForm
        state={state}
        testId={training.test_id}
        notice={
          saving.theirs ? (
            <TrainingConflict state={state} theirs={saving.theirs} onSettled={saving.settle} />
          ) : (
            <SavedMeanwhile
              what="training"
              newest={savedIn(loaded)}
              state={state}
              onCompare={() => saving.compare(loaded)}
            />
          )
        }
        saveLabel="Save Changes"
        busyLabel="Saving..."
        failure="Failed to update training"
        problem={saving.problem}
        onDismiss={saving.dismiss}
        onSave={saving.submit}
        onCancel={() => void navigate({ to: '/training' })}
      />
      <ArchiveTraining training={training} onArchived={state.settle} />
    </>
  )
}

const savedIn = (loaded: LoadedTraining) => ({
  texts: textsOf(loaded),
  etag: loaded.etag,
  savedBy: loaded.detail.training.last_updated_by_name,
})

type TrainingConflictProps = {
  state: TrainingFormState
  theirs: LoadedTraining
  onSettled: () => void
}

function TrainingConflict({ state, theirs, onSettled }: TrainingConflictProps) {
  return (
    <TextConflict
      what="training"
      theirs={savedIn(theirs)}
      state={state}
      news={
        <>
          Theirs was saved <RelativeTime iso={theirs.detail.training.updated_at} />. Yours is still
          in the form below.
        </>
      }
      comparable={comparable}
      onSettled={onSettled}
    />
  )
}

const comparable = (texts: TrainingTexts) => ({
  title: texts.title,
  description: texts.description,
  category: texts.category,
  content: outlineOf(texts),
})
