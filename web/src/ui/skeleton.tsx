import { classes } from './classes.ts'

/** A grey stand-in of the size of what is coming; screen readers hear `aria-busy` around it. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes('block animate-breathe rounded-sm bg-line', className ?? 'h-4 w-full')}
    />
  )
}

const lineWidths = ['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-2/3']

export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <div className="grid gap-3">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton
          key={line}
          className={classes('h-3.5', line === lines - 1 ? 'w-3/5' : lineWidths[line % 5])}
        />
      ))}
    </div>
  )
}

export function CardSkeleton() {
  return (
    <div className="rounded-lg border border-line bg-surface p-(--card-pad)">
      <Skeleton className="mb-4 h-5 w-2/5" />
      <SkeletonLines lines={2} />
      <Skeleton className="mt-5 h-3.5 w-1/4" />
    </div>
  )
}
