import { keepPreviousData } from '@tanstack/react-query'

/** How an infinite query goes on, by the cursor that came with each page. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
  placeholderData: keepPreviousData,
}
