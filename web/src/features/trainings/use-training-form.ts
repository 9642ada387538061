import { type AnyRouter, type HistoryState, useNavigate } from '@tanstack/react-router'
import type { UseFormReturn } from 'react-hook-form'
import { showDrawErrors } from '#web/features/assessments/question-texts.ts'
import { showGonePictures } from '#web/features/editing/show-gone-pictures.ts'
import { type TextsFormState, useTextsForm } from '#web/features/editing/use-texts-form.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { isTrainingTexts, sameTexts, SERVER_FIELDS, type TrainingTexts } from './training-texts.ts'

export type TrainingFormState = TextsFormState<TrainingTexts>

/** @param what is edited: the training itself, or a draft */
export const useTrainingForm = (
  id: string | null,
  saved: TrainingFormState['base'],
  what: 'training' | 'draft' = 'training',
) => useTextsForm({ what, id, saved, isTexts: isTrainingTexts, sameTexts })

/** Puts the server's sentences beside the fields that they are about. */
export function showTrainingErrors(form: UseFormReturn<TrainingTexts>, error: unknown) {
  if (!(error instanceof ApiError) || !error.fields) return
  const texts = form.getValues('sections').map((_, at) => `sections.${at}.content` as const)
  if (showGonePictures(form, error, texts)) return
  showDrawErrors(form, error)
  for (const [path, message] of Object.entries(error.fields)) {
    const section = /^content\.(\d+)\.content$/.exec(path)
    if (section) form.setError(`sections.${Number(section[1])}.content`, { message })
    else if (Object.hasOwn(SERVER_FIELDS, path)) form.setError(SERVER_FIELDS[path]!, { message })
  }
}

/** Goes to a training's own page. */
export function useOpenTraining() {
  const navigate = useNavigate()
  return (id: string, state: HistoryState = {}) =>
    navigate<AnyRouter, string, string>({ to: `/training/${id}`, state })
}
