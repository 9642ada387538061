import { X } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'

type UploadProgressProps = {
  name: string
  /** How much has gone out, from 0 to 1; null while it waits for others. */
  share: number | null
  onCancel: () => void
  /** What it says of itself, where it is no upload. */
  label?: string
}

/** How far a file is on its way, and the way to stop it. */
export function UploadProgress({ name, share, onCancel, label }: UploadProgressProps) {
  const percent = Math.round((share ?? 0) * 100)
  const says = share === null ? 'Waiting…' : percent === 100 ? 'Finishing…' : `${percent}%`
  return (
    <div className="flex items-center gap-3">
      <progress
        aria-label={label ?? `Upload of ${name}`}
        value={percent}
        max={100}
        className={classes(
          'h-1.5 min-w-0 grow appearance-none overflow-hidden rounded-full bg-neutral-soft',
          '[&::-webkit-progress-bar]:bg-neutral-soft [&::-webkit-progress-value]:bg-accent',
          '[&::-webkit-progress-value]:transition-[width] [&::-moz-progress-bar]:bg-accent',
        )}
      />
      <span className="w-20 text-end text-sm text-muted tabular-nums">{says}</span>
      <Button variant="ghost" size="sm" icon={X} aria-label={`Cancel ${name}`} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
