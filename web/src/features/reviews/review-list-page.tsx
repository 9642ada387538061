import { ITEMS } from '@frontdesk/contract/items'
import type { Review } from '@frontdesk/contract/reviews'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { Suspense } from 'react'
import { AdminTabs } from '#web/features/admin/admin-frame.tsx'
import { formatDate } from '#web/lib/format.ts'
import { ITEM_ICONS } from '#web/lib/item-icons.ts'
import { late } from '#web/lib/late.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useSearchParams } from '#web/lib/search-params.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, ListResults } from '#web/ui/lists.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { keeperOf, ReviewDay } from './review-words.tsx'
import { reviewsQuery } from './reviews.api.ts'

const ChangedQuoteList = late(
  () => import('#web/features/changed-quotes/changed-quote-card.tsx'),
  'ChangedQuoteList',
)

const options = [
  { value: 'all', label: 'All' },
  { value: 'due', label: 'Overdue and soon' },
  { value: 'quotes', label: 'Changed quotes' },
] as const

const readParams = (raw: Record<string, unknown>) => ({
  show: options.find(({ value }) => value === raw.show)?.value ?? 'all',
})

/** Policies and trainings in the order in which they are to be looked through. */
export function ReviewListPage() {
  usePageTitle('Reviews · Admin Panel')
  const { params, change } = useSearchParams(readParams)
  return (
    <>
      <PageHeader title="Admin Panel" />
      <AdminTabs />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <SegmentedControl
          label="Which reviews"
          options={options}
          value={params.show}
          onChange={(show) => change({ show })}
        />
        <p className="text-sm text-muted">
          {params.show === 'quotes'
            ? 'Texts that lead to a paragraph of a policy which says something else since.'
            : 'Who looks after what, and when they look whether it is still right.'}
        </p>
      </div>
      {params.show === 'quotes' ? (
        <Suspense fallback={<CardSkeleton />}>
          <ChangedQuoteList />
        </Suspense>
      ) : (
        <ReviewResults due={params.show === 'due'} onShowAll={() => change({ show: 'all' })} />
      )}
    </>
  )
}

function ReviewResults({ due, onShowAll }: { due: boolean; onShowAll: () => void }) {
  return (
    <ListResults
      of={useInfiniteQuery(reviewsQuery(due))}
      failure="Failed to load reviews"
      waiting={<CardSkeleton />}
      none={<NoReviews due={due} onShowAll={onShowAll} />}
      label="Reviews"
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      {(review) => <ReviewRow key={review.id} review={review} />}
    </ListResults>
  )
}

function ReviewRow({ review }: { review: Review }) {
  const { type, id, title, reviewed_at: at, reviewed_by_name: by } = review
  return (
    <li className="linked-row relative grid gap-x-6 gap-y-2 px-4 py-4 transition-colors not-last:border-b not-last:border-line hover:bg-hover sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:px-5">
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Badge icon={ITEM_ICONS[type]}>{ITEMS[type].label}</Badge>
          <h2 className="font-semibold wrap-anywhere">
            <PathLink to={ITEMS[type].path + id} className="row-link rounded-lg">
              {title}
            </PathLink>
          </h2>
        </div>
        <p className="text-sm text-muted tabular-nums wrap-anywhere">
          {keeperOf(review)}
          {at && ` · reviewed ${formatDate(at)} by ${by ?? ''}`}
        </p>
      </div>
      <p className="text-sm">
        <ReviewDay review={review} />
      </p>
    </li>
  )
}

function NoReviews({ due, onShowAll }: { due: boolean; onShowAll: () => void }) {
  return due ? (
    <EmptyState
      icon={CalendarCheck}
      title="Nothing to look through"
      action={
        <Button variant="secondary" onClick={onShowAll}>
          Show all
        </Button>
      }
    >
      No review is overdue, and none is due within 14 days.
    </EmptyState>
  ) : (
    <EmptyState icon={CalendarCheck} title="No policies and trainings yet">
      As soon as there are some, they stand here with who looks after them.
    </EmptyState>
  )
}
