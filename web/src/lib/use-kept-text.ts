import { useEffect, useRef } from 'react'
import { unsavedTexts } from './session-storage.ts'
import { forgetText, keepText, type KeptText } from './kept-text.ts'

const PAUSE_MS = 300

type UnsavedText = Omit<KeptText<unknown>, 'keptAt'>

/**
 * Keeps what is typed in the tab's storage, whatever happens to the page. `text` is null while
 * there is nothing to lose; `settle` says that it has been saved.
 */
export function useKeptText(key: string, text: UnsavedText | null) {
  const latest = useRef(text)
  const settled = useRef(false)

  useEffect(() => {
    latest.current = text
    const timer = setTimeout(() => {
      if (!settled.current) write(key, text)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [key, text])

  useEffect(() => {
    const flush = () => {
      if (!settled.current) write(key, latest.current)
    }
    globalThis.addEventListener('pagehide', flush)
    return () => {
      globalThis.removeEventListener('pagehide', flush)
      flush()
    }
  }, [key])

  const settle = () => {
    settled.current = true
    forgetText(unsavedTexts(), key)
  }
  return { settle, isSettled: () => settled.current }
}

function write(key: string, text: UnsavedText | null) {
  if (text) keepText(unsavedTexts(), key, { ...text, keptAt: Date.now() })
  else forgetText(unsavedTexts(), key)
}
