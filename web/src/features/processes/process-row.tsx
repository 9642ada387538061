import type { Process } from '@frontdesk/contract/processes'
import { type ReactNode, Suspense } from 'react'
import { FavouriteStar } from '#web/features/favourites/favourite-star.tsx'
import { formatDate, formatMinutes } from '#web/lib/format.ts'
import { late } from '#web/lib/late.ts'
import { classes } from '#web/ui/classes.ts'
import { PathLink } from '#web/ui/path-link.tsx'
import { StatusBadge } from './status-badge.tsx'

// Only those who edit need it.
const EditedProcess = late(() => import('./edited-process.tsx'), 'EditedProcess')

type ProcessRowProps = { process: Process; isEditor: boolean }

export function ProcessRow({ process, isEditor }: ProcessRowProps) {
  const edited = (part: 'title' | 'category' | 'menu', shown?: ReactNode) =>
    isEditor ? (
      <Suspense fallback={shown}>
        <EditedProcess process={process} part={part}>
          {shown}
        </EditedProcess>
      </Suspense>
    ) : (
      shown
    )
  return (
    <li
      className={classes(
        'linked-row relative grid gap-x-6 gap-y-2.5 px-4 py-4 transition-colors hover:bg-hover',
        'not-last:border-b not-last:border-line sm:px-5',
        'xl:grid-cols-[minmax(0,1fr)_30rem] xl:items-center',
      )}
    >
      <div className={classes('min-w-0', isEditor && 'pr-10 in-place:pr-0')}>
        <div className="flex items-start gap-1.5">
          <h2 className="min-w-0 text-lg font-semibold">
            {edited(
              'title',
              <PathLink to={`/processes/${process.id}`} className="row-link rounded-lg">
                {process.title}
              </PathLink>,
            )}
          </h2>
          <FavouriteStar item={{ type: 'processes', id: process.id, title: process.title }} inRow />
        </div>
        {process.description && (
          <p className="mt-0.5 line-clamp-2 max-w-[72ch] text-muted">{process.description}</p>
        )}
      </div>
      <dl
        className={classes(
          'flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted tabular-nums',
          'xl:grid xl:grid-cols-[5rem_minmax(0,1fr)_10rem_6.5rem]',
        )}
      >
        <dt className="sr-only">Status</dt>
        <dd>
          <StatusBadge status={process.status} />
        </dd>
        <dt className="sr-only">Category</dt>
        <dd>{edited('category', process.category)}</dd>
        <dt className="sr-only">Length</dt>
        <dd>{lengthOf(process)}</dd>
        <dt className="sr-only">Updated</dt>
        <dd className="xl:text-end">
          <span className="xl:hidden">Updated </span>
          {formatDate(process.updated_at)}
        </dd>
      </dl>
      {isEditor && <div className="absolute top-2 right-2">{edited('menu')}</div>}
    </li>
  )
}

/** `8 steps · 1 h 15 min`. */
export function lengthOf(process: Pick<Process, 'steps_count' | 'estimated_total_time'>): string {
  const { steps_count: count, estimated_total_time: minutes } = process
  const steps = `${count} ${count === 1 ? 'step' : 'steps'}`
  return minutes > 0 ? `${steps} · ${formatMinutes(minutes)}` : steps
}
