import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import { ImagePlus } from 'lucide-react'
import { useId, useRef, useState, type ClipboardEvent } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { required, upTo } from '#web/features/editing/text-rules.ts'
import { classes } from '#web/ui/classes.ts'
import { FieldError, TextArea } from '#web/ui/field.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { withFileUrls } from './file-urls.ts'
import { PickFileButton } from './pick-file-button.tsx'
import { SectionUpload } from './section-upload.tsx'
import type { TrainingTexts } from './training-texts.ts'
import { useSectionFile } from './use-section-file.ts'

const views = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
] as const

type TextSectionProps = { form: UseFormReturn<TrainingTexts>; index: number }

/** Markdown with a preview; a pasted or chosen picture is uploaded and stands where the cursor was. */
export function TextSection({ form, index }: TextSectionProps) {
  const id = useId()
  const [view, setView] = useState<'write' | 'preview'>('write')
  const box = useRef<HTMLTextAreaElement | null>(null)
  const upload = useSectionFile(form, index)
  const name = `sections.${index}.content` as const
  const error = form.formState.errors.sections?.[index]?.content?.message
  const field = form.register(name, {
    validate: {
      unfinished: upload.unfinished,
      required: required('Please write the text of this section, or remove it'),
      long: upTo(TRAINING_LIMITS.sectionText),
    },
  })

  const addPicture = async (file: File) => {
    const { selectionStart = 0, selectionEnd = 0 } = box.current ?? {}
    const stored = await upload.send(file)
    if (!stored) return
    const text = form.getValues(upload.field())
    const words = stored.name.replace(/\.\w+$/, '').replaceAll(/[[\]\\]/g, ' ')
    const picture = `![${words}](${stored.path})`
    const [start, end] = [selectionStart, selectionEnd].map((place) => Math.min(place, text.length))
    const next = text.slice(0, start) + picture + text.slice(end)
    form.setValue(upload.field(), next, { shouldDirty: true })
    box.current?.focus()
    box.current?.setSelectionRange(start! + picture.length, start! + picture.length)
  }
  const paste = (event: ClipboardEvent) => {
    const picture = [...event.clipboardData.files].find((file) => file.type.startsWith('image/'))
    if (!picture || upload.isSending) return
    event.preventDefault()
    void addPicture(picture)
  }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label htmlFor={id} className="font-medium">
          Text
        </label>
        <div className="flex items-center gap-2">
          <PickFileButton
            label="Add Picture"
            icon={ImagePlus}
            accept="image/png,image/jpeg,image/gif,image/webp"
            disabled={upload.isSending}
            onPick={(file) => void addPicture(file)}
          />
          <SegmentedControl
            label={`Write or preview section ${index + 1}`}
            options={views}
            value={view}
            onChange={setView}
          />
        </div>
      </div>
      <TextArea
        id={id}
        rows={8}
        autogrow
        aria-invalid={error ? true : undefined}
        aria-describedby={classes(`${id}-hint`, error && `${id}-error`)}
        className={classes('leading-relaxed', view === 'preview' && 'hidden')}
        onPaste={paste}
        {...field}
        ref={(element) => {
          box.current = element
          field.ref(element)
        }}
      />
      {view === 'preview' && <TextPreview form={form} index={index} />}
      <p id={`${id}-hint`} className="text-sm text-muted">
        # makes a heading, - a list, **bold** stands out, [words](https://…) become a link. Pictures
        can be pasted.
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <SectionUpload state={upload} onRetry={(file) => void addPicture(file)} />
    </div>
  )
}

function TextPreview({ form, index }: TextSectionProps) {
  const content = useWatch({ control: form.control, name: `sections.${index}.content` })
  const files = useWatch({ control: form.control, name: 'files' })
  return (
    <section
      aria-label={`Preview of section ${index + 1}`}
      className="min-h-[calc(8*1.6em+1.125rem)] rounded-md border border-line bg-paper px-4 py-3 sm:px-6 sm:py-4"
    >
      {content.trim() === '' ? (
        <p className="text-muted">Nothing is written yet.</p>
      ) : (
        <Markdown source={withFileUrls(content, files)} />
      )}
    </section>
  )
}
