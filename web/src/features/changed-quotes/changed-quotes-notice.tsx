import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { late } from '#web/lib/late.ts'
import { classes } from '#web/ui/classes.ts'
import { Notice } from '#web/ui/error-panel.tsx'
import { changedQuotesQuery } from './changed-quotes.api.ts'

// Hardly ever needed.
const ChangedQuoteCard = late(() => import('./changed-quote-card.tsx'), 'ChangedQuoteCard')

type ChangedQuotesNoticeProps = { itemId: string; className?: string }

/** Above an editor: what the text quotes and what has changed, or was archived, since. Nothing where there are none. */
export function ChangedQuotesNotice({ itemId, className }: ChangedQuotesNoticeProps) {
  // The editor is whole without it.
  const { data: quotes } = useQuery(changedQuotesQuery(itemId))
  if (!quotes || quotes.length === 0) return null
  const archived = quotes.every(({ policy_archived: isArchived }) => isArchived)
  const what = archived
    ? 'a policy that was archived'
    : quotes.length === 1
      ? 'a paragraph that has changed'
      : `${quotes.length} paragraphs that have changed`
  return (
    <section aria-label="Changed paragraphs" className={classes('grid gap-3', className)}>
      <Notice tone="warning">
        Quotes {what}. Change the text below where it has to, or say that it may stay.
      </Notice>
      <Suspense>
        <ul className="grid gap-3">
          {quotes.map((quote) => (
            <ChangedQuoteCard key={quote.id} quote={quote} isAtItem />
          ))}
        </ul>
      </Suspense>
    </section>
  )
}
