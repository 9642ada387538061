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

/** Of the shape of a form: a line and its name, three times, and a long text. */
export function FormSkeleton() {
  return (
    <div aria-busy="true" className="grid max-w-3xl gap-6">
      <span className="sr-only">Loading…</span>
      {['h-11', 'h-11', 'h-11', 'h-72'].map((height, field) => (
        <div key={field}>
          <Skeleton className="mb-2 h-4 w-24" />
          <Skeleton className={classes('w-full rounded-md!', height)} />
        </div>
      ))}
    </div>
  )
}

type SpinnerProps = { label?: string; className?: string }

/** With a label it is an announced, centred wait; without one, a glyph inside something else. */
export function Spinner({ label, className }: SpinnerProps) {
  const ring = (
    <svg
      viewBox="0 0 16 16"
      className={classes('size-4 shrink-0 animate-spin', className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="6.25" opacity="0.25" />
      <path d="M8 1.75A6.25 6.25 0 0 1 14.25 8" />
    </svg>
  )
  if (!label) return ring
  return (
    <output className="flex items-center justify-center gap-2.5 py-10 text-muted">
      {ring}
      <span>{label}</span>
    </output>
  )
}
