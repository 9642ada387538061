import { useTextsForm, type TextsFormState } from '#web/features/editing/use-texts-form.ts'
import { isTrainingTexts, sameTexts, type TrainingTexts } from './training-texts.ts'

export type TrainingFormState = TextsFormState<TrainingTexts>

export const useTrainingForm = (id: string | null, saved: TrainingFormState['base']) =>
  useTextsForm({ what: 'training', id, saved, isTexts: isTrainingTexts, sameTexts })
