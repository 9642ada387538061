import type { Review } from '@frontdesk/contract/reviews'
import { CalendarCheck, CalendarClock } from 'lucide-react'
import { formatDate } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'

/** `Jan 31, 2027`: a day without a time is the same for every reader. */
export const formatDay = (day: string) => formatDate(`${day}T12:00:00`)

/** Whom its day is announced to. */
export function keeperOf({ asked, owner_name: owner, author_name: author }: Review): string {
  if (asked === 'owner') return owner ?? ''
  if (asked === 'author') return `${author ?? ''}, who wrote it`
  const gone = owner ?? author
  return gone ? `All admins, as ${gone} is none any more` : 'All admins'
}

/** When it is to be looked through. */
export function ReviewDay({ review: { review_on: day, state } }: { review: Review }) {
  if (day === null) return <span className="text-muted">No date</span>
  if (state === 'later') return <span className="tabular-nums">{formatDay(day)}</span>
  return state === 'overdue' ? (
    <Badge tone="danger" icon={CalendarClock}>
      Overdue since {formatDay(day)}
    </Badge>
  ) : (
    <Badge tone="warning" icon={CalendarCheck}>
      By {formatDay(day)}
    </Badge>
  )
}
