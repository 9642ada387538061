import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { PathLink, type PathLinkProps } from './path-link.tsx'

const cardClasses = 'block min-w-0 rounded-lg border border-line bg-surface p-(--card-pad)'

export function Card({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={classes(cardClasses, className)} />
}

/** The whole card is one link: nothing else to press goes inside. */
export function CardLink({ className, ...props }: PathLinkProps) {
  return (
    <PathLink
      {...props}
      className={classes(
        cardClasses,
        'group transition-colors hover:border-line-control',
        className,
      )}
    />
  )
}

type SectionProps = {
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
  className?: string
}

export function Section({ title, description, actions, children, className }: SectionProps) {
  return (
    <section className={classes('min-w-0', className)}>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-xl font-semibold">{title}</h2>
          {description && <p className="mt-0.5 max-w-[64ch] text-muted">{description}</p>}
        </div>
        {actions && (
          <div data-print="no" className="flex flex-wrap gap-2">
            {actions}
          </div>
        )}
      </div>
      {children}
    </section>
  )
}

/** What is known of one thing, term by term. */
export function FactGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="border-b border-line pb-1.5 font-semibold">{title}</h3>
      <dl className="grid gap-x-6 sm:grid-cols-[9rem_minmax(0,1fr)]">{children}</dl>
    </section>
  )
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="pt-2 text-sm text-muted sm:pt-2.5">{term}</dt>
      <dd className="min-w-0 wrap-anywhere sm:pt-2">{children}</dd>
    </>
  )
}
