import { useState } from 'react'

/** Which steps show their text. A step that is ticked folds away, and unfolds when it isn't. */
export function useOpenSteps(initiallyClosed: () => Iterable<string>) {
  const [closed, setClosed] = useState(() => new Set(initiallyClosed()))
  return {
    isOpen: (id: string) => !closed.has(id),
    open: (id: string, on: boolean) => {
      const next = new Set(closed)
      if (on) next.delete(id)
      else next.add(id)
      setClosed(next)
    },
    openAll: () => setClosed(new Set()),
    closeAll: (ids: string[]) => setClosed(new Set(ids)),
  }
}
