import { canEditPolicies } from '@frontdesk/contract/permissions'
import type { Policy } from '@frontdesk/contract/policies'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { History, PenLine, Trash2 } from 'lucide-react'
import { type ReactNode, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { AskAbout } from '#web/features/chat/ask-about.tsx'
import { DeleteItem, useIsDeleting } from '#web/features/editing/delete-item.tsx'
import { DraftNotice } from '#web/features/editing/draft-links.tsx'
import { draftOfItemQuery } from '#web/features/editing/drafts.api.ts'
import { OriginLine } from '#web/features/editing/origin-line.tsx'
import { TextComparison } from '#web/features/editing/text-comparison.tsx'
import { FavouriteStar } from '#web/features/favourites/favourite-star.tsx'
import { LegalHoldLine } from '#web/features/legal-holds/legal-hold-line.tsx'
import { ItemStandingLine } from '#web/features/obligations/item-standing-line.tsx'
import { AssignButton } from '#web/features/requirements/assign-button.tsx'
import { ReviewPanel } from '#web/features/reviews/review-panel.tsx'
import { isUnknown } from '#web/lib/api-error.ts'
import { late } from '#web/lib/late.ts'
import { JUST_NOW_MS } from '#web/lib/query-client.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useSecondStep } from '#web/ui/confirm.tsx'
import { useUser } from '#web/session/session.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import { PrintButton } from '#web/ui/print-button.tsx'
import { AcknowledgmentPanel, SigningPanel } from './acknowledgment-panel.tsx'
import { LinkedText, PolicyQuotes } from './linked-text.tsx'
import {
  foundParagraphQuery,
  policyQuery,
  removePolicy,
  restorePolicy,
  useParagraphs,
  useRefreshPolicies,
  versionsQuery,
} from './policies.api.ts'
import { PolicyDocument } from './policy-document.tsx'
import { PolicyDocumentSkeleton, PolicyMissing } from './policy-loading.tsx'

const SignedComparison = late(() => import('./signing-ceremony.tsx'), 'SignedComparison')

export function PolicyDetailPage() {
  const { id } = useParams({ from: '/shell/policies/$id' })
  return <PolicyDetail key={id} id={id} />
}

function PolicyDetail({ id }: { id: string }) {
  const query = useQuery({ ...policyQuery(id), staleTime: JUST_NOW_MS })
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

/**
 * The text on screen never changes under its reader: it stays at the version that was opened until
 * they turn to a newer one. `before` is then the version that they had been reading.
 */
function useReading(latest: Policy | undefined, settled: boolean) {
  const [pinned, setPinned] = useState<Policy>()
  const [before, setBefore] = useState<Policy>()
  if (latest && settled && !pinned) setPinned(latest)

  const shown = pinned && pinned.version !== latest?.version ? pinned : latest
  const newer = latest && shown && latest.version !== shown.version ? latest : undefined
  const turnTo = (policy: Policy) => {
    setBefore(shown)
    setPinned(policy)
  }
  return { shown, newer, before, turnTo }
}

type NewerVersionNoticeProps = {
  shown: Policy
  newer: Policy | undefined
  before: Policy | undefined
  onTurn: (policy: Policy) => void
}

/** Says that the text changed while it was being read, before and after turning to the new one. */
function NewerVersionNotice({ shown, newer, before, onTurn }: NewerVersionNoticeProps) {
  if (newer) {
    return (
      // It arrives while somebody reads: it has to be seen from anywhere in the text.
      <div data-print="no" className="z-10 mb-6 not-low:sticky not-low:top-16">
        <Notice
          tone="warning"
          action={
            <Button variant="secondary" size="sm" onClick={() => onTurn(newer)}>
              Show version {newer.version}
            </Button>
          }
        >
          {newer.last_updated_by_name ?? 'Somebody'} published version {newer.version} while you
          were reading version {shown.version}.
        </Notice>
      </div>
    )
  }
  if (before && before.version !== shown.version) {
    return <TurnedNotice key={shown.version} shown={shown} before={before} />
  }
  return null
}

function TurnedNotice({ shown, before }: { shown: Policy; before: Policy }) {
  const [compares, setCompares] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  // The reader may have been at the end of the text, where the button is.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }, [])
  return (
    <div ref={panel} tabIndex={-1} data-print="no" className="mb-6 grid gap-4">
      <Notice
        tone="warning"
        action={
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={compares}
            onClick={() => setCompares(!compares)}
          >
            {compares ? 'Hide the changes' : 'Show the changes'}
          </Button>
        }
      >
        This text changed while you were reading version {before.version}. Below is version{' '}
        {shown.version}.
      </Notice>
      {compares && (
        <TextComparison
          caption={`Version ${before.version} beside version ${shown.version}`}
          before={{
            label: `Version ${before.version}`,
            title: before.title,
            content: before.content,
          }}
          after={{ label: `Version ${shown.version}`, title: shown.title, content: shown.content }}
        />
      )}
    </div>
  )
}

type PolicyActionsProps = { policy: Policy; isEditor: boolean }

function PolicyActions({ policy, isEditor }: PolicyActionsProps) {
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  const params = { id: policy.id }
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {isEditor && (
          <>
            <ButtonLink
              to="/policies/$id/edit"
              params={params}
              variant="secondary"
              size="sm"
              icon={PenLine}
            >
              Edit
            </ButtonLink>
            <AssignButton item={{ type: 'policy', ...policy }} size="sm" />
          </>
        )}
        <ButtonLink
          to="/policies/$id/history"
          params={params}
          variant="secondary"
          size="sm"
          icon={History}
        >
          Versions
        </ButtonLink>
        <AskAbout type="policy" id={policy.id} size="sm" />
        <PrintButton />
        {isEditor && !isAsking && (
          <Button variant="ghost" size="sm" icon={Trash2} ref={trigger} onClick={ask}>
            Delete
          </Button>
        )}
      </div>
      {isAsking && <DeletePolicy policy={policy} onCancel={cancel} />}
    </>
  )
}

/** Says so where the address names a paragraph that the text no longer has, and leads to where it was. */
function LostParagraph({ policy }: { policy: Policy }) {
  const named = useLocation({ select: ({ hash }) => hash })
  const { data: paragraphs } = useParagraphs(policy)
  const isLost =
    named.startsWith('p-') && paragraphs && paragraphs.every(({ anchor }) => anchor !== named)
  const { data: last, error } = useQuery({
    ...foundParagraphQuery(policy.id, named),
    enabled: Boolean(isLost),
  })
  if (!isLost) return null
  if (isUnknown(error)) {
    return <Line>The link leads to a paragraph that no version of this policy has.</Line>
  }
  if (!last || last.version >= policy.version) return null
  return (
    <Line
      action={
        <ButtonLink
          to="/policies/$id/history"
          params={{ id: policy.id }}
          search={{ from: String(last.version), to: String(last.version + 1) }}
          variant="secondary"
          size="sm"
        >
          Show version {last.version}
        </ButtonLink>
      }
    >
      That paragraph is not in this version any more. Version {last.version} was the last that had
      it.
    </Line>
  )
}

type LineProps = { children: ReactNode; action?: ReactNode }

const Line = (props: LineProps) => (
  <div data-print="no" className="mb-6">
    <Notice tone="warning" {...props} />
  </div>
)

type DeletePolicyProps = { policy: Policy; onCancel: () => void }

function DeletePolicy({ policy, onCancel }: DeletePolicyProps) {
  return (
    <DeleteItem
      what="policy"
      item={policy}
      itemKey={policyQuery(policy.id).queryKey}
      question="Are you sure you want to delete this policy?"
      list="/policies"
      remove={removePolicy}
      restore={restorePolicy}
      refresh={useRefreshPolicies()}
      onCancel={onCancel}
    />
  )
}
