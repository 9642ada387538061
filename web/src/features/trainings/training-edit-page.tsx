import type { Training } from '@frontdesk/contract/trainings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ChangedQuotesNotice } from '#web/features/changed-quotes/changed-quotes-notice.tsx'
import { ArchiveItem } from '#web/features/editing/delete-item.tsx'
import { DraftNotice } from '#web/features/editing/draft-links.tsx'
import { EditFrame } from '#web/features/editing/edit-frame.tsx'
import { SaveAsDraft } from '#web/features/editing/save-as-draft.tsx'
import { useEditing, useSaving } from '#web/features/editing/saving.tsx'
import { HeldWhileEditing } from '#web/features/legal-holds/legal-hold-line.tsx'
import { ApiError } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useSession } from '#web/session/session.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { toast } from '#web/ui/toast.tsx'
import { areUploaded } from './section-file.tsx'
import {
  showTrainingErrors,
  TrainingForm,
  useOpenTraining,
  useTrainingForm,
} from './training-form.tsx'
import {
  bodyOf,
  comparable,
  type LoadedTraining,
  newTraining,
  textsOf,
  type TrainingTexts,
} from './training-texts.ts'
import {
  editedTrainingQuery,
  useArchiveTraining,
  useCreateTraining,
  useRestoreTraining,
  useUpdateTraining,
} from './trainings.api.ts'

const blank = { texts: newTraining(), etag: null }

export function TrainingAddPage() {
  usePageTitle('Create New Training')
  const navigate = useNavigate()
  const openTraining = useOpenTraining()
  const { user } = useSession()
  const state = useTrainingForm(null, blank)
  const create = useCreateTraining()

  const showErrors = (error: unknown) => showTrainingErrors(state.form, error)
  const saving = useSaving({
    save: async (texts: TrainingTexts) => {
      if (!user) throw new ApiError('User not authenticated', 401)
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

export function TrainingEditPage() {
  const { id } = useParams({ from: '/shell/training/$id/edit' })
  return (
    <EditFrame
      id={id}
      query={useQuery(editedTrainingQuery(id))}
      title="Edit Training"
      nameOf={({ detail }) => detail.training.title}
      back={{ to: '/training', label: '← Back to Training' }}
      missing="Failed to load training data"
      news={
        <>
          <HeldWhileEditing type="training" id={id} className="mb-6 max-w-4xl" />
          <DraftNotice kind="training" itemId={id} className="mb-6 max-w-4xl" />
          <ChangedQuotesNotice itemId={id} className="mb-6 max-w-4xl" />
        </>
      }
    >
      {(loaded) => <TrainingEditor loaded={loaded} />}
    </EditFrame>
  )
}

function TrainingEditor({ loaded }: { loaded: LoadedTraining }) {
  const { training } = loaded.detail
  const navigate = useNavigate()
  const state = useTrainingForm(training.id, { texts: textsOf(loaded), etag: loaded.etag })
  const update = useUpdateTraining(training.id)
  const client = useQueryClient()
  const openTraining = useOpenTraining()

  const showErrors = (error: unknown) => showTrainingErrors(state.form, error)
  const form = useEditing({
    what: 'training',
    state,
    loaded,
    savedIn,
    news,
    comparable,
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
        {...form}
        state={state}
        testId={training.test_id}
        actions={
          <SaveAsDraft
            kind="training"
            itemId={training.id}
            body={() => (areUploaded(state.form) ? bodyOf(state.form.getValues()) : null)}
            state={state}
            showErrors={showErrors}
            onBegin={form.onDismiss}
          />
        }
        busyLabel="Saving..."
        failure="Failed to update training"
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

const words = {
  question: 'Archive this training? Nobody can take it any more; attempts and certificates stay.',
  button: 'Archive Training',
  failure: 'Failed to delete training',
  restoreFailure: 'Failed to restore training',
}

type ArchiveTrainingProps = { training: Training; onArchived: () => void }

function ArchiveTraining({ training, onArchived }: ArchiveTrainingProps) {
  const navigate = useNavigate()
  return (
    <ArchiveItem
      item={training}
      archive={useArchiveTraining()}
      restore={useRestoreTraining()}
      words={words}
      onArchived={onArchived}
      leave={async () => navigate({ to: '/training' })}
    />
  )
}
