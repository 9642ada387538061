import type { Policy } from '@frontdesk/contract/policies'
import { canEditPolicies } from '@frontdesk/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useDeferredValue, useRef, useState } from 'react'
import { DraftNotice } from '#web/features/editing/draft-notice.tsx'
import { draftOfItemQuery } from '#web/features/editing/drafts.api.ts'
import { useIsDeleting } from '#web/features/editing/use-deletion.ts'
import { FavouriteStar } from '#web/features/favourites/favourite-star.tsx'
import { OriginLine } from '#web/features/editing/origin-line.tsx'
import { LegalHoldLine } from '#web/features/legal-holds/legal-hold-line.tsx'
import { ItemStandingLine } from '#web/features/obligations/item-standing-line.tsx'
import { ReviewPanel } from '#web/features/reviews/review-panel.tsx'
import { loadPage } from '#web/lib/page-loader.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useUser } from '#web/session/user.tsx'
import { AcknowledgmentPanel } from './acknowledgment-panel.tsx'
import { LinkedText } from './linked-text.tsx'
import { LostParagraph } from './lost-paragraph.tsx'
import { NewerVersionNotice } from './newer-version-notice.tsx'
import { policyQuery, versionsQuery } from './policies.api.ts'
import { PolicyActions } from './policy-actions.tsx'
import { PolicyDocument } from './policy-document.tsx'
import { PolicyDocumentSkeleton } from './policy-document-skeleton.tsx'
import { PolicyQuotes } from './policy-quotes.tsx'
import { isUnknown, PolicyMissing } from './policy-missing.tsx'
import { SigningPanel } from './signing-panel.tsx'
import { useReading } from './use-reading.ts'

const SignedComparison = lazy(async () => {
  const module = await loadPage(() => import('./signing-ceremony.tsx'))
  return { default: module.SignedComparison }
})

export function PolicyDetailPage() {
  const { id } = useParams({ from: '/shell/policies/$id' })
  return <PolicyDetail key={id} id={id} />
}

function PolicyDetail({ id }: { id: string }) {
  const query = useQuery(policyQuery(id))
  const { shown, newer, before, turnTo } = useReading(query.data?.data, !query.isFetching)
  usePageTitle(shown?.title)
  const isDeleting = useIsDeleting(policyQuery(id).queryKey)
  // Its text is drawn in slices: all at once it would hold up a tap on a slow phone.
  const isReady = useDeferredValue(useAboveText(id, shown))
  // A text that is gone can't be agreed to, even while it is still on screen.
  if (!shown || (isUnknown(query.error) && !isDeleting)) {
    return query.error ? (
      <PolicyMissing id={id} error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <PolicyDocumentSkeleton />
    )
  }
  if (!isReady) return <PolicyDocumentSkeleton />

  /** The server has a newer version than this page: it is fetched and shown. */
  const turnToNewest = async () => {
    const { data } = await query.refetch()
    if (data) turnTo(data.data)
  }
  return (
    <Suspense fallback={<PolicyDocumentSkeleton />}>
      <PolicyReading
        policy={shown}
        notice={<NewerVersionNotice shown={shown} newer={newer} before={before} onTurn={turnTo} />}
        onNewerVersion={turnToNewest}
      />
    </Suspense>
  )
}

/** Whether what stands above the text is here, which would move it; once it was, the text stays on screen. */
function useAboveText(id: string, policy: Policy | undefined): boolean {
  const isEditor = canEditPolicies(useUser())
  const [isReady, setIsReady] = useState(false)
  const draft = useQuery({ ...draftOfItemQuery(id), enabled: isEditor && !isReady })
  const versions = useQuery({
    ...versionsQuery(id),
    enabled: policy !== undefined && isCompared(policy) && !isReady,
  })
  // What fails is done without.
  const isWaiting = [draft, versions].some((query) => query.isLoading && query.failureCount === 0)
  if (policy && !isWaiting && !isReady) setIsReady(true)
  return isReady
}

/** Whether its reader sees what changed since they signed, above the text. */
const isCompared = ({ signing, acknowledged_version: signed, version }: Policy) =>
  signing?.comparison === true && signed !== null && signed < version

type PolicyReadingProps = {
  policy: Policy
  notice: ReactNode
  onNewerVersion: () => Promise<void>
}

function PolicyReading({ policy, notice, onNewerVersion }: PolicyReadingProps) {
  const isEditor = canEditPolicies(useUser())
  const textEnd = useRef<HTMLSpanElement>(null)
  const signed = policy.acknowledged_version
  return (
    <div className="grid gap-x-6 gap-y-8 lg:justify-between lg:grid-cols-[minmax(0,44rem)_16rem] xl:gap-x-10 xl:grid-cols-[minmax(0,44rem)_19rem] lg:grid-rows-[auto_1fr]">
      <PolicyDocument
        policy={policy}
        mark={<FavouriteStar item={{ type: 'policies', id: policy.id, title: policy.title }} />}
        actions={<PolicyActions policy={policy} isEditor={isEditor} />}
        notice={
          <>
            {isEditor && <DraftNotice kind="policy" itemId={policy.id} className="mb-6" />}
            {notice}
            <LostParagraph policy={policy} />
            {signed !== null && isCompared(policy) && (
              <SignedComparison policy={policy} signed={signed} />
            )}
          </>
        }
        text={
          <>
            <LinkedText policy={policy} />
            <span ref={textEnd} />
          </>
        }
      />
      <div className="grid content-start gap-4 lg:row-span-2">
        <AcknowledgmentPanel policy={policy} textEnd={textEnd} onNewerVersion={onNewerVersion} />
        <ItemStandingLine itemId={policy.id} done="signed" />
        {isEditor && <ReviewPanel item={{ type: 'policy', id: policy.id }} />}
        {isEditor && <OriginLine of={{ policy_id: policy.id }} />}
        {isEditor && <SigningPanel policy={policy} />}
        <LegalHoldLine of={{ type: 'policy', id: policy.id, title: policy.title }} />
      </div>
      {isEditor && <PolicyQuotes policyId={policy.id} />}
    </div>
  )
}
