import { canEditPolicies } from '@frontdesk/contract/permissions'
import { useRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import { isUnknown } from '#web/lib/api-error.ts'
import { late } from '#web/lib/late.ts'
import { useUser } from '#web/session/session.tsx'
import { MissingPage } from '#web/ui/error-panel.tsx'
import '#web/ui/print-sheet.css'
import { Skeleton, SkeletonLines } from '#web/ui/skeleton.tsx'

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
  const missing = (
    <MissingPage
      what="Policy"
      error={error}
      whyUnknown="It may have been archived, or the link to it may be incomplete."
      failure="Failed to fetch policy"
      onRetry={onRetry}
      list="/policies"
      onGoBack={goBack}
    />
  )
  // Who may bring it back is told which one it is.
  return isEditor && isUnknown(error) ? (
    <Suspense>
      <ArchivedPolicy id={id}>{missing}</ArchivedPolicy>
    </Suspense>
  ) : (
    missing
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
