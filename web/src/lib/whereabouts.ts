import { type RefObject, useEffect, useRef, useState } from 'react'

/** Whether the component is still shown, for work that goes on for a while and ends with it. */
export function useIsHere(): RefObject<boolean> {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}

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
