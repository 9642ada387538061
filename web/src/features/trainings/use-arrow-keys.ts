import { useEffect, useRef } from 'react'

/** What arrow keys mean something of its own to. */
const TAKES_ARROWS =
  'input, textarea, select, video, audio, iframe, [contenteditable=true], [role=dialog] *, [role=menu] *, [tabindex="0"]'

type ArrowKeys = { onLeft?: () => void; onRight?: () => void }

/** Hears the arrow keys of the page, where nothing in it takes them for itself. */
export function useArrowKeys(keys: ArrowKeys) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target } = event
      if (event.defaultPrevented || event.repeat) return
      if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return
      if (target instanceof Element && target.matches(TAKES_ARROWS)) return
      const go = { ArrowLeft: latest.current.onLeft, ArrowRight: latest.current.onRight }[key]
      if (!go) return
      event.preventDefault()
      go()
    }
    globalThis.addEventListener('keydown', press)
    return () => globalThis.removeEventListener('keydown', press)
  }, [])
}
