import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type ChosenBarProps = {
  /** What is chosen, for those who can't see it. */
  label: string
  className?: string
  children: ReactNode
}

/** What can be done with all that is chosen at once; it stays in sight while the list scrolls. */
export function ChosenBar({ label, className, children }: ChosenBarProps) {
  return (
    <section
      aria-label={label}
      className={classes(
        'chosen-bar z-20 mt-4 flex animate-fade-in flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line-strong bg-raised p-2.5 pl-4 shadow-raised',
        className,
      )}
    >
      {children}
    </section>
  )
}
