import { useEffect, useRef } from 'react'

/** After Show more, focus goes to the first row that came: the button may be gone by then. */
export function useFocusOnNew(count: number, onMore: () => void) {
  const list = useRef<HTMLUListElement>(null)
  const from = useRef<number | null>(null)
  useEffect(() => {
    if (from.current === null || count <= from.current) return
    list.current?.querySelectorAll<HTMLElement>('.row-link')[from.current]?.focus()
    from.current = null
  }, [count])
  const onShowMore = () => {
    from.current = count
    onMore()
  }
  return { list, onShowMore }
}
