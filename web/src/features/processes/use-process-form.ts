import { useTextsForm, type TextsFormState } from '#web/features/editing/use-texts-form.ts'
import { isProcessTexts, sameTexts, type ProcessTexts } from './process-texts.ts'

export type ProcessFormState = TextsFormState<ProcessTexts>

export const useProcessForm = (id: string | null, saved: ProcessFormState['base']) =>
  useTextsForm({ what: 'process', id, saved, isTexts: isProcessTexts, sameTexts })
