import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/lib/api-error.ts'

/** Not empty once trimmed; else the message. */
export const required = (message: string) => (value: string) => value.trim() !== '' || message

/** At most so many characters, as the server counts them. */
export const upTo = (max: number) => (value: string) =>
  value.trim().length <= max || `Please keep this within ${max.toLocaleString('en')} characters`

/** A whole number within limits; else the message. */
export const wholeNumber =
  (message: string, { min, max }: { min: number; max: number }) =>
  (value: string) =>
    (/^\d+$/.test(value.trim()) && Number(value) >= min && Number(value) <= max) || message

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

/** The first field of a form that is wrong, in the order of the form, and what is said about it. */
export function firstError(
  errors: object,
  order: readonly string[],
): { name: string; message: string } | null {
  const found = new Map(Object.entries(errors))
  const first = order.find((name) => found.has(name))
  return first === undefined ? null : within(found.get(first), first)
}

/** Lists of fields are looked into. */
function within(found: unknown, name: string): { name: string; message: string } | null {
  if (typeof found !== 'object' || found === null) return null
  if ('message' in found && typeof found.message === 'string') {
    return { name, message: found.message }
  }
  for (const [key, value] of Object.entries(found)) {
    const inner = key === 'ref' ? null : within(value, `${name}.${key}`)
    if (inner) return inner
  }
  return null
}
