import { useQuery } from '@tanstack/react-query'
import { CalendarCheck, PenLine } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ChangeReviewDialog, FinishReviewDialog } from './review-dialogs.tsx'
import { keeperOf, ReviewDay } from './review-words.tsx'
import { reviewQuery, type ReviewedItem } from './reviews.api.ts'

/** For admins, beside a policy or training: who looks after it, and when it is looked through next. */
export function ReviewPanel({ item }: { item: ReviewedItem }) {
  const { data: review } = useQuery(reviewQuery(item))
  const [open, setOpen] = useState<'change' | 'finish' | null>(null)
  // The page is whole without it.
  if (!review) return null
  const close = () => setOpen(null)
  const { reviewed_at: at, reviewed_by_name: by, review_on: day } = review
  return (
    <section
      data-print="no"
      aria-label="Review"
      className="grid gap-3 rounded-lg border border-line bg-surface px-4 py-3 text-sm"
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5">
        <dt className="text-muted">Looked after by</dt>
        <dd className="wrap-anywhere">{keeperOf(review)}</dd>
        <dt className="text-muted">Next review</dt>
        <dd>
          <ReviewDay review={review} />
        </dd>
        {at && (
          <>
            <dt className="text-muted">Last reviewed</dt>
            <dd className="tabular-nums wrap-anywhere">
              {formatDate(at)} by {by}
            </dd>
          </>
        )}
      </dl>
      <div className="flex flex-wrap gap-2">
        {day !== null && (
          <Button
            variant="secondary"
            size="sm"
            icon={CalendarCheck}
            onClick={() => setOpen('finish')}
          >
            Still right
          </Button>
        )}
        <Button variant="ghost" size="sm" icon={PenLine} onClick={() => setOpen('change')}>
          {day === null ? 'Set a review date' : 'Change'}
        </Button>
      </div>
      {open === 'change' && <ChangeReviewDialog review={review} onClose={close} />}
      {open === 'finish' && <FinishReviewDialog review={review} onClose={close} />}
    </section>
  )
}
