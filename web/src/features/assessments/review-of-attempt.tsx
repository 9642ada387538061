import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#web/lib/api-error.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { AnswerReview } from './answer-review.tsx'
import { attemptQuery } from './attempt.api.ts'

/** What was right in an attempt that passed; nothing where it may not be known (any more). */
export function ReviewOfAttempt({ id }: { id: string }) {
  const { data: attempt, error, refetch } = useQuery(attemptQuery(id))
  if (error && !attempt) {
    return (
      <ErrorPanel title="Failed to load answers" onRetry={() => void refetch()}>
        {messageOf(error, 'Please try again.')}
      </ErrorPanel>
    )
  }
  if (!attempt) return <CardSkeleton />
  const { correct, passed } = attempt
  return passed && correct ? <AnswerReview attempt={{ ...attempt, correct }} /> : null
}
