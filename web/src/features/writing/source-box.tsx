import { ImagePlus } from 'lucide-react'
import { useRef, type RefObject } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import type { Box } from './use-markdown-box.ts'

type SourceBoxProps = {
  box: Box
  describedBy: string
  rows: number
  error?: string
  required?: boolean
  onPictures: (files: File[]) => void
  /** Whether nothing else on the field asks for a picture. */
  canAsk: boolean
  source: RefObject<HTMLTextAreaElement | null>
}

const picturesIn = ({ files }: DataTransfer) =>
  [...files].filter(({ type }) => type.startsWith('image/'))

/** The text as its Markdown. */
export function SourceBox(props: SourceBoxProps) {
  const { box, rows, error, required, describedBy, onPictures, source } = props
  const { id, field, view } = box
  return (
    <>
      <div className="flex h-11 items-center border-b border-line bg-sunken px-3 text-sm text-muted pointer-coarse:h-12">
        {view === 'source' || box.problem ? 'Markdown' : ''}
        {props.canAsk && <AddPicture onPictures={onPictures} />}
      </div>
      <TextArea
        id={id}
        rows={rows}
        autogrow
        name={field.name}
        value={box.content}
        onChange={(event) => field.onChange(event.target.value)}
        onBlur={field.onBlur}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        className="rounded-none border-0 leading-relaxed outline-none focus-visible:outline-none"
        onPaste={(event) => {
          const pictures = picturesIn(event.clipboardData)
          if (pictures.length === 0) return
          event.preventDefault()
          onPictures(pictures)
        }}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes('Files')) event.preventDefault()
        }}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return
          // The browser would leave the page for the file.
          event.preventDefault()
          const pictures = picturesIn(event.dataTransfer)
          if (pictures.length > 0) onPictures(pictures)
          else box.setNotice('Only pictures can be dropped here.')
        }}
        ref={source}
      />
    </>
  )
}

function AddPicture({ onPictures }: { onPictures: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="ml-auto"
        icon={ImagePlus}
        onClick={() => input.current?.click()}
      >
        Add Picture
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        multiple
        aria-label="Add Picture"
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) onPictures(files)
        }}
      />
    </>
  )
}
