import { Captions, FileCheck, Upload, X } from 'lucide-react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { roughSize } from '#web/lib/files.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { PickFileButton, SectionUpload, useSectionFile } from './section-file.tsx'
import type { SectionType, TrainingTexts } from './training-texts.ts'
import { addressOf, videoEmbed } from './section-media.ts'

const kinds = {
  video: {
    label: 'Video URL',
    hint: 'A link to YouTube or Vimeo, whose captions are shown, or to a video file; or upload an MP4 or WebM.',
    placeholder: 'https://www.youtube.com/watch?v=…',
    accept: 'video/mp4,video/webm',
    upload: 'Upload Video',
  },
  slide: {
    label: 'Slide URL',
    hint: 'A link that shows the slides; or upload a PDF or a picture.',
    placeholder: 'https://docs.google.com/presentation/…/embed',
    accept: 'application/pdf,image/png,image/jpeg,image/gif,image/webp',
    upload: 'Upload Slide',
  },
}

type LinkSectionProps = {
  form: UseFormReturn<TrainingTexts>
  index: number
  type: Exclude<SectionType, 'text'>
}

/** A video or slide: an address, or a file that was uploaded. */
export function LinkSection({ form, index, type }: LinkSectionProps) {
  const { label, hint, placeholder, accept, upload: uploadLabel } = kinds[type]
  const name = `sections.${index}.content` as const
  const upload = useSectionFile(form, index)
  const [content, files] = useWatch({ control: form.control, name: [name, 'files'] })
  const file = files.find(({ path }) => path === content)
  const error = form.formState.errors.sections?.[index]?.content?.message
  const field = form.register(name, {
    validate: {
      unfinished: upload.unfinished,
      address: (value: string) => {
        if (value.trim() === '') return `Please give the address of this ${type} or upload a file`
        const isAddress = /^https:\/\/[^\s/]/i.test(value.trim()) || value.startsWith('/api/v1/')
        return isAddress || `The address of a ${type} begins with https://`
      },
    },
  })
  const put = (value: string) => {
    form.setValue(upload.field(), value, { shouldDirty: true })
    form.clearErrors(upload.field())
  }
  const send = async (picked: File) => {
    const stored = await upload.send(picked)
    if (stored) put(stored.path)
  }
  return (
    <div className="grid gap-3">
      {file ? (
        <div className="grid gap-1.5">
          <p className="font-medium">Uploaded file</p>
          <div className="flex min-h-10 items-center gap-2.5 rounded-md border border-line bg-sunken pr-1 pl-3">
            <FileCheck className="size-4.5 shrink-0 text-success" aria-hidden="true" />
            <a
              href={addressOf(content, files)}
              target="_blank"
              rel="noopener"
              className="min-w-0 grow truncate font-medium text-accent underline-offset-2 hover:underline"
            >
              {file.name}
            </a>
            <span className="text-sm whitespace-nowrap text-muted tabular-nums">
              {roughSize(file.size)}
            </span>
            <IconButton
              size="sm"
              label={`Remove the file of section ${index + 1}`}
              icon={X}
              onClick={() => put('')}
            />
          </div>
        </div>
      ) : (
        <Field label={label} hint={hint} error={error}>
          <TextInput
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            {...field}
          />
        </Field>
      )}
      <div>
        <PickFileButton
          label={file ? 'Replace File' : uploadLabel}
          icon={Upload}
          accept={accept}
          disabled={upload.isSending}
          onPick={(picked) => void send(picked)}
        />
      </div>
      <SectionUpload state={upload} onRetry={(picked) => void send(picked)} />
      {type === 'video' && !videoEmbed(content) && <CaptionsField form={form} index={index} />}
    </div>
  )
}

type CaptionsFieldProps = { form: UseFormReturn<TrainingTexts>; index: number }

/** What is said in a video that the browser's own player shows. */
function CaptionsField({ form, index }: CaptionsFieldProps) {
  const name = `sections.${index}.captions` as const
  const upload = useSectionFile(form, index)
  const [captions = '', files] = useWatch({ control: form.control, name: [name, 'files'] })
  const file = files.find(({ path }) => path === captions)
  const put = (path: string) => {
    // The section may have been moved by the time its file is there.
    const place = upload.field().replace(/content$/, 'captions') as typeof name
    form.setValue(place, path, { shouldDirty: true })
  }
  const send = async (picked: File) => {
    const stored = await upload.send(picked)
    if (stored) put(stored.path)
  }
  return (
    <div className="grid gap-2">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <PickFileButton
          label={file ? 'Replace Captions' : 'Add Captions'}
          icon={Captions}
          accept=".vtt,text/vtt"
          disabled={upload.isSending}
          onPick={(picked) => void send(picked)}
        />
        {file ? (
          <span className="flex min-w-0 items-center gap-1">
            <a
              href={addressOf(captions, files)}
              target="_blank"
              rel="noopener"
              className="min-w-0 truncate text-sm text-accent underline-offset-2 hover:underline"
            >
              {file.name}
            </a>
            <IconButton
              size="sm"
              label={`Remove the captions of section ${index + 1}`}
              icon={X}
              onClick={() => put('')}
            />
          </span>
        ) : (
          <span className="text-sm text-muted">What is said, as a WebVTT file (.vtt).</span>
        )}
      </div>
      <SectionUpload state={upload} onRetry={(picked) => void send(picked)} />
    </div>
  )
}
