type ProgressBarProps = { done: number; of: number }

/** How far along a list of steps is, in words and as a line. */
export function ProgressBar({ done, of }: ProgressBarProps) {
  const percent = of === 0 ? 0 : (100 * done) / of
  return (
    <div className="flex items-center gap-3">
      <span aria-hidden="true" className="h-1.5 grow overflow-hidden rounded-full bg-neutral-soft">
        <span
          className="block h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${percent}%` }}
        />
      </span>
      <span className="text-sm whitespace-nowrap text-muted tabular-nums">
        {done} of {of} done
      </span>
    </div>
  )
}
