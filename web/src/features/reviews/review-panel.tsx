import { useQuery } from '@tanstack/react-query'
import { CalendarCheck, PenLine } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { formatDate } from '#web/lib/format.ts'
import { late } from '#web/lib/late.ts'
import { useWhenIdle } from '#web/lib/at-rest.ts'
import { Button } from '#web/ui/button.tsx'
import { keeperOf, ReviewDay } from './review-words.tsx'
import { reviewQuery, type ReviewedItem } from './reviews.api.ts'

const load = () => import('./review-dialogs.tsx')
const ChangeReviewDialog = late(load, 'ChangeReviewDialog')
const FinishReviewDialog = late(load, 'FinishReviewDialog')

const frame = 'rounded-lg border border-line bg-surface'

/** For admins, beside a policy or training: who looks after it, and when it is looked through next. */
export function ReviewPanel({ item }: { item: ReviewedItem }) {
  const { data: review, error } = useQuery(reviewQuery(item))
  const [open, setOpen] = useState<'change' | 'finish' | null>(null)
  useWhenIdle(true, load)
  // The page is whole without it.
  if (!review && error) return null
  if (!review) return <div data-print="no" aria-busy="true" className={`h-41.5 ${frame}`} />
  const close = () => setOpen(null)
  const { reviewed_at: at, reviewed_by_name: by, review_on: day } = review
  return (
    <section
      data-print="no"
      aria-label="Review"
      className={`grid gap-3 px-4 py-3 text-sm ${frame}`}
    >
      <dl className="grid gap-2">
        <Fact term="Looked after by">{keeperOf(review)}</Fact>
        <Fact term="Next review">
          <ReviewDay review={review} />
        </Fact>
        {at && (
          <Fact term="Last reviewed">
            {formatDate(at)} by {by}
          </Fact>
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
        <Button
          variant={day === null ? 'secondary' : 'ghost'}
          size="sm"
          icon={PenLine}
          onClick={() => setOpen('change')}
        >
          {day === null ? 'Set a review date' : 'Change'}
        </Button>
      </div>
      <Suspense>
        {open === 'change' && <ChangeReviewDialog review={review} onClose={close} />}
        {open === 'finish' && <FinishReviewDialog review={review} onClose={close} />}
      </Suspense>
    </section>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-muted">{term}</dt>
      <dd className="tabular-nums wrap-anywhere">{children}</dd>
    </div>
  )
}
