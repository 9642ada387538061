import type { UseFormReturn } from 'react-hook-form'
import { showDrawErrors } from '#web/features/assessments/show-draw-errors.ts'
import { showGonePictures } from '#web/features/editing/show-gone-pictures.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { SERVER_FIELDS, type TrainingTexts } from './training-texts.ts'

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
