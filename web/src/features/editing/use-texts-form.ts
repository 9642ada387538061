import { useMemo, useState } from 'react'
import { type DefaultValues, type FieldValues, useForm, useWatch } from 'react-hook-form'
import { keptTextKey, readKeptText, useKeptText } from '#web/lib/kept-text.ts'
import { unsavedTexts } from '#web/lib/session-storage.ts'
import { useUser } from '#web/session/session.tsx'

type TextsForm<Texts> = {
  /** What is edited, such as `policy`. */
  what: string
  /** Which one; null for a new one. */
  id: string | null
  /** What the form is compared with, and the `ETag` that a save of it names. */
  saved: { texts: Texts; etag: string | null }
  /** Whether a value from the browser's storage is such a form's texts. */
  isTexts: (value: unknown) => value is Texts
  /** Whether two would be saved as the same. */
  sameTexts: (one: Texts, other: Texts) => boolean
  /** Left to the form where its fields don't stand in the order that they are registered in. */
  shouldFocusError?: boolean
}

/** The state of one form; text that this tab kept from an earlier visit is already in it. */
export function useTextsForm<Texts extends FieldValues>(options: TextsForm<Texts>) {
  const { what, id, saved, isTexts, sameTexts, shouldFocusError = false } = options
  const key = keptTextKey(what, useUser().id, id)
  const [kept, setKept] = useState(() => {
    const found = readKeptText(unsavedTexts(), key, isTexts)
    return found && !sameTexts(found.values, saved.texts) ? found : null
  })
  // Text that was begun on an older revision is still on top of that one: saving it says so.
  const [base, setBase] = useState(kept ? { ...saved, etag: kept.etag } : saved)
  const form = useForm<Texts>({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whole texts are defaults, too
    defaultValues: (kept?.values ?? saved.texts) as DefaultValues<Texts>,
    shouldFocusError,
  })
  const watched = useWatch({ control: form.control })
  const texts: Texts = useMemo(
    // A field that isn't on screen yet has its value too.
    () => ({ ...form.getValues(), ...(watched as Partial<Texts>) }),
    [form, watched],
  )
  const isDirty = !sameTexts(texts, base.texts)
  const unsaved = useMemo(
    () => (isDirty ? { values: texts, etag: base.etag } : null),
    [isDirty, texts, base.etag],
  )
  const { settle, isSettled } = useKeptText(key, unsaved)

  /** Puts these texts into the form. */
  const fill = (next: Texts) => {
    form.reset(next)
    setKept(null)
  }
  const restoredAt = kept?.keptAt ?? null
  return { form, texts, isDirty, base, setBase, fill, settle, isSettled, restoredAt }
}

export type TextsFormState<Texts extends FieldValues> = ReturnType<typeof useTextsForm<Texts>>
