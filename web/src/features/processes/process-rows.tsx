import type { ProcessRun } from '@frontdesk/contract/process-runs'
import type { Process } from '@frontdesk/contract/processes'
import { type ReactNode, Suspense } from 'react'
import { FavouriteStar } from '#web/features/favourites/favourite-star.tsx'
import { formatDate, formatMinutes } from '#web/lib/format.ts'
import { late } from '#web/lib/late.ts'
import { classes } from '#web/ui/classes.ts'
import { DueLine } from '#web/ui/times.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ProgressBar, RunStateBadge, StatusBadge } from './process-badges.tsx'

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

/** As high as so many runs in progress that name their process and are due. */
export function RunListSkeleton({ runs }: { runs: number }) {
  return (
    <ul aria-busy="true" className="overflow-hidden rounded-lg border border-line bg-surface">
      {Array.from({ length: runs }, (_, run) => (
        <li
          key={run}
          className="h-33.25 px-4 py-4 max-sm:h-39.5 not-last:border-b not-last:border-line"
        >
          <Skeleton className="h-5 w-48 max-w-full" />
          <Skeleton className="mt-3 h-3.5 w-full" />
        </li>
      ))}
    </ul>
  )
}

type RunListProps = { runs: ProcessRun[]; namesProcess?: boolean }

/** Runs one below the other, each a link. */
export function RunList({ runs, namesProcess = false }: RunListProps) {
  return (
    <ul className="overflow-hidden rounded-lg border border-line bg-surface">
      {runs.map((run) => (
        <li
          key={run.id}
          className="linked-row relative grid grid-cols-1 gap-2 px-4 py-3.5 transition-colors not-last:border-b not-last:border-line hover:bg-hover"
        >
          <PathLink to={`/processes/runs/${run.id}`} className="row-link rounded-lg font-medium">
            {run.title}
          </PathLink>
          {namesProcess && <p className="-mt-1.5 text-sm text-muted">{run.process_title}</p>}
          {run.state === 'in_progress' ? (
            <>
              <ProgressBar done={run.steps_done} of={run.steps_count} />
              <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted max-sm:flex-col max-sm:items-start">
                {run.next_step && (
                  <span className="max-w-full min-w-0 truncate">Next: {run.next_step}</span>
                )}
                {run.due_at && <DueLine dueAt={run.due_at} />}
              </p>
            </>
          ) : (
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
              <RunStateBadge run={run} />
              {formatDate(run.ended_at)}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
