import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { SaveAsDraft } from '#web/features/editing/save-as-draft.tsx'
import { NewsOfOthers } from '#web/features/editing/news-of-others.tsx'
import { useSaving } from '#web/features/editing/use-saving.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ArchiveTraining } from './archive-training.tsx'
import { showTrainingErrors } from './show-training-errors.ts'
import { TrainingForm } from './training-form.tsx'
import {
  bodyOf,
  comparable,
  textsOf,
  type LoadedTraining,
  type TrainingTexts,
} from './training-texts.ts'
import { editedTrainingQuery, useUpdateTraining } from './trainings.api.ts'
import { useOpenTraining } from './use-open-training.ts'
import { areUploaded } from './uploads-under-way.ts'
import { useTrainingForm } from './use-training-form.ts'

export function TrainingEditor({ loaded }: { loaded: LoadedTraining }) {
  const { training } = loaded.detail
  const navigate = useNavigate()
  const state = useTrainingForm(training.id, { texts: textsOf(loaded), etag: loaded.etag })
  const update = useUpdateTraining(training.id)
  const client = useQueryClient()
  const openTraining = useOpenTraining()

  const showErrors = (error: unknown) => showTrainingErrors(state.form, error)
  const saving = useSaving({
    save: async (values: TrainingTexts) => {
      await update.mutateAsync({ body: bodyOf(values), etag: state.base.etag })
      state.settle()
      toast.success('The training was saved')
      await openTraining(training.id)
    },
    reload: async () => client.fetchQuery(editedTrainingQuery(training.id)),
    showErrors,
    fallback: 'Failed to save training',
  })
  return (
    <>
      <TrainingForm
        state={state}
        testId={training.test_id}
        notice={
          <NewsOfOthers
            what="training"
            state={state}
            loaded={loaded}
            savedIn={savedIn}
            saving={saving}
            news={news}
            comparable={comparable}
          />
        }
        saveLabel="Save Changes"
        actions={
          <SaveAsDraft
            kind="training"
            itemId={training.id}
            body={() => (areUploaded(state.form) ? bodyOf(state.form.getValues()) : null)}
            state={state}
            showErrors={showErrors}
          />
        }
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

const news = ({ detail }: LoadedTraining) => (
  <>
    Theirs was saved <RelativeTime iso={detail.training.updated_at} />. Yours is still in the form
    below.
  </>
)
