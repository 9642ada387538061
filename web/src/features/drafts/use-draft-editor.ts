import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { isEditConflict } from '#web/lib/api-error.ts'
import { useRefresh } from '#web/lib/use-refresh.ts'
import { toast } from '#web/ui/toast.tsx'
import { dateDraft, publishDraft } from '#web/features/editing/drafts.api.ts'
import { type DraftEditing, useSavedDraft } from './use-saved-draft.ts'

/** Saving, publishing and dating one draft, whatever its kind. */
export function useDraftEditor<Texts extends FieldValues>(editing: DraftEditing<Texts>) {
  const { loaded, state, showErrors } = editing
  const { id, kind, item_id: itemId } = loaded.data
  const navigate = useNavigate()
  const refresh = useRefresh('drafts', kind === 'policy' ? 'policies' : 'trainings', 'me')
  const { newest, saving, saveNow, isBusy, run } = useSavedDraft(editing)
  /** What is done once it is said that what was saved meanwhile may be replaced. */
  const [overwriting, setOverwriting] = useState<{ go: () => Promise<void> } | null>(null)

  const publish = async (etag: string | null, overwrite: boolean) => {
    const { item_id: published } = await publishDraft(id, { overwrite, etag })
    state.settle()
    toast.success(`The ${kind} was published`)
    await navigate({
      to: kind === 'policy' ? '/policies/$id' : '/training/$id',
      params: { id: published },
      state: itemId === null ? { isNew: true } : {},
    })
    await refresh()
  }
  const date = async (at: string | null, overwrite = false) => {
    await dateDraft(id, at, overwrite)
    await refresh()
  }
  /** False where it is asked first whether what was saved meanwhile may be replaced. */
  const orAsk = async (work: (overwrite: boolean) => Promise<void>): Promise<boolean> => {
    try {
      await work(false)
      return true
    } catch (error) {
      if (!isEditConflict(error)) throw error
      setOverwriting({ go: async () => work(true) })
      return false
    }
  }
  return {
    newest,
    saving,
    isBusy,
    overwriting,
    cancelOverwriting: () => setOverwriting(null),
    overwrite: async () => {
      const go = overwriting?.go
      setOverwriting(null)
      if (go) await run(go)
    },
    save: async () =>
      run(async (texts) => {
        await saveNow(texts)
        toast.success('The draft was saved')
      }),
    publishNow: async () =>
      run(async (texts) => {
        const { etag } = await saveNow(texts)
        await orAsk(async (overwrite) => publish(etag, overwrite))
      }),
    /** @throws what the dialog that asked for the date says; false where the page has something to say first */
    date: async (at: string): Promise<boolean> => {
      if (editing.isReady?.() === false) return false
      try {
        await saveNow(state.form.getValues())
        return await orAsk(async (overwrite) => date(at, overwrite))
      } catch (error) {
        showErrors(error)
        throw error
      }
    },
    undate: async () => run(async () => date(null)),
    preview: async () =>
      run(async (texts) => {
        if (state.isDirty) await saveNow(texts)
        state.settle()
        await navigate({ to: '/drafts/$id/preview', params: { id } })
      }),
  }
}

export type DraftEditor = ReturnType<typeof useDraftEditor>
