import type { ProcessDetail } from '@frontdesk/contract/processes'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.tsx'
import { ProcessConflict } from './process-conflict.tsx'
import { ProcessForm } from './process-form.tsx'
import { bodyOf, textsOf, type ProcessTexts } from './process-texts.ts'
import { useProcessRefetch, useUpdateProcess } from './processes.api.ts'
import { ProcessSavedMeanwhile } from './process-saved-meanwhile.tsx'
import { showFieldErrors, useProcessForm } from './use-process-form.ts'

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
      showFieldErrors(state.form, error)
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
          <ProcessSavedMeanwhile
            state={state}
            loaded={loaded}
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

const isEditConflict = (error: unknown) =>
  error instanceof ApiError && error.code === 'edit_conflict'
