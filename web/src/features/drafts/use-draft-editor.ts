import { STARTER_NOTE } from '@frontdesk/contract/constants'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import {
  dateDraft,
  type DraftBody,
  draftQuery,
  type LoadedDraft,
  publishDraft,
  saveDraft,
} from '#web/features/editing/drafts.api.ts'
import { useSaving } from '#web/features/editing/saving.tsx'
import type { TextsFormState } from '#web/features/editing/item-form.tsx'
import { isEditConflict } from '#web/lib/api-error.ts'
import { useRefresh } from '#web/lib/query-client.ts'
import { toast } from '#web/ui/toast.tsx'

/** Saving, publishing and dating one draft, whatever its kind. */
export function useDraftEditor<Texts extends FieldValues>(editing: DraftEditing<Texts>) {
  const { loaded, state, showErrors } = editing
  const { id, kind, item_id: itemId } = loaded.data
  const navigate = useNavigate()
  const refreshDrafts = useRefresh('drafts')
  const refreshItems = useRefresh(kind === 'policy' ? 'policies' : 'trainings', 'me')
  const { newest, saving, saveNow, isBusy, run } = useSavedDraft(editing)
  /** What is done once it is said that what was saved meanwhile may be replaced. */
  const [overwriting, setOverwriting] = useState<{ go: () => Promise<void> } | null>(null)

  const publish = async (etag: string | null, overwrite: boolean) => {
    const { item_id: published } = await publishDraft(id, { overwrite, etag })
    state.settle()
    toast.success(`The ${kind} was published`)
    // The page that is turned to stays at the text that it finds.
    await refreshItems()
    await navigate({
      to: kind === 'policy' ? '/policies/$id' : '/training/$id',
      params: { id: published },
      state: itemId === null ? { isNew: true } : {},
    })
    // The draft is gone: asked for sooner, it would be missed here.
    await refreshDrafts()
  }
  const date = async (at: string | null, overwrite = false) => {
    await dateDraft(id, at, overwrite)
    await Promise.all([refreshDrafts(), refreshItems()])
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
    ...useUnadapted(state.texts, async () =>
      run(async (texts) => {
        const { etag } = await saveNow(texts)
        await orAsk(async (overwrite) => publish(etag, overwrite))
      }),
    ),
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

/** Asks before something is published that is still as the starter library has it: everybody would read that it is to be adapted. */
function useUnadapted(texts: object, publish: () => Promise<void>) {
  const [isAskingUnadapted, setIsAsking] = useState(false)
  const isUnadapted = useMemo(() => JSON.stringify(texts).includes(STARTER_NOTE), [texts])
  return {
    isUnadapted,
    isAskingUnadapted,
    cancelUnadapted: () => setIsAsking(false),
    publishNow: async () => (isUnadapted ? setIsAsking(true) : publish()),
    publishUnadapted: async () => {
      setIsAsking(false)
      await publish()
    },
  }
}

export type DraftEditor = ReturnType<typeof useDraftEditor>

type DraftEditing<Texts extends FieldValues> = {
  loaded: LoadedDraft
  state: TextsFormState<Texts>
  bodyOf: (texts: Texts) => DraftBody
  /** Puts the server's sentences beside the fields that they are about. */
  showErrors: (error: unknown) => void
  /** Left out where nothing has to be waited for; the form itself says for what. */
  isReady?: () => boolean
}

/** Saving one draft, whatever its kind; one piece of work at a time. */
function useSavedDraft<Texts extends FieldValues>(editing: DraftEditing<Texts>) {
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
