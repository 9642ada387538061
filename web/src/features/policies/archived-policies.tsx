import { RestorePolicy } from './archived-policy.tsx'
import type { ListedPolicy } from '@frontdesk/contract/policies'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Archive } from 'lucide-react'
import { formatDate } from '#web/lib/format.ts'
import { EmptyState, ListResults, NoMatch } from '#web/ui/lists.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { archivedPoliciesQuery } from './policies.api.ts'
import { PolicyListSkeleton } from './policy-register.tsx'

type ArchivedPoliciesProps = { search: string; onClearSearch: () => void }

/** For admins: policies that were deleted, with the way back. */
export function ArchivedPolicies({ search, onClearSearch }: ArchivedPoliciesProps) {
  const none =
    search === '' ? (
      <EmptyState icon={Archive} title="No archived policies">
        A policy that is deleted stays here, with its versions and everybody’s acknowledgments.
      </EmptyState>
    ) : (
      <NoMatch title={`No archived policy matches “${search}”`} onClear={onClearSearch}>
        Titles, descriptions, categories and the texts themselves were searched.
      </NoMatch>
    )
  return (
    <ListResults
      of={useInfiniteQuery(archivedPoliciesQuery(search))}
      failure="Failed to load policies"
      waiting={<PolicyListSkeleton />}
      none={none}
      search={search}
      label="Archived policies"
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      {(policy) => <ArchivedRow key={policy.id} policy={policy} />}
    </ListResults>
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
