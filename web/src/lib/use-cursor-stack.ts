import { useState } from 'react'

/** The way through the pages of a list that only knows its next one; a new filter starts over. */
export function useCursorStack(filter: string) {
  const [trail, setTrail] = useState({ filter, cursors: [] as string[] })
  const cursors = trail.filter === filter ? trail.cursors : []
  return {
    cursor: cursors.at(-1),
    page: cursors.length + 1,
    toNext: (cursor: string) => setTrail({ filter, cursors: [...cursors, cursor] }),
    toPrevious: () => setTrail({ filter, cursors: cursors.slice(0, -1) }),
  }
}
