import { Printer } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from './button.tsx'

/** Paper waits no longer for a picture that doesn't come. */
const PATIENCE_MS = 10_000
const LOOK_AGAIN_MS = 50

/** Told to the pictures of texts when all of them are wanted, also those far below the window. */
export const ALL_PICTURES = 'all-pictures'

const COMING = '[data-picture]:not([data-state=here], [data-state=failed])'

/** Whether somebody asks with the keys for the page on paper. */
export const isPrintKey = (press: KeyboardEvent) =>
  (press.ctrlKey || press.metaKey) &&
  press.key.toLowerCase() === 'p' &&
  !press.shiftKey &&
  !press.altKey &&
  !press.defaultPrevented

/** Puts the page on paper, by a press or Ctrl-P, with all the pictures of its texts. */
export function PrintButton() {
  const [isWaiting, setIsWaiting] = useState(false)
  const print = async () => {
    setIsWaiting(true)
    await picturesHere()
    setIsWaiting(false)
    globalThis.print()
  }
  const hearKey = useEffectEvent((press: KeyboardEvent) => {
    if (!isPrintKey(press)) return
    press.preventDefault()
    if (!isWaiting) void print()
  })
  useEffect(() => {
    const hear = (press: KeyboardEvent) => hearKey(press)
    globalThis.addEventListener('keydown', hear)
    return () => globalThis.removeEventListener('keydown', hear)
  }, [])
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={Printer}
      busy={isWaiting}
      className="only:-ml-3"
      onClick={() => void print()}
    >
      Print
    </Button>
  )
}

/** Resolves once every picture of a text is there, has failed, or takes too long. */
async function picturesHere(): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  while (document.querySelector(COMING) && performance.now() < until) {
    // Again and again: what fills the frames may itself still be on its way.
    globalThis.dispatchEvent(new Event(ALL_PICTURES))
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_AGAIN_MS)
    })
  }
  const images = document.querySelectorAll<HTMLImageElement>('[data-picture] img')
  await Promise.allSettled([...images].map(async (image) => image.decode()))
}
