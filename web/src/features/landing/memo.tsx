import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'

type MemoProps = {
  subject: string
  title: string
  exhibit: ReactNode
  /** A tall exhibit stands beside the text instead of under it. */
  beside?: boolean
  children: ReactNode
}

/** One matter of the letter: its subject in the margin, its point and what shows it beside it. */
export function Memo({ subject, title, exhibit, beside, children }: MemoProps) {
  return (
    <section className="grid gap-x-10 gap-y-3 border-t border-line py-12 sm:py-16 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <p className="text-muted lg:pt-2">
        <span className="text-accent">Re:</span> {subject}
      </p>
      <div
        className={classes(
          'grid min-w-0 grid-cols-1 gap-8',
          beside && 'sm:grid-cols-[minmax(0,1fr)_19rem] sm:gap-12',
        )}
      >
        <div>
          <h2 className="text-3xl font-semibold tracking-[-0.03em] sm:text-4xl">{title}</h2>
          <div className="mt-4 max-w-[40rem] space-y-4 text-lg text-muted">{children}</div>
        </div>
        {exhibit}
      </div>
    </section>
  )
}
