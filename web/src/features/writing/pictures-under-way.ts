import type { Control, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

/** Of each form the pictures that its texts wait for: whoever leaves it would lose them. */
const underWay = new WeakMap<object, Map<string, ReadonlyMap<number, File>>>()

/** Notes what a text of a form waits for; `files` is looked at later. Returns what forgets it. */
export function noteUnderWay<Values extends FieldValues>(
  control: Control<Values>,
  name: FieldPath<Values>,
  files: ReadonlyMap<number, File>,
): () => void {
  const texts = underWay.get(control) ?? new Map<string, ReadonlyMap<number, File>>()
  underWay.set(control, texts.set(name, files))
  return () => {
    if (texts.get(name) === files) texts.delete(name)
  }
}

export const waitFor = ({ name }: File) => `Please wait until “${name}” is uploaded, or cancel it`

/** Whether all pictures of a form are there; where one is not, the form says so. */
export function arePicturesThere<Values extends FieldValues>(form: UseFormReturn<Values>): boolean {
  for (const [name, files] of underWay.get(form.control) ?? []) {
    const [file] = files.values()
    if (!file) continue
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it was noted
    const place = name as FieldPath<Values>
    form.setError(place, { message: waitFor(file) }, { shouldFocus: true })
    return false
  }
  return true
}
