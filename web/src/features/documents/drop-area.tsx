import { Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'

type DropAreaProps = {
  onFiles: (files: Iterable<File>) => void
  /** Small, once there are files. */
  isCompact: boolean
  hint?: string
}

/** Files by a button or dropped anywhere on the page. */
export function DropArea({ onFiles, isCompact, hint }: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null)
  const isOver = useDroppedFiles(onFiles)
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
      <Button variant="secondary" onClick={() => input.current?.click()}>
        Choose Files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        aria-label="Files"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          onFiles(event.target.files ?? [])
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}

/** Whether files are held over the page; those that are dropped are handed on. */
function useDroppedFiles(onFiles: (files: Iterable<File>) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
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
      latest.current(event.dataTransfer?.files ?? [])
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
