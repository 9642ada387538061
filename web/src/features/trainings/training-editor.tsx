import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { EditConflict } from '#web/features/editing/edit-conflict.tsx'
import { SavedMeanwhile } from '#web/features/editing/saved-meanwhile.tsx'
import { TextComparison } from '#web/features/policies/text-comparison.tsx'
import { isEditConflict, messageOf } from '#web/lib/api-error.ts'
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
  const [theirs, setTheirs] = useState<LoadedTraining | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const openTraining = useOpenTraining()

  const save = async (values: TrainingTexts) => {
    setProblem(null)
    try {
      await update.mutateAsync({ body: bodyOf(values), etag: state.base.etag })
      state.settle()
      toast.success('The training was saved')
      await openTraining(training.id)
    } catch (error) {
      const newest = isEditConflict(error) && (await refetch())
      if (newest) return setTheirs(newest)
      showTrainingErrors(state.form, error)
      setProblem(messageOf(error, 'An unexpected error occurred'))
    }
  }
  return (
    <>
      <TrainingForm
        state={state}
        testId={training.test_id}
        notice={
          theirs ? (
            <TrainingConflict state={state} theirs={theirs} onSettled={() => setTheirs(null)} />
          ) : (
            <SavedMeanwhile
              what="training"
              newest={savedIn(loaded)}
              state={state}
              onCompare={() => setTheirs(loaded)}
            />
          )
        }
        saveLabel="Save Changes"
        busyLabel="Saving..."
        failure="Failed to update training"
        problem={problem}
        onDismiss={() => setProblem(null)}
        onSave={save}
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
    <EditConflict
      what="training"
      theirs={savedIn(theirs)}
      state={state}
      news={
        <>
          Theirs was saved <RelativeTime iso={theirs.detail.training.updated_at} />. Yours is still
          in the form below.
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

const comparable = (texts: TrainingTexts) => ({
  title: texts.title,
  description: texts.description,
  category: texts.category,
  content: outlineOf(texts),
})
