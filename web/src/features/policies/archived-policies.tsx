import type { ListedPolicy } from '@frontdesk/contract/policies'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Archive, ArchiveRestore } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureOf, messageOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { GrowingList } from '#web/ui/growing-list.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  archivedPoliciesQuery,
  restorePolicy,
  useRefreshPolicies,
  versionsQuery,
} from './policies.api.ts'
import { PolicyListSkeleton } from './policy-register.tsx'

type ArchivedPoliciesProps = { search: string; onClearSearch: () => void }

/** For admins: policies that were deleted, with the way back. */
export function ArchivedPolicies({ search, onClearSearch }: ArchivedPoliciesProps) {
  const query = useInfiniteQuery(archivedPoliciesQuery(search))
  if (!query.data) {
    if (!query.error) return <PolicyListSkeleton />
    return (
      <ErrorPanel title="Failed to load policies" onRetry={() => void query.refetch()}>
        {messageOf(query.error, 'Please try again.')}
      </ErrorPanel>
    )
  }
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

/** The way up from what is left of an archived policy. */
export const toArchived = { to: '/policies?show=archived', label: 'Back to the archived policies' }

type ArchivedPolicyProps = {
  id: string
  /** Stands there where there never was such a policy. */
  children: ReactNode
}

/** For editors: where a link leads to a policy that is no longer in use. */
export function ArchivedPolicy({ id, children }: ArchivedPolicyProps) {
  const { data: versions, error } = useQuery(versionsQuery(id))
  const [newest] = versions ?? []
  if (error) return children
  if (!newest) {
    return (
      <div aria-busy="true" className="max-w-md">
        <SkeletonLines lines={4} />
      </div>
    )
  }
  return (
    <>
      <PageHeader title={newest.title} back={toArchived} />
      <ArchivedNotice policy={{ id, title: newest.title }} linked />
    </>
  )
}

type ArchivedNoticeProps = {
  policy: { id: string; title: string }
  /** Whether a link leads to its versions. */
  linked?: boolean
}

/** Says that a policy is archived, what that means, and how it comes back. */
export function ArchivedNotice({ policy, linked = false }: ArchivedNoticeProps) {
  return (
    <Notice
      tone="warning"
      action={
        <div className="flex flex-wrap gap-2">
          {linked && (
            <ButtonLink
              to="/policies/$id/history"
              params={{ id: policy.id }}
              variant="secondary"
              size="sm"
            >
              Versions
            </ButtonLink>
          )}
          <RestorePolicy policy={policy} variant="secondary" />
        </div>
      }
    >
      This policy is archived. Nobody is asked for it, and its readers can’t open it; its versions
      and everybody’s acknowledgments stay.
    </Notice>
  )
}

type RestorePolicyProps = {
  policy: { id: string; title: string }
  variant: 'ghost' | 'secondary'
  className?: string
}

/** Puts an archived policy back into use. */
function RestorePolicy({ policy, variant, className }: RestorePolicyProps) {
  const refresh = useRefreshPolicies()
  // Awaited, because the button goes with it.
  const restoring = useMutation({ mutationFn: restorePolicy, onSuccess: refresh })
  const restore = () =>
    restoring.mutate(policy.id, {
      onSuccess: () => toast.success(`“${policy.title}” is back`),
      onError: (error) => toast.error(failureOf(error, 'Failed to restore policy')),
    })
  return (
    <Button
      variant={variant}
      size="sm"
      icon={ArchiveRestore}
      className={className}
      aria-label={`Restore ${policy.title}`}
      busy={restoring.isPending}
      onClick={restore}
    >
      Restore
    </Button>
  )
}
