import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { CardLink } from '#web/ui/card.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { overviewQuery, whoIsBehind } from '#web/lib/overview.ts'

/** On an admin's dashboard: who is behind, one step from the list of them. */
export function BehindCard() {
  const { data } = useQuery(overviewQuery())
  // The dashboard is whole without it; the Admin Panel says what failed.
  if (!data || data.totals.asked === 0) return null
  const { people_overdue: people, overdue, due_soon: soon, percent } = data.totals
  const isBehind = people > 0
  return (
    <section aria-label="Who is behind">
      <CardLink
        to={isBehind ? '/admin/outstanding?state=overdue' : '/admin/overview'}
        className="flex items-center gap-4"
      >
        <span className="min-w-0 grow">
          <span className={`block text-lg font-semibold ${isBehind ? 'text-danger' : ''}`}>
            {whoIsBehind(people)}
          </span>
          <span className="mt-0.5 block text-muted tabular-nums">
            {percent}% done · {overdue} overdue · {soon} due within 7 days
          </span>
        </span>
        <ArrowRight
          className="size-5 shrink-0 text-muted transition-transform group-hover:translate-x-0.5"
          aria-hidden="true"
        />
      </CardLink>
      {isBehind && (
        <PathLink
          to="/admin/overview"
          className="mt-2 inline-block text-sm font-medium text-muted underline-offset-3 hover:text-ink hover:underline"
        >
          How the brokerage stands
        </PathLink>
      )}
    </section>
  )
}
