import type { TrainingFile } from '@frontdesk/contract/trainings'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { messageOf } from '#web/lib/api-error.ts'
import type { TrainingTexts } from './training-texts.ts'
import { useUploadFile } from './trainings.api.ts'

/** Uploads files for a section of the form, and lets the form know them. */
export function useSectionFile({ getValues, setValue }: UseFormReturn<TrainingTexts>) {
  const upload = useUploadFile()
  const [problem, setProblem] = useState<string | null>(null)

  const send = async (file: File): Promise<TrainingFile | null> => {
    setProblem(null)
    try {
      const stored = await upload.mutateAsync(file)
      setValue('files', [...getValues('files'), stored])
      return stored
    } catch (error) {
      setProblem(messageOf(error, 'Failed to upload the file'))
      return null
    }
  }
  return { send, isSending: upload.isPending, problem, dismiss: () => setProblem(null) }
}
