import { ITEMS } from '@frontdesk/contract/items'
import { useQuery } from '@tanstack/react-query'
import { Captions, FileCheck, Upload, X } from 'lucide-react'
import { useState } from 'react'
import { useController, type UseFormReturn, useWatch } from 'react-hook-form'
import { roughSize } from '#web/lib/files.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Checkbox, Field, TextInput } from '#web/ui/field.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { PickFileButton, SectionUpload, useSectionFile } from './section-file.tsx'
import { addressOf, videoEmbed } from './section-media.ts'
import type { SectionType, TrainingTexts } from './training-texts.ts'
import { type LinkableKind, linkableQuery } from './trainings.api.ts'

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

const linkedKinds: { kind: LinkableKind; label: string }[] = [
  { kind: 'policies', label: ITEMS.policy.plural },
  { kind: 'processes', label: ITEMS.process.plural },
  { kind: 'documents', label: ITEMS.document.plural },
]

type LinkedContentProps = { form: UseFormReturn<TrainingTexts> }

/** What else belongs to the training: each kind in a box of its own, with a search. */
export function LinkedContent({ form }: LinkedContentProps) {
  return (
    <div className="grid gap-6 lg:grid-cols-3">
      {linkedKinds.map(({ kind, label }) => (
        <LinkBox key={kind} form={form} kind={kind} label={label} />
      ))}
    </div>
  )
}

type LinkBoxProps = LinkedContentProps & {
  kind: LinkableKind
  label: string
}

function LinkBox({ form, kind, label }: LinkBoxProps) {
  const { data: items } = useQuery(linkableQuery(kind))
  const [search, setSearch] = useState('')
  const { field } = useController({ control: form.control, name: kind })
  const chosen = new Set(field.value)
  const sought = search.trim().toLowerCase()
  const found = items?.filter(({ title }) => title.toLowerCase().includes(sought))
  const toggle = (id: string) =>
    field.onChange(
      chosen.has(id) ? field.value.filter((other) => other !== id) : [...field.value, id],
    )
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 flex w-full items-baseline justify-between gap-2 font-medium">
        {label}
        <span className="text-sm font-normal text-muted tabular-nums">
          {field.value.length === 0 ? 'None linked' : `${field.value.length} linked`}
        </span>
      </legend>
      <SearchBox
        label={`Search ${label.toLowerCase()}`}
        placeholder={`Search ${label.toLowerCase()}…`}
        value={search}
        onChange={setSearch}
        className="mb-2"
      />
      <div className="h-[200px] overflow-y-auto rounded-md border border-line bg-surface p-1">
        {!found && (
          <div className="p-2">
            <SkeletonLines lines={4} />
          </div>
        )}
        {found?.length === 0 && (
          <p className="p-2 text-sm text-muted">
            {sought
              ? `Nothing matches “${search.trim()}”.`
              : `There are no ${label.toLowerCase()} yet.`}
          </p>
        )}
        {found?.map(({ id, title }) => (
          <Checkbox
            key={id}
            label={title}
            checked={chosen.has(id)}
            onChange={() => toggle(id)}
            className="rounded-sm px-2 py-1.5 hover:bg-hover"
          />
        ))}
      </div>
    </fieldset>
  )
}
