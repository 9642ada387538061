import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { LoadedDraft } from '#web/features/editing/drafts.api.ts'
import { NewsOfOthers } from '#web/features/editing/saving.tsx'
import { areUploaded } from '#web/features/trainings/section-file.tsx'
import {
  showTrainingErrors,
  TrainingForm,
  useTrainingForm,
} from '#web/features/trainings/training-form.tsx'
import {
  bodyOf,
  comparable,
  newTraining,
  textsOf,
  type TrainingTexts,
} from '#web/features/trainings/training-texts.ts'
import { editedTrainingQuery } from '#web/features/trainings/trainings.api.ts'
import { RelativeTime } from '#web/ui/times.tsx'
import { Spinner } from '#web/ui/skeleton.tsx'
import { DraftFrame, DraftHead, formProps, watched } from './draft-frame.tsx'
import { trainingTextsOf } from './draft-texts.ts'
import { useDraftEditor } from './use-draft-editor.ts'

/** The editor of a training's draft, once it is known what the draft changes. */
export function TrainingDraftEditor({ loaded }: { loaded: LoadedDraft }) {
  const { item_id: itemId } = loaded.data
  const { data, error } = useQuery({
    ...editedTrainingQuery(itemId ?? ''),
    enabled: itemId !== null,
  })
  if (itemId !== null && !data && !error) return <Spinner label="Loading the draft…" />
  return <Editor loaded={loaded} live={data && textsOf(data)} />
}

function Editor({ loaded, live }: { loaded: LoadedDraft; live?: TrainingTexts }) {
  const { data: draft } = loaded
  const navigate = useNavigate()
  const [others] = useState(() => live ?? newTraining())
  const saved = { texts: trainingTextsOf(draft, others), etag: loaded.etag }
  const state = useTrainingForm(draft.id, saved, 'draft')
  const editor = useDraftEditor({
    loaded,
    state,
    bodyOf,
    showErrors: (error) => showTrainingErrors(state.form, error),
    isReady: () => areUploaded(state.form),
  })
  return (
    <>
      <DraftHead
        loaded={loaded}
        title={state.texts.title}
        editor={editor}
        onDiscarded={state.settle}
      />
      <DraftFrame draftId={draft.id}>
        <TrainingForm
          {...formProps(editor)}
          state={state}
          testId={null}
          notice={
            <NewsOfOthers
              what="draft"
              state={watched(state, editor)}
              loaded={editor.newest}
              savedIn={(newest) => ({
                texts: trainingTextsOf(newest.data, others),
                etag: newest.etag,
                savedBy: newest.data.last_updated_by_name,
              })}
              saving={editor.saving}
              news={news}
              comparable={comparable}
            />
          }
          onCancel={() => void navigate({ to: '/drafts' })}
        />
      </DraftFrame>
    </>
  )
}

const news = ({ data }: LoadedDraft) => (
  <>
    Theirs was saved <RelativeTime iso={data.updated_at} />. Yours is still in the form below.
  </>
)
