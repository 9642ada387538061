import { Skeleton, SkeletonLines } from '#web/ui/skeleton.tsx'

export function PolicyDocumentSkeleton() {
  return (
    <div aria-busy="true" className="max-w-[68ch]">
      <span className="sr-only">Loading the policy…</span>
      <Skeleton className="mb-5 h-4 w-20" />
      <Skeleton className="h-9 w-4/5" />
      <Skeleton className="mt-4 h-4 w-3/5" />
      <Skeleton className="mt-8 mb-8 h-px w-full" />
      <SkeletonLines lines={5} />
      <div className="h-8" />
      <SkeletonLines lines={4} />
    </div>
  )
}
