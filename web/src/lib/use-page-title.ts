import { useEffect } from 'react'

/** Names the browser's tab after what is shown; the next page sets its own. */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    if (title !== undefined) globalThis.document.title = `${title} · Front Desk`
  }, [title])
}
