import type { Overview } from '@frontdesk/contract/obligations'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { overviewQuery, whoIsBehind } from '#web/lib/overview.ts'
import { CardLink } from '#web/ui/card.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/**
 * On an admin's dashboard: who is behind, one step from the list of them. It has its place before it is
 * known, whatever it says then, so that nothing below moves.
 */
export function BehindCard() {
  const { data, isPending } = useQuery(overviewQuery())
  const people = data?.totals.people_overdue ?? 0
  const isBehind = people > 0
  return (
    <section aria-label="Who is behind" aria-busy={isPending}>
      <CardLink
        to={isBehind ? '/admin/outstanding?state=overdue' : '/admin/overview'}
        className="flex items-center gap-4"
      >
        <span className="min-w-0 grow">
          <span className={`block h-[1lh] text-lg font-semibold ${isBehind ? 'text-danger' : ''}`}>
            {isPending ? (
              <>
                <span className="sr-only">Who is behind</span>
                <Skeleton className="h-5 w-44" />
              </>
            ) : (
              headingOf(data?.totals)
            )}
          </span>
          <span className="mt-0.5 line-clamp-2 h-[1lh] text-muted tabular-nums max-sm:h-[2lh]">
            {isPending ? <Skeleton className="h-4 w-64 max-w-full" /> : lineOf(data?.totals)}
          </span>
        </span>
        <ArrowRight
          className="size-5 shrink-0 text-muted transition-transform group-hover:translate-x-0.5"
          aria-hidden="true"
        />
      </CardLink>
      <PathLink
        to="/admin/overview"
        className="mt-2 inline-block text-sm font-medium text-muted underline-offset-3 hover:text-ink hover:underline"
      >
        How the brokerage stands
      </PathLink>
    </section>
  )
}

type Totals = Overview['totals']

/** The dashboard is whole without the numbers; the Admin Panel says what failed. */
function headingOf(totals: Totals | undefined): string {
  if (!totals) return 'Who is behind?'
  return totals.asked === 0 ? 'Nothing is required yet' : whoIsBehind(totals.people_overdue)
}

function lineOf(totals: Totals | undefined): string {
  if (!totals) return 'The Admin Panel knows.'
  const { asked, percent, overdue, due_soon: soon } = totals
  if (asked === 0) return 'Open a policy or a training and press Assign.'
  return `${percent}% done · ${overdue} overdue · ${soon} due within 7 days`
}
