import { useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { keptTextKey, readKeptText } from '#web/lib/kept-text.ts'
import { unsavedTexts } from '#web/lib/session-storage.ts'
import { useKeptText } from '#web/lib/use-kept-text.ts'
import { useUser } from '#web/session/user.tsx'
import { isTestTexts, sameTexts, type TestTexts } from './test-texts.ts'

/** What the form is compared with, and the `ETag` that a save of it names. */
type FormBase = { texts: TestTexts; etag: string | null }

/** The state of one test form; text that this tab kept from an earlier visit is already in it. */
export function useTestForm(testId: string | null, saved: FormBase) {
  const key = keptTextKey('test', useUser().id, testId)
  const [kept, setKept] = useState(() => {
    const found = readKeptText(unsavedTexts(), key, isTestTexts)
    return found && !sameTexts(found.values, saved.texts) ? found : null
  })
  // Text that was begun on an older revision is still on top of that one: saving it says so.
  const [base, setBase] = useState(kept ? { ...saved, etag: kept.etag } : saved)
  const form = useForm<TestTexts>({
    defaultValues: kept?.values ?? saved.texts,
    shouldFocusError: false,
  })
  const texts = useWatch({ control: form.control }) as TestTexts
  const isDirty = !sameTexts(texts, base.texts)
  const unsaved = useMemo(
    () => (isDirty ? { values: texts, etag: base.etag } : null),
    [isDirty, texts, base.etag],
  )
  const { settle, isSettled } = useKeptText(key, unsaved)

  /** Puts these texts into the form. */
  const fill = (next: TestTexts) => {
    form.reset(next)
    setKept(null)
  }
  const restoredAt = kept?.keptAt ?? null
  return { form, texts, isDirty, base, setBase, fill, settle, isSettled, restoredAt }
}

export type TestFormState = ReturnType<typeof useTestForm>
