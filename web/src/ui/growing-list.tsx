import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'

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
