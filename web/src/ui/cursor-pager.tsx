import type { useCursorStack } from '#web/lib/paging.ts'
import { Pager } from './data-table.tsx'

/** Rows on a page of a large table. */
export const TABLE_PAGE = 25

type CursorPagerProps = {
  stack: ReturnType<typeof useCursorStack>
  answer:
    | { data: unknown[]; nextCursor: string | null; total: number | null; more?: boolean }
    | undefined
}

/** Back and forth through a list that only knows its next page. */
export function CursorPager({ stack, answer }: CursorPagerProps) {
  if (!answer || (answer.data.length === 0 && stack.page === 1)) return null
  const { nextCursor, total, more = false } = answer
  return (
    <Pager
      page={stack.page}
      hasPrevious={stack.page > 1}
      hasNext={nextCursor !== null}
      onPrevious={stack.toPrevious}
      onNext={() => {
        if (nextCursor !== null) stack.toNext(nextCursor)
      }}
      total={total ?? undefined}
      more={more}
    />
  )
}
