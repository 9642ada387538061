import { useTextsForm, type TextsFormState } from '#web/features/editing/use-texts-form.ts'
import { hasTexts } from '#web/lib/kept-text.ts'
import { DOCUMENT_FIELDS, sameTexts, type DocumentTexts } from './document-texts.ts'

const isTexts = (value: unknown): value is DocumentTexts => hasTexts(value, DOCUMENT_FIELDS)

export type DocumentFormState = TextsFormState<DocumentTexts>

export const useDocumentForm = (id: string, saved: DocumentFormState['base']) =>
  useTextsForm({ what: 'document', id, saved, isTexts, sameTexts, shouldFocusError: true })
