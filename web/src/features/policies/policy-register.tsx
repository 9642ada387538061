import type { ListedPolicy } from '@frontdesk/contract/policies'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { FavouriteStar } from '#web/features/favourites/favourite-star.tsx'
import { formatDate } from '#web/lib/format.ts'
import { late } from '#web/lib/late.ts'
import { classes } from '#web/ui/classes.ts'
import { DueLine } from '#web/ui/times.tsx'
import { type Growing, GrowingList } from '#web/ui/lists.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RequiredBadge } from './policy-badges.tsx'

type PolicyRegisterProps = {
  title: string
  /** Not shown where the title alone says it. */
  hideTitle?: boolean
  policies: ListedPolicy[]
  /** Those in use, for whoever may change policies. */
  categories?: string[]
  of: Growing
}

/** One group of policies, in the order that the server gives. */
export function PolicyRegister(props: PolicyRegisterProps) {
  const { title, hideTitle, policies, categories, of } = props
  if (policies.length === 0 && !of.hasNextPage) return null
  return (
    <section aria-label={title}>
      <h2 className={hideTitle ? 'sr-only' : 'mb-3 text-lg font-semibold'}>{title}</h2>
      <GrowingList
        of={of}
        className="overflow-hidden rounded-lg border border-line bg-surface"
        count={policies.length}
      >
        {policies.map((policy) => (
          <PolicyRow key={policy.id} policy={policy} categories={categories} />
        ))}
      </GrowingList>
    </section>
  )
}

// Only those who edit need it.
const EditedPolicy = late(() => import('./edited-policy.tsx'), 'EditedPolicy')

type PolicyRowProps = {
  policy: ListedPolicy
  /** Those in use, for whoever may change the policy; left out for others. */
  categories?: string[]
}

function PolicyRow({ policy, categories }: PolicyRowProps) {
  const edited = (part: 'title' | 'category' | 'menu', shown?: ReactNode) =>
    categories ? (
      <Suspense fallback={shown}>
        <EditedPolicy policy={policy} categories={categories} part={part}>
          {shown}
        </EditedPolicy>
      </Suspense>
    ) : (
      shown
    )
  const pending = policy.acknowledgment_required
  return (
    <li
      className={classes(
        'linked-row relative grid gap-x-6 gap-y-2.5 px-4 py-4 transition-colors hover:bg-hover',
        'not-last:border-b not-last:border-line sm:px-5',
        'xl:grid-cols-[minmax(0,1fr)_23rem] xl:items-center',
      )}
    >
      <div className={classes('min-w-0', categories && 'pr-10 in-place:pr-0')}>
        {pending && (
          <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <RequiredBadge />
            {policy.due_at && <DueLine dueAt={policy.due_at} />}
          </div>
        )}
        <div className="flex items-start gap-1.5">
          <h3 className="min-w-0 text-lg font-semibold">
            {edited(
              'title',
              <PathLink to={`/policies/${policy.id}`} className="row-link rounded-lg">
                {policy.title}
              </PathLink>,
            )}
          </h3>
          <FavouriteStar item={{ type: 'policies', id: policy.id, title: policy.title }} inRow />
        </div>
        {policy.description && (
          <p className="mt-0.5 line-clamp-2 max-w-[72ch] text-muted">{policy.description}</p>
        )}
        {policy.acknowledged_version !== null && (
          <p className="mt-1.5 flex items-center gap-1.5 text-sm text-muted">
            {!pending && (
              <CircleCheck className="size-4 shrink-0 text-success" aria-hidden="true" />
            )}
            <span>
              You signed version {policy.acknowledged_version} on{' '}
              <span className="whitespace-nowrap">{formatDate(policy.acknowledged_at)}</span>
            </span>
          </p>
        )}
      </div>
      <PolicyFacts
        policy={policy}
        category={
          policy.category || categories
            ? edited('category', policy.category ?? <NoCategory />)
            : null
        }
      />
      {categories && <div className="absolute top-2 right-2">{edited('menu')}</div>}
    </li>
  )
}

/** Nothing to see before one points there. */
const NoCategory = () => (
  <span className="opacity-0 group-hover/cell:opacity-100 group-focus-visible/cell:opacity-100">
    No category
  </span>
)

type PolicyFactsProps = { policy: ListedPolicy; category: ReactNode }

function PolicyFacts({ policy, category }: PolicyFactsProps) {
  return (
    <dl
      className={classes(
        'flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm text-muted tabular-nums',
        'xl:grid xl:grid-cols-[minmax(0,1fr)_5.5rem_6.5rem]',
      )}
    >
      <dt className="sr-only">Category</dt>
      <dd className={classes('min-w-0 wrap-break-word', !policy.category && 'max-xl:hidden')}>
        {category}
      </dd>
      <dt className="sr-only">Version</dt>
      <dd>Version {policy.version}</dd>
      <dt className="sr-only">Updated</dt>
      <dd className="whitespace-nowrap xl:text-end">
        <span className="xl:hidden">Updated </span>
        {formatDate(policy.updated_at)}
      </dd>
    </dl>
  )
}

const titleWidths = ['w-56', 'w-72', 'w-48', 'w-64', 'w-52']

export function PolicyListSkeleton() {
  return (
    <div aria-busy="true" className="overflow-hidden rounded-lg border border-line bg-surface">
      <span className="sr-only">Loading policies…</span>
      {titleWidths.map((width) => (
        <div key={width} className="px-4 py-4 not-last:border-b not-last:border-line sm:px-5">
          <Skeleton className={`my-1 h-5 max-w-full ${width}`} />
          <Skeleton className="mt-2.5 h-4 w-full max-w-xl" />
          <Skeleton className="mt-3 h-3.5 w-40 xl:hidden" />
        </div>
      ))}
    </div>
  )
}
