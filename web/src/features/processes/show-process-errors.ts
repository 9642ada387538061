import type { UseFormReturn } from 'react-hook-form'
import { showFieldErrors } from '#web/features/editing/show-field-errors.ts'
import { showGonePictures } from '#web/features/editing/show-gone-pictures.ts'
import { PROCESS_FIELDS, type ProcessTexts } from './process-texts.ts'

/** Puts the server's sentences beside the fields that they are about. */
export function showProcessErrors(form: UseFormReturn<ProcessTexts>, error: unknown) {
  const details = form.getValues('steps').map((_, at) => `steps.${at}.description` as const)
  if (!showGonePictures(form, error, details)) showFieldErrors(form, error, PROCESS_FIELDS)
}
