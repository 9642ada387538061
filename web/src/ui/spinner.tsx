import { classes } from './classes.ts'

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
