import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/lib/api-error.ts'

/** Puts the server's sentences beside the fields of these names that they are about. */
export function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  names: readonly Path<Values>[],
) {
  if (!(error instanceof ApiError) || !error.fields) return
  for (const name of names) {
    const message = error.fields[name]
    if (message) form.setError(name, { message })
  }
}
