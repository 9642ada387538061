import { useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { hasTexts, keptTextKey, readKeptText } from '#web/lib/kept-text.ts'
import { unsavedTexts } from '#web/lib/session-storage.ts'
import { useKeptText } from '#web/lib/use-kept-text.ts'
import { useUser } from '#web/session/user.tsx'
import { DOCUMENT_FIELDS, type DocumentTexts, sameTexts } from './document-texts.ts'

/** What the form is compared with, and the `ETag` that a save of it names. */
type FormBase = { texts: DocumentTexts; etag: string | null }

const isTexts = (value: unknown): value is DocumentTexts => hasTexts(value, DOCUMENT_FIELDS)

/** The state of one document's form; text that this tab kept from an earlier visit is already in it. */
export function useDocumentForm(documentId: string, saved: FormBase) {
  const key = keptTextKey('document', useUser().id, documentId)
  const [kept, setKept] = useState(() => {
    const found = readKeptText(unsavedTexts(), key, isTexts)
    return found && !sameTexts(found.values, saved.texts) ? found : null
  })
  // Text that was begun on an older revision is still on top of that one: saving it says so.
  const [base, setBase] = useState(kept ? { ...saved, etag: kept.etag } : saved)
  const form = useForm<DocumentTexts>({ defaultValues: kept?.values ?? saved.texts })
  const [title, category, description] = useWatch({
    control: form.control,
    name: DOCUMENT_FIELDS,
  })
  const texts = useMemo(() => ({ title, category, description }), [title, category, description])
  const isDirty = !sameTexts(texts, base.texts)
  const unsaved = useMemo(
    () => (isDirty ? { values: texts, etag: base.etag } : null),
    [isDirty, texts, base.etag],
  )
  const { settle, isSettled } = useKeptText(key, unsaved)

  /** Puts these texts into the form. */
  const fill = (next: DocumentTexts) => {
    form.reset(next)
    setKept(null)
  }
  const restoredAt = kept?.keptAt ?? null
  return { form, texts, isDirty, base, setBase, fill, settle, isSettled, restoredAt }
}

export type DocumentFormState = ReturnType<typeof useDocumentForm>
