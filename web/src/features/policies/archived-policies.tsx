import { RestorePolicy } from './archived-policy.tsx'
import type { ListedPolicy } from '@frontdesk/contract/policies'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Archive } from 'lucide-react'
import { formatDate } from '#web/lib/format.ts'
import { EmptyState, GrowingList, NoMatch } from '#web/ui/lists.tsx'
import { LoadState } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { archivedPoliciesQuery } from './policies.api.ts'
import { PolicyListSkeleton } from './policy-register.tsx'

type ArchivedPoliciesProps = { search: string; onClearSearch: () => void }

/** For admins: policies that were deleted, with the way back. */
export function ArchivedPolicies({ search, onClearSearch }: ArchivedPoliciesProps) {
  const query = useInfiniteQuery(archivedPoliciesQuery(search))
  if (!query.data)
    return (
      <LoadState of={query} failure="Failed to load policies" waiting={<PolicyListSkeleton />} />
    )
  const policies = query.data.pages.flatMap((page) => page.data)
  if (policies.length === 0) {
    return search === '' ? (
      <EmptyState icon={Archive} title="No archived policies">
        A policy that is deleted stays here, with its versions and everybody’s acknowledgments.
      </EmptyState>
    ) : (
      <NoMatch title={`No archived policy matches “${search}”`} onClear={onClearSearch}>
        Titles, descriptions, categories and the texts themselves were searched.
      </NoMatch>
    )
  }
  return (
    <GrowingList
      label="Archived policies"
      className="overflow-hidden rounded-lg border border-line bg-surface"
      count={policies.length}
      hasMore={query.hasNextPage}
      loadingMore={query.isFetchingNextPage}
      onMore={() => void query.fetchNextPage()}
    >
      {policies.map((policy) => (
        <ArchivedRow key={policy.id} policy={policy} />
      ))}
    </GrowingList>
  )
}

function ArchivedRow({ policy }: { policy: ListedPolicy }) {
  return (
    <li className="linked-row relative flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-4 transition-colors not-last:border-b not-last:border-line hover:bg-hover sm:px-5">
      <div className="min-w-0">
        <h2 className="text-lg font-semibold wrap-anywhere">
          <PathLink to={`/policies/${policy.id}/history`} className="row-link rounded-lg">
            {policy.title}
          </PathLink>
        </h2>
        <p className="text-sm text-muted tabular-nums">
          Version {policy.version} · archived on {formatDate(policy.archived_at)}
        </p>
      </div>
      <RestorePolicy policy={policy} variant="ghost" className="relative z-1" />
    </li>
  )
}
