import { useQuery } from '@tanstack/react-query'
import { Quote } from 'lucide-react'
import { messageOf } from '#web/lib/api-error.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { ChangedQuoteCard } from './changed-quote-card.tsx'
import { changedQuotesQuery } from './changed-quotes.api.ts'

/** Everything that quotes a paragraph which has changed since, or a policy that was archived. */
export function ChangedQuoteList() {
  const { data: quotes, error, refetch } = useQuery(changedQuotesQuery())
  if (!quotes) {
    if (!error) return <CardSkeleton />
    return (
      <ErrorPanel
        title="Failed to load what quotes changed paragraphs"
        onRetry={() => void refetch()}
      >
        {messageOf(error, 'Please try again.')}
      </ErrorPanel>
    )
  }
  if (quotes.length === 0) {
    return (
      <EmptyState icon={Quote} title="No quote to look at">
        When a paragraph of a policy changes, or a policy is archived, the trainings, processes,
        tests and policies that lead to it stand here until somebody has looked.
      </EmptyState>
    )
  }
  return (
    <ul aria-label="Quotes of changed paragraphs" className="grid gap-4">
      {quotes.map((quote) => (
        <ChangedQuoteCard key={quote.id} quote={quote} />
      ))}
    </ul>
  )
}
