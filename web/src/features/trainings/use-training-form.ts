import { useTextsForm, type TextsFormState } from '#web/features/editing/use-texts-form.ts'
import { isTrainingTexts, sameTexts, type TrainingTexts } from './training-texts.ts'

export type TrainingFormState = TextsFormState<TrainingTexts>

/** @param what is edited: the training itself, or a draft */
export const useTrainingForm = (
  id: string | null,
  saved: TrainingFormState['base'],
  what: 'training' | 'draft' = 'training',
) => useTextsForm({ what, id, saved, isTexts: isTrainingTexts, sameTexts })
