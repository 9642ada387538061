import { Pager } from '#web/ui/data-table.tsx'
import type { useCursorStack } from './use-cursor-stack.ts'

/** Rows on a page of the acknowledgments table. */
export const REGISTER_PAGE = 25

type RegisterPagerProps = {
  stack: ReturnType<typeof useCursorStack>
  answer: { data: unknown[]; nextCursor: string | null; total: number | null } | undefined
}

export function RegisterPager({ stack, answer }: RegisterPagerProps) {
  if (!answer || (answer.data.length === 0 && stack.page === 1)) return null
  const { nextCursor, total } = answer
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
    />
  )
}
