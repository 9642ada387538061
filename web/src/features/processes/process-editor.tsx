import { showFieldErrors } from '#web/features/editing/show-field-errors.ts'
import type { ProcessDetail } from '@frontdesk/contract/processes'
import { useNavigate } from '@tanstack/react-router'
import { toast } from '#web/ui/toast.tsx'
import { TextConflict } from '#web/features/editing/text-conflict.tsx'
import { useSaving } from '#web/features/editing/use-saving.ts'
import { SavedMeanwhile } from '#web/features/editing/saved-meanwhile.tsx'
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
  const openProcess = () => navigate({ to: '/processes/$id', params: { id } })

  const saving = useSaving({
    save: async (values: ProcessTexts) => {
      await update.mutateAsync({ body: bodyOf(values), etag: state.base.etag })
      state.settle()
      toast.success('The process was saved')
      await openProcess()
    },
    refetch,
    showErrors: (error) => showFieldErrors(state.form, error, PROCESS_FIELDS),
  })
  return (
    <ProcessForm
      state={state}
      notice={
        saving.theirs ? (
          <ProcessConflict state={state} theirs={saving.theirs} onSettled={saving.settle} />
        ) : (
          <SavedMeanwhile
            what="process"
            newest={savedIn(loaded)}
            state={state}
            onCompare={() => saving.compare(loaded)}
          />
        )
      }
      saveLabel="Save Changes"
      busyLabel="Saving…"
      failure="Failed to update process"
      problem={saving.problem}
      onDismiss={saving.dismiss}
      onSave={saving.submit}
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
    <TextConflict
      what="process"
      theirs={savedIn(theirs)}
      state={state}
      news={
        <>
          Theirs was saved <RelativeTime iso={process.updated_at} />. Your steps are still in the
          form below.
        </>
      }
      comparable={comparable}
      onSettled={onSettled}
    />
  )
}

const comparable = (texts: ProcessTexts) => ({
  title: texts.title,
  description: texts.description,
  category: `${texts.category}, ${texts.status}`,
  content: outlineOf(texts),
})
