import type { TrainingFile } from '@frontdesk/contract/trainings'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useSending } from '#web/features/editing/use-sending.ts'
import { messageOf } from '#web/lib/api-error.ts'
import type { TrainingTexts } from './training-texts.ts'
import { sendSectionFile } from './trainings.api.ts'
import { noteUpload, waitFor } from './uploads-under-way.ts'

/** The one file that a section has under way, or that didn't get there. */
type SectionUpload = { file: File; share: number; problem: string | null }

/** Each section has one at a time. */
const ONE = 0

/** Uploads files for a section of the form, and lets the form know them. */
export function useSectionFile(form: UseFormReturn<TrainingTexts>, index: number) {
  const { send: sendFile, cancel } = useSending()
  const [upload, setUpload] = useState<SectionUpload | null>(null)
  // The section may have been moved by the time its file is there.
  const place = useRef(index)
  useEffect(() => {
    place.current = index
  }, [index])

  /** The field of the section, wherever it is by now. */
  const field = () => `sections.${place.current}.content` as const

  const send = async (file: File): Promise<TrainingFile | null> => {
    const tell = (share: number) => setUpload({ file, share, problem: null })
    tell(0)
    try {
      const stored = await sendFile(ONE, (options) => sendSectionFile(file, options), tell)
      setUpload(null)
      if (stored) form.setValue('files', [...form.getValues('files'), stored])
      return stored ?? null
    } catch (error) {
      const problem = messageOf(error, 'Failed to upload the file')
      setUpload({ file, share: 0, problem })
      return null
    } finally {
      // What it said of a file under way is over.
      form.clearErrors(field())
    }
  }
  const isSending = upload?.problem === null
  const sent = isSending ? upload.file : null
  useEffect(
    () =>
      sent
        ? noteUpload(form.control, {
            file: sent,
            field: () => `sections.${place.current}.content` as const,
          })
        : undefined,
    [form.control, sent],
  )
  return {
    upload,
    send,
    isSending,
    cancel: () => cancel(ONE),
    dismiss: () => setUpload(null),
    field,
    /** What keeps the section from being saved: its file would be missing. */
    unfinished: () => !isSending || waitFor(upload.file),
  }
}

export type SectionFile = ReturnType<typeof useSectionFile>
