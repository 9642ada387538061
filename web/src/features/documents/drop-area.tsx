import { Upload } from 'lucide-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'

type DropAreaProps = {
  onFiles: (files: Iterable<File>) => void
  /** Small, once there are files. */
  isCompact: boolean
  hint?: string
  /** The endings of names that may be chosen, such as `.pdf,.md`; all where left out. */
  accept?: string
  /** Takes the files out of what was dropped, where it is more than a list of files. */
  filesOf?: (data: DataTransfer) => Promise<File[]>
  /** Offers a whole folder. */
  withFolders?: boolean
}

/** Files by a button or dropped anywhere on the page. */
export function DropArea(props: DropAreaProps) {
  const { onFiles, isCompact, hint, accept, filesOf, withFolders } = props
  const input = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const isOver = useDroppedFiles(onFiles, filesOf)
  return (
    <div
      className={classes(
        'flex flex-wrap items-center gap-x-5 gap-y-3 rounded-lg border border-dashed px-5 transition-colors',
        isCompact ? 'py-4' : 'flex-col justify-center py-12 text-center',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-control bg-surface',
      )}
    >
      {!isCompact && <Upload className="size-7 text-muted" strokeWidth={1.5} aria-hidden="true" />}
      <div className={isCompact ? 'min-w-0 grow' : undefined}>
        <p className="font-medium">
          {isOver ? 'Drop them here' : isCompact ? 'Add more files' : 'Drop files here'}
        </p>
        {hint && <p className="text-sm text-muted">{hint}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => input.current?.click()}>
          Choose Files
        </Button>
        {withFolders && (
          <Button variant="secondary" onClick={() => folder.current?.click()}>
            Choose a Folder
          </Button>
        )}
      </div>
      <FileInput ref={input} label="Files" accept={accept} onFiles={onFiles} />
      {withFolders && <FileInput ref={folder} label="Folder" isFolder onFiles={onFiles} />}
    </div>
  )
}

type FileInputProps = {
  ref: Ref<HTMLInputElement>
  label: string
  accept?: string
  isFolder?: boolean
  onFiles: (files: Iterable<File>) => void
}

function FileInput({ ref, label, accept, isFolder, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      accept={accept}
      {...(isFolder && { webkitdirectory: '' })}
      aria-label={label}
      tabIndex={-1}
      className="sr-only"
      onChange={(event) => {
        onFiles(event.target.files ?? [])
        // The same file can be chosen again.
        event.target.value = ''
      }}
    />
  )
}

/** Whether files are held over the page; those that are dropped are handed on. */
function useDroppedFiles(
  onFiles: (files: Iterable<File>) => void,
  filesOf: DropAreaProps['filesOf'],
): boolean {
  const [isOver, setIsOver] = useState(false)
  const latest = useRef({ onFiles, filesOf })
  useEffect(() => {
    latest.current = { onFiles, filesOf }
  })
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      // Without it the browser opens what is dropped, in place of this page.
      event.preventDefault()
      setIsOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(false)
      const { dataTransfer: data } = event
      if (!data) return
      const handOn = (files: Iterable<File>) => latest.current.onFiles(files)
      if (latest.current.filesOf) void latest.current.filesOf(data).then(handOn)
      else handOn(data.files)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}
