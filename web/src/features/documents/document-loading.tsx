import { isUnknown, messageOf } from '#web/lib/api-error.ts'
import { Skeleton, SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'

export function DocumentSkeleton() {
  return (
    <div className="grid max-w-4xl gap-6" aria-busy="true" aria-label="Loading document">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-9 w-2/3" />
      <SkeletonLines lines={4} />
    </div>
  )
}

/** Tells why a document isn't shown, on the page that is shown instead. */
export function sayLoadFailure(
  error: Error,
  failure: 'Failed to load document' | 'Failed to fetch document' = 'Failed to load document',
) {
  toast.error(
    isUnknown(error)
      ? 'Document not found'
      : `${failure}: ${messageOf(error, 'please try again.')}`,
  )
}
