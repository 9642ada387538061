import { useMemo, useState } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { hasTexts, keptTextKey, readKeptText } from '#web/lib/kept-text.ts'
import { unsavedTexts } from '#web/lib/session-storage.ts'
import { useKeptText } from '#web/lib/use-kept-text.ts'
import { useUser } from '#web/session/user.tsx'
import { POLICY_FIELDS, sameTexts, type PolicyTexts } from './policy-texts.ts'

export type PolicyFormValues = PolicyTexts & { material: boolean }

/** What the form is compared with, and the `ETag` that a save of it names. */
export type FormBase = { texts: PolicyTexts; etag: string | null }

const isTexts = (value: unknown): value is PolicyTexts => hasTexts(value, POLICY_FIELDS)

/** The state of one policy form; text that this tab kept from an earlier visit is already in it. */
export function usePolicyForm(policyId: string | null, saved: FormBase) {
  const key = keptTextKey('policy', useUser().id, policyId)
  const [kept, setKept] = useState(() => {
    const found = readKeptText(unsavedTexts(), key, isTexts)
    return found && !sameTexts(found.values, saved.texts) ? found : null
  })
  // Text that was begun on an older version is still on top of that one: saving it says so.
  const [base, setBase] = useState(kept ? { ...saved, etag: kept.etag } : saved)
  const form = useForm<PolicyFormValues>({
    defaultValues: { ...(kept?.values ?? saved.texts), material: true },
    shouldFocusError: false,
  })
  const texts = useTexts(form)
  const isDirty = !sameTexts(texts, base.texts)
  const unsaved = useMemo(
    () => (isDirty ? { values: texts, etag: base.etag } : null),
    [isDirty, texts, base.etag],
  )
  const { settle, isSettled } = useKeptText(key, unsaved)

  /** Puts these texts into the form. */
  const fill = (next: PolicyTexts) => {
    form.reset({ ...form.getValues(), ...next })
    setKept(null)
  }
  const restoredAt = kept?.keptAt ?? null
  return { form, texts, isDirty, base, setBase, fill, settle, isSettled, restoredAt }
}

export type PolicyFormState = ReturnType<typeof usePolicyForm>

function useTexts({ control }: UseFormReturn<PolicyFormValues>): PolicyTexts {
  const [title, description, category, content] = useWatch({
    control,
    name: POLICY_FIELDS,
  })
  return useMemo(
    () => ({ title, description, category, content }),
    [title, description, category, content],
  )
}
