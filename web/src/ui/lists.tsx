import { type LucideIcon, SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'

type GrowingListProps = {
  label?: string
  className: string
  /** How many there are by now. */
  count: number
  hasMore: boolean
  loadingMore: boolean
  onMore: () => void
  children: ReactNode
}

/** Rows with a `.row-link` that a button adds to; focus goes on to the first that came. */
export function GrowingList(props: GrowingListProps) {
  const { label, className, count, hasMore, loadingMore, onMore, children } = props
  const list = useRef<HTMLUListElement>(null)
  const shownBefore = useRef<number | null>(null)
  useEffect(() => {
    if (shownBefore.current === null || count <= shownBefore.current) return
    const first = list.current?.children[shownBefore.current]
    shownBefore.current = null
    // By then the button may be gone, and the focus with it.
    first?.querySelector<HTMLElement>('.row-link')?.focus()
  }, [count])
  return (
    <>
      {count > 0 && (
        <ul ref={list} aria-label={label} className={className}>
          {children}
        </ul>
      )}
      {hasMore && (
        <div className="mt-4 flex justify-center">
          <Button
            variant="secondary"
            busy={loadingMore}
            busyLabel="Loading…"
            onClick={() => {
              shownBefore.current = count
              onMore()
            }}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

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

type EmptyStateProps = {
  icon: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-1.5 rounded-lg border border-dashed border-line-strong px-6 py-14 text-center">
      <span className="mb-2 grid size-11 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <h2 className="text-lg font-semibold">{title}</h2>
      {children && <div className="max-w-[44ch] text-muted">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}

type NoMatchProps = {
  title: string
  clearLabel?: string
  onClear: () => void
  /** What was searched. */
  children?: ReactNode
}

/** A list that has things, but none that fit what one looks for. */
export function NoMatch({ title, clearLabel = 'Clear search', onClear, children }: NoMatchProps) {
  return (
    <EmptyState
      icon={SearchX}
      title={title}
      action={
        <Button variant="secondary" onClick={onClear}>
          {clearLabel}
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
