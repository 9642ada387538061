import type { TrainingFile } from '@frontdesk/contract/trainings'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Control, UseFormReturn } from 'react-hook-form'
import { useSending } from '#web/features/editing/use-sending.ts'
import { UploadProgress } from '#web/features/editing/upload-progress.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import type { TrainingTexts } from './training-texts.ts'
import { sendSectionFile } from './trainings.api.ts'

type Upload = {
  file: File
  /** Of the section, wherever it is by now. */
  field: () => `sections.${number}.content`
}

/** Of each form: whoever leaves it would lose them. */
const underWay = new WeakMap<Control<TrainingTexts>, Set<Upload>>()

/** Notes that a form has a file under way. Returns what says that it is over. */
function noteUpload(control: Control<TrainingTexts>, upload: Upload): () => void {
  const uploads = underWay.get(control) ?? new Set()
  underWay.set(control, uploads.add(upload))
  return () => uploads.delete(upload)
}

const waitFor = ({ name }: File) => `Please wait until “${name}” is uploaded, or cancel it`

/** Whether all files of a form are there; where one is not, the form says so. */
export function areUploaded(form: UseFormReturn<TrainingTexts>): boolean {
  const [upload] = underWay.get(form.control) ?? []
  if (!upload) return true
  form.setError(upload.field(), { message: waitFor(upload.file) }, { shouldFocus: true })
  return false
}

/** The one file that a section has under way, or that didn't get there. */
type SentFile = { file: File; share: number; problem: string | null }

/** Each section has one at a time. */
const ONE = 0

/** Uploads files for a section of the form, and lets the form know them. */
export function useSectionFile(form: UseFormReturn<TrainingTexts>, index: number) {
  const { send: sendFile, cancel } = useSending()
  const [upload, setUpload] = useState<SentFile | null>(null)
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

type SectionUploadProps = { state: SectionFile; onRetry: (file: File) => void }

/** How far a section's file is, or why it isn't there. */
export function SectionUpload({ state, onRetry }: SectionUploadProps) {
  const { upload, isSending, cancel, dismiss } = state
  return (
    <>
      <div className={isSending ? 'grid min-w-0 gap-1' : 'sr-only'}>
        {/* Always there, so that what comes into it is read out. */}
        <output className="truncate text-sm text-muted">
          {isSending && (
            <>
              Uploading <bdi>{upload?.file.name}</bdi>
            </>
          )}
        </output>
        {isSending && upload && (
          <UploadProgress name={upload.file.name} share={upload.share} onCancel={cancel} />
        )}
      </div>
      {upload?.problem && (
        <ErrorPanel
          title={`Failed to upload “${upload.file.name}”`}
          onRetry={() => onRetry(upload.file)}
          onDismiss={dismiss}
        >
          {upload.problem}
        </ErrorPanel>
      )}
    </>
  )
}

type PickFileButtonProps = {
  label: string
  icon: LucideIcon
  accept: string
  /** While a file is under way. */
  disabled: boolean
  onPick: (file: File) => void
}

/** Opens the browser's choice of files. */
export function PickFileButton({ label, icon, accept, disabled, onPick }: PickFileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasDisabled = useRef(disabled)
  useEffect(() => {
    // The button that cancelled is gone: whoever pressed it goes on from here.
    if (wasDisabled.current && !disabled && document.activeElement === document.body) {
      button.current?.focus()
    }
    wasDisabled.current = disabled
  }, [disabled])
  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        size="sm"
        icon={icon}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onPick(file)
        }}
      />
    </>
  )
}
