import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { required, upTo } from '#web/features/editing/text-rules.ts'
import { MarkdownField, type MarkdownHandle } from '#web/features/writing/markdown-field.tsx'
import { addressOf, withFileUrls } from './file-urls.ts'
import { PickFileButton } from './pick-file-button.tsx'
import { SectionUpload } from './section-upload.tsx'
import type { TrainingTexts } from './training-texts.ts'
import { useSectionFile } from './use-section-file.ts'

type TextSectionProps = { form: UseFormReturn<TrainingTexts>; index: number }

/** A text; a pasted, dropped or chosen picture is uploaded and stands where the cursor was. */
export function TextSection({ form, index }: TextSectionProps) {
  const text = useRef<MarkdownHandle>(null)
  const upload = useSectionFile(form, index)
  const files = useWatch({ control: form.control, name: 'files' })

  const addPicture = async (file: File) => {
    const stored = await upload.send(file)
    if (!stored) return
    text.current?.insertPicture(stored.path, stored.name.replace(/\.\w+$/, ''))
  }
  const addPictures = async (pictures: File[]) => {
    for (const picture of upload.isSending ? [] : pictures) {
      // oxlint-disable-next-line no-await-in-loop -- they stand in the order in which they were chosen
      await addPicture(picture)
    }
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <MarkdownField
        control={form.control}
        name={`sections.${index}.content`}
        label="Text"
        longName={`the text of section ${index + 1}`}
        rows={8}
        rules={{
          validate: {
            unfinished: upload.unfinished,
            required: required('Please write the text of this section, or remove it'),
            long: upTo(TRAINING_LIMITS.sectionText),
          },
        }}
        error={form.formState.errors.sections?.[index]?.content?.message}
        preview={{
          label: `Preview of section ${index + 1}`,
          render: (source) => withFileUrls(source, files),
        }}
        actions={
          <PickFileButton
            label="Add Picture"
            icon={ImagePlus}
            accept="image/png,image/jpeg,image/gif,image/webp"
            disabled={upload.isSending}
            onPick={(file) => void addPicture(file)}
          />
        }
        onPictures={(pictures) => void addPictures(pictures)}
        addressOf={(source) => addressOf(source, files)}
        handle={text}
      />
      <SectionUpload state={upload} onRetry={(file) => void addPicture(file)} />
    </div>
  )
}
