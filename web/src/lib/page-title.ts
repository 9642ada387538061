import { createContext, type ReactNode, useEffect } from 'react'

type Hear = (title: string, path: string) => void

let hear: Hear | undefined
let latest: Parameters<Hear> | undefined

/** Tells one listener what each page is called once that is known, also what was said before it listened. */
export function onPageTitle(next: Hear): () => void {
  hear = next
  if (latest && latest[1] === globalThis.location.pathname) next(...latest)
  return () => {
    hear = undefined
  }
}

/** Names the browser's tab after what is shown; the next page sets its own. */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    if (title === undefined) return
    globalThis.document.title = `${title} · Front Desk`
    latest = [title, globalThis.location.pathname]
    hear?.(...latest)
  }, [title])
}

/** What stands over a printed table: whose it is. Apart, so that the frame need not load any table. */
export const PrintHead = createContext<ReactNode>(null)
