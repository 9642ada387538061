import type { Control, UseFormReturn } from 'react-hook-form'
import type { TrainingTexts } from './training-texts.ts'

type Upload = {
  file: File
  /** Of the section, wherever it is by now. */
  field: () => `sections.${number}.content`
}

/** Of each form: whoever leaves it would lose them. */
const underWay = new WeakMap<Control<TrainingTexts>, Set<Upload>>()

/** Notes that a form has a file under way. Returns what says that it is over. */
export function noteUpload(control: Control<TrainingTexts>, upload: Upload): () => void {
  const uploads = underWay.get(control) ?? new Set()
  underWay.set(control, uploads.add(upload))
  return () => uploads.delete(upload)
}

export const waitFor = ({ name }: File) => `Please wait until “${name}” is uploaded, or cancel it`

/** Whether all files of a form are there; where one is not, the form says so. */
export function areUploaded(form: UseFormReturn<TrainingTexts>): boolean {
  const [upload] = underWay.get(form.control) ?? []
  if (!upload) return true
  form.setError(upload.field(), { message: waitFor(upload.file) }, { shouldFocus: true })
  return false
}
