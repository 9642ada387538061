import { useEffect, useState } from 'react'

/** Whether an element has come so near to the window, from then on; `within` is a length such as `600px`. */
export function useIsNear(element: Element | null, within: string): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!element || isNear) return undefined
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: within },
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [element, isNear, within])
  return isNear
}
