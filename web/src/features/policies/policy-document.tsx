import { canEditPolicies } from '@frontdesk/contract/permissions'
import type { Policy } from '@frontdesk/contract/policies'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { isUnknown, messageOf } from '#web/lib/api-error.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { late } from '#web/lib/late.ts'
import { useUser } from '#web/session/session.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import '#web/ui/print-sheet.css'
import { Skeleton, SkeletonLines } from '#web/ui/skeleton.tsx'
import { RequiredBadge } from './policy-badges.tsx'

/** What of a policy is read. */
type Read = Pick<
  Policy,
  | 'title'
  | 'description'
  | 'category'
  | 'content'
  | 'version'
  | 'updated_at'
  | 'last_updated_by_name'
  | 'created_by_name'
  | 'acknowledgment_required'
>

type PolicyDocumentProps = {
  policy: Read
  actions?: ReactNode
  mark?: ReactNode
  notice: ReactNode
  back?: { to: string; label: string }
  /** The text as it is set; that of a live policy has links to its paragraphs. */
  text?: ReactNode
}

const TO_POLICIES = { to: '/policies', label: 'Policies' }

/** The text itself, set for reading on screen and on paper. */
export function PolicyDocument(props: PolicyDocumentProps) {
  const { policy, actions, mark, notice, back = TO_POLICIES, text } = props
  return (
    <article data-print="sheet" className="min-w-0">
      <PageHeader title={policy.title} description={policy.description} back={back} mark={mark} />
      <PolicyMeta policy={policy} />
      {policy.acknowledgment_required && (
        // On a wide screen it is on the panel beside the text; the phone's has no room for it.
        <div data-print="no" className="mt-4 lg:hidden">
          <RequiredBadge />
        </div>
      )}
      <div data-print="no" className="mt-5 mb-6">
        {actions}
      </div>
      {notice}
      <div
        data-print="text"
        className="rounded-lg border-line text-lg leading-[1.7] max-sm:rounded-none max-sm:border-t max-sm:pt-6 sm:border sm:bg-surface sm:px-10 sm:py-9 lg:max-xl:px-7"
      >
        {text ?? <Markdown source={policy.content} />}
      </div>
    </article>
  )
}

function PolicyMeta({ policy }: { policy: Read }) {
  const author = policy.last_updated_by_name ?? policy.created_by_name
  return (
    <p className="-mt-3 flex flex-wrap gap-x-5 gap-y-0.5 text-sm text-muted tabular-nums sm:-mt-4">
      <span>Version {policy.version}</span>
      <span>
        Updated{' '}
        <time dateTime={policy.updated_at} title={formatDateTime(policy.updated_at)}>
          {formatDate(policy.updated_at)}
        </time>
        {author && ` by ${author}`}
      </span>
      {policy.category && <span>{policy.category}</span>}
    </p>
  )
}

const ArchivedPolicy = late(() => import('./archived-policy.tsx'), 'ArchivedPolicy')

type PolicyMissingProps = { id: string; error: Error; onRetry: () => void }

/** Stands where a policy can't be shown. */
export function PolicyMissing({ id, error, onRetry }: PolicyMissingProps) {
  const router = useRouter()
  const isEditor = canEditPolicies(useUser())
  const goBack = () => {
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: '/policies' })
  }
  if (isUnknown(error)) {
    const unknown = (
      <>
        <h1 className="sr-only">Policy</h1>
        <ErrorPanel title="Policy not found" onGoBack={goBack}>
          It may have been archived, or the link to it may be incomplete.
        </ErrorPanel>
      </>
    )
    // Who may bring it back is told which one it is.
    return isEditor ? (
      <Suspense>
        <ArchivedPolicy id={id}>{unknown}</ArchivedPolicy>
      </Suspense>
    ) : (
      unknown
    )
  }
  return (
    <>
      <h1 className="sr-only">Policy</h1>
      <ErrorPanel title="Failed to fetch policy" onRetry={onRetry} onGoBack={goBack}>
        {messageOf(error, 'Please try again.')}
      </ErrorPanel>
    </>
  )
}

/** Of the size of the document and the panel beside it, so that nothing jumps when they come. */
export function PolicyDocumentSkeleton() {
  return (
    <div
      aria-busy="true"
      className="grid gap-x-6 gap-y-8 lg:justify-between lg:grid-cols-[minmax(0,44rem)_16rem] xl:gap-x-10 xl:grid-cols-[minmax(0,44rem)_19rem]"
    >
      <div>
        <span className="sr-only">Loading the policy…</span>
        <Skeleton className="mt-2 mb-5 h-4 w-20" />
        <Skeleton className="h-9 w-3/5" />
        <Skeleton className="mt-4 h-4 w-4/5" />
        <Skeleton className="mt-5 h-4 w-2/5" />
        <div className="mt-7 mb-6 flex gap-2">
          <Skeleton className="h-8 w-24" />
          <Skeleton className="h-8 w-24" />
        </div>
        <div className="border-line max-sm:border-t max-sm:pt-6 sm:rounded-lg sm:border sm:bg-surface sm:px-10 sm:py-9">
          <SkeletonLines lines={5} />
          <Skeleton className="mt-10 mb-6 h-5 w-1/3" />
          <SkeletonLines lines={4} />
        </div>
      </div>
      <div className="h-fit rounded-lg border border-line bg-surface p-5 max-lg:hidden lg:mt-11">
        <SkeletonLines lines={3} />
        <Skeleton className="mt-5 h-10 w-full" />
      </div>
    </div>
  )
}
