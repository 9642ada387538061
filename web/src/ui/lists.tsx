import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type LucideIcon, SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { ErrorPanel, LoadState } from './error-panel.tsx'
import { CardSkeleton } from './skeleton.tsx'

type ListResultsProps<Row> = {
  of: UseInfiniteQueryResult<InfiniteData<{ data: Row[] }>>
  /** What could not be loaded where that fails, such as `Failed to load drafts`. */
  failure: string
  /** Stands there until the answer comes; two cards where not said. */
  waiting?: ReactNode
  /** Stands where there are none. */
  none: ReactNode
  /** What is sought, if anything: who can't see the list is told how many were found. */
  search?: string
  label: string
  className: string
  /** A row of the list, with its `key`. */
  children: (row: Row) => ReactNode
}

/** A list that grows page by page, in each state that it may be in. */
export function ListResults<Row>(props: ListResultsProps<Row>) {
  const { of, failure, waiting = <TwoCards />, none, search = '' } = props
  const { label, className, children } = props
  if (!of.data) return <LoadState of={of} failure={failure} waiting={waiting} />
  const rows = of.data.pages.flatMap((page) => page.data)
  const found = `${rows.length}${of.hasNextPage ? ' or more' : ''} found`
  return (
    <div aria-busy={of.isPlaceholderData}>
      <output className="sr-only">{search !== '' && !of.isPlaceholderData && found}</output>
      {rows.length === 0 ? (
        none
      ) : (
        <GrowingList of={of} label={label} className={className} count={rows.length}>
          {rows.map(children)}
        </GrowingList>
      )}
    </div>
  )
}

const TwoCards = () => (
  <div aria-busy="true" className="grid gap-3">
    <CardSkeleton />
    <CardSkeleton />
  </div>
)

/** What of an infinite query its list needs. */
export type Growing = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
>

type GrowingListProps = {
  of: Growing
  label?: string
  className: string
  /** How many there are by now. */
  count: number
  children: ReactNode
}

/** Rows with a `.row-link` that a button adds to; focus goes on to the first that came. */
export function GrowingList(props: GrowingListProps) {
  const { of, label, className, count, children } = props
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
      {of.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button
            variant="secondary"
            busy={of.isFetchingNextPage}
            busyLabel="Loading…"
            onClick={() => {
              shownBefore.current = count
              void of.fetchNextPage()
            }}
          >
            Show more
          </Button>
        </div>
      )}
      {of.isFetchNextPageError && (
        <div className="mt-4">
          <ErrorPanel>{failureOf(of.error, 'Failed to load more')}</ErrorPanel>
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
