import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/lib/api-error.ts'

const OF_DRAW = /^draws\.\d+\.(?:topic|questions)$/

/** Puts what the server says of draws beside them. */
export function showDrawErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
) {
  if (!(error instanceof ApiError) || !error.fields) return
  for (const [path, message] of Object.entries(error.fields)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every form with questions has draws
    if (OF_DRAW.test(path)) form.setError(path as FieldPath<Values>, { message })
  }
}
