import { type RefObject, useEffect, useRef } from 'react'

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
