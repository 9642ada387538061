import { isUnknown, messageOf } from '#web/lib/api-error.ts'
import { LeavePage } from '#web/ui/error-panel.tsx'
import { Skeleton, SkeletonLines } from '#web/ui/skeleton.tsx'

export function DocumentSkeleton() {
  return (
    <div className="grid max-w-4xl gap-6" aria-busy="true" aria-label="Loading document">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-9 w-2/3" />
      <SkeletonLines lines={4} />
    </div>
  )
}

type DocumentMissingProps = {
  error: Error
  failure: 'Failed to load document' | 'Failed to fetch document'
}

/** A document that can't be loaded is left for the list, with the reason. */
export function DocumentMissing({ error, failure }: DocumentMissingProps) {
  return (
    <LeavePage
      to="/documents"
      sentence={
        isUnknown(error)
          ? 'Document not found'
          : `${failure}: ${messageOf(error, 'please try again.')}`
      }
    >
      <DocumentSkeleton />
    </LeavePage>
  )
}
