import { useTextsForm, type TextsFormState } from '#web/features/editing/use-texts-form.ts'
import { isTestTexts, sameTexts, type TestTexts } from './test-texts.ts'

export type TestFormState = TextsFormState<TestTexts>

export const useTestForm = (id: string | null, saved: TestFormState['base']) =>
  useTextsForm({ what: 'test', id, saved, isTexts: isTestTexts, sameTexts })
