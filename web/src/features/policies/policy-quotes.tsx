import type { PolicyQuote } from '@frontdesk/contract/policy-quotes'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { quotesQuery } from './policies.api.ts'
import { pathOfQuote, placeOfQuote } from '#web/features/changed-quotes/quote-places.ts'

/** For admins: what refers to a policy, and whether the paragraphs that it means are still there. */
export function PolicyQuotes({ policyId }: { policyId: string }) {
  const { data: quotes, error, refetch } = useQuery(quotesQuery(policyId))
  const titleId = useId()
  return (
    <section data-print="no" aria-labelledby={titleId} className="border-t border-line pt-5">
      <h2 id={titleId} className="mb-3 font-semibold">
        Referred to in
      </h2>
      {quotes && <QuoteList policyId={policyId} quotes={quotes} />}
      {!quotes && !error && (
        <div aria-busy="true">
          <SkeletonLines lines={2} />
        </div>
      )}
      {!quotes && error && (
        <ErrorPanel title="Failed to load what refers to it" onRetry={() => void refetch()}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
    </section>
  )
}

type QuoteListProps = { policyId: string; quotes: PolicyQuote[] }

function QuoteList({ policyId, quotes }: QuoteListProps) {
  if (quotes.length === 0) {
    return (
      <p className="text-sm text-muted">
        No process, training, test or other policy leads here. Copy a link beside any paragraph and
        put it into one of their texts.
      </p>
    )
  }
  return (
    <ul className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2">
      {quotes.map((quote) => (
        <li key={`${quote.id} ${quote.place} ${quote.number} ${quote.anchor}`}>
          <PathLink
            to={pathOfQuote(quote)}
            className="text-accent underline underline-offset-3 wrap-anywhere hover:decoration-2"
          >
            {quote.title}
          </PathLink>
          <p className="text-muted tabular-nums">
            {placeOfQuote(quote)}
            {quote.anchor_state === 'current' && (
              <>
                {', '}
                <PathLink
                  to={`/policies/${policyId}#${quote.anchor}`}
                  className="underline underline-offset-3 hover:decoration-2"
                >
                  one paragraph
                </PathLink>
              </>
            )}
          </p>
          {(quote.anchor_state === 'gone' || quote.anchor_state === 'unknown') && (
            <Badge tone="warning">Its paragraph is gone</Badge>
          )}
        </li>
      ))}
    </ul>
  )
}
