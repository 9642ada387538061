import { useEffect, useRef, useState } from 'react'

/** As the specification sets it for every search while typing. */
const DEBOUNCE_MS = 300

/** What stands in a search box; `commit` hears of it when the typing pauses. */
export function useSearchText(committed: string, commit: (text: string) => void) {
  const [text, setText] = useState(committed)
  const known = useRef(committed)
  const latestCommit = useRef(commit)

  useEffect(() => {
    latestCommit.current = commit
  })

  useEffect(() => {
    const timer = setTimeout(() => {
      if (text.trim() === known.current) return
      known.current = text.trim()
      latestCommit.current(known.current)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])

  // A change that didn't come from the box, such as Back, goes into it.
  useEffect(() => {
    if (committed === known.current) return
    known.current = committed
    setText(committed)
  }, [committed])

  return [text, setText] as const
}
