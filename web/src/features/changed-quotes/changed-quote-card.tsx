import type { ChangedQuote } from '@frontdesk/contract/changed-quotes'
import { useQuery } from '@tanstack/react-query'
import { Check, PenLine, Quote } from 'lucide-react'
import { TextComparison } from '#web/features/editing/text-comparison.tsx'
import { failureOf, messageOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { textLink } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/lists.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  changedQuotesQuery,
  pathOfQuote,
  placeOfQuote,
  useLookAtQuote,
} from './changed-quotes.api.ts'

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

type ChangedQuoteCardProps = {
  quote: ChangedQuote
  /** Beside the item itself, which needs no link to it. */
  isAtItem?: boolean
}

/** A paragraph as a text was written for it and as it is now, and what one may do about it. */
export function ChangedQuoteCard({ quote, isAtItem = false }: ChangedQuoteCardProps) {
  const { type, item_id: itemId, title, policy_id: policyId, anchor, after } = quote
  const { policy_archived: isArchived } = quote
  const look = useLookAtQuote()
  const path = pathOfQuote({ type, id: itemId })
  // An archived policy has no page but its history.
  const behind = isArchived ? '/history' : after === null ? '' : `#${anchor}`
  return (
    <li className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="grid gap-1">
        {!isAtItem && (
          <h2 className="font-semibold wrap-anywhere">
            <PathLink to={path} className="underline-offset-3 hover:underline">
              {title}
            </PathLink>
          </h2>
        )}
        <p className="text-sm text-muted tabular-nums wrap-anywhere">
          {placeOfQuote(quote)}. Quotes{' '}
          <PathLink to={`/policies/${policyId}${behind}`} className={textLink}>
            {quote.policy_title}
          </PathLink>
          , {isArchived ? 'archived on' : after === null ? 'gone since' : 'changed on'}{' '}
          {formatDate(quote.changed_at)}.
        </p>
      </div>
      {anchor !== '' && (
        <TextComparison
          caption={`A paragraph of ${quote.policy_title}, before and now`}
          before={{ label: `Version ${quote.version}`, title: '', content: quote.before }}
          after={{
            label: isArchived
              ? 'Now: its policy is archived'
              : after === null
                ? 'Now: it is gone'
                : 'Now',
            title: '',
            content: after ?? '',
          }}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          icon={Check}
          busy={look.isPending}
          aria-label={`I have looked: ${title}, ${placeOfQuote(quote)}`}
          onClick={() =>
            look.mutate(quote.id, {
              onSuccess: () => toast.success('It stays as it is'),
              onError: (error) => toast.error(failureOf(error, 'This was not saved.')),
            })
          }
        >
          I have looked
        </Button>
        {!isAtItem && (
          <PathLink
            to={`${path}/edit`}
            className="inline-flex items-center gap-2 rounded-lg px-3 text-sm font-medium text-accent hover:bg-hover"
          >
            <PenLine className="size-4" aria-hidden="true" />
            Edit {title}
          </PathLink>
        )}
      </div>
    </li>
  )
}
