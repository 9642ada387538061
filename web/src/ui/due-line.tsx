import { CalendarClock, TriangleAlert } from 'lucide-react'
import { isOverdue } from '#web/lib/due-date.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { classes } from './classes.ts'

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
