import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** An inline confirmation in place of the button that asks for it; cancelling gives the focus back. */
export function useSecondStep() {
  const [isAsking, setIsAsking] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const cancel = () => {
    // The button has to be back before it can take the focus.
    flushSync(() => setIsAsking(false))
    trigger.current?.focus()
  }
  return { isAsking, ask: () => setIsAsking(true), cancel, trigger }
}
