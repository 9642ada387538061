import { CalendarClock, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatDate, formatDateTime, formatRelative, formatTime } from '#web/lib/format.ts'
import { classes } from './classes.ts'

type RelativeTimeProps = { iso: string | null | undefined; className?: string }

export function RelativeTime({ iso, className }: RelativeTimeProps) {
  const now = useMinute()
  if (!iso) return null
  return (
    <time dateTime={iso} title={formatDateTime(iso)} className={className}>
      {formatRelative(iso, now)}
    </time>
  )
}

/** A moment in a table: where the column is narrow, the time stands below the date. */
export function DateTime({ iso, className }: { iso: string; className?: string }) {
  return (
    <time dateTime={iso} className={className}>
      <span className="whitespace-nowrap">{formatDate(iso)},</span>{' '}
      <span className="whitespace-nowrap">{formatTime(iso)}</span>
    </time>
  )
}

function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

type DueLineProps = { dueAt: string; className?: string }

/** By when something is due; said in words, not in colour alone, once that has passed. */
export function DueLine({ dueAt, className }: DueLineProps) {
  const overdue = isOverdue(dueAt)
  const Icon = overdue ? TriangleAlert : CalendarClock
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 text-sm whitespace-nowrap tight:whitespace-normal cards:whitespace-normal',
        overdue ? 'font-semibold text-danger' : 'text-muted',
        className,
      )}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      <time dateTime={dueAt} title={formatDateTime(dueAt)} className="self-baseline">
        {overdue ? 'Overdue since' : 'Due'}{' '}
        <span className="whitespace-nowrap">{formatDate(dueAt)}</span>
      </time>
    </span>
  )
}

/** Whether a due date has passed; something without one never is overdue. */
export function isOverdue(dueAt: string | null, now = Date.now()): boolean {
  return dueAt !== null && Date.parse(dueAt) < now
}
