import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useSaving } from '#web/features/editing/use-saving.ts'
import type { TextsFormState } from '#web/features/editing/use-texts-form.ts'
import {
  type DraftBody,
  draftQuery,
  type LoadedDraft,
  saveDraft,
} from '#web/features/editing/drafts.api.ts'

export type DraftEditing<Texts extends FieldValues> = {
  loaded: LoadedDraft
  state: TextsFormState<Texts>
  bodyOf: (texts: Texts) => DraftBody
  /** Puts the server's sentences beside the fields that they are about. */
  showErrors: (error: unknown) => void
  /** Left out where nothing has to be waited for; the form itself says for what. */
  isReady?: () => boolean
}

/** Saving one draft, whatever its kind; one piece of work at a time. */
export function useSavedDraft<Texts extends FieldValues>(editing: DraftEditing<Texts>) {
  const { loaded, state, bodyOf, showErrors } = editing
  const { id } = loaded.data
  const client = useQueryClient()
  /** What this page saved last: what the server said before it is older. */
  const [own, setOwn] = useState(loaded)
  const [isBusy, setIsBusy] = useState(false)

  const saveNow = async (texts: Texts): Promise<LoadedDraft> => {
    state.form.clearErrors()
    const answer = await saveDraft(id, { body: bodyOf(texts), etag: state.base.etag })
    await client.cancelQueries({ queryKey: draftQuery(id).queryKey })
    client.setQueryData(draftQuery(id).queryKey, answer)
    setOwn(answer)
    state.setBase({ texts, etag: answer.etag })
    return answer
  }
  const saving = useSaving<(texts: Texts) => Promise<void>, LoadedDraft>({
    save: async (work) => work(state.form.getValues()),
    reload: async () => client.fetchQuery(draftQuery(id)),
    showErrors,
    fallback: 'Failed to save the draft',
  })
  return {
    newest: own.data.revision > loaded.data.revision ? own : loaded,
    saving,
    saveNow,
    isBusy,
    /** Does something with what the form has; what goes wrong is said in the form. */
    run: async (work: (texts: Texts) => Promise<void>) => {
      if (editing.isReady?.() === false) return
      setIsBusy(true)
      try {
        await saving.submit(work)
      } finally {
        setIsBusy(false)
      }
    },
  }
}
