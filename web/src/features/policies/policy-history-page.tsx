import type { PolicyVersion } from '@frontdesk/contract/policies'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useSearchParams } from '#web/lib/use-search-params.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { ArchivedNotice, toArchived } from './archived-policy.tsx'
import { chooseVersions, readChoice } from './chosen-versions.ts'
import { isUnknown, PolicyMissing } from './policy-missing.tsx'
import { policyQuery, versionsQuery } from './policies.api.ts'
import { VersionComparison } from './version-comparison.tsx'
import { VersionList } from './version-list.tsx'

export function PolicyHistoryPage() {
  const { id } = useParams({ from: '/shell/policies/$id/history' })
  const policy = useQuery(policyQuery(id))
  const isArchived = isUnknown(policy.error)
  const { data: versions, error, refetch } = useQuery(versionsQuery(id))
  const title = policy.data?.data.title ?? versions?.[0]?.title
  usePageTitle(title && `Versions of ${title}`)
  if (isUnknown(error))
    return <PolicyMissing id={id} error={error!} onRetry={() => void refetch()} />
  // Whether it is archived is known with the policy: nothing moves down later.
  const isReady = versions !== undefined && !policy.isPending
  return (
    <>
      <PageHeader
        title="Versions"
        description={title ?? '\u00A0'}
        back={isArchived ? toArchived : { to: `/policies/${id}`, label: 'Back to the policy' }}
      />
      {isArchived && title !== undefined && (
        <div className="mb-8">
          <ArchivedNotice policy={{ id, title }} />
        </div>
      )}
      {isReady && <PolicyHistory versions={versions} />}
      {!isReady && !error && (
        <div aria-busy="true" className="max-w-md">
          <SkeletonLines lines={6} />
        </div>
      )}
      {!versions && error && (
        <ErrorPanel title="Failed to load the versions" onRetry={() => void refetch()}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
    </>
  )
}

function PolicyHistory({ versions }: { versions: PolicyVersion[] }) {
  const { params, change } = useSearchParams(readChoice)
  const comparison = useRef<HTMLDivElement>(null)
  const chosen = chooseVersions(versions, params)

  /** Shows what a version changed; on a phone the comparison is below the list. */
  const show = (version: PolicyVersion) => {
    change({ from: String(version.version - 1), to: String(version.version) })
    comparison.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[19rem_minmax(0,1fr)]">
      <VersionList versions={versions} chosen={chosen} onShow={show} />
      <div ref={comparison} className="min-w-0 scroll-mt-24">
        {chosen ? (
          <VersionComparison
            versions={versions}
            chosen={chosen}
            onChoose={(from, to) => change({ from: String(from), to: String(to) })}
          />
        ) : (
          <p className="text-muted">
            This is the only version so far. Once the title or the content changes, both texts can
            be compared here.
          </p>
        )}
      </div>
    </div>
  )
}
