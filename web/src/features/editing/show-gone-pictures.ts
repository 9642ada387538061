import { picturesNamedIn } from '@frontdesk/contract/picture-names'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/lib/api-error.ts'
import { download } from '#web/lib/call.ts'

/**
 * Says it at each of these texts that names a picture that is gone: the server knows the kind of text, and
 * not which of several.
 * @returns whether it is that what is wrong
 */
export function showGonePictures<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  names: readonly Path<Values>[],
): boolean {
  if (!(error instanceof ApiError) || error.code !== 'picture_gone') return false
  for (const name of names) {
    const text: unknown = form.getValues(name)
    const say = () => form.setError(name, { message: error.message })
    if (typeof text === 'string') void isComplete(text).then((isWhole) => isWhole || say())
  }
  return true
}

/** Whether all pictures of a text are there, or none is known not to be. */
async function isComplete(text: string): Promise<boolean> {
  const found = await Promise.all(
    picturesNamedIn(text).map(async (name) =>
      download('GET /pictures/:name', { params: { name } }).then(
        () => true,
        (error: unknown) => !(error instanceof ApiError && error.status === 404),
      ),
    ),
  )
  return found.every(Boolean)
}
