import { showFieldErrors } from '#web/features/editing/show-field-errors.ts'
import type { ProcessDetail } from '@frontdesk/contract/processes'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isEditConflict, messageOf } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.tsx'
import { EditConflict } from '#web/features/editing/edit-conflict.tsx'
import { SavedMeanwhile } from '#web/features/editing/saved-meanwhile.tsx'
import { TextComparison } from '#web/features/policies/text-comparison.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ProcessForm } from './process-form.tsx'
import { PROCESS_FIELDS, bodyOf, outlineOf, textsOf, type ProcessTexts } from './process-texts.ts'
import { useProcessRefetch, useUpdateProcess } from './processes.api.ts'
import { useProcessForm, type ProcessFormState } from './use-process-form.ts'

/** A process with the `ETag` that it was answered with. */
export type LoadedProcess = { detail: ProcessDetail; etag: string | null }

export function ProcessEditor({ loaded }: { loaded: LoadedProcess }) {
  const { id } = loaded.detail.process
  const navigate = useNavigate()
  const state = useProcessForm(id, { texts: textsOf(loaded.detail), etag: loaded.etag })
  const update = useUpdateProcess(id)
  const refetch = useProcessRefetch(id)
  const [theirs, setTheirs] = useState<LoadedProcess | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const openProcess = () => navigate({ to: '/processes/$id', params: { id } })

  const save = async (values: ProcessTexts) => {
    setProblem(null)
    try {
      await update.mutateAsync({ body: bodyOf(values), etag: state.base.etag })
      state.settle()
      toast.success('The process was saved')
      await openProcess()
    } catch (error) {
      const newest = isEditConflict(error) && (await refetch())
      if (newest) return setTheirs(newest)
      showFieldErrors(state.form, error, PROCESS_FIELDS)
      setProblem(messageOf(error, 'An unexpected error occurred'))
    }
  }
  return (
    <ProcessForm
      state={state}
      notice={
        theirs ? (
          <ProcessConflict state={state} theirs={theirs} onSettled={() => setTheirs(null)} />
        ) : (
          <SavedMeanwhile
            what="process"
            newest={savedIn(loaded)}
            state={state}
            onCompare={() => setTheirs(loaded)}
          />
        )
      }
      saveLabel="Save Changes"
      busyLabel="Saving…"
      failure="Failed to update process"
      problem={problem}
      onDismiss={() => setProblem(null)}
      onSave={save}
      onCancel={() => void openProcess()}
    />
  )
}

const savedIn = ({ detail, etag }: LoadedProcess) => ({
  texts: textsOf(detail),
  etag,
  savedBy: detail.process.last_updated_by_name,
})

type ProcessConflictProps = {
  state: ProcessFormState
  theirs: LoadedProcess
  onSettled: () => void
}

function ProcessConflict({ state, theirs, onSettled }: ProcessConflictProps) {
  const { process } = theirs.detail
  return (
    <EditConflict
      what="process"
      theirs={savedIn(theirs)}
      state={state}
      news={
        <>
          Theirs was saved <RelativeTime iso={process.updated_at} />. Your steps are still in the
          form below.
        </>
      }
      onSettled={onSettled}
    >
      {(name) => (
        <TextComparison
          caption={`What ${name} saved beside what you typed`}
          before={{ label: `Saved by ${name}`, ...comparable(textsOf(theirs.detail)) }}
          after={{ label: 'Yours, not saved', ...comparable(state.texts) }}
        />
      )}
    </EditConflict>
  )
}

const comparable = (texts: ProcessTexts) => ({
  title: texts.title,
  description: texts.description,
  category: `${texts.category}, ${texts.status}`,
  content: outlineOf(texts),
})
