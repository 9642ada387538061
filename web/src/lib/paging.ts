import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'

/** How an infinite query goes on, by the cursor that came with each page. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
  placeholderData: keepPreviousData,
}

/** One page of a list, with where the next one begins. */
export type LoadPage<Row> = (
  cursor: string | undefined,
  limit: number,
) => Promise<{ data: Row[]; nextCursor: string | null }>

const LARGEST_PAGE = 500

/** All rows of a list that comes in pages, at most `most` of them. */
export async function loadWhole<Row>(loadPage: LoadPage<Row>, most: number): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const page = await loadPage(cursor, Math.min(LARGEST_PAGE, most - rows.length))
    rows.push(...page.data)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && rows.length < most)
  return rows
}

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
