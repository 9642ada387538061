import type { ListedPolicy } from '@frontdesk/contract/policies'
import { CircleCheck } from 'lucide-react'
import { formatDate } from '#web/lib/format.ts'
import { classes } from '#web/ui/classes.ts'
import { DueLine } from '#web/ui/due-line.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { RequiredBadge } from './required-badge.tsx'

export function PolicyRow({ policy }: { policy: ListedPolicy }) {
  const pending = policy.acknowledgment_required
  return (
    <li
      className={classes(
        'linked-row relative grid gap-x-6 gap-y-2.5 px-4 py-4 transition-colors hover:bg-hover',
        'not-last:border-b not-last:border-line sm:px-5',
        'lg:grid-cols-[minmax(0,1fr)_23rem] lg:items-center',
      )}
    >
      <div className="min-w-0">
        {pending && (
          <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <RequiredBadge />
            {policy.due_at && <DueLine dueAt={policy.due_at} />}
          </div>
        )}
        <h3 className="text-lg font-semibold">
          <PathLink to={`/policies/${policy.id}`} className="row-link rounded-lg">
            {policy.title}
          </PathLink>
        </h3>
        {policy.description && (
          <p className="mt-0.5 line-clamp-2 max-w-[72ch] text-muted">{policy.description}</p>
        )}
        {policy.acknowledged_version !== null && (
          <p className="mt-1.5 flex items-center gap-1.5 text-sm text-muted">
            {!pending && (
              <CircleCheck className="size-4 shrink-0 text-success" aria-hidden="true" />
            )}
            You signed version {policy.acknowledged_version} on {formatDate(policy.acknowledged_at)}
          </p>
        )}
      </div>
      <PolicyFacts policy={policy} />
    </li>
  )
}

function PolicyFacts({ policy }: { policy: ListedPolicy }) {
  return (
    <dl
      className={classes(
        'flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm text-muted tabular-nums',
        'lg:grid lg:grid-cols-[minmax(0,1fr)_5.5rem_6.5rem]',
      )}
    >
      <dt className="sr-only">Category</dt>
      <dd className={classes('line-clamp-2 wrap-break-word', !policy.category && 'max-lg:hidden')}>
        {policy.category}
      </dd>
      <dt className="sr-only">Version</dt>
      <dd>Version {policy.version}</dd>
      <dt className="sr-only">Updated</dt>
      <dd className="lg:text-end">
        <span className="lg:hidden">Updated </span>
        {formatDate(policy.updated_at)}
      </dd>
    </dl>
  )
}
