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
