import { Captions, X } from 'lucide-react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { IconButton } from '#web/ui/button.tsx'
import { addressOf } from './file-urls.ts'
import { PickFileButton } from './pick-file-button.tsx'
import { SectionUpload } from './section-upload.tsx'
import type { TrainingTexts } from './training-texts.ts'
import { useSectionFile } from './use-section-file.ts'

type CaptionsFieldProps = { form: UseFormReturn<TrainingTexts>; index: number }

/** What is said in a video that the browser's own player shows. */
export function CaptionsField({ form, index }: CaptionsFieldProps) {
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
